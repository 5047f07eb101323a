// Tests where the corners of a board may be, and where hands and keys move them.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canBeBoard,
  clampToPicture,
  defaultCorners,
  moveCorner,
  sortClockwise,
  stepOf,
} from "../../service/web/page/js/camera/corners.js";

const SIZE = { width: 1280, height: 720 };
const AT = (...spots) => spots.map(([x, y]) => ({ x, y }));
const BOARD = AT([300, 70], [950, 60], [1000, 640], [280, 650]);
const PRESS = (key, shiftKey = false) => stepOf({ key, shiftKey });

/** Every order in which four things can come. */
function orders(things) {
  if (things.length < 2) return [things];
  return things.flatMap((one, at) => orders(things.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

test("before anything is known the corners are those of a board within the picture", () => {
  for (const size of [SIZE, { width: 480, height: 640 }]) {
    const corners = defaultCorners(size);
    assert.ok(canBeBoard(corners));
    for (const corner of corners) assert.deepEqual(clampToPicture(corner, size), corner);
  }
});

test("a corner goes where it is moved, and the others stay", () => {
  const after = moveCorner(BOARD, 1, { x: -10, y: 5 }, SIZE);
  assert.deepEqual(after, AT([300, 70], [940, 65], [1000, 640], [280, 650]));
  assert.deepEqual(BOARD[1], { x: 950, y: 60 });
});

test("no corner leaves the picture, however far it is pulled", () => {
  for (const by of [-1e9, 1e9]) {
    const [corner] = moveCorner(BOARD, 0, { x: by, y: by }, SIZE);
    assert.deepEqual(corner, by < 0 ? { x: 0, y: 0 } : { x: 1279, y: 719 });
  }
});

test("a corner is held to a tenth of a pixel", () => {
  assert.deepEqual(clampToPicture({ x: 10.04999, y: 20.0501 }, SIZE), { x: 10, y: 20.1 });
});

test("an arrow key goes a pixel, with shift ten, and other keys go nowhere", () => {
  assert.deepEqual(PRESS("ArrowLeft"), { x: -1, y: 0 });
  assert.deepEqual(PRESS("ArrowRight", true), { x: 10, y: 0 });
  assert.deepEqual(PRESS("ArrowUp", true), { x: 0, y: -10 });
  assert.deepEqual(PRESS("ArrowDown"), { x: 0, y: 1 });
  assert.equal(PRESS("Enter"), null);
});

test("in whatever order they were moved, the corners go around the board", () => {
  for (const order of orders(BOARD)) assert.deepEqual(sortClockwise(order), BOARD);
});

test("a board that is turned by a quarter has its corners one after the other as well", () => {
  const turned = AT([640, 10], [900, 360], [640, 700], [380, 360]);
  for (const order of orders(turned)) assert.ok(canBeBoard(order));
});

test("a corner between the others, or a side that is tiny, is not of a board", () => {
  assert.ok(canBeBoard(BOARD));
  assert.ok(!canBeBoard(AT([300, 70], [950, 60], [500, 200], [280, 650])), "within");
  assert.ok(!canBeBoard(AT([300, 70], [310, 70], [1000, 640], [280, 650])), "tiny");
  assert.ok(!canBeBoard(AT([100, 100], [500, 100], [900, 100], [100, 600])), "in a line");
  assert.ok(!canBeBoard(AT([5, 5], [5, 5], [5, 5], [5, 5])), "one spot");
});
