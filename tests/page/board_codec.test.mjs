// Tests that a board written as text is read as the very same board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../service/web/page/js/board_codec.js";

const START = "-b----E-C---eE---c-e----B-";

test("the beginning of a game is spelled as in an XGID", () => {
  const places = decode(START);
  assert.deepEqual(places.p6, { light: 5, dark: 0 });
  assert.deepEqual(places.p1, { light: 0, dark: 2 });
  assert.deepEqual(places.p2, { light: 0, dark: 0 });
  assert.deepEqual(places["off.light"], { light: 0, dark: 0 });
  assert.equal(encode(places), START);
});

test("checkers missing to fifteen are borne off, and the bars come first and last", () => {
  const places = decode("b" + "-".repeat(24) + "A");
  assert.deepEqual(places["bar.dark"], { light: 0, dark: 2 });
  assert.deepEqual(places["bar.light"], { light: 1, dark: 0 });
  assert.deepEqual(places["off.light"], { light: 14, dark: 0 });
  assert.deepEqual(places["off.dark"], { light: 0, dark: 13 });
  assert.equal(encode(places), "b" + "-".repeat(24) + "A");
});

test("a text that spells no board is decoded as null", () => {
  for (const text of ["", "-", `${START}-`, START.replace("E", "P"), "OO" + "-".repeat(24)]) {
    assert.equal(decode(text), null);
  }
});

test("a place with both colours, or with too many, has no letter", () => {
  assert.equal(encode({ p1: { light: 1, dark: 1 } }), null);
  assert.equal(encode({ p1: { light: 16 } }), null);
});
