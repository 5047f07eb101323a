// Tests the checkers that a hand on the page holds, and where it puts them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createHeldCheckers } from "../../service/web/page/js/board/held_checkers.js";

let done, handlers, live, heldCheckers;
const held = () => heldCheckers.held().map(({ colour, from }) => [colour, from]);

beforeEach(() => {
  [done, live] = [[], true];
  handlers = {
    isLive: () => live,
    lift: (place, colour) => (done.push(["lift", place]), place === "p2" ? null : (colour ?? "light")),
    put: (place, colour) => void done.push(["put", place, colour]),
  };
  heldCheckers = createHeldCheckers({ handlers: () => handlers, cameFrom: () => "p13", changed: () => {} });
});

test("a tap lifts, and the next one puts", () => {
  heldCheckers.tap("p8", "light");
  assert.deepEqual(held(), [["light", "p8"]]);
  heldCheckers.tap("p5");
  assert.deepEqual(held(), []);
  assert.deepEqual(done, [["lift", "p8"], ["put", "p5", "light"]]);
});

test("where no checker lies, none is lifted", () => {
  heldCheckers.tap("p2");
  assert.deepEqual(held(), []);
});

test("the checker lifted last is put first, unless another one is chosen", () => {
  heldCheckers.lift("p8", "light");
  heldCheckers.lift("p5", "dark");
  heldCheckers.choose(0);
  heldCheckers.put("p4");
  heldCheckers.put("bar.dark");
  assert.deepEqual(done.slice(2), [["put", "p4", "light"], ["put", "bar.dark", "dark"]]);
});

test("a checker goes back where it came from", () => {
  heldCheckers.lift("p8", "light");
  heldCheckers.putBack();
  assert.deepEqual(done.at(-1), ["put", "p8", "light"]);
});

test("a checker that was lifted elsewhere goes back where the lamps say", () => {
  heldCheckers.sync(["dark"]);
  assert.deepEqual(held(), [["dark", null]]);
  heldCheckers.putBack();
  assert.deepEqual(done.at(-1), ["put", "p13", "dark"]);
});

test("held checkers stay in the hand while nothing may be touched", () => {
  heldCheckers.lift("p8", "light");
  live = false;
  heldCheckers.tap("p5");
  heldCheckers.putBack();
  assert.deepEqual(held(), [["light", "p8"]]);
  assert.deepEqual(done, [["lift", "p8"]]);
});

test("a checker that could not be put down is in the hand again", async () => {
  handlers.put = async () => false;
  heldCheckers.lift("p8", "light");
  heldCheckers.put("p5");
  assert.deepEqual(held(), []);
  await new Promise(setImmediate);
  assert.deepEqual(held(), [["light", "p8"]]);
});

test("a checker that could not be lifted is not held, not even after it was put", async () => {
  const later = Promise.withResolvers();
  handlers.lift = (place, colour) => ({ colour, done: later.promise });
  handlers.put = (place, colour, lifted) => (done.push(["put", place]), lifted);
  heldCheckers.lift("p8", "light");
  heldCheckers.lift("p6", "light");
  heldCheckers.put("p5");
  assert.deepEqual(done, [["put", "p5"]]);
  later.resolve(false);
  await new Promise(setImmediate);
  assert.deepEqual(held(), []);
});

test("the table's report of the hand counts, and where a checker came from is remembered", () => {
  const empty = [];
  heldCheckers.sync(empty);
  heldCheckers.lift("p8", "light");
  heldCheckers.sync(empty);
  assert.deepEqual(held(), [["light", "p8"]]);
  heldCheckers.sync(["light"]);
  assert.deepEqual(held(), [["light", "p8"]]);
  heldCheckers.sync([]);
  assert.deepEqual(held(), []);
});

test("without a report of the hand, the page's own memory counts", () => {
  heldCheckers.lift("p8", "light");
  heldCheckers.sync(undefined);
  assert.deepEqual(held(), [["light", "p8"]]);
});

test("a report of the same hand changes nothing", () => {
  heldCheckers.lift("p8", "light");
  heldCheckers.lift("p6", "dark");
  heldCheckers.sync(["light", "dark"]);
  heldCheckers.sync(["dark", "light"]);
  assert.deepEqual(held(), [["light", "p8"], ["dark", "p6"]]);
});

test("every try on checkers that cannot be moved is explained, as long as anything may be touched", () => {
  handlers = { isLive: () => live, explain: () => done.push("tried") };
  heldCheckers.tap("p8", "light");
  heldCheckers.lift("p8", null);
  live = false;
  heldCheckers.tap("p8");
  assert.deepEqual(held(), []);
  assert.deepEqual(done, ["tried", "tried"]);
});
