// Tests the turns of a game on a score sheet of two columns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../service/web/page/js/panels/turns.js";

const rows = (...colours) => colours.map((colour) => ({ colour, words: "" }));

test("the two players stand side by side", () => {
  assert.deepEqual(linesOf(rows("light", "dark", "light")), [{ light: 0, dark: 1 }, { light: 2 }]);
});

test("a game that dark begins has nothing in its first cell", () => {
  assert.deepEqual(linesOf(rows("dark", "light", "dark")), [{ dark: 0 }, { light: 1, dark: 2 }]);
});

test("a player with two turns in a row has a line for each", () => {
  const lines = linesOf(rows("light", "light", "dark", "dark"));

  assert.deepEqual(lines, [{ light: 0 }, { light: 1, dark: 2 }, { dark: 3 }]);
});

test("a game without turns has no lines", () => {
  assert.deepEqual(linesOf([]), []);
});
