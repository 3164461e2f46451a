/**
 * Whether a value is an object of fields alone: made by `{}`, by JSON, or without a prototype. Instances of
 * classes, and objects that inherit fields, are not. Objects of another realm (a `vm` context) are.
 */
export function isPlainObject(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  // Every realm has an Object.prototype of its own; it inherits nothing and has this method.
  return (
    Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf")
  );
}

/** What to call a value that was not expected: "an instance of Map", "null", "a function". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  const isNamed = typeof name === "string" && name !== "" && name !== "Object";
  return isNamed ? `an instance of ${name}` : "an object";
}
