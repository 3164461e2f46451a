import type { Code, Construct, State, TokenType } from "micromark-util-types";
import { characterOf, isLineEnding } from "./codes.js";

export interface Delimited {
  readonly type: string;
  readonly open: string;
  readonly close: string;
  /** What may be between the delimiters; anything when left out. */
  readonly inside?: RegExp;
  /** What the character after the closing delimiter must not be. */
  readonly notBefore?: string;
  /** Whether only white space may be in front. */
  readonly afterSpace?: boolean;
}

/** An opening delimiter that is not closed within this many characters opens nothing. */
const longest = 1_000;

/**
 * A micromark construct for text between two delimiters, such as `{% … %}`, that may reach over line
 * endings. An unclosed one costs `longest` characters.
 */
export function delimited(options: Delimited): Construct {
  const { type, open, close, inside, notBefore, afterSpace = false } = options;
  const token = type as TokenType;
  const data = `${type}Data` as TokenType;
  return {
    name: type,
    previous: (code) => !afterSpace || code === null || code < 0 || code === 32,
    tokenize(effects, ok, nok) {
      let content = "";
      let opened = 0;
      let inData = false;
      const closeData = (): void => {
        if (inData) effects.exit(data);
        inData = false;
      };
      const consume = (code: Code): void => {
        if (!inData) effects.enter(data);
        inData = true;
        effects.consume(code);
      };
      const after: State = (code) => {
        if (notBefore !== undefined && characterOf(code) === notBefore) return nok(code);
        closeData();
        effects.exit(token);
        return ok(code);
      };
      const within: State = (code) => {
        if (code === null || content.length > longest) return nok(code);
        content += characterOf(code);
        if (isLineEnding(code)) {
          closeData();
          effects.enter("lineEnding");
          effects.consume(code);
          effects.exit("lineEnding");
          return within;
        }
        consume(code);
        if (!content.endsWith(close)) return within;
        return inside?.test(content.slice(0, -close.length)) === false ? nok : after;
      };
      const opening: State = (code) => {
        if (characterOf(code) !== open.charAt(opened)) return nok(code);
        consume(code);
        opened += 1;
        return opened < open.length ? opening : within;
      };
      return (code) => {
        effects.enter(token);
        return opening(code);
      };
    },
  };
}
