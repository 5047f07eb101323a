// Tests taps at a simulated table: what the hands carry, what is explained, and what the dice do.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { createOneTap } from "../../service/web/page/js/table/one_tap.js";
import { createOptimisticWorld } from "../../service/web/page/js/table/optimistic_world.js";

const counts = (places) => Array.from({ length: 28 }, (_, at) => places[at + 1] ?? 0);
const PLAYS = {
  is: "Plays", number: 7, colour: "light", explains: true, forced: "", dance: "",
  counts: counts({ 8: 1, 6: 1, 5: -1 }),
  boards: [
    [[8, 3, 1], [6, 3, 2], [8, 1, 3], [6, 1, 4]],
    [[6, 1, 5], [5, 1, 6]],
    [[8, 1, 8], [3, 1, 9]],
    [[7, 3, 10], [6, 3, 8]],
    [[8, 3, 5], [5, 3, 7]],
    [], [], [], [], [], [],
  ],
};
const WORLD = { piles: { p8: ["light"], p6: ["light"], p5: ["dark"] }, leaning: [], hand: [] };
const BEARING_OFF = {
  ...PLAYS,
  counts: counts({ 4: 2 }),
  boards: [[[4, 3, 1], [4, 1, 2]], [[4, 1, 3], [1, 1, 4]], [[4, 3, 3], [3, 3, 4]], [], []],
};

let store, parts, optimistic, actions, notices, asked, reason, time, oneTap, mayAct, byHand;

beforeEach(() => {
  [actions, notices, asked, reason, time, mayAct] = [[], [], [], "It cannot.", 0, true];
  byHand = null;
  store = createStore();
  parts = store.parts;
  optimistic = createOptimisticWorld();
  const app = {
    store,
    words: { say: (key, values) => [key, ...Object.values(values ?? {})].join(" ") },
    preferences: { get: () => ({ oneTap: parts.preferences?.oneTap ?? true }) },
    playHelp: { stuckChecker: async (...about) => (asked.push(about), reason) },
    announce: () => {},
    tell: (words) => notices.push(words),
    mayAct: () => mayAct,
    mayTouch: () => mayAct && Boolean(parts.World),
  };
  const act = (action) => {
    actions.push(action);
    const done = new Promise(() => {});
    optimistic.expect(action, done);
    return done;
  };
  oneTap = createOneTap(app, { world: optimistic.world, act, undo: () => byHand }, () => time);
  show(WORLD, PLAYS);
});

function show(world, plays) {
  store.put("World", world);
  optimistic.show(world);
  store.put("Plays", plays);
  store.put("Game", { dice: [pair("settled")] });
}

const pair = (state, colour = null) => ({ device: "dice", state, colour, numbers: [1, 3] });
const carried = () => actions.map(({ is, place, colour }) => `${is.replace("ForStep", "")} ${place} ${colour}`);
const answered = () => new Promise(setImmediate);

test("a checker that hits has the hit one carried to the bar", () => {
  assert.equal(oneTap.tap("p8"), true);
  assert.deepEqual(actions, [
    { is: "LiftForStep", place: "p8", colour: "light", plays: 7, count: 1 },
    { is: "Put", place: "p5", colour: "light", carry_hit: true },
  ]);
});

test("taps go on from what the hands have done, though the service has not answered", () => {
  oneTap.tap("p8");
  actions = [];
  oneTap.tap("p6");
  assert.deepEqual(carried(), ["Lift p6 light", "Put p5 light"]);
  assert.equal(oneTap.board(), 5);
});

test("a tap is a hand's where the preference says so, or the board is on no way to a play", () => {
  store.put("preferences", { oneTap: false });
  assert.equal(oneTap.tap("p8"), false);
  store.put("preferences", { oneTap: true });
  show({ ...WORLD, piles: { p9: ["light"], p6: ["light"], p5: ["dark"] } }, PLAYS);
  assert.equal(oneTap.tap("p9"), false);
  show({ ...WORLD, hand: ["light"] }, PLAYS);
  assert.equal(oneTap.tap("p8"), false);
  show(WORLD, { ...PLAYS, colour: null, boards: [], counts: [] });
  assert.equal(oneTap.tap("p8"), false);
  assert.deepEqual(actions, []);
});

