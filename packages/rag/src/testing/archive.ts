import type { Passage } from "@psi/core";

const names = ["Amory", "Pask", "Tully", "Quarrie", "Sarn", "Mundy", "Vell", "Orrin"];
const places = ["Basin", "Cable Street", "Longstair", "the light", "the press", "the old yard"];
const deeds = ["kept", "built", "sold", "drew", "lost", "mended", "left"];

/** Passages of an invented archive: as many as wanted, all different, with names that recur. */
export function archive(count: number, from = 0): readonly Passage[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const who = names[n % names.length];
    const where = places[n % places.length];
    return {
      id: `a-${n}`,
      pageContent: `${who} ${deeds[n % deeds.length]} ${where} in the year ${1700 + n}. Number ${n} of the list.`,
      metadata: { title: `${who} ${n}`, source: `${where}.md` },
    };
  });
}
