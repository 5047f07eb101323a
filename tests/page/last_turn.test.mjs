// Tests where the ways of the last turn begin and end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waysOf } from "../../service/web/page/js/board/last_turn.js";
import { spotOf } from "../../service/web/page/js/board/lamps.js";
import { geometry } from "../../service/web/page/js/geometry.js";
import { pictureOf } from "../../service/web/page/js/views/past_match.js";
import { stepOf } from "../../service/web/page/js/views/past_match_steps.js";

const board = geometry({ lightFar: false, homeLeft: false });
const at = (place, nth) => spotOf(board.fields.get(place), nth);
const moved = (source, target, hits = []) => ({ source, target, hits });

test("a way begins where the checker lay, above those that stayed, and ends at the uppermost", () => {
  const turn = { colour: "light", moved: [moved("p8", "p5"), moved("p6", "p5")] };
  const places = { p8: { light: 2 }, p6: { light: 4 }, p5: { light: 2 } };
  assert.deepEqual(waysOf(turn, places, board), [
    { kind: "move", from: at("p8", 2), to: at("p5", 1) },
    { kind: "move", from: at("p6", 4), to: at("p5", 0) },
  ]);
});

test("two checkers that go the same way have a way each", () => {
  const turn = { colour: "light", moved: [moved("p13", "p11"), moved("p13", "p11")] };
  const [one, other] = waysOf(turn, { p13: { light: 3 }, p11: { light: 2 } }, board);
  assert.deepEqual([one.from, other.from], [at("p13", 3), at("p13", 4)]);
  assert.deepEqual([one.to, other.to], [at("p11", 1), at("p11", 0)]);
});

test("every hit checker has a way to the bar of its colour", () => {
  const turn = { colour: "dark", moved: [moved("p1", "p9", ["p5", "p9"])] };
  const ways = waysOf(turn, { "bar.light": { light: 2 }, p9: { dark: 1 } }, board);
  assert.deepEqual(ways.slice(1), [
    { kind: "hit", from: at("p5", 0), to: at("bar.light", 1) },
    { kind: "hit", from: at("p9", 0), to: at("bar.light", 0) },
  ]);
});

test("a checker that entered or was borne off has a way as well", () => {
  const turn = { colour: "light", moved: [moved("bar.light", "p22"), moved("p3", "off.light")] };
  const [entered, borneOff] = waysOf(turn, { p22: { light: 1 }, "off.light": { light: 4 } }, board);
  assert.deepEqual([entered.from, entered.to], [at("bar.light", 0), at("p22", 0)]);
  assert.deepEqual([borneOff.from, borneOff.to], [at("p3", 0), at("off.light", 3)]);
});

const ROW = { colour: "dark", words: "31: 8/5 6/5", board: "-b----E-C---eE---c-e----B-", dice: [3, 1], cube: { value: 2 } };
const GAME = { start: ROW.board, cube: { value: 1 }, rows: [{ ...ROW, moved: [moved("p17", "p20")] }, { ...ROW, dice: [], moved: [] }] };

test("a row of a record shows its dice at its player, its cube, and what was moved", () => {
  const shown = pictureOf({ players: { light: "Alice", dark: "Bob" } }, GAME, 0);
  assert.deepEqual(shown.dice, [{ device: "record", state: "settled", numbers: [3, 1], colour: "dark" }]);
  assert.deepEqual([shown.cube, shown.counting, shown.lastTurn.dice], [{ value: 2 }, "dark", []]);
});

test("an offer has no dice and moves nothing, and a game begins with its own cube", () => {
  const [offer, start] = [1, -1].map((row) => pictureOf({ players: {} }, GAME, row));
  assert.deepEqual([offer.dice, offer.lastTurn], [[], null]);
  assert.deepEqual([start.cube, start.dice, start.lastTurn], [{ value: 1 }, undefined, undefined]);
});

test("arrows, Home and End step through a match, and other keys do not", () => {
  const to = (key) => stepOf(key)?.(4);
  assert.deepEqual(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"].map(to), [3, 3, 5, 5]);
  assert.deepEqual([to("Home"), to("End"), to("Enter")], [-1, Infinity, undefined]);
});
