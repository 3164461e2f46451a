import { describe, expect, it } from "vitest";
import { buildLinks } from "../build-links.js";
import { loadBridge, saveBridge } from "./bridge-data.js";
import { harbourBridge, plainWords } from "./harbour.js";
import { sentenceStems } from "./sentence-stems.js";

describe("a bridge as bytes", () => {
  const bridge = harbourBridge();
  const bytes = saveBridge(bridge);

  it("comes back as it was, from any place in memory", () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    for (const given of [bytes, shifted.subarray(3)]) {
      const { links, stems } = loadBridge(given);
      expect(stems).toEqual(bridge.stems);
      expect({ ...links.graph, names: links.graph.names }).toEqual(bridge.links.graph);
      expect(links.names).toEqual(bridge.links.names);
      expect(links.whyLinked(0, 1)).toBe(bridge.links.whyLinked(0, 1));
    }
    const none = buildLinks([]);
    const empty = { links: none, stems: sentenceStems([], none, plainWords) };
    expect(loadBridge(saveBridge(empty)).links.passageCount).toBe(0);
  });

  it("cut anywhere, or with a byte changed, is refused or the same", () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => loadBridge(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "corrupt-index" }),
      );
    }
    for (let at = bytes.length - 40; at < bytes.length; at += 3) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x10;
      expect(() => loadBridge(changed)).toThrow(expect.objectContaining({ code: "corrupt-index" }));
    }
  });
});
