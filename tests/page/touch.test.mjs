// Tests what a hand takes from a place of a simulated table, and what it asks for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createTouch, liftable } from "../../service/web/page/js/table/touch.js";

let parts, deeds, answers, app;

beforeEach(() => {
  [deeds, answers] = [[], []];
  parts = {
    World: { piles: { p8: ["light", "light"], p5: ["dark", "light"] }, leaning: [] },
    Game: { turn: "light", dice: [], players: { light: { offers: [] }, dark: { offers: [] } } },
  };
  app = {
    store: { parts },
    words: { say: (key) => key },
    act: (deed) => (deeds.push(deed), Promise.resolve(answers.shift() ?? true)),
    ask: (colour, wish, number) => deeds.push({ colour, wish, number }),
    announce: () => {},
    mayAct: () => true,
    mayTouch: () => true,
  };
});

test("the checker that was touched is lifted, if it truly lies there", () => {
  assert.equal(liftable(app, "p5", "light"), "light");
  assert.equal(liftable(app, "p8", "dark"), "light");
});

test("where both lie and none was touched, the hit one is lifted", () => {
  assert.equal(liftable(app, "p5", null), "dark");
  parts.Game.turn = "dark";
  assert.equal(liftable(app, "p5", null), "light");
});

test("nothing is lifted where nothing truly lies, whatever the sensors say", () => {
  assert.equal(liftable(app, "p7", "light"), null);
  const { handlers } = createTouch(app);
  assert.equal(handlers.lift("p7", "light"), null);
  assert.deepEqual(deeds, []);
});

test("a checker that lies between two places is lifted from either", () => {
  parts.World.leaning = [{ colour: "dark", places: ["p3", "p4"] }];
  assert.equal(liftable(app, "p4", null), "dark");
});

test("a lift tells what is lifted at once, and later whether it could be done", async () => {
  answers = [false];
  const lifting = createTouch(app).handlers.lift("p8", "light");
  assert.equal(lifting.colour, "light");
  assert.equal(await lifting.done, false);
  assert.deepEqual(deeds, [{ is: "Lift", place: "p8", colour: "light" }]);
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
