// Tests that a follower of a part is called for its changes, and never after it has left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createStore, scopedStore } from "../../service/web/page/js/store.js";

test("a follower is called at once, and again after every change of its parts", () => {
  const store = createStore();
  store.put("Game", 1);
  const seen = [];
  store.on(["Game", "Board"], ({ Game, Board }) => seen.push([Game, Board]));
  store.put("Board", 2);
  store.put("World", 3);
  assert.deepEqual(seen, [[1, undefined], [1, 2]]);
});

test("a follower that has left is not called, even if it leaves while others are called", () => {
  const store = createStore();
  const seen = [];
  let off = () => {};
  store.on("Game", ({ Game }) => Game && off());
  off = store.on("Game", ({ Game }) => seen.push(Game));
  store.put("Game", 1);
  assert.deepEqual(seen, [undefined]);
});

test("a closed view forgets all it followed, and others go on", () => {
  const store = createStore();
  const view = scopedStore(store);
  const seen = [];
  view.on("Game", ({ Game }) => seen.push(["view", Game]));
  store.on("Game", ({ Game }) => seen.push(["page", Game]));
  seen.length = 0;
  view.release();
  store.put("Game", 1);
  assert.deepEqual(seen, [["page", 1]]);
});

test("a closed view is never called for a part that it begins to follow too late", () => {
  const store = createStore();
  const view = scopedStore(store);
  const seen = [];
  view.release();
  view.on("Game", ({ Game }) => seen.push(Game));
  store.put("Game", 1);
  assert.deepEqual(seen, []);
});
