// Tests the steps that a tap on a place stands for.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bearingOffAfter,
  createPlayTree,
  onlyEnd,
  stepsBetween,
  stepsOfTap,
  usedDice,
} from "../../service/web/page/js/table/play_tree.js";

const counts = (places) => Array.from({ length: 28 }, (_, at) => places[at + 1] ?? 0);
const part = (places, boards, colour = "light") => ({ colour, counts: counts(places), boards });
/** A 3 and a 1 for checkers on 8 and 6, with a blot of the opponent's on 5. */
const HITTING = part({ 8: 1, 6: 1, 5: -1 }, [
  [[8, 3, 1], [6, 3, 2], [8, 1, 3], [6, 1, 4]],
  [[6, 1, 5], [5, 1, 6]],
  [[8, 1, 8], [3, 1, 9]],
  [[7, 3, 10], [6, 3, 8]],
  [[8, 3, 5], [5, 3, 7]],
  [], [], [], [], [], [],
]);
/** A 3 and a 1 for checkers on 4 and 3. */
const BEARING_OFF = part({ 4: 1, 3: 1 }, [
  [[4, 3, 1], [3, 3, 2], [4, 1, 3], [3, 1, 4]],
  [[3, 1, 5], [1, 1, 6]],
  [[4, 1, 7]],
  [[3, 3, 7]],
  [[4, 3, 5]],
  [], [], [],
]);
/** A 6 and a 5 for checkers on 2 and 1. */
const LAST_TWO = part({ 2: 1, 1: 1 }, [[[2, 6, 1], [2, 5, 1]], [[1, 5, 2]], []]);

/** A double 2 for a checker on 13. */
const RUN = part({ 13: 1 }, [[[13, 2, 1]], [[11, 2, 2]], [[9, 2, 3]], [[7, 2, 4]], []]);

const write = (steps) => steps && steps.map(({ source, target, hits }) => `${source}/${target}${hits ? "*" : ""}`);
const tapped = (shown, place, lowFirst = false, board = 0) =>
  write(stepsOfTap(createPlayTree(shown), board, place, lowFirst));

test("a tapped checker moves by the larger number, or by the smaller after the dice were swapped", () => {
  assert.deepEqual(tapped(HITTING, 8), ["8/5*"]);
  assert.deepEqual(tapped(HITTING, 8, true), ["8/7"]);
});

test("a tapped checker moves by the only number that it can", () => {
  assert.deepEqual(tapped(HITTING, 6, false, 1), ["6/5"]);
});

test("a tapped point is made by two checkers, and the first one hits", () => {
  assert.deepEqual(tapped(HITTING, 5), ["8/5*", "6/5"]);
  assert.deepEqual(tapped(HITTING, 5, true), ["6/5*", "8/5"]);
});

test("a tapped place is reached by one checker where no two can make it", () => {
  assert.deepEqual(tapped(HITTING, 7), ["8/7"]);
  assert.deepEqual(tapped(HITTING, 4), ["8/5*", "5/4"]);
  assert.deepEqual(tapped(HITTING, 4, true), ["8/7", "7/4"]);
});

test("a tap does not say which of several checkers is to come a long way", () => {
  const shown = part({ 7: 1, 6: 1 }, [[[7, 3, 1], [6, 2, 2]], [[4, 2, 3]], [[4, 2, 3]], []]);
  assert.equal(tapped(shown, 2), null);
});

test("a tap stands for nothing where no checker can come or go", () => {
  assert.deepEqual(tapped(HITTING, 20), []);
  assert.deepEqual(tapped(HITTING, 8, false, 5), []);
});

test("a tapped tray takes as many checkers as the numbers allow", () => {
  assert.deepEqual(tapped(LAST_TWO, 0), ["2/0", "1/0"]);
  assert.deepEqual(tapped(BEARING_OFF, 0), ["3/0"]);
  assert.deepEqual(tapped(HITTING, 0), []);
});

