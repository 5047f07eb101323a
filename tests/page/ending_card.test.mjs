// Tests the card at the end of a game: the player who goes on, and the place of the card.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginner } from "../../service/web/page/js/panels/ending_card.js";
import { within } from "../../service/web/page/js/table/board_card.js";

const NEXT = { request: "next", number: 0, words: "Next game", main: true };
const UNDO = { request: "undo", number: 0, words: "Take back", main: false };

/** A match in which each player has these offers. */
function game(light, dark) {
  return { players: { light: { offers: light }, dark: { offers: dark } } };
}

test("the next game is begun in the name of the first player who may begin it", () => {
  assert.equal(beginner(game([UNDO, NEXT], [NEXT]))?.colour, "light");
  assert.equal(beginner(game([UNDO], [NEXT]))?.colour, "dark");
});

test("nobody begins the next game while something must be answered, or before the game is known", () => {
  assert.equal(beginner(game([UNDO], [])), null);
  assert.equal(beginner(undefined), null);
});

test("the card is laid where the board is drawn, as its frame counts", () => {
  const board = { x: 140, y: 64, width: 700, height: 580 };
  assert.deepEqual(within(board, { x: 12, y: 60 }), { x: 128, y: 4, width: 700, height: 580 });
});
