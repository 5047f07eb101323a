// Tests that whoever follows a part is told of it, and of nothing after he left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createStore, scopedStore } from "../../service/web/page/js/store.js";

test("a follower is called at once, and again after every change of his parts", () => {
  const store = createStore();
  store.put("Game", 1);
  const seen = [];
  store.on(["Game", "Board"], ({ Game, Board }) => seen.push([Game, Board]));
  store.put("Board", 2);
  store.put("World", 3);
  assert.deepEqual(seen, [[1, undefined], [1, 2]]);
});

test("who has left hears nothing more, even if he leaves while others are told", () => {
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

test("what a closed view begins to follow too late, it never hears of", () => {
  const store = createStore();
  const view = scopedStore(store);
  const seen = [];
  view.release();
  view.on("Game", ({ Game }) => seen.push(Game));
  store.put("Game", 1);
  assert.deepEqual(seen, []);
});
