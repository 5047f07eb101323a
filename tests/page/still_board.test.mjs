// Tests that a state of the feed becomes the picture of a board, from the side that is wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureOfState } from "../../service/web/page/js/feed/still_board.js";

const STATE = {
  light_far: false,
  home_left: false,
  board: { p6: { light: 5, dark: 0, unknown: 0 } },
  dice: [
    { device: "a", state: "settled", numbers: [3, 1], colour: null },
    { device: "b", state: "lifted", numbers: [], colour: null },
  ],
  cube: { value: 2, owner: null },
  last_move: { colour: "light", dice: [3, 1], play: "8/5", moved: [{ source: "p8", target: "p5", hits: [] }] },
  turn: "dark",
  players: { light: { name: "Alice" }, dark: { name: "Bob" } },
};

test("a state is drawn as at the table, without dice in cups", () => {
  const picture = pictureOfState(STATE, {});
  assert.deepEqual([picture.lightFar, picture.homeLeft, picture.counting], [false, false, "dark"]);
  assert.deepEqual(picture.dice.map(({ device }) => device), ["a"]);
  assert.deepEqual(picture.places.p6, { light: 5, dark: 0, unknown: 0 });
});

for (const [far, near, lightFar] of [
  [false, "light", false], [false, "dark", true], [true, "light", false], [true, "dark", true], [true, null, true],
]) {
  test(`Light far ${far}: seen with ${near} near, Light is far ${lightFar}`, () => {
    const picture = pictureOfState({ ...STATE, light_far: far }, { near });
    assert.equal(picture.lightFar, lightFar);
    assert.equal(picture.homeLeft, lightFar !== far);
  });
}

test("dice and cube are left out on request", () => {
  const picture = pictureOfState(STATE, { dice: false, cube: false });
  assert.deepEqual([picture.dice, picture.cube], [[], null]);
});

test("what the last turn moved is drawn on request, until the board has changed", () => {
  assert.equal(pictureOfState(STATE, {}).lastTurn, null);
  assert.equal(pictureOfState(STATE, { ways: true }).lastTurn.moved.length, 1);
  const changed = { ...STATE, last_move: { ...STATE.last_move, moved: [] } };
  assert.equal(pictureOfState(changed, { ways: true }).lastTurn, null);
});