test("without the steps of a throw a tap is a hand's, and its plays are listed from the first board", () => {
  show({ ...WORLD, piles: { p9: ["light"] } }, { ...PLAYS, boards: [] });
  assert.deepEqual([oneTap.tap("p9"), oneTap.isOn(), oneTap.forcedPlay()], [false, false, null]);
  assert.deepEqual([oneTap.mayList(), oneTap.board(), oneTap.drawnDice()[0].tap], [true, 0, "pick_up"]);
});

test("a stuck checker is explained, and a second tap lifts it", async () => {
  assert.equal(oneTap.tap("p5"), true);
  actions = [];
  show({ ...WORLD, piles: { p5: ["light", "light"], "bar.dark": ["dark"] } }, PLAYS);
  assert.equal(oneTap.tap("p5"), true);
  await answered();
  assert.deepEqual(asked, [[7, 5, "p5"]]);
  assert.deepEqual(notices, ["It cannot. page.taps.insist"]);
  time += 2000;
  assert.equal(oneTap.tap("p5"), false);
  assert.deepEqual(actions, []);
});

test("the second half of a double tap on a stuck checker does nothing", async () => {
  show({ ...WORLD, piles: { p5: ["light", "light"], "bar.dark": ["dark"] } }, PLAYS);
  oneTap.tap("p5");
  time += 100;
  assert.equal(oneTap.tap("p5"), true);
  await answered();
  assert.equal(notices.length, 1);
});

test("a second tap that comes late, or after another place, is explained again", async () => {
  const ended = { ...WORLD, piles: { p5: ["light", "light"], "bar.dark": ["dark"] } };
  show(ended, PLAYS);
  oneTap.tap("p5");
  time += 60_000;
  assert.equal(oneTap.tap("p5"), true);
  oneTap.tap("bar.dark");
  assert.equal(oneTap.tap("p5"), true);
  await answered();
  assert.equal(notices.length, 1, "only the last tap is answered");
});

test("a stuck checker is lifted at once where the profile explains nothing", () => {
  show({ ...WORLD, piles: { p5: ["light", "light"], "bar.dark": ["dark"] } }, { ...PLAYS, explains: false });
  assert.equal(oneTap.tap("p5"), false);
  assert.deepEqual([asked, oneTap.mayList(), oneTap.forcedPlay()], [[], false, null]);
});

test("nothing is explained of an empty place", () => {
  assert.equal(oneTap.tap("p20"), false);
  assert.deepEqual(asked, []);
});

test("steps are taken back one at a time, in the order of the taps, with the checker that was hit", () => {
  oneTap.swapDice();
  oneTap.tap("p8");
  oneTap.tap("p6");
  oneTap.swapDice();
  actions = [];
  assert.equal(oneTap.undoStep().words, "page.taps.undo 6/3");
  oneTap.undoStep().play();
  oneTap.undoStep().play();
  assert.equal(oneTap.undoStep(), null);
  assert.deepEqual(carried(), ["Lift p3 light", "Put p6 light", "Lift p7 light", "Put p8 light"]);
  oneTap.tap("p8");
  actions = [];
  oneTap.undoStep().play();
  assert.deepEqual(carried(), ["Lift p5 light", "Put p8 light", "Lift bar.dark dark", "Put p5 dark"]);
  assert.equal(oneTap.board(), 0);
});

test("a step of another hand can be taken back too", () => {
  show({ ...WORLD, piles: { p7: ["light"], p6: ["light"], p5: ["dark"] } }, PLAYS);
  oneTap.undoStep().play();
  assert.deepEqual(carried(), ["Lift p7 light", "Put p8 light"]);
});

test("a board on no way to a play offers the last move by hand, and any other its last step", () => {
  byHand = { words: "Undo 24/9", play: () => {} };
  show({ ...WORLD, piles: { p9: ["light"], p6: ["light"], p5: ["dark"] } }, PLAYS);
  assert.equal(oneTap.undoStep(), byHand);
  show(WORLD, PLAYS);
  assert.equal(oneTap.undoStep(), null);
  oneTap.tap("p6");
  assert.notEqual(oneTap.undoStep(), byHand);
  store.put("preferences", { oneTap: false });
  assert.equal(oneTap.undoStep(), byHand);
});

test("the second half of a double tap bears off, and a slow second tap moves another checker", () => {
  const piles = { p4: ["light", "light"] };
  show({ ...WORLD, piles }, BEARING_OFF);
  oneTap.tap("p4");
  time += 200;
  oneTap.tap("p4");
  assert.deepEqual(carried(), ["Lift p4 light", "Put p1 light", "Lift p1 light", "Put off.light light"]);
});

