// Tests what a hand takes from a place of a simulated table, and what it asks for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { createTouch, liftableColour } from "../../service/web/page/js/table/touch.js";

const WORLD = { piles: { p8: ["light", "light"], p5: ["dark", "light"] }, leaning: [], hand: [] };

let parts, actions, possible, answers, notices, real, mayAct, preferences, app;

beforeEach(() => {
  [actions, possible, answers, notices] = [[], [], [], []];
  [real, mayAct] = [new Set(), true];
  preferences = { carriesHits: true, sloppy: false };
  const store = createStore();
  parts = store.parts;
  store.put("World", WORLD);
  store.put("Game", { turn: "light", dice: [], next: { act: "move", colour: "light" }, players: { light: { offers: [] }, dark: { offers: [] } } });
  app = {
    store,
    preferences: { get: () => preferences },
    words: { say: (key) => key },
    act: (action, may) => (actions.push(action), possible.push(may), Promise.resolve(answers.shift() ?? true)),
    ask: (colour, request, number) => actions.push({ colour, request, number }),
    announce: () => {},
    tell: (words) => notices.push(words),
    mayAct: () => mayAct,
    mayTouch: () => mayAct && Boolean(parts.World),
    isTouchable: (device) => !real.has(device),
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
  assert.equal(liftableColour(WORLD, "p5", "light", "light"), "light");
  assert.equal(liftableColour(WORLD, "p8", "dark", "light"), "light");
});

test("where both lie and none was touched, the hit one is lifted", () => {
  assert.equal(liftableColour(WORLD, "p5", null, "light"), "dark");
  assert.equal(liftableColour(WORLD, "p5", null, "dark"), "light");
});

test("no checker is lifted where none truly lies, whatever the sensors say", () => {
  assert.equal(liftableColour(WORLD, "p7", "light", "light"), null);
  const handlers = createTouch(app).currentHandlers();
  assert.equal(handlers.lift("p7", "light"), null);
  assert.deepEqual(actions, []);
});

test("a checker that lies between two places is lifted from either", () => {
  const leaning = [{ colour: "dark", places: ["p3", "p4"] }];
  assert.equal(liftableColour({ ...WORLD, leaning }, "p4", null, "light"), "dark");
});

test("a lift gives its colour at once, and later whether it could be done", async () => {
  answers = [false];
  const lifting = createTouch(app).currentHandlers().lift("p8", "light");
  assert.equal(lifting.colour, "light");
  assert.equal(await lifting.done, false);
  assert.deepEqual(actions, [{ is: "Lift", place: "p8", colour: "light" }]);
});

test("a checker comes down only if it was lifted", async () => {
  const [lifted, down] = [Promise.withResolvers(), Promise.withResolvers()];
  answers = [lifted.promise, down.promise];
  const { currentHandlers, hand } = createTouch(app);
  const handlers = currentHandlers();
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.deepEqual(possible, [undefined, done]);
  lifted.resolve(false);
  down.resolve(false);
  await new Promise(setImmediate);
  assert.deepEqual(hand(), []);
});

test("a hit checker that has just left is not lifted again in place of the one that hit it", async () => {
  const { currentHandlers, hand } = createTouch(app);
  const handlers = currentHandlers();
  const { colour, done } = handlers.lift("p5", null);
  assert.equal(colour, "dark");
  handlers.put("bar.dark", "dark", done);
  assert.equal(handlers.lift("p5", null).colour, "light");
  assert.deepEqual(hand(), ["light"]);
  await new Promise(setImmediate);
  assert.deepEqual(actions, [
    { is: "Lift", place: "p5", colour: "dark" },
    { is: "Put", place: "bar.dark", colour: "dark" },
    { is: "Lift", place: "p5", colour: "light" },
  ]);
});

test("a checker that has just come down is lifted at once, though it was not shown there yet", async () => {
  const handlers = createTouch(app).currentHandlers();
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.equal(handlers.lift("p4", null).colour, "light");
  await new Promise(setImmediate);
  assert.deepEqual(actions.map(({ is, place }) => [is, place]), [["Lift", "p8"], ["Put", "p4"], ["Lift", "p4"]]);
});

test("T throws the dice of the player to move, and D picks them up", () => {
  parts.Game.dice = [pair("dark", "lifted"), pair("light", "lifted")];
  const { throwDice, pickUp } = createTouch(app);
  throwDice();
  parts.Game.dice = [pair("dark", "settled"), pair("light", "settled")];
  pickUp();
  assert.deepEqual(actions, [
    { is: "ThrowDice", colour: "light", numbers: [] },
    { is: "LiftDice", colour: "light" },
  ]);
});

test("T throws the dice that are awaited, though others lie in their cup", () => {
  parts.Game.dice = [pair("light", "lifted"), pair("dark", "settled")];
  Object.assign(parts.Game, { turn: "dark", next: { act: "throw", colour: "dark" } });
  createTouch(app).throwDice();
  assert.deepEqual(actions, [{ is: "ThrowDice", colour: "dark", numbers: [] }]);
});

test("T throws no dice of a player who has no turn", () => {
  parts.Game.dice = [pair("light", "lifted"), pair("dark", "settled")];
  Object.assign(parts.Game, { turn: "dark", next: { act: "play", colour: "dark" } });
  createTouch(app).throwDice();
  assert.deepEqual(actions, []);
});

test("X doubles for the player who may, and does nothing where no player may", () => {
  const { double } = createTouch(app);
  double();
  assert.deepEqual(actions, []);
  parts.Game.players.dark.offers = [{ request: "double", words: "Double", number: 0 }];
  double();
  assert.deepEqual(actions, [{ colour: "dark", request: "double", number: 0 }]);
});

test("checkers of a real board are not touched, and every try is explained", () => {
  withRealBoard();
  const handlers = createTouch(app).currentHandlers();
  assert.equal(handlers.lift, undefined);
  handlers.explain();
  assert.deepEqual(notices, ["page.board.real"]);
  assert.deepEqual(actions, []);
});

test("simulated dice beside a real board are thrown and picked up", () => {
  withRealBoard();
  parts.Game.dice = [pair(null, "lifted")];
  const { currentHandlers, pickUp, throwDice } = createTouch(app);
  currentHandlers().dice("dice", null)();
  throwDice();
  parts.Game.dice = [pair(null, "settled")];
  currentHandlers().dice("dice", null)();
  pickUp();
  assert.deepEqual(actions.map(({ is }) => is), ["ThrowDice", "ThrowDice", "LiftDice", "LiftDice"]);
});

test("real dice are only looked at, and D tells that the turn is done", () => {
  real.add("dice");
  parts.Game.dice = [pair(null, "settled")];
  parts.Game.players.light.offers = [{ request: "done", words: "Done", number: 0 }];
  const { currentHandlers, pickUp, throwDice } = createTouch(app);
  assert.equal(currentHandlers().dice("dice", null), null);
  throwDice();
  assert.deepEqual([actions, notices], [[], []]);
  pickUp();
  assert.deepEqual(actions, [{ colour: "light", request: "done", number: 0 }]);
});

test("a spectator at a real board is told where checkers are moved, and touches nothing", () => {
  withRealBoard();
  [mayAct, parts.welcome] = [false, { may_act: false }];
  const handlers = createTouch(app).currentHandlers();
  assert.deepEqual(Object.keys(handlers), ["explain"]);
});

test("a touch does nothing where no simulated board is shown", () => {
  delete parts.World;
  assert.equal(createTouch(app).currentHandlers(), null);
});

const BLOT = { piles: { p8: ["light", "light"], p5: ["dark"], "off.dark": ["dark"] }, leaning: [], hand: [] };

/** The actions of a light checker that is lifted and put down. */
function carried(start, end, colour = "light") {
  const { lift, put } = createTouch(app).currentHandlers();
  const { done } = lift(start, colour);
  put(end, colour, done, start);
  return actions.splice(0);
}

test("a hit carries the other checker to the bar", () => {
  app.store.put("World", BLOT);
  assert.deepEqual(carried("p8", "p5")[1], { is: "Put", place: "p5", colour: "light", carry_hit: true });
});

test("a hit carries nothing for sloppy hands, or if the preference is off", () => {
  app.store.put("World", BLOT);
  for (preferences of [{ carriesHits: true, sloppy: true }, { carriesHits: false, sloppy: false }]) {
    assert.equal(carried("p8", "p5")[1].carry_hit, undefined);
  }
});

test("nothing is carried where no checker of the opponent lies alone", () => {
  app.store.put("World", { ...BLOT, piles: { p8: ["light"], p5: ["dark", "dark"], p4: ["light"], "off.dark": ["dark"] } });
  for (const place of ["p5", "p4", "p3", "off.dark"]) {
    assert.equal(carried("p8", place)[1].carry_hit, undefined);
  }
  app.store.put("World", { ...BLOT, leaning: [{ colour: "dark", places: ["p4", "p5"] }] });
  assert.equal(carried("p8", "p5")[1].carry_hit, undefined);
});

test("nothing is carried by the opponent, in a set-up, or while the board is put right", () => {
  app.store.put("World", { ...BLOT, piles: { p8: ["dark"], p5: ["light"], p4: ["light"] } });
  assert.equal(carried("p8", "p5", "dark")[1].carry_hit, undefined);
  app.store.put("Game", { ...parts.Game, turn: "dark" });
  assert.equal(carried("p8", "p5", "dark")[1].carry_hit, true);
  app.store.put("Game", { ...parts.Game, setting_up: true });
  assert.equal(carried("p8", "p5", "dark")[1].carry_hit, undefined);
  app.store.put("Game", { ...parts.Game, setting_up: false });
  app.store.put("Board", { places: { p8: { lamp: { meaning: "came_from" } } } });
  assert.equal(carried("p8", "p5", "dark")[1].carry_hit, undefined);
});

test("a checker that is put back hits nothing", () => {
  app.store.put("World", { ...BLOT, piles: { p5: ["dark", "light"] } });
  const { lift, put } = createTouch(app).currentHandlers();
  const { done } = lift("p5", "light");
  put("p5", "light", done, "p5");
  assert.equal(actions[1].carry_hit, undefined);
});
