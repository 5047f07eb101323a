// Tests which turns without a play end by themselves, and when.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { endDances } from "../../service/web/page/js/table/dance.js";

const DANCE = { number: 3, colour: "light", dance: "Blocked.", boards: [[]] };
const GAME = {
  revision: 9, question: null, alarm: false, dice: [{ device: "dice" }],
  players: { light: { offers: [{ request: "done" }] }, dark: { offers: [] } },
};
const WORLD = { piles: {}, hand: [], leaning: [] };

let store, timers, attempts, real, mayAct, dances;

beforeEach(() => {
  [timers, attempts, real, mayAct] = [new Map(), [], new Set(), true];
  store = createStore();
  const app = {
    store,
    preferences: { get: () => ({ oneTap: store.parts.preferences?.oneTap ?? true }) },
    attempt: (action) => (attempts.push(action), Promise.resolve(null)),
    isTouchable: (device) => !real.has(device),
    mayTouch: () => mayAct && Boolean(store.parts.World),
  };
  let last = 0;
  dances = endDances(app, {
    set: (end) => (timers.set((last += 1), end), last),
    clear: (timer) => timers.delete(timer),
  });
  store.put("World", WORLD);
  store.put("Game", GAME);
});

function runOut() {
  for (const [timer, end] of timers) {
    timers.delete(timer);
    end();
  }
}

test("a turn without a play ends by itself, once", () => {
  store.put("Plays", DANCE);
  assert.equal(timers.size, 1);
  store.put("Game", { ...GAME });
  assert.equal(timers.size, 1);
  runOut();
  store.put("Game", { ...GAME });
  runOut();
  assert.deepEqual(attempts, [{ is: "MakeRequest", colour: "light", request: "done", number: 0, revision: 9 }]);
});

test("a turn with a play does not end by itself", () => {
  store.put("Plays", { ...DANCE, dance: "" });
  assert.equal(timers.size, 0);
});

const WAITS = {
  "a question waits": () => store.put("Game", { ...GAME, question: { words: "?" } }),
  "an offer waits": () => store.put("Game", { ...GAME, players: { ...GAME.players, light: { offers: [] } } }),
  "the referee objects": () => store.put("Game", { ...GAME, alarm: true }),
  "a checker is in a hand": () => store.put("World", { ...WORLD, hand: ["light"] }),
  "the dice are real": () => (real.add("dice"), store.put("Devices", {})),
  "the board is real": () => store.put("World", undefined),
  "one tap is switched off": () => store.put("preferences", { oneTap: false }),
  "the page may not act": () => ((mayAct = false), store.put("link", "lost")),
  "the turn has ended": () => store.put("Plays", { number: 4, colour: null, dance: "", boards: [] }),
  "the view has closed": () => dances.close(),
};

for (const [reason, happens] of Object.entries(WAITS)) {
  test(`nothing ends by itself where ${reason}`, () => {
    store.put("Plays", DANCE);
    happens();
    runOut();
    assert.deepEqual(attempts, []);
  });
}
