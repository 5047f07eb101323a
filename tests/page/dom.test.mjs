// Tests which elements become which, and what is changed about them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, pairs } from "../../service/web/page/js/dom.js";

const li = (key) => ({ name: "LI", key });

test("elements with a key become those with the same key, wherever they stand", () => {
  assert.deepEqual(pairs([li(1), li(2), li(3)], [li(3), li(1), li(4)]), [2, 0, -1]);
});

test("elements without a key become the next of the same kind", () => {
  const olds = [{ name: "P" }, { name: "A" }, { name: "P" }];
  assert.deepEqual(pairs(olds, [{ name: "P" }, { name: "P" }, { name: "P" }]), [0, 2, -1]);
  assert.deepEqual(pairs(olds, [{ name: "A" }]), [1]);
});

test("an element that is there already stays, though another could have taken its place", () => {
  const same = (old, next) => old === 1 && next === 1;
  assert.deepEqual(pairs([{ name: "P" }, { name: "P" }], [{ name: "P" }, { name: "P" }], same), [0, 1]);
  assert.deepEqual(pairs([{ name: "P" }, { name: "P" }], [{ name: "B" }, { name: "P" }], same), [-1, 1]);
});

test("only attributes that differ are changed", () => {
  assert.deepEqual(changes({ class: "a", id: "x" }, { class: "b", id: "x" }), [["class", "b"]]);
  assert.deepEqual(changes({ title: "a" }, {}), [["title", null]]);
  assert.deepEqual(changes({ disabled: true }, { disabled: false }), [["disabled", null]]);
  assert.deepEqual(changes({ hidden: false }, { hidden: true }), [["hidden", ""]]);
});

test("the values of aria attributes are spelled out", () => {
  assert.deepEqual(changes({}, { "aria-pressed": false }), [["aria-pressed", "false"]]);
  assert.deepEqual(changes({ "aria-current": "page" }, { "aria-current": null }), [["aria-current", null]]);
});

test("handlers, keys and what is typed are no attributes", () => {
  assert.deepEqual(changes({}, { onclick: () => {}, key: 3, value: "x", checked: true }), []);
});

test("opening and closing of details is left to the person", () => {
  assert.deepEqual(changes({ open: true }, {}), []);
  assert.deepEqual(changes({}, { open: true }), []);
});
