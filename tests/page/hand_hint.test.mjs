// Tests what the strip below the board says of a touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { handHint } from "../../service/web/page/js/board/hand.js";

const hint = (oneTap, hints_locked) =>
  handHint({ store: { parts: { Game: { hints_locked } } }, preferences: { get: () => ({ oneTap }) } });

test("a touch moves a checker, but lifts it where one tap is off or help is locked", () => {
  assert.equal(hint(true, false), "page.board.hand.one_tap");
  assert.equal(hint(true, true), "page.board.hand.empty");
  assert.equal(hint(false, false), "page.board.hand.empty");
});