test("a checker that has moved within its home is borne off by the second half of a double tap", () => {
  const tree = createPlayTree(BEARING_OFF);
  const [first] = stepsOfTap(tree, 0, 4, false);
  assert.deepEqual(write([bearingOffAfter(tree, first)]), ["1/0"]);
  const [low] = stepsOfTap(tree, 0, 4, true);
  assert.deepEqual(write([bearingOffAfter(tree, low)]), ["3/0"]);
  assert.equal(bearingOffAfter(createPlayTree(HITTING), stepsOfTap(createPlayTree(HITTING), 0, 8, false)[0]), null);
});

test("a board is found by its checkers, whichever half of the bar holds them", () => {
  const tree = createPlayTree(HITTING);
  assert.equal(tree.boardOf({ p8: ["light"], p6: ["light"], p5: ["dark"] }), 0);
  assert.equal(tree.boardOf({ p5: ["light"], p6: ["light"], "bar.dark": ["dark"] }), 1);
  assert.equal(tree.boardOf({ p5: ["light"], p6: ["light"], "bar.light": ["dark"] }), 1);
  assert.equal(tree.boardOf({ p5: ["light", "dark"], p6: ["light"] }), null);
  assert.equal(tree.boardOf({ p9: ["light"], p6: ["light"], p5: ["dark"] }), null);
});

test("Dark's points are counted from the other end", () => {
  const tree = createPlayTree({ ...HITTING, colour: "dark" });
  assert.equal(tree.boardOf({ p17: ["dark"], p19: ["dark"], p20: ["light"] }), 0);
  assert.deepEqual([25, 24, 1, 0].map(tree.placeName), ["bar.dark", "p1", "p24", "off.dark"]);
  assert.deepEqual(["bar.dark", "p1", "off.dark", "bar.light", "box"].map(tree.placeNumber), [25, 24, 0, null, null]);
});

test("the way to a later board is found, and none to an earlier one", () => {
  const tree = createPlayTree(HITTING);
  assert.deepEqual(write(stepsBetween(tree, 0, 6)), ["8/5*", "5/4"]);
  assert.deepEqual(write(stepsBetween(tree, 5, 5)), []);
  assert.equal(stepsBetween(tree, 1, 0), null);
});

test("only the end of a forced play is the only one", () => {
  assert.equal(onlyEnd(createPlayTree(LAST_TWO), 0), 2);
  assert.equal(onlyEnd(createPlayTree(HITTING), 0), null);
});

test("boards that no step leads to are left out", () => {
  const chosen = part({ 8: 1 }, [[[8, 3, 2]], [[7, 3, 3]], [[5, 1, 3]], []]);
  const tree = createPlayTree(chosen);
  assert.deepEqual(tree.steps(1), []);
  assert.equal(tree.boardOf({ p4: ["light"] }), 3);
});

test("the largest tree of plays costs a few milliseconds", () => {
  const layers = [1, 15, 120, 560, 1450];
  const starts = layers.map((_, at) => layers.slice(0, at).reduce((sum, size) => sum + size, 0));
  const boards = layers.flatMap((size, layer) =>
    Array.from({ length: size }, (_, at) =>
      (layers[layer + 1] ?? 0) === 0
        ? []
        : Array.from({ length: 12 }, (_, step) => [24 - step, 1, starts[layer + 1] + ((at * 12 + step) % layers[layer + 1])]),
    ),
  );
  const began = performance.now();
  createPlayTree(part(Object.fromEntries(Array.from({ length: 15 }, (_, at) => [24 - at, 1])), boards));
  assert.ok(performance.now() - began < 500);
});

for (const [about, shown, board, numbers, used] of [
  ["nothing has been played", HITTING, 0, [3, 1], [false, false]],
  ["the 3 has been played", HITTING, 1, [3, 1], [true, false]],
  ["the 1 has been played", HITTING, 4, [3, 1], [false, true]],
  ["both have been played in either order", HITTING, 5, [3, 1], [true, true]],
  ["one step was possible with either", LAST_TWO, 1, [6, 5], [false, false]],
  ["one 2 of a double has been played", RUN, 1, [2, 2], [false, false]],
  ["three 2s of a double have been played", RUN, 3, [2, 2], [true, false]],
  ["a double has been played", RUN, 4, [2, 2], [true, true]],
]) {
  test(`used dice are told: ${about}`, () => assert.deepEqual(usedDice(createPlayTree(shown), board, numbers), used));
}
