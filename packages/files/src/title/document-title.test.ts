import { describe, expect, it } from "vitest";
import { type DocumentHead, namesAbove } from "./document-title.js";

const headings = (...given: readonly (readonly [number, string])[]): DocumentHead["headings"] =>
  given.map(([level, name]) => ({ level, name }));

describe("namesAbove", () => {
  it("adds nothing to a first heading that is a title", () => {
    const head = { headings: headings([1, "Lights"], [2, "Tolm"], [2, "Brant"]) };
    expect(namesAbove(head, "coast.md")).toEqual([]);
    expect(namesAbove({ headings: headings([2, "Lights"], [3, "Tolm"]) }, "coast.md")).toEqual([]);
  });

  it("names a document without a title by its file", () => {
    expect(namesAbove({ headings: [] }, "guide/tolm-light.md")).toEqual(["tolm light"]);
    const days = headings([1, "Monday"], [1, "Tuesday"]);
    expect(namesAbove({ headings: days }, "week-12.md")).toEqual(["week 12"]);
    expect(namesAbove({ headings: headings([2, "Oil"], [1, "Light"]) }, "tolm.md")).toEqual([
      "tolm",
    ]);
  });

  it.each(["Overview", "Introduction", "table of contents", "概述", "Обзор"])(
    "puts the file's name above the title %s",
    (title) => {
      expect(namesAbove({ headings: headings([1, title]) }, "backup-restore.md")).toEqual([
        "backup restore",
      ]);
      expect(namesAbove({ title, headings: [] }, "backup-restore.md")).toEqual([
        "backup restore",
        title,
      ]);
    },
  );

  it("puts a file's name above a title all of whose words are in it", () => {
    const restore = { headings: headings([1, "Restore"]) };
    expect(namesAbove(restore, "backup-restore.md")).toEqual(["backup restore"]);
    expect(namesAbove(restore, "restore.md")).toEqual([]);
    expect(namesAbove(restore, "backup.md")).toEqual([]);
  });

  it("does not put a name that says nothing above a title that says nothing", () => {
    expect(namesAbove({ headings: headings([1, "Overview"]) }, "README.md")).toEqual([]);
    expect(namesAbove({ headings: headings([1, "Overview"]) }, "tolm/README.md")).toEqual(["tolm"]);
  });

  it("uses another title only where the headings give none", () => {
    const otherTitle = "Lights of the coast";
    expect(namesAbove({ otherTitle, headings: headings([1, "Tolm"]) }, "a.html")).toEqual([]);
    expect(namesAbove({ otherTitle, headings: [] }, "a.html")).toEqual([otherTitle]);
  });
});
