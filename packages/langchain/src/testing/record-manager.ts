import type { RecordManagerInterface } from "@langchain/core/indexing";

/** A record manager in memory, as LangChain's core has none: keys with the time of their last sight, and their group. */
export function recordManager(): RecordManagerInterface {
  const records = new Map<string, { at: number; group: string | null }>();
  let clock = 0;
  return {
    createSchema: async () => {},
    getTime: async () => ++clock,
    exists: async (keys) => keys.map((key) => records.has(key)),
    async update(keys, { groupIds } = {}) {
      keys.forEach((key, i) => {
        records.set(key, { at: clock, group: groupIds?.[i] ?? records.get(key)?.group ?? null });
      });
    },
    listKeys: async ({ before = Number.POSITIVE_INFINITY, groupIds, limit }) =>
      [...records]
        .filter(
          ([, { at, group }]) =>
            at < before && (groupIds === undefined || groupIds.includes(group)),
        )
        .map(([key]) => key)
        .slice(0, limit),
    async deleteKeys(keys) {
      for (const key of keys) records.delete(key);
    },
  };
}
