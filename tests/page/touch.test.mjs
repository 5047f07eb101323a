// Tests what a hand takes from a place of a simulated table, and what it asks for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { createTouch, liftable } from "../../service/web/page/js/table/touch.js";

const WORLD = { piles: { p8: ["light", "light"], p5: ["dark", "light"] }, leaning: [], hand: [] };

let parts, deeds, possible, answers, told, real, mayAct, app;

beforeEach(() => {
  [deeds, possible, answers, told] = [[], [], [], []];
  [real, mayAct] = [new Set(), true];
  const store = createStore();
  parts = store.parts;
  store.put("World", WORLD);
  store.put("Game", { turn: "light", dice: [], players: { light: { offers: [] }, dark: { offers: [] } } });
  app = {
    store,
    words: { say: (key) => key },
    act: (deed, may) => (deeds.push(deed), possible.push(may), Promise.resolve(answers.shift() ?? true)),
    ask: (colour, wish, number) => deeds.push({ colour, wish, number }),
    announce: () => {},
    tell: (words) => told.push(words),
    mayAct: () => mayAct,
    mayTouch: () => mayAct && Boolean(parts.World),
    isTwin: (device) => !real.has(device),
    isReal: (device) => real.has(device),
  };
  store.put("welcome", { may_act: true });
});

const pair = (colour, state) => ({ device: "dice", colour, state });

function withRealBoard() {
  real.add("board");
  delete parts.World;
}

test("the checker that was touched is lifted, if it truly lies there", () => {
  assert.equal(liftable(WORLD, "p5", "light", "light"), "light");
  assert.equal(liftable(WORLD, "p8", "dark", "light"), "light");
});

test("where both lie and none was touched, the hit one is lifted", () => {
  assert.equal(liftable(WORLD, "p5", null, "light"), "dark");
  assert.equal(liftable(WORLD, "p5", null, "dark"), "light");
});

test("nothing is lifted where nothing truly lies, whatever the sensors say", () => {
  assert.equal(liftable(WORLD, "p7", "light", "light"), null);
  const handlers = createTouch(app).now();
  assert.equal(handlers.lift("p7", "light"), null);
  assert.deepEqual(deeds, []);
});

test("a checker that lies between two places is lifted from either", () => {
  const leaning = [{ colour: "dark", places: ["p3", "p4"] }];
  assert.equal(liftable({ ...WORLD, leaning }, "p4", null, "light"), "dark");
});

test("a lift tells what is lifted at once, and later whether it could be done", async () => {
  answers = [false];
  const lifting = createTouch(app).now().lift("p8", "light");
  assert.equal(lifting.colour, "light");
  assert.equal(await lifting.done, false);
  assert.deepEqual(deeds, [{ is: "Lift", place: "p8", colour: "light" }]);
});

test("a checker comes down only if it was lifted", async () => {
  const [lifted, down] = [Promise.withResolvers(), Promise.withResolvers()];
  answers = [lifted.promise, down.promise];
  const { now, hand } = createTouch(app);
  const handlers = now();
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.deepEqual(possible, [undefined, done]);
  lifted.resolve(false);
  down.resolve(false);
  await new Promise(setImmediate);
  assert.deepEqual(hand(), []);
});

test("a hit checker that has just left is not lifted again in place of the one that hit it", async () => {
  const { now, hand } = createTouch(app);
  const handlers = now();
  const { colour, done } = handlers.lift("p5", null);
  assert.equal(colour, "dark");
  handlers.put("bar.dark", "dark", done);
  assert.equal(handlers.lift("p5", null).colour, "light");
  assert.deepEqual(hand(), ["light"]);
  await new Promise(setImmediate);
  assert.deepEqual(deeds, [
    { is: "Lift", place: "p5", colour: "dark" },
    { is: "Put", place: "bar.dark", colour: "dark" },
    { is: "Lift", place: "p5", colour: "light" },
  ]);
});

test("a checker that has just come down is lifted at once, though it was not shown there yet", async () => {
  const handlers = createTouch(app).now();
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.equal(handlers.lift("p4", null).colour, "light");
  await new Promise(setImmediate);
  assert.deepEqual(deeds.map(({ is, place }) => [is, place]), [["Lift", "p8"], ["Put", "p4"], ["Lift", "p4"]]);
});

test("T throws the dice of whoever is to move, and D picks them up", () => {
  parts.Game.dice = [pair("dark", "lifted"), pair("light", "lifted")];
  const { throwDice, pickUp } = createTouch(app);
  throwDice();
  parts.Game.dice = [pair("dark", "settled"), pair("light", "settled")];
  pickUp();
  assert.deepEqual(deeds, [
    { is: "ThrowDice", colour: "light", numbers: [] },
    { is: "LiftDice", colour: "light" },
  ]);
});

test("X doubles for whoever may, and does nothing where nobody may", () => {
  const { double } = createTouch(app);
  double();
  assert.deepEqual(deeds, []);
  parts.Game.players.dark.offers = [{ wish: "double", words: "Double", number: 0 }];
  double();
  assert.deepEqual(deeds, [{ colour: "dark", wish: "double", number: 0 }]);
});

test("checkers of a real board are not touched, and every try is told so", () => {
  withRealBoard();
  const handlers = createTouch(app).now();
  assert.equal(handlers.lift, undefined);
  handlers.tried();
  assert.deepEqual(told, ["page.board.real"]);
  assert.deepEqual(deeds, []);
});

test("simulated dice beside a real board are thrown and picked up", () => {
  withRealBoard();
  parts.Game.dice = [pair(null, "lifted")];
  const { now, pickUp, throwDice } = createTouch(app);
  now().dice("dice", null)();
  throwDice();
  parts.Game.dice = [pair(null, "settled")];
  now().dice("dice", null)();
  pickUp();
  assert.deepEqual(deeds.map(({ is }) => is), ["ThrowDice", "ThrowDice", "LiftDice", "LiftDice"]);
});

test("real dice are only looked at, and D tells that the turn is done", () => {
  real.add("dice");
  parts.Game.dice = [pair(null, "settled")];
  parts.Game.players.light.offers = [{ wish: "done", words: "Done", number: 0 }];
  const { now, pickUp, throwDice } = createTouch(app);
  assert.equal(now().dice("dice", null), null);
  throwDice();
  assert.deepEqual([deeds, told], [[], []]);
  pickUp();
  assert.deepEqual(deeds, [{ colour: "light", wish: "done", number: 0 }]);
});

test("whoever looks on at a real board is told where checkers are moved, and touches nothing", () => {
  withRealBoard();
  [mayAct, parts.welcome] = [false, { may_act: false }];
  const handlers = createTouch(app).now();
  assert.deepEqual(Object.keys(handlers), ["tried"]);
});

test("where a simulated board is not shown, a touch is nothing", () => {
  delete parts.World;
  assert.equal(createTouch(app).now(), null);
});
