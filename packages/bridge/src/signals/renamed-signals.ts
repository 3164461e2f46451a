/** Adds the features of a row to a record. */
export type WriteSignals = (row: number, signals: Record<string, number>) => void;

/** What the features are written as. */
const PREFIX = "bridge";

/**
 * Puts another prefix before what a writer adds. Each new name is made once, for all rows and all writers.
 * Writers keep literal names, which make the fast kind of record; only other prefixes pay for a second one.
 */
export function renamedSignals(prefix: string): (write: WriteSignals) => WriteSignals {
  if (prefix === PREFIX) return (write) => write;
  const names = new Map<string, string>();
  const renamed = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const fresh = `${prefix}${name.slice(PREFIX.length)}`;
    names.set(name, fresh);
    return fresh;
  };
  return (write) => (row, signals) => {
    const own: Record<string, number> = {};
    write(row, own);
    for (const name in own) signals[renamed(name)] = own[name] as number;
  };
}
