import { analyse } from "chardet";
import { decoderOf } from "./decoders.js";
import { isPlausible } from "./plausible-text.js";

/** How sure `analyse` must be, of 100. Right guesses for a sentence begin at 39; a few words say less. */
const leastConfidence = 30;
const leastForShort = 50;
const shortLength = 64;
const shortest = 12;
/** In fewer bytes, two ideographs may be anything. */
const leastWithoutNul = 16;

/**
 * The encoding of bytes that are not UTF-8, or undefined where none is certain: UTF-16 without a byte order
 * mark, encodings of one byte, and those of East Asia. O(length).
 *
 * @param sample the first bytes, or those around the first that are not ASCII.
 */
export function detectEncoding(sample: Uint8Array): string | undefined {
  if (sample.length < shortest) return undefined;
  const least = sample.length < shortLength ? leastForShort : leastConfidence;
  const candidates = analyse(sample)
    .filter(({ name, confidence }) => confidence >= least && !["ASCII", "UTF-8"].includes(name))
    .map(({ name, lang }) => standardName(name, lang, sample));
  return candidates.find((name) => isPlausibleIn(sample, name));
}

/** UTF-16 without a byte order mark, and which end comes first; undefined for what is not. */
export function detectUtf16(sample: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const even = sample.subarray(0, sample.length & ~1);
  if (even.length < (even.includes(0) ? 4 : leastWithoutNul)) return undefined;
  const found = (["utf-16le", "utf-16be"] as const).filter((name) => isPlausibleIn(even, name));
  return found.length === 1 ? found[0] : undefined;
}

function isPlausibleIn(sample: Uint8Array, encoding: string): boolean {
  try {
    return isPlausible(decoderOf(encoding)?.(sample, false) ?? "\0");
  } catch {
    return false;
  }
}

/** Encodings as the web names them; the web reads ISO 8859-1 as Windows-1252, which has more. */
function standardName(name: string, language: string | undefined, sample: Uint8Array): string {
  if (name === "ISO-8859-1") return "windows-1252";
  // The same but for four letters of Ukrainian in place of lines for boxes.
  if (name === "KOI8-R") return "koi8-u";
  // Without bytes of quotes and dashes the two look alike, but their "ą" differ.
  if (name === "ISO-8859-2" && language === "pl" && sample.includes(0xb9)) return "windows-1250";
  return name.toLowerCase();
}
