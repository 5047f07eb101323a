// Tests what a hand over the board holds, and where it puts it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createCarrying } from "../../service/web/page/js/board/carrying.js";

let done, handlers, live, carrying;
const held = () => carrying.held().map(({ colour, from }) => [colour, from]);

beforeEach(() => {
  [done, live] = [[], true];
  handlers = {
    live: () => live,
    lift: (place, colour) => (done.push(["lift", place]), place === "p2" ? null : (colour ?? "light")),
    put: (place, colour) => void done.push(["put", place, colour]),
  };
  carrying = createCarrying({ handlers: () => handlers, cameFrom: () => "p13", changed: () => {} });
});

test("a tap lifts, and the next one puts", () => {
  carrying.tap("p8", "light");
  assert.deepEqual(held(), [["light", "p8"]]);
  carrying.tap("p5");
  assert.deepEqual(held(), []);
  assert.deepEqual(done, [["lift", "p8"], ["put", "p5", "light"]]);
});

test("where no checker lies, none is lifted", () => {
  carrying.tap("p2");
  assert.deepEqual(held(), []);
});

test("what was lifted last is put first, unless another one is chosen", () => {
  carrying.lift("p8", "light");
  carrying.lift("p5", "dark");
  carrying.choose(0);
  carrying.put("p4");
  carrying.put("bar.dark");
  assert.deepEqual(done.slice(2), [["put", "p4", "light"], ["put", "bar.dark", "dark"]]);
});

test("a checker goes back where it came from", () => {
  carrying.lift("p8", "light");
  carrying.putBack();
  assert.deepEqual(done.at(-1), ["put", "p8", "light"]);
});

test("one that was lifted elsewhere goes back where the lamps say", () => {
  carrying.agree(["dark"]);
  assert.deepEqual(held(), [["dark", null]]);
  carrying.putBack();
  assert.deepEqual(done.at(-1), ["put", "p13", "dark"]);
});

test("while nothing may be touched, what is in the hand stays there", () => {
  carrying.lift("p8", "light");
  live = false;
  carrying.tap("p5");
  carrying.putBack();
  assert.deepEqual(held(), [["light", "p8"]]);
  assert.deepEqual(done, [["lift", "p8"]]);
});

test("a checker that could not be put down is in the hand again", async () => {
  handlers.put = async () => false;
  carrying.lift("p8", "light");
  carrying.put("p5");
  assert.deepEqual(held(), []);
  await new Promise(setImmediate);
  assert.deepEqual(held(), [["light", "p8"]]);
});

test("a checker that could not be lifted is not held, not even after it was put", async () => {
  const later = Promise.withResolvers();
  handlers.lift = (place, colour) => ({ colour, done: later.promise });
  handlers.put = (place, colour, lifted) => (done.push(["put", place]), lifted);
  carrying.lift("p8", "light");
  carrying.lift("p6", "light");
  carrying.put("p5");
  assert.deepEqual(done, [["put", "p5"]]);
  later.resolve(false);
  await new Promise(setImmediate);
  assert.deepEqual(held(), []);
});

test("what the table says of the hand counts, and where a checker came from is remembered", () => {
  const empty = [];
  carrying.agree(empty);
  carrying.lift("p8", "light");
  carrying.agree(empty);
  assert.deepEqual(held(), [["light", "p8"]]);
  carrying.agree(["light"]);
  assert.deepEqual(held(), [["light", "p8"]]);
  carrying.agree([]);
  assert.deepEqual(held(), []);
});

test("where nobody knows what is in the hand, the page's own memory counts", () => {
  carrying.lift("p8", "light");
  carrying.agree(undefined);
  assert.deepEqual(held(), [["light", "p8"]]);
});

test("what is told of the hand changes nothing where it says the same", () => {
  carrying.lift("p8", "light");
  carrying.lift("p6", "dark");
  carrying.agree(["light", "dark"]);
  carrying.agree(["dark", "light"]);
  assert.deepEqual(held(), [["light", "p8"], ["dark", "p6"]]);
});

test("where checkers are only looked at every try is told, as long as anything may be touched", () => {
  handlers = { live: () => live, tried: () => done.push("tried") };
  carrying.tap("p8", "light");
  carrying.lift("p8", null);
  live = false;
  carrying.tap("p8");
  assert.deepEqual(held(), []);
  assert.deepEqual(done, ["tried", "tried"]);
});
