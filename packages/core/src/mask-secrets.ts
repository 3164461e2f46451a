const MASK = "***";

/** What fields, headers and parameters with a secret are called, in any case and with any separator. */
const NAME =
  "(?:[\\w-]{0,40}[-_ ])?(?:authorization|api[-_ ]?key(?:s?\\s+(?:provided|given|used))?|subscription[-_ ]?key|(?:access|refresh|id|auth|session|security|bearer)[-_ ]?token|client[-_ ]?secret|secret(?:[-_ ]?(?:access[-_ ]?)?key)?|private[-_ ]?key|passw(?:or)?d|passphrase|pwd|amz-signature)";
const SCHEME = "(?:bearer|basic|token|digest|negotiate|apikey)";
const QUOTE = "\\\\{0,3}[\"'`]?";

/** What is replaced, and by what: `$1` is kept. */
const PATTERNS: readonly (readonly [pattern: RegExp, kept: string])[] = [
  // User and password of an address.
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#"'<>\\]{1,500}(?=@)/gi, "$1"],
  [
    new RegExp(
      `((?<![\\w-])${NAME}${QUOTE}\\s{0,4}[:=]\\s{0,4}\\[?\\s{0,4}${QUOTE}(?:${SCHEME}\\s{1,4})?)(?!${SCHEME}\\s)[^\\s"'\`,;&\\\\)\\]}]{1,4000}`,
      "gi",
    ),
    "$1",
  ],
  [/((?<![\w-])(?:set-)?cookie["']?\s{0,4}[:=]\s{0,4}["']?)[^\r\n"']{1,4000}/gi, "$1"],
  [/(\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{8,4000}/gi, "$1"],
  [
    /([?&](?:key|token|sig|signature|auth|code|secret|password|api[-_]?key|access_token|x-amz-[a-z-]{1,30})=)[^&\s"'#<>]{1,4000}/gi,
    "$1",
  ],
  // Keys that are known by how they begin.
  [
    /\b()(?:(?:sk|pk|rk)-[\w*-]{12,400}|(?:gsk|hf|ghp|gho|ghs|r8|fw|tgp)_\w{12,400}|github_pat_\w{12,400}|(?:xai|pplx|nvapi|glpat|xox[abprs])-[\w-]{10,400}|AIza[\w-]{20,100}|AKIA[A-Z\d]{12,40}|ya29\.[\w-]{10,400}|eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000})/g,
    "",
  ],
];
const SECRET_FIELD = new RegExp(`^(?:${NAME}|(?:set-)?cookie|token|secret)$`, "i");

/** Fields of an object, and objects inside one another, that are looked at: an error's causes have fewer. */
const MOST_FIELDS = 20_000;
const MOST_DEPTH = 12;

/**
 * A text without what opens an account: passwords in addresses, `Authorization` headers, cookies, API keys and
 * tokens that are named as such, and keys of known providers. Each becomes "***". O(length).
 */
export function maskSecrets(text: string): string {
  return PATTERNS.reduce((masked, [pattern, kept]) => masked.replace(pattern, kept + MASK), text);
}

/**
 * Something thrown, without secrets in its message, its fields or its causes, so that it can be shown and
 * logged. The same object where there are none; else a copy: an error of the same class, with its fields.
 */
export function maskThrown(thrown: unknown): unknown {
  const masking = new Masking();
  const copy = masking.value(thrown, 0);
  return masking.changed ? copy : thrown;
}

class Masking {
  changed = false;
  #fields = 0;
  readonly #copies = new Map<object, unknown>();

  value(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.#text(value);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (depth > MOST_DEPTH || this.#fields > MOST_FIELDS) {
      this.changed = true;
      return "[left out]";
    }
    if (value instanceof URL) return this.#url(value);
    const copy = this.#emptyCopy(value);
    this.#copies.set(value, copy);
    for (const [name, field] of fieldsOf(value)) this.#copyField(copy, name, field, depth);
    return copy;
  }

  #text(text: string): string {
    const masked = maskSecrets(text);
    this.changed ||= masked !== text;
    return masked;
  }

  #url(url: URL): URL | string {
    const masked = this.#text(url.href);
    return masked === url.href ? url : masked;
  }

  /**
   * An error of the same class, so that it is told and shown as before. Other classes may keep their state
   * where no copy has it, and fail on one that claims to be theirs.
   */
  #emptyCopy(value: object): object {
    if (Array.isArray(value)) return [];
    if (!(value instanceof Error)) return {};
    const copy = new Error("");
    if (value instanceof DOMException)
      return Object.defineProperty(copy, "name", { value: value.name });
    return Object.setPrototypeOf(copy, Object.getPrototypeOf(value));
  }

  #copyField(copy: object, name: PropertyKey, field: PropertyDescriptor, depth: number): void {
    this.#fields++;
    if (!("value" in field)) {
      Object.defineProperty(copy, name, field);
      return;
    }
    const isSecret = typeof name === "string" && SECRET_FIELD.test(name.slice(0, 100));
    const value = isSecret ? this.#secret(field.value, depth) : this.value(field.value, depth + 1);
    Object.defineProperty(copy, name, { ...field, value, configurable: true });
  }

  #secret(value: unknown, depth: number): unknown {
    if (typeof value !== "string" || value === "") return this.value(value, depth + 1);
    this.changed = true;
    return MASK;
  }
}

/** A map, or headers of a request: what it holds is no field of its own. */
function isListOfPairs(value: object): value is Iterable<readonly [unknown, unknown]> {
  return value instanceof Map || (typeof Headers === "function" && value instanceof Headers);
}

function fieldsOf(value: object): readonly (readonly [PropertyKey, PropertyDescriptor])[] {
  if (isListOfPairs(value)) {
    return [...value].map(([name, given]) => [
      typeof name === "symbol" ? name : String(name),
      { value: given, enumerable: true, writable: true },
    ]);
  }
  return Reflect.ownKeys(value).flatMap((name) => {
    const field = Object.getOwnPropertyDescriptor(value, name);
    const isLength = name === "length" && Array.isArray(value);
    return field === undefined || isLength ? [] : [[name, field] as const];
  });
}
