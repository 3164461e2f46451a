import { PsiError } from "@psi/core";

/** A chat model as --model names it. */
export interface ModelSpec {
  readonly kind: "ollama" | "openai" | "gguf";
  /** The model's name at its server, or the path of its file. */
  readonly name: string;
  readonly baseUrl?: string;
}

const kinds = ["ollama", "openai", "gguf"] as const;
const examples =
  "ollama:qwen3:8b, openai:gpt-5-mini, openai:NAME@http://127.0.0.1:8000/v1 or gguf:model.gguf";

/**
 * Reads `ollama:NAME`, `openai:NAME`, `gguf:PATH`; the first two with `@` and the server's address where
 * it is not the usual one.
 * @throws PsiError `invalid-option`
 */
export function parseModelSpec(spec: string, baseUrl?: string): ModelSpec {
  const [, kindName, rest = ""] = /^([^:]*):(.*)$/s.exec(spec) ?? [];
  const kind = kinds.find((each) => each === kindName);
  if (kind === undefined) {
    throw new PsiError(
      "invalid-option",
      `"${withoutUser(spec)}" names no kind of model that psi knows. Give ${examples}.`,
    );
  }
  const [, name = rest, address] = (kind !== "gguf" && /^(.*)@(https?:\/\/.*)$/s.exec(rest)) || [];
  if (name.trim() === "") {
    throw new PsiError(
      "invalid-option",
      `"${withoutUser(spec)}" names no model after "${kind}:". Give ${examples}.`,
    );
  }
  const url = checkedUrl(baseUrl ?? address, kind);
  return url === undefined ? { kind, name } : { kind, name, baseUrl: url };
}

function checkedUrl(url: string | undefined, kind: ModelSpec["kind"]): string | undefined {
  if (url === undefined) return undefined;
  if (kind === "gguf") {
    throw new PsiError(
      "invalid-option",
      "A model file has no server. Leave out --base-url with gguf:.",
    );
  }
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new PsiError(
    "invalid-option",
    `--base-url must be an address that begins with http:// or https://; it is "${withoutUser(url)}".`,
  );
}

/** An address without the user and the password that it may begin with, also where no scheme shows them. */
function withoutUser(url: string): string {
  const end = url.lastIndexOf("@");
  return end < 0 ? url : `***${url.slice(end)}`;
}
