// Tests that a screen reader hears what matters, and hears it once.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createAnnouncer } from "../../service/web/page/js/announcer.js";

/** A region that remembers all that was written into it. */
class Region {
  told = [];
  set textContent(text) {
    this.told.push(text);
  }
}

let polite, assertive, waiting, announce;
const wait = () => waiting.splice(0).forEach((call) => call());

beforeEach(() => {
  [polite, assertive, waiting] = [new Region(), new Region(), []];
  ({ announce } = createAnnouncer(polite, assertive, (_, call) => waiting.push(call)));
});

test("of words that follow each other quickly only the last is told", () => {
  announce("one");
  announce("two");
  assert.deepEqual(polite.told, []);
  wait();
  assert.deepEqual(polite.told, ["two"]);
});

test("nothing is told twice in a row", () => {
  for (let times = 0; times < 2; times += 1) {
    announce("one");
    wait();
  }
  announce("two");
  wait();
  announce("one");
  wait();
  assert.deepEqual(polite.told, ["one", "two", "one"]);
});

test("an objection is told at once, and takes the place of what waits", () => {
  announce("on the way");
  announce("illegal", true);
  wait();
  assert.deepEqual([polite.told, assertive.told], [[], ["illegal"]]);
});

test("silence is not told", () => {
  announce("");
  assert.deepEqual(waiting, []);
});
