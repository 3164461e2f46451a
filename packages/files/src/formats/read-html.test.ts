import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openText } from "../testing/open-text.js";
import { expectTruePlaces, passagesIn, passagesOf } from "../testing/read-document.js";
import { indexed, shown } from "../testing/shown.js";
import { readHtml } from "./read-html.js";

const read = (html: string, source = "page.html", tokens?: number): Promise<Passage[]> =>
  passagesOf(readHtml, html, source, tokens);

describe("readHtml", () => {
  it("reads the text that is shown, cut at headings", async () => {
    const html = `<!doctype html><html><head><title>Harbour &amp; lights</title>
<style>x { no: 1 }</style><script>var no = "<p>no</p>";</script></head>
<body><nav><a href="/no">No</a></nav><template><p>no</p></template>
<h2>Lights <a class="headerlink" href="#l">¶</a></h2>
<p>The <b>keep</b>er of Tolm&eacute; wrote.<br>Next <!-- no --> line, 1 < 2</p>
<ul><li>one</li><li>two <img alt="a tower" src="no"></li></ul>
<table><tr><th>Name</th><td>Tolm</td></tr></table>
<h2>The<br>End</h2>after it
</body></html>`;
    expect(shown(await read(html))).toEqual([
      [
        "Harbour & lights > Lights",
        "Lights ¶\nThe keep----er of Tolmé wrote. Next line, 1 < 2\none two a tower\nName Tolm",
      ],
      ["Harbour & lights > The End", "The End after it"],
    ]);
  });

  it("takes the title of the page only where its headings give none", async () => {
    const page = (body: string): string => `<title>The page</title>${body}`;
    const titles = async (body: string): Promise<unknown[]> =>
      (await read(page(body))).map(({ metadata }) => metadata.title);
    expect(await titles("<h1>Lights</h1><p>a</p><h2>Tolm</h2><p>b</p>")).toEqual([
      "Lights",
      "Lights > Tolm",
    ]);
    expect(await titles("<p>a</p>")).toEqual(["The page"]);
    expect((await read("<p>a</p>", "tolm-light.html"))[0]?.metadata.title).toBe("tolm light");
  });

  it("keeps lists and code whole where they fit, and cuts between elements where not", async () => {
    const item = `<li>${"word ".repeat(30).trim()}</li>`;
    const passages = await read(`<ul>${item.repeat(20)}</ul>`);
    expect(passages.length).toBeGreaterThan(3);
    for (const passage of passages) expect(indexed(passage).split(/\s+/).length % 30).toBe(0);
  });

  it("has true places for any page", async () => {
    const bit = fc.constantFrom(
      "<p>",
      "</p>",
      "<div>",
      "</div>",
      "<h1>",
      "</h1>",
      "<b>",
      "</i>",
      "<li>",
      "<ul>",
      "</ul>",
      "<script>",
      "</script>",
      "<!--",
      "-->",
      "&amp;",
      "&",
      "<",
      ">",
      '<img alt="x">',
      "<title>",
      "</title>",
      "<pre>",
      "</pre>",
      "word ",
      "Stop. ",
      "\n",
      "\r\n",
      "桥",
      "\ud83d",
      "<x y='",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 80 }), async (bits) => {
        const html = bits.join("");
        expectTruePlaces(await read(html, "a.html", 10), html);
      }),
      { numRuns: 200 },
    );
  });

  it("names pages that are nested too deep, and those that memory has no room for", async () => {
    await expect(read("<div>".repeat(5_000))).rejects.toThrow(/nested more than 1000 deep/);
    const endless = new Array(17).fill("word ".repeat(210_000));
    const file = openText(endless, "a.html");
    await expect(passagesIn(readHtml, file)).rejects.toThrow(
      /a\.html is longer than 16777216 characters/,
    );
  });
});
