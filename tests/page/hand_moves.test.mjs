// Tests what the hands of a page take back: the last move, and the hits of a move that goes back.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { createTouch } from "../../service/web/page/js/table/touch.js";

let store, actions, handlers, preferences, undo;

beforeEach(() => {
  actions = [];
  preferences = { carriesHits: true, sloppy: false, oneTap: true };
  store = createStore();
  const app = {
    store,
    preferences: { get: () => preferences },
    words: { say: (key, values) => [key, ...Object.values(values ?? {})].join(" ") },
    act: (action) => (actions.push(action), new Promise(() => {})),
    announce: () => {},
    tell: () => {},
    mayAct: () => true,
    mayTouch: () => true,
    isTouchable: () => true,
    isReal: () => false,
  };
  const touch = createTouch(app);
  undo = touch.oneTap.undoStep;
  throwFor("light");
  lay({ p8: ["light", "light"], p13: ["light"], p5: ["dark"], p4: ["dark"] });
  handlers = touch.currentHandlers();
});

const throwFor = (turn) => store.put("Game", { turn, dice: [], next: { act: "move", colour: turn }, setting_up: false });
const lay = (piles) => store.put("World", { piles, leaning: [], hand: [] });
const done = () => actions.map(({ is, place, colour }) => `${is} ${place} ${colour}`);

function drag(from, to, colour = "light") {
  handlers.lift(from, colour);
  handlers.put(to, colour, undefined, from);
}

test("a drag anywhere is taken back by one press, and the one before it by the next", () => {
  assert.equal(undo(), null);
  drag("p13", "p2");
  drag("p8", "p21");
  assert.equal(undo().words, "page.taps.undo 8/21");
  actions = [];
  undo().play();
  assert.deepEqual(done(), ["Lift p21 light", "Put p8 light"]);
  assert.equal(undo().words, "page.taps.undo 13/2");
  undo().play();
  assert.equal(undo(), null);
});

test("a drag is not offered for undo after somebody else has moved, or the turn is another", () => {
  drag("p13", "p2");
  lay({ p8: ["light"], p2: ["light"], p7: ["light"], p5: ["dark"], p4: ["dark"] });
  assert.equal(undo(), null);
  lay({ p8: ["light", "light"], p2: ["light"], p5: ["dark"], p4: ["dark"] });
  assert.notEqual(undo(), null);
  throwFor("dark");
  assert.equal(undo(), null);
});

test("a checker in the hand is put down before anything is taken back", () => {
  drag("p13", "p2");
  handlers.lift("p8", "light");
  assert.equal(undo(), null);
});

test("an undone hit takes the hit checker off the bar", () => {
  drag("p8", "p5");
  actions = [];
  undo().play();
  assert.deepEqual(done(), ["Lift p5 light", "Put p8 light", "Lift bar.dark dark", "Put p5 dark"]);
  assert.equal(undo(), null);
});

test("a hitter that is dragged back takes the hit checker off the bar, whatever moved besides", () => {
  drag("p8", "p5");
  drag("p13", "p12");
  actions = [];
  drag("p5", "p8");
  assert.deepEqual(done(), ["Lift p5 light", "Put p8 light", "Lift bar.dark dark", "Put p5 dark"]);
});

test("a checker that has hit twice and is dragged back takes both off the bar", () => {
  drag("p8", "p5");
  drag("p5", "p4");
  actions = [];
  drag("p4", "p8");
  assert.deepEqual(done().slice(2), ["Lift bar.dark dark", "Put p4 dark", "Lift bar.dark dark", "Put p5 dark"]);
  assert.equal(undo(), null);
});

test("a hitter that goes on leaves the hit checker on the bar", () => {
  drag("p8", "p5");
  actions = [];
  drag("p5", "p3");
  assert.deepEqual(done(), ["Lift p5 light", "Put p3 light"]);
});

test("hit checkers stay where people put them if they carry these themselves", () => {
  drag("p8", "p5");
  preferences = { ...preferences, carriesHits: false };
  actions = [];
  drag("p5", "p8");
  assert.deepEqual(done(), ["Lift p5 light", "Put p8 light"]);
});
