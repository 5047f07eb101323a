// Tests who is shown as the player whom the game waits for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitedPlayer } from "../../service/web/page/js/panels/awaited_player.js";

const GAME = { turn: "dark", over: false, next: { act: "throw", colour: "dark" } };

for (const [about, change, awaited] of [
  ["the player on turn", {}, { colour: "dark", act: "to_play" }],
  ["the player to answer", { next: { act: "answer", colour: "light" } }, { colour: "light", act: "to_answer" }],
  ["the player on turn where either may answer", { next: { act: "answer", colour: null } }, { colour: "dark", act: "to_play" }],
  ["nobody after the game", { over: true, next: { act: "begin_next", colour: null } }, null],
  ["nobody during the set-up", { turn: null, next: { act: "set_up", colour: null } }, null],
]) {
  test(`a game waits for ${about}`, () => assert.deepEqual(awaitedPlayer({ ...GAME, ...change }), awaited));
}
