// Tests what is drawn where, as far as it can be told without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCube, describeDice, describePlace } from "../../service/web/page/js/board/descriptions.js";
import { goalOf } from "../../service/web/page/js/board/board_keyboard.js";
import { brightColour, spotOf, spotUpon } from "../../service/web/page/js/board/lamps.js";
import { drawnOf, kindsOf } from "../../service/web/page/js/board/piles.js";
import { geometry } from "../../service/web/page/js/geometry.js";
import { viewOf } from "../../service/web/page/js/views.js";

const board = geometry({ lightFar: false, homeLeft: false });
const words = {
  say: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
  joinList: (items) => items.join("+"),
};

test("of two colours on a place the greater pile lies at the rim, and the unknown ones inmost", () => {
  assert.deepEqual(kindsOf({ light: 1, dark: 2, unknown: 1 }), ["dark", "dark", "light", "unknown"]);
  assert.deepEqual(kindsOf({}), []);
});

test("five checkers of a pile are drawn, and the others are where the fifth is", () => {
  const six = board.fields.get("p6");
  assert.equal(drawnOf(six, kindsOf({ light: 7 })).length, 5);
  assert.deepEqual(spotOf(six, 6), spotOf(six, 4));
});

test("of two colours on a full place all are drawn, the sixth half a step on", () => {
  const six = board.fields.get("p6");
  assert.equal(drawnOf(six, kindsOf({ light: 6, dark: 1 })).length, 7);
  const [first, second, sixth] = [0, 1, 5].map((at) => spotUpon(six, at));
  assert.equal(sixth.y, (first.y + second.y) / 2);
  assert.deepEqual(spotUpon(six, 10), first);
});

test("a dim lamp keeps its hue", () => {
  assert.deepEqual(brightColour("#004614").colour, "#00ff49");
  assert.ok(brightColour("#004614").strength < 0.6);
  assert.ok(brightColour("#000000").strength < brightColour("#004614").strength);
  assert.deepEqual(brightColour("#ff0000"), { colour: "#ff0000", strength: 1 });
});

test("Home and End lead to the ends of the board, and other keys nowhere", () => {
  assert.equal(goalOf(board, "p8", "Home"), "p1");
  assert.equal(goalOf(board, "p8", "End"), "p24");
  assert.equal(goalOf(board, "p8", "ArrowLeft"), "p9");
  assert.equal(goalOf(board, "p8", "q"), null);
});

test("a place says what the service says of it, or else what is drawn", () => {
  assert.equal(describePlace(words, "p8", { says: "Point 8" }), "Point 8");
  const said = describePlace(words, "p8", { light: 2, lamp: { colour: "#ff0000", rhythm: "#", meaning: "illegal" } });
  assert.match(said, /page\.board\.light .*2.* – lamp\.illegal$/);
});

test("dice and cube say whose they are, by name where names are known", () => {
  const names = { light: "Alice", dark: "Bob" };
  const dice = { device: "dice", state: "settled", numbers: [3, 1], colour: "dark" };
  assert.match(describeDice(words, dice, names), /settled .*Bob.*3\+1/);
  assert.match(describeDice(words, { ...dice, colour: null }), /shared/);
  assert.match(describeCube(words, { value: 2, owner: "light" }, names), /owned .*Alice/);
  assert.match(describeCube(words, { value: 2, owner: "light" }), /page\.common\.light/);
  assert.match(describeCube(words, { value: 2, owner: "light", offered: 4, to: "dark" }, names), /offered .*4.*Bob/);
});

test("an address names a view and what it is about, and the table if it names none", () => {
  assert.deepEqual(viewOf("#matches/3"), { name: "matches", argument: "3" });
  assert.deepEqual(viewOf("#position/a/b"), { name: "position", argument: "a/b" });
  assert.deepEqual(viewOf("#nonsense"), { name: "table", argument: "" });
  assert.deepEqual(viewOf(""), { name: "table", argument: "" });
});
