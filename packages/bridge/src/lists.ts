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
  /** Ends the list that was being filled. */
  close(): void;
  finish(): Lists;
}

export function listsBuilder(): ListsBuilder {
  let values = new Uint32Array(1024);
  let length = 0;
  const offsets = [0];
  return {
    push(value) {
      if (length === values.length) {
        const grown = new Uint32Array(2 * length);
        grown.set(values);
        values = grown;
      }
      values[length++] = value;
    },
    close: () => void offsets.push(length),
    finish: () => ({ offsets: Uint32Array.from(offsets), values: values.slice(0, length) }),
  };
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
