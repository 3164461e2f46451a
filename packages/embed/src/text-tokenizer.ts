import { PsiError } from "@psi/core";
import { type ModelFolder, readJson } from "./model-folder.js";

/** A text as the model reads it. */
export interface EncodedText {
  /** Token ids, the frame's ([CLS] and [SEP]) included; at most as many as were asked for. */
  readonly ids: readonly number[];
  /** How many tokens the whole text has with its frame; a lower bound when `exact` is false. */
  readonly tokens: number;
  readonly exact: boolean;
}

export interface TextTokenizer {
  /** The first tokens of a text, in their frame. Reads no more of the text than it needs. */
  encode(text: string, maxTokens: number): EncodedText;
  /** How many tokens the whole text has with its frame. O(length): about 0.5 s for a megabyte. */
  count(text: string): number;
  close(): Promise<void>;
}

/** The slice of the tokenizer library that we call. */
interface Library {
  encode(text: string, options?: { add_special_tokens?: boolean }): { ids: number[] };
}

/** The slice of tokenizer.json that decides how far a token can reach. */
interface TokenizerFile {
  readonly normalizer?: { readonly type?: string } | null;
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly model?: { readonly type?: string; readonly max_input_chars_per_word?: number } | null;
  readonly added_tokens?: readonly { readonly content: string }[];
}

/**
 * Loads a folder's tokenizer.
 *
 * @throws PsiError `unreadable-input` when its files make no tokenizer, or one that does not put one token
 * before and one after a text.
 */
export async function loadTokenizer(folder: ModelFolder): Promise<TextTokenizer> {
  const file = readJson(folder.tokenizer) as TokenizerFile;
  const config = readJson(folder.tokenizerConfig);
  const { Tokenizer } = (await import("@huggingface/tokenizers")) as unknown as {
    Tokenizer: new (file: object, config: object) => Library;
  };
  try {
    const library = new Tokenizer(file, config);
    return textTokenizer(library, frameOf(library), reachOf(file));
  } catch (cause) {
    throw new PsiError(
      "unreadable-input",
      `${folder.tokenizer} is not a tokenizer that can be used: ${(cause as Error).message}. Copy the model folder again, whole.`,
      { cause },
    );
  }
}

function textTokenizer(
  library: Library,
  [start, end]: readonly [number, number],
  reach: number | undefined,
): TextTokenizer {
  const idsOf = (text: string): readonly number[] =>
    library.encode(text, { add_special_tokens: false }).ids;
  const framed = (content: readonly number[], limit: number): readonly number[] => [
    start,
    ...(content.length > limit ? content.slice(0, limit) : content),
    end,
  ];
  return {
    encode(text, maxTokens) {
      const limit = maxTokens - 2;
      // Eight letters a token is more than most languages have, so that one look is mostly enough.
      for (let length = limit * 8; reach !== undefined && length < text.length; length *= 4) {
        const content = idsOf(text.slice(0, length));
        // Only the word at the cut can read differently in the whole text: its tokens do not count.
        const certain = content.length - reach;
        if (certain > limit)
          return { ids: framed(content, limit), tokens: certain + 2, exact: false };
      }
      const content = idsOf(text);
      return { ids: framed(content, limit), tokens: content.length + 2, exact: true };
    },
    count: (text) => idsOf(text).length + 2,
    // Plain objects: forgetting them is enough.
    close: async () => {},
  };
}

function frameOf(library: Library): readonly [number, number] {
  const [start, end, ...more] = library.encode("").ids;
  if (start === undefined || end === undefined || more.length > 0) {
    throw new Error("it does not put one token before a text and one after it");
  }
  return [start, end];
}

/**
 * How many tokens at the end of a text's beginning may change when the text goes on, for BERT's tokenizers:
 * they read each word alone, and a word becomes at most as many tokens as it may have letters. Undefined
 * for others, which may look across words.
 */
function reachOf(file: TokenizerFile): number | undefined {
  const { normalizer, pre_tokenizer, model, added_tokens = [] } = file;
  const types = [normalizer?.type, pre_tokenizer?.type, model?.type].join();
  if (types !== "BertNormalizer,BertPreTokenizer,WordPiece") return undefined;
  const longestAdded = Math.max(0, ...added_tokens.map(({ content }) => content.length));
  return (model?.max_input_chars_per_word ?? 100) + longestAdded;
}
