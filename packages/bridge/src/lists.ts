/** Many short lists of numbers in one array: list `i` is `values[offsets[i]]` to `values[offsets[i + 1] - 1]`. */
export interface Lists {
  /** One more than there are lists. */
  readonly offsets: Uint32Array;
  readonly values: Uint32Array;
}

/** List `i`, as a view. O(1). */
export function listAt({ offsets, values }: Lists, i: number): Uint32Array {
  return values.subarray(offsets[i], offsets[i + 1]);
}

/** Lists that come one after another. */
export interface ListsBuilder {
  push(value: number): void;
  pushAll(values: Iterable<number>): void;
  /** Ends the list that was being filled. */
  close(): void;
  finish(): Lists;
}

/** A builder, of lists that come after those given. */
export function listsBuilder(from?: Lists): ListsBuilder {
  const values = growing(from?.values ?? new Uint32Array());
  const offsets = growing(from?.offsets ?? new Uint32Array(1));
  return {
    push: values.push,
    pushAll(some) {
      for (const value of some) values.push(value);
    },
    close: () => offsets.push(values.length()),
    finish: () => ({ offsets: offsets.finish(), values: values.finish() }),
  };
}

/** Numbers that come one after another. */
function growing(from: Uint32Array): {
  push(value: number): void;
  length(): number;
  finish(): Uint32Array;
} {
  let length = from.length;
  let numbers = new Uint32Array(Math.max(1024, length + (length >> 3)));
  numbers.set(from);
  return {
    push(value) {
      if (length === numbers.length) {
        const grown = new Uint32Array(2 * length);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[length++] = value;
    },
    length: () => length,
    // Little room that is left over costs less than a copy.
    finish: () =>
      8 * length < 7 * numbers.length ? numbers.slice(0, length) : numbers.subarray(0, length),
  };
}

/** Those of some numbers, in that order. */
export function picked(numbers: ArrayLike<number>, which: ArrayLike<number>): Uint32Array {
  const taken = new Uint32Array(which.length);
  for (let i = 0; i < which.length; i++) taken[i] = numbers[which[i] as number] as number;
  return taken;
}

/** Those of some lists, in that order, each value replaced by what stands for it in a table. O(values). */
export function gathered(
  { offsets, values }: Lists,
  which: ArrayLike<number>,
  table?: Int32Array,
): Lists {
  const ends = new Uint32Array(which.length + 1);
  for (let i = 0; i < which.length; i++) {
    const list = which[i] as number;
    ends[i + 1] = (ends[i] as number) + (offsets[list + 1] as number) - (offsets[list] as number);
  }
  const taken = new Uint32Array(ends[which.length] as number);
  let at = 0;
  for (let i = 0; i < which.length; i++) {
    const list = which[i] as number;
    const end = offsets[list + 1] as number;
    for (let from = offsets[list] as number; from < end; from++) {
      const value = values[from] as number;
      taken[at++] = table === undefined ? value : (table[value] as number);
    }
  }
  return { offsets: ends, values: taken };
}

/** The same lists, each in ascending order. O(values log values of the longest). */
export function ascending({ offsets, values }: Lists): Lists {
  const sorted = values.slice();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const end = offsets[i + 1] as number;
    let at = (offsets[i] as number) + 1;
    while (at < end && (sorted[at - 1] as number) <= (sorted[at] as number)) at++;
    if (at < end) sorted.subarray(offsets[i], end).sort();
  }
  return { offsets, values: sorted };
}

/** The places in `values` of what those lists hold, in that order. O(values). */
export function entriesOf(
  { offsets }: Pick<Lists, "offsets">,
  which: ArrayLike<number>,
): Uint32Array {
  let length = 0;
  for (let i = 0; i < which.length; i++)
    length +=
      (offsets[(which[i] as number) + 1] as number) - (offsets[which[i] as number] as number);
  const entries = new Uint32Array(length);
  let at = 0;
  for (let i = 0; i < which.length; i++) {
    const list = which[i] as number;
    for (let entry = offsets[list] as number; entry < (offsets[list + 1] as number); entry++)
      entries[at++] = entry;
  }
  return entries;
}

/** For each value below `size` the numbers of the lists that hold it, ascending. O(values). */
export function inverted({ offsets, values }: Lists, size: number): Lists {
  const ends = new Uint32Array(size + 1);
  for (const value of values) ends[value + 1] = (ends[value + 1] as number) + 1;
  for (let i = 0; i < size; i++) ends[i + 1] = (ends[i + 1] as number) + (ends[i] as number);
  const next = ends.slice();
  const lists = new Uint32Array(values.length);
  for (let list = 0; list + 1 < offsets.length; list++) {
    for (let at = offsets[list] as number; at < (offsets[list + 1] as number); at++) {
      const value = values[at] as number;
      const place = next[value] as number;
      lists[place] = list;
      next[value] = place + 1;
    }
  }
  return { offsets: ends, values: lists };
}
