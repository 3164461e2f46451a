/** Opening and closing marks of names; the first group of each is the name. */
const marks = [
  /《([^《》\n]{1,40})》/gu,
  /〈([^〈〉\n]{1,40})〉/gu,
  /「([^「」\n]{1,40})」/gu,
  /『([^『』\n]{1,40})』/gu,
  /【([^【】\n]{1,40})】/gu,
  /“([^“”\n]{1,40})”/gu,
  /„([^„“”\n]{1,40})[“”]/gu,
  /«\s?([^«»\n]{1,40}?)\s?»/gu,
  /"([^"\n]{1,40})"/gu,
] as const;

/** A whole clause in quotes is speech, not a name. */
const clause = /[,.;:!?，。；：！？]/u;
const mostWords = 6;

/** What stands in brackets and quotes of names and is short enough to be one. O(length). */
export function quotedNames(text: string): readonly string[] {
  const found: string[] = [];
  for (const mark of marks) {
    for (const [, name = ""] of text.matchAll(mark)) {
      if (!clause.test(name) && name.split(/\s+/).length <= mostWords) found.push(name);
    }
  }
  return found;
}
