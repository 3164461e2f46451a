import { expect, it } from "vitest";
import { fileNameWords } from "./file-name.js";

it.each([
  ["guide/backup-restore.md", "backup restore"],
  ["Harbour Notes.md", "Harbour Notes"],
  ["snake_case_name.rst", "snake case name"],
  ["01-getting-started.md", "getting started"],
  ["2024-05-01-first-light.md", "first light"],
  ["2024-05-01.md", "2024-05-01"],
  ["release-1.10.2.md", "release 1.10.2"],
  ["notes.en.md", "notes en"],
  ["no-extension", "no extension"],
  [".hidden", "hidden"],
  ["guide/tolm-light/index.md", "tolm light"],
  ["guide/README.md", "guide"],
  ["README.md", "README"],
  ["灯塔.md", "灯塔"],
  ["---.md", "---"],
])("reads the name of %s as %s", (source, words) => {
  expect(fileNameWords(source)).toBe(words);
});
