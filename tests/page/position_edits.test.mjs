// Tests the checkers of a position that is edited on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../service/web/page/js/board_codec.js";
import { emptyBoard, liftChecker, putChecker, readSensors, START, topColour } from "../../service/web/page/js/views/position_edits.js";

const start = () => decode(START);
const none = () => emptyBoard(start());
const light = (count) => ({ light: count, dark: 0 });
const dark = (count) => ({ light: 0, dark: count });

test("a checker goes from one place to another", () => {
  const piles = putChecker(liftChecker(start(), "p6", "light"), "p5", "light");

  assert.deepEqual(piles.p6, light(4));
  assert.deepEqual(piles.p5, light(1));
});

test("nothing is lifted where nothing of that colour lies", () => {
  assert.equal(liftChecker(start(), "p5", "light"), null);
  assert.equal(liftChecker(start(), "p6", "dark"), null);
  assert.equal(liftChecker(start(), "box", "light"), null);
});

test("without a colour the checker that lies there is lifted", () => {
  assert.equal(topColour(start(), "p6"), "light");
  assert.equal(topColour(start(), "p1"), "dark");
  assert.equal(topColour(start(), "p5"), null);
  assert.equal(topColour(start(), "box"), null);
});

test("a place has one colour: what lay there goes to its tray", () => {
  const piles = putChecker(liftChecker(start(), "p24", "light"), "p1", "light");

  assert.deepEqual(piles.p1, light(1));
  assert.deepEqual(piles["off.dark"], dark(2));
});

test("on the bar, in the trays and beside the board, a checker finds the half of its colour", () => {
  for (const [place, own] of [["bar.dark", "bar.light"], ["off.dark", "off.light"], ["box", "off.light"]]) {
    const piles = putChecker(liftChecker(start(), "p6", "light"), place, "light");

    assert.deepEqual(piles[own], light(1));
  }
});

test("after any moves fifteen of each are there and the board can be encoded", () => {
  let piles = start();
  let random = 7;
  for (let turn = 0; turn < 500; turn += 1) {
    const places = Object.keys(piles);
    random = (random * 75 + 74) % 65537;
    const from = places[random % places.length];
    const to = places[Math.floor(random / places.length) % places.length];
    const colour = topColour(piles, from);
    if (colour) piles = putChecker(liftChecker(piles, from, colour), to, colour);

    assert.deepEqual(decode(encode(piles)), piles);
  }
});

test("an emptied board has every checker in its tray", () => {
  assert.deepEqual(none(), decode("-".repeat(26)));
});

test("checkers that the sensors see are set up, and unknown ones are counted", () => {
  const places = { p6: { light: 5, dark: 0, unknown: 0 }, p1: { light: 0, dark: 2, unknown: 1 } };

  const { piles, unknown } = readSensors(places, none());

  assert.deepEqual([piles.p6, piles.p1, piles["off.dark"]], [light(5), dark(2), dark(13)]);
  assert.equal(unknown, 1);
});

test("no more than fifteen of the checkers that the sensors see are set up", () => {
  const places = { p6: { light: 10, dark: 0, unknown: 0 }, p8: { light: 9, dark: 0, unknown: 0 } };

  const { piles } = readSensors(places, none());

  assert.deepEqual([piles.p6, piles.p8, piles["off.light"]], [light(10), light(5), light(0)]);
});
