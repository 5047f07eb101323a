// Tests which checkers have moved from one board to the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareBoards, lyingCheckers } from "../../service/web/page/js/board/checker_changes.js";

/** The changes between two boards, as texts. */
function changes(before, after, missing = []) {
  const found = compareBoards(lyingCheckers(before), lyingCheckers(after), missing);
  return { ...found, moves: found.moves.map(({ from, to }) => `${from.kind} ${slot(from)} ${slot(to)}`) };
}

const slot = ({ place, at }) => `${place}.${at}`;
const none = { moves: [], appeared: [], gone: [], hits: [] };

test("a board that is the same has no changes", () => {
  assert.deepEqual(changes({ p6: { light: 5 } }, { p6: { light: 5 } }), none);
});

test("a checker moves from the top of one pile to the top of another", () => {
  const { moves, gone } = changes({ p8: { light: 3 }, p5: {} }, { p8: { light: 2 }, p5: { light: 1 } });
  assert.deepEqual(moves, ["light p8.2 p5.0"]);
  assert.deepEqual(gone, []);
});

test("two checkers of a colour do not cross on their ways", () => {
  const before = { p24: { light: 2 }, p13: { light: 5 } };
  const after = { p24: { light: 1 }, p18: { light: 1 }, p13: { light: 4 }, p11: { light: 1 } };
  assert.deepEqual(changes(before, after).moves, ["light p24.1 p18.0", "light p13.4 p11.0"]);
});

test("a hit checker goes to the bar, and its point is hit", () => {
  const before = { p8: { light: 1 }, p5: { dark: 1 } };
  const after = { p5: { light: 1 }, "bar.dark": { dark: 1 } };
  const { moves, hits } = changes(before, after);
  assert.deepEqual(moves, ["light p8.0 p5.0", "dark p5.0 bar.dark.0"]);
  assert.deepEqual(hits, ["p5"]);
});

test("a point is hit when a checker comes beside a blot, and not when it leaves again", () => {
  const [blot, both] = [{ p5: { dark: 1 } }, { p5: { dark: 1, light: 1 } }];
  assert.deepEqual(changes(blot, both).hits, ["p5"]);
  assert.deepEqual(changes(both, blot).hits, []);
  assert.deepEqual(changes({ p5: { dark: 2 } }, { p5: { dark: 2, light: 1 } }).hits, []);
  assert.deepEqual(changes({ "bar.dark": { dark: 1 } }, { "bar.dark": { dark: 1, light: 1 } }).hits, []);
});

test("a checker that left the board comes back from where it lay", () => {
  const lifted = changes({ p8: { light: 3 } }, { p8: { light: 2 } });
  assert.deepEqual(lifted.gone.map(slot), ["p8.2"]);
  const put = changes({ p8: { light: 2 } }, { p8: { light: 2 }, p5: { light: 1 } }, lifted.gone);
  assert.deepEqual(put.moves, ["light p8.2 p5.0"]);
  assert.deepEqual(put.gone, []);
});

test("of several missing checkers of a colour the one that left last comes back", () => {
  const missing = [["p8", "light"], ["p6", "light"], ["p1", "dark"]].map(([place, kind]) => ({ place, at: 0, kind }));
  const put = changes({}, { p3: { light: 1 } }, missing);
  assert.deepEqual(put.moves, ["light p6.0 p3.0"]);
  assert.deepEqual(put.gone.map(slot), ["p8.0", "p1.0"]);
});

test("checkers that a hand has covered appear where they lay", () => {
  const open = { p8: { light: 3 }, p6: { light: 5 } };
  const { gone } = changes(open, { p6: { light: 1 } });
  const uncovered = changes({ p6: { light: 1 } }, open, gone);
  assert.deepEqual(uncovered.moves, []);
  assert.equal(uncovered.appeared.length, 7);
  assert.deepEqual(uncovered.gone, []);
});

test("a checker that lay nowhere before appears", () => {
  assert.deepEqual(changes({}, { p3: { dark: 1 } }).appeared.map(slot), ["p3.0"]);
  assert.deepEqual(changes({}, { p3: { dark: 1 } }).moves, []);
});

test("no checker moves that is not on the board in the end", () => {
  const boards = [{ p6: { light: 5 }, p8: { light: 3 } }, { p6: { light: 4, dark: 1 } }, { p1: { dark: 15, light: 15 } }, {}];
  let missing = [];
  let before = lyingCheckers({});
  for (const board of [...boards, ...boards]) {
    const after = lyingCheckers(board);
    const { moves, appeared, gone } = compareBoards(before, after, missing);
    const there = new Set(after.map((each) => `${slot(each)}${each.kind}`));
    for (const to of [...moves.map((move) => move.to), ...appeared]) assert.ok(there.has(`${slot(to)}${to.kind}`));
    [before, missing] = [after, gone];
  }
});
