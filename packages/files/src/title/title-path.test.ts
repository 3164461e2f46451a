import { expect, it } from "vitest";
import { titlePath } from "./title-path.js";

it("joins the headings above a place, outermost first", () => {
  const path = titlePath(["Manual"]);
  expect(path.title()).toBe("Manual");
  path.enter(1, "Guide");
  path.enter(3, "Linux");
  expect(path.title()).toBe("Manual > Guide > Linux");
  path.enter(2, "Use");
  expect(path.title()).toBe("Manual > Guide > Use");
  path.enter(1, "End");
  expect(path.title()).toBe("Manual > End");
});

it("leaves out headings without a name, and a name that repeats the one above", () => {
  const path = titlePath(["Guide"]);
  path.enter(1, "guide");
  expect(path.title()).toBe("Guide");
  path.enter(2, "");
  path.enter(3, "Oil");
  expect(path.title()).toBe("Guide > Oil");
  expect(titlePath().title()).toBeUndefined();
});
