// Tests which sounds belong to a change at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardCues, gameCues } from "../../service/web/page/js/sounds/cues.js";

const players = { light: { computer: false }, dark: { computer: true } };
const quiet = { alarm: false, over: false, cube: null, question: null, turn: "light", dice: [], players };
const game = (change) => ({ ...quiet, ...change });
const dice = (state) => ({ dice: [{ device: "dice", colour: null, state }] });
const board = (places) => ({ places });

test("a checker that is put down knocks, and one that is lifted does not", () => {
  const [two, three] = [board({ p8: { light: 2 } }), board({ p8: { light: 3 } })];
  assert.deepEqual(boardCues(two, three), ["checker"]);
  assert.deepEqual(boardCues(three, two), []);
  assert.deepEqual(boardCues(two, two), []);
});

test("a hit sounds harder than a checker that is put down", () => {
  const blot = board({ p5: { dark: 1 } });
  assert.deepEqual(boardCues(blot, board({ p5: { dark: 1, light: 1 } })), ["hit"]);
});

test("a play sounds complete when its lamps begin to say so", () => {
  const lit = board({ p5: { light: 1, lamp: { meaning: "complete" } } });
  assert.deepEqual(boardCues(board({ p5: { light: 1, lamp: null } }), lit), ["complete"]);
  assert.deepEqual(boardCues(lit, lit), []);
});

test("an objection sounds when it begins, and not while it lasts or ends", () => {
  assert.deepEqual(gameCues(quiet, game({ alarm: true })), ["objection"]);
  assert.deepEqual(gameCues(game({ alarm: true }), game({ alarm: true })), []);
  assert.deepEqual(gameCues(game({ alarm: true }), quiet), []);
});

test("dice sound when they roll and when they settle", () => {
  assert.deepEqual(gameCues(game(dice("lifted")), game(dice("rolling"))), ["dice_thrown"]);
  assert.deepEqual(gameCues(game(dice("rolling")), game(dice("settled"))), ["dice_settled"]);
  assert.deepEqual(gameCues(game(dice("settled")), game(dice("settled"))), []);
  assert.deepEqual(gameCues(quiet, game(dice("settled"))), []);
});

test("a turn sounds for a person, and not for the computer", () => {
  assert.deepEqual(gameCues(game({ turn: "dark" }), game({ turn: "light" })), ["turn"]);
  assert.deepEqual(gameCues(game({ turn: "light" }), game({ turn: "dark" })), []);
});

test("a double sounds when it is offered, and its question makes no other sound", () => {
  const offered = game({ cube: { value: 1, offered: 2 }, question: { words: "Take?" } });
  assert.deepEqual(gameCues(game({ cube: { value: 1, offered: null } }), offered), ["double"]);
});

test("a question sounds once", () => {
  const asked = game({ question: { words: "Which play?" } });
  assert.deepEqual(gameCues(quiet, asked), ["question"]);
  assert.deepEqual(gameCues(asked, asked), []);
  assert.deepEqual(gameCues(asked, quiet), []);
});

test("the end of a game sounds won, and calls nobody to play", () => {
  assert.deepEqual(gameCues(game({ turn: "dark" }), game({ turn: "light", over: true })), ["won"]);
});
