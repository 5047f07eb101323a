// Tests that a screen reader hears what matters, and hears it once.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createAnnouncer } from "../../service/web/page/js/announcer.js";

/** A region that remembers all that was written into it. */
class Region {
  texts = [];
  set textContent(text) {
    this.texts.push(text);
  }
  get textContent() {
    return this.texts.at(-1) ?? "";
  }
}

let polite, assertive, waiting, announce;
const wait = () => waiting.splice(0).forEach((call) => call());

beforeEach(() => {
  [polite, assertive, waiting] = [new Region(), new Region(), []];
  ({ announce } = createAnnouncer(polite, assertive, (_, call) => waiting.push(call)));
});

test("of texts that follow each other quickly only the last is announced", () => {
  announce("one");
  announce("two");
  assert.deepEqual(polite.texts, []);
  wait();
  assert.deepEqual(polite.texts, ["two"]);
});

test("no text is announced twice in a row", () => {
  for (let times = 0; times < 2; times += 1) {
    announce("one");
    wait();
  }
  announce("two");
  wait();
  announce("one");
  wait();
  assert.deepEqual(polite.texts, ["one", "two", "one"]);
});

test("an objection is announced at once, and takes the place of a waiting text", () => {
  announce("on the way");
  announce("illegal", true);
  wait();
  assert.deepEqual([polite.texts, assertive.texts], [[], ["illegal"]]);
});

test("an objection does not outlast the text that follows it, nor a text the objection", () => {
  announce("illegal", true);
  announce("legal");
  assert.equal(assertive.textContent, "illegal");
  wait();
  assert.deepEqual([polite.textContent, assertive.textContent], ["legal", ""]);
  announce("illegal", true);
  assert.deepEqual([polite.textContent, assertive.textContent], ["", "illegal"]);
});

test("an empty text is not announced", () => {
  announce("");
  assert.deepEqual(waiting, []);
});
