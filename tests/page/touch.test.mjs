// Tests what a hand takes from a place of a simulated table, and what it asks for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createStore } from "../../service/web/page/js/store.js";
import { createTouch, liftable } from "../../service/web/page/js/table/touch.js";

const WORLD = { piles: { p8: ["light", "light"], p5: ["dark", "light"] }, leaning: [], hand: [] };

let parts, deeds, possible, answers, app;

beforeEach(() => {
  [deeds, possible, answers] = [[], [], []];
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
    mayAct: () => true,
    mayTouch: () => true,
  };
});

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
  const { handlers } = createTouch(app);
  assert.equal(handlers.lift("p7", "light"), null);
  assert.deepEqual(deeds, []);
});

test("a checker that lies between two places is lifted from either", () => {
  const leaning = [{ colour: "dark", places: ["p3", "p4"] }];
  assert.equal(liftable({ ...WORLD, leaning }, "p4", null, "light"), "dark");
});

test("a lift tells what is lifted at once, and later whether it could be done", async () => {
  answers = [false];
  const lifting = createTouch(app).handlers.lift("p8", "light");
  assert.equal(lifting.colour, "light");
  assert.equal(await lifting.done, false);
  assert.deepEqual(deeds, [{ is: "Lift", place: "p8", colour: "light" }]);
});

test("a checker comes down only if it was lifted", async () => {
  const [lifted, down] = [Promise.withResolvers(), Promise.withResolvers()];
  answers = [lifted.promise, down.promise];
  const { handlers, hand } = createTouch(app);
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.deepEqual(possible, [undefined, done]);
  lifted.resolve(false);
  down.resolve(false);
  await new Promise(setImmediate);
  assert.deepEqual(hand(), []);
});

test("a hit checker that has just left is not lifted again in place of the one that hit it", async () => {
  const { handlers, hand } = createTouch(app);
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
  const { handlers } = createTouch(app);
  const { done } = handlers.lift("p8", "light");
  handlers.put("p4", "light", done);
  assert.equal(handlers.lift("p4", null).colour, "light");
  await new Promise(setImmediate);
  assert.deepEqual(deeds.map(({ is, place }) => [is, place]), [["Lift", "p8"], ["Put", "p4"], ["Lift", "p4"]]);
});

test("T throws the dice of whoever is to move, and D picks them up", () => {
  const dice = (colour, state) => ({ device: "dice", colour, state });
  parts.Game.dice = [dice("dark", "lifted"), dice("light", "lifted")];
  const { throwDice, pickUp } = createTouch(app);
  throwDice();
  parts.Game.dice = [dice("dark", "settled"), dice("light", "settled")];
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
