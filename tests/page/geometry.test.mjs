// Tests that everything on a board is drawn where it is at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PLACES,
  between,
  checkerAt,
  fromOtherSide,
  geometry,
  middle,
  neighbour,
  placeAt,
} from "../../service/web/page/js/geometry.js";

const BOTH = [false, true];
const VIEWS = BOTH.flatMap((lightFar) =>
  BOTH.flatMap((homeLeft) => BOTH.map((upright) => ({ lightFar, homeLeft, upright }))),
);
const LYING = { lightFar: false, homeLeft: false, upright: false };

const centre = (board, place) => middle(board.fields.get(place).box);

test("every place is under its own middle, however the board is seen", () => {
  for (const view of VIEWS) {
    const board = geometry(view);
    for (const place of PLACES) assert.equal(placeAt(board, centre(board, place)), place);
  }
});

test("every checker that fits on a place lies within it, trays and bar included", () => {
  for (const view of VIEWS) {
    const board = geometry(view);
    for (const [place, field] of board.fields) {
      for (let at = 0; at < field.room; at += 1) {
        assert.equal(placeAt(board, checkerAt(field, at)), place);
      }
    }
  }
});

test("no place reaches beyond the board, and none covers another", () => {
  for (const view of VIEWS) {
    const board = geometry(view);
    const boxes = [...board.fields.values()].map(({ box }) => box);
    for (const box of boxes) {
      assert.ok(box.x >= 0 && box.x + box.width <= board.width);
      assert.ok(box.y >= 0 && box.y + box.height <= board.height);
      const over = boxes.filter(
        (other) =>
          box.x < other.x + other.width &&
          other.x < box.x + box.width &&
          box.y < other.y + other.height &&
          other.y < box.y + box.height,
      );
      assert.deepEqual(over, [box]);
    }
  }
});

test("Light sits near with his home at his right: point 1 is below on the right", () => {
  const board = geometry(LYING);
  const [one, twelve, thirteen, twentyFour] = ["p1", "p12", "p13", "p24"].map((p) => centre(board, p));
  assert.ok(one.x > twelve.x && one.y === twelve.y && one.y > board.height / 2);
  assert.ok(twentyFour.x > thirteen.x && twentyFour.y < board.height / 2);
  assert.equal(one.x, twentyFour.x);
});

test("where Light sits far, his home is above and Dark's is below", () => {
  const board = geometry({ ...LYING, lightFar: true });
  assert.deepEqual(centre(board, "p24"), centre(geometry(LYING), "p1"));
  assert.deepEqual(centre(board, "off.dark"), centre(geometry(LYING), "off.light"));
  assert.deepEqual(centre(board, "bar.dark"), centre(geometry(LYING), "bar.light"));
});

test("where home is at the left, the whole board is mirrored and rows stay", () => {
  const right = geometry(LYING);
  const left = geometry({ ...LYING, homeLeft: true });
  for (const place of PLACES) {
    assert.equal(centre(left, place).x, right.width - centre(right, place).x);
    assert.equal(centre(left, place).y, centre(right, place).y);
  }
});

test("from the other side everything is turned half round", () => {
  for (const view of VIEWS.filter(({ upright }) => !upright)) {
    const here = geometry(view);
    const there = geometry(fromOtherSide(view));
    for (const place of PLACES) {
      const { x, y } = centre(there, place);
      assert.deepEqual(centre(here, place), { x: here.width - x, y: here.height - y });
    }
  }
});

test("an upright board has its points as rows, and both homes below", () => {
  for (const view of VIEWS.filter(({ upright }) => upright)) {
    const board = geometry(view);
    assert.ok(board.height > board.width);
    for (const home of ["p1", "p6", "p19", "p24", "off.light", "off.dark"]) {
      assert.ok(centre(board, home).y > board.height / 2);
    }
    assert.equal(centre(board, "p1").y, centre(board, "p24").y);
  }
});

test("dice lie at the right of their owner", () => {
  const board = geometry(LYING);
  assert.ok(board.dice.light.x > board.width / 2 && board.dice.dark.x < board.width / 2);
  const far = geometry({ ...LYING, lightFar: true });
  assert.deepEqual(far.dice.dark, board.dice.light);
});

test("arrow keys lead to the neighbour that way, and stay at the edge", () => {
  const board = geometry(LYING);
  const right = { x: 1, y: 0 };
  assert.equal(neighbour(board, "p9", right), "p8");
  assert.equal(neighbour(board, "p7", right), "bar.dark");
  assert.equal(neighbour(board, "bar.dark", right), "p6");
  assert.equal(neighbour(board, "p1", right), "off.light");
  assert.equal(neighbour(board, "off.light", right), "off.light");
  assert.equal(neighbour(board, "p8", { x: 0, y: -1 }), "p17");
  assert.equal(neighbour(board, "p17", { x: 0, y: 1 }), "p8");
});

test("every place can be reached with arrow keys alone", () => {
  const ways = [{ x: 1, y: 0 }, { x: -1, y: 0 }, { x: 0, y: 1 }, { x: 0, y: -1 }];
  for (const view of VIEWS) {
    const board = geometry(view);
    const reached = new Set(["p1"]);
    for (const place of reached) ways.forEach((way) => reached.add(neighbour(board, place, way)));
    assert.equal(reached.size, PLACES.length);
  }
});

test("a checker dropped near a border lies on both points, and is felt on the nearer one", () => {
  for (const view of VIEWS) {
    const board = geometry(view);
    const [three, four] = ["p3", "p4"].map((place) => centre(board, place));
    const part = (share) => ({
      x: three.x + (four.x - three.x) * share,
      y: three.y + (four.y - three.y) * share,
    });
    assert.equal(between(board, three), null);
    assert.deepEqual(between(board, part(0.35)), { place: "p3", neighbour: "p4", seenBy: ["p3"] });
    assert.deepEqual(between(board, part(0.48)), { place: "p3", neighbour: "p4", seenBy: [] });
    assert.deepEqual(between(board, part(0.65)), { place: "p4", neighbour: "p3", seenBy: ["p4"] });
  }
});

test("a spot may be a point of the browser's, whose parts are not its own", () => {
  const board = geometry(LYING);
  const { x, y } = centre(board, "p3");
  class BrowserPoint {
    get x() {
      return x - 21;
    }
    get y() {
      return y;
    }
  }
  assert.equal(between(board, new BrowserPoint())?.neighbour, "p4");
});

test("nothing lies between a point and the bar, the tray or the rim", () => {
  const board = geometry(LYING);
  const { y } = centre(board, "p6");
  const edge = board.fields.get("p6").box.x;
  assert.equal(between(board, { x: edge + 1, y }), null);
  const end = board.fields.get("p1").box;
  assert.equal(between(board, { x: end.x + end.width - 1, y }), null);
});