test("a slow second tap moves another checker", () => {
  show({ ...WORLD, piles: { p4: ["light", "light"] } }, BEARING_OFF);
  oneTap.tap("p4");
  time += 1000;
  oneTap.tap("p4");
  assert.deepEqual(carried(), ["Lift p4 light", "Put p1 light", "Lift p4 light", "Put p3 light"]);
});

test("a forced play is offered from every board on its way, and no more once it is made", () => {
  const boards = [[[8, 3, 1]], [[5, 1, 2]], []];
  show({ ...WORLD, piles: { p8: ["light"] } }, { ...PLAYS, counts: counts({ 8: 1 }), boards, forced: "8/4" });
  assert.equal(oneTap.forcedPlay().words, "page.taps.forced 8/4");
  oneTap.tap("p8");
  actions = [];
  oneTap.forcedPlay().play();
  assert.deepEqual(carried(), ["Lift p5 light", "Put p4 light"]);
  assert.equal(oneTap.forcedPlay(), null);
});

test("a play from the list is made from the board as it is", () => {
  oneTap.tap("p8");
  actions = [];
  oneTap.playTo(6);
  assert.deepEqual(carried(), ["Lift p5 light", "Put p4 light"]);
});

test("dice have one meaning at a time", () => {
  assert.equal(oneTap.diceTap(pair("settled")), "swap");
  oneTap.tap("p8");
  assert.equal(oneTap.diceTap(pair("settled")), "unfinished");
  oneTap.tap("p6");
  assert.equal(oneTap.diceTap(pair("settled")), "pick_up");
  assert.equal(oneTap.diceTap(pair("settled", "dark")), "pick_up");
});

test("swapped dice are drawn and played the other way round, for one throw", () => {
  assert.deepEqual(oneTap.drawnDice()[0].numbers, [3, 1]);
  oneTap.swapDice();
  assert.deepEqual(oneTap.drawnDice()[0].numbers, [1, 3]);
  oneTap.swapDice();
  assert.deepEqual(oneTap.drawnDice()[0].numbers, [3, 1]);
  oneTap.swapDice();
  oneTap.tap("p6");
  assert.deepEqual(carried().slice(-2), ["Lift p6 light", "Put p5 light"]);
  store.put("Plays", { ...PLAYS, number: 8 });
  assert.deepEqual(oneTap.drawnDice()[0].numbers, [3, 1]);
});

test("dice lie as they were thrown where taps lift and put", () => {
  store.put("preferences", { oneTap: false });
  assert.deepEqual(oneTap.drawnDice()[0], { ...pair("settled"), tap: "pick_up" });
});

test("a checker at a real board is explained, and nothing else happens", async () => {
  delete parts.World;
  store.put("Board", { places: { p5: { light: 2, dark: 0 }, "bar.dark": { light: 0, dark: 1 } } });
  assert.equal(oneTap.explain("p5"), true);
  await answered();
  assert.deepEqual(notices, ["It cannot."]);
  reason = "";
  oneTap.explain("bar.dark");
  await answered();
  assert.equal(notices.at(-1), "page.board.real");
  assert.equal(oneTap.explain("p20"), false);
  assert.deepEqual([actions, oneTap.undoStep(), oneTap.mayList()], [[], null, true]);
});

test("a spectator gets no buttons", () => {
  mayAct = false;
  assert.deepEqual([oneTap.tap("p8"), oneTap.undoStep(), oneTap.forcedPlay(), oneTap.mayList()], [false, null, null, false]);
});

test("a run of the service that counts its plays anew begins with other steps and dice", () => {
  store.put("welcome", { boot: "first" });
  show(WORLD, PLAYS);
  oneTap.swapDice();
  oneTap.tap("p8");
  oneTap.tap("p6");
  store.put("welcome", { boot: "second" });
  show({ piles: { p7: ["light"], p3: ["light"], p5: ["dark"] }, leaning: [], hand: [] }, PLAYS);
  assert.equal(oneTap.undoStep().words, "page.taps.undo 8/7");
  show(WORLD, PLAYS);
  assert.deepEqual(oneTap.drawnDice()[0].numbers, [3, 1]);
});
