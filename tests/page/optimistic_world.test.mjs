// Tests the checkers that a page assumes on a table before its own actions are shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createOptimisticWorld } from "../../service/web/page/js/table/optimistic_world.js";

const lift = (place, colour) => ({ is: "Lift", place, colour });
const put = (place, colour) => ({ is: "Put", place, colour });
const world = (piles, hand = [], leaning = []) => ({ piles, hand, leaning });
const answered = () => new Promise(setImmediate);
const HIT = world({ p5: ["dark", "light"], p8: ["light"] });

let optimistic, answers;

beforeEach(() => {
  [optimistic, answers] = [createOptimisticWorld(), []];
  optimistic.show(HIT);
});

function act(...actions) {
  for (const action of actions) {
    const answer = Promise.withResolvers();
    answers.push(answer);
    optimistic.expect(action, answer.promise);
  }
}

function lies(place) {
  return optimistic.world().piles[place] ?? [];
}

const hand = () => optimistic.world().hand;

test("without an action the shown checkers count", () => {
  assert.equal(optimistic.world(), HIT);
});

test("actions that are not shown yet are applied in advance", () => {
  act(lift("p5", "dark"), put("bar.dark", "dark"), lift("p5", "light"));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [[], ["dark"], ["light"]]);
});

test("a picture of only some of the actions is no step back", () => {
  act(lift("p5", "dark"), put("bar.dark", "dark"));
  optimistic.show(world({ p5: ["dark", "light"], p8: ["light"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["light"], p8: ["light"] }, ["dark"]));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["light"], p8: ["light"], "bar.dark": ["dark"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
});

test("an answered action is part of everything that is shown from then on", async () => {
  act(lift("p5", "dark"), put("p5", "dark"));
  answers.forEach((answer) => answer.resolve(true));
  await answered();
  const mended = world({ p8: ["light"] }, ["dark", "light"]);
  optimistic.show(mended);
  assert.equal(optimistic.world(), mended);
});

test("an action that is answered before it is shown still counts", async () => {
  act(lift("p5", "dark"));
  answers[0].resolve(true);
  await answered();
  assert.deepEqual([lies("p5"), hand()], [["light"], ["dark"]]);
});

test("a refused action is undone", async () => {
  act(lift("p5", "dark"), lift("p8", "light"));
  answers[0].resolve(false);
  await answered();
  assert.deepEqual([lies("p5"), lies("p8"), hand()], [["dark", "light"], [], ["light"]]);
});

test("actions of others elsewhere change nothing", () => {
  act(lift("p5", "dark"));
  optimistic.show(world({ p5: ["dark", "light"], p8: [] }, ["light"]));
  assert.deepEqual([lies("p5"), hand()], [["light"], ["light", "dark"]]);
});

test("the shown checkers count where others acted at the same place", () => {
  act(lift("p5", "dark"));
  const swept = world({ p5: ["light", "light", "light"] });
  optimistic.show(swept);
  assert.equal(optimistic.world(), swept);
});

test("a checker that leans is lifted last, and from either place", () => {
  const leaning = [{ colour: "light", places: ["p7", "p8"] }];
  optimistic.show(world({ p8: ["light"] }, [], leaning));
  act(lift("p8", "light"));
  assert.deepEqual([lies("p8"), optimistic.world().leaning], [[], leaning]);
  act(lift("p8", "light"));
  assert.deepEqual([optimistic.world().leaning, hand()], [[], ["light", "light"]]);
});

test("a checker that was put between two places leans there", () => {
  act(lift("p8", "light"), { is: "PutBetween", place: "p8", neighbour: "p7", colour: "light", seen_by: [] });
  assert.deepEqual(optimistic.world().leaning, [{ colour: "light", places: ["p8", "p7"] }]);
  optimistic.show(world({ p5: ["dark", "light"] }, [], [{ colour: "light", places: ["p8", "p7"] }]));
  assert.deepEqual([optimistic.world().leaning.length, hand()], [1, []]);
});

test("a hit checker lies on the bar at once, and stays there when the hit is shown", () => {
  optimistic.show(world({ p5: ["dark"], p8: ["light"] }));
  act(lift("p8", "light"), { ...put("p5", "light"), carry_hit: true });
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["dark"] }, ["light"]));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["light"], "bar.dark": ["dark"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
});
