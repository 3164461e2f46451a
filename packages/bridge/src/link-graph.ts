import type { LinkGraph } from "./links.js";
import { inverted, type Lists } from "./lists.js";

interface Linking {
  /** For each row its names. */
  readonly mentioned: Lists;
  /** For each name its rows. */
  readonly holders: Lists;
  /** For each row the names it is about. */
  readonly subjects: Lists;
  readonly mostHolders: number;
}

/**
 * Joins the passages that share a name which 2 to `mostHolders` of them have, with the weight
 * log(N/df)/(df - 1), twice that when either is about it. A name that all passages have weighs nothing.
 * One pass over the rows with one dense row of sums: O(names x mostHolders).
 */
export function linkGraph({ mentioned, holders, subjects, mostHolders }: Linking): LinkGraph {
  const count = mentioned.offsets.length - 1;
  const sums = rowSums(count);
  const about = aboutEntries(holders, subjects);
  for (let a = 0; a < count; a++) {
    for (let at = mentioned.offsets[a] as number; at < (mentioned.offsets[a + 1] as number); at++) {
      const name = mentioned.values[at] as number;
      const from = holders.offsets[name] as number;
      const to = holders.offsets[name + 1] as number;
      const frequency = to - from;
      if (frequency < 2 || frequency > mostHolders) continue;
      const weight = Math.log(count / frequency) / (frequency - 1);
      let own = from;
      while (holders.values[own] !== a) own++;
      for (let place = from; place < to; place++) {
        if (place === own) continue;
        sums.add(
          holders.values[place] as number,
          about[own] || about[place] ? 2 * weight : weight,
          name,
        );
      }
    }
    sums.close();
  }
  return sums.finish();
}

/** For each entry of `holders`, 1 when that row is about that name. */
function aboutEntries(holders: Lists, subjects: Lists): Uint8Array {
  const flags = new Uint8Array(holders.values.length);
  const about = inverted(subjects, holders.offsets.length - 1);
  for (let name = 0; name + 1 < holders.offsets.length; name++) {
    let place = holders.offsets[name] as number;
    for (let at = about.offsets[name] as number; at < (about.offsets[name + 1] as number); at++) {
      while (holders.values[place] !== about.values[at]) place++;
      flags[place] = 1;
    }
  }
  return flags;
}

/** Sums up one row of the graph after another. */
function rowSums(count: number): {
  add(row: number, weight: number, name: number): void;
  close(): void;
  finish(): LinkGraph;
} {
  const sums = new Float64Array(count);
  const strongest = new Float64Array(count);
  const strongestName = new Uint32Array(count);
  const touched = new Uint32Array(count);
  let touches = 0;
  const offsets = new Uint32Array(count + 1);
  let open = 0;
  let length = 0;
  let rows = new Uint32Array(1024);
  let weights = new Float32Array(1024);
  let names = new Uint32Array(1024);
  const reserve = (size: number): void => {
    if (size <= rows.length) return;
    const room = Math.max(size, 2 * rows.length);
    const grow = <T extends Uint32Array | Float32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    rows = grow(new Uint32Array(room), rows);
    weights = grow(new Float32Array(room), weights);
    names = grow(new Uint32Array(room), names);
  };
  return {
    add(row, weight, name) {
      if (weight <= 0) return;
      if (sums[row] === 0) touched[touches++] = row;
      sums[row] = (sums[row] as number) + weight;
      const best = strongest[row] as number;
      // Equal weights: the lower number, so that both directions name the same.
      if (weight > best || (weight === best && name < (strongestName[row] as number))) {
        strongest[row] = weight;
        strongestName[row] = name;
      }
    },
    close() {
      touched.subarray(0, touches).sort();
      reserve(length + touches);
      for (let i = 0; i < touches; i++) {
        const row = touched[i] as number;
        rows[length] = row;
        weights[length] = sums[row] as number;
        names[length++] = strongestName[row] as number;
        sums[row] = 0;
        strongest[row] = 0;
      }
      touches = 0;
      offsets[++open] = length;
    },
    finish: () => ({
      offsets,
      rows: rows.slice(0, length),
      weights: weights.slice(0, length),
      names: names.slice(0, length),
    }),
  };
}
