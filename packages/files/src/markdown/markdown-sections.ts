import { type FrontMatterResult, frontMatter } from "./front-matter.js";
import { titlePath } from "./heading-text.js";
import { type Line, lineSplitter } from "../read/line-splitter.js";
import { type MarkdownEvent, markdownReader } from "./markdown-lines.js";

/** A part of a Markdown text: all parts joined are the text. */
export interface SectionPart {
  readonly text: string;
  /** Whether a new section begins with this part. */
  readonly begins: boolean;
  /** The headings above this part, outermost first: "Guide > Install". */
  readonly title: string | undefined;
}

/** Cuts a Markdown text that comes in parts into sections. How it is parted makes no difference. */
export interface SectionCutter {
  push(part: string): readonly SectionPart[];
  end(): readonly SectionPart[];
}

/** Longer lines are no headings. */
const longestHeading = 4_096;
/** How much text without content is held, in the hope of a heading below it. */
const longestHeld = 65_536;

/**
 * A heading begins a section, and stays in its text. A heading with nothing below it but a deeper heading
 * shares that one's section, as front matter does with what follows; front matter's `title` stands above
 * all headings. O(length).
 */
export function sectionCutter(): SectionCutter {
  const splitter = lineSplitter(longestHeading);
  const front = frontMatter();
  const reader = markdownReader();
  const sections = sectionJoiner();
  const take = (line: Line): void => {
    for (const event of reader.take(line)) sections.take(event);
  };
  const takeFront = (found: FrontMatterResult | undefined): void => {
    if (found === undefined) return;
    sections.takeFront(found);
    for (const line of found.lines) take(line);
  };
  const takeAll = (lines: readonly Line[]): void => {
    for (const line of lines) {
      if (front.done()) take(line);
      else takeFront(front.take(line));
    }
  };
  return {
    push(part) {
      takeAll(splitter.push(part));
      return sections.ready();
    },
    end() {
      takeAll(splitter.end());
      takeFront(front.end());
      for (const event of reader.end()) sections.take(event);
      return sections.rest();
    },
  };
}

interface SectionJoiner {
  take(event: MarkdownEvent): void;
  takeFront(front: FrontMatterResult): void;
  /** What can be given out by now. */
  ready(): readonly SectionPart[];
  rest(): readonly SectionPart[];
}

function sectionJoiner(): SectionJoiner {
  const path = titlePath();
  let parts: SectionPart[] = [];
  /** Text of the section that is not given out yet, and whether it begins the section. */
  let held = "";
  let begins = true;
  /** The last heading's level, while the section has nothing but headings; undefined once it has more. */
  let bareLevel: number | undefined = 0;

  const giveOut = (): void => {
    if (held === "") return;
    parts.push({ text: held, begins, title: path.title() });
    held = "";
    begins = false;
  };
  const given = (): readonly SectionPart[] => {
    const ready = parts;
    parts = [];
    return ready;
  };
  return {
    take(event) {
      if (event.type === "heading") {
        if (bareLevel === undefined || event.level <= bareLevel) {
          giveOut();
          begins = true;
        }
        path.enter(event.level, event.name);
        bareLevel = event.level;
      } else if (event.text.trim() !== "") {
        bareLevel = undefined;
      }
      held += event.text;
      if (held.length > longestHeld) giveOut();
    },
    takeFront({ text, title }) {
      if (title !== undefined) path.base(title);
      held += text;
    },
    ready() {
      // A section that has content waits for no heading below it.
      if (bareLevel === undefined) giveOut();
      return given();
    },
    rest() {
      giveOut();
      return given();
    },
  };
}
