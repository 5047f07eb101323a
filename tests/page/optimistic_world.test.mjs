// Tests what lies on a table for whoever touches it faster than it is shown.

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

function does(...actions) {
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

test("where nothing was done, what is shown lies there", () => {
  assert.equal(optimistic.world(), HIT);
});

test("what was done and not shown yet lies as it will be shown", () => {
  does(lift("p5", "dark"), put("bar.dark", "dark"), lift("p5", "light"));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [[], ["dark"], ["light"]]);
});

test("what shows only some of it is no step back", () => {
  does(lift("p5", "dark"), put("bar.dark", "dark"));
  optimistic.show(world({ p5: ["dark", "light"], p8: ["light"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["light"], p8: ["light"] }, ["dark"]));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  optimistic.show(world({ p5: ["light"], p8: ["light"], "bar.dark": ["dark"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
});

test("what was answered is in whatever is shown from then on", async () => {
  does(lift("p5", "dark"), put("p5", "dark"));
  answers.forEach((answer) => answer.resolve(true));
  await answered();
  const mended = world({ p8: ["light"] }, ["dark", "light"]);
  optimistic.show(mended);
  assert.equal(optimistic.world(), mended);
});

test("what was answered before it is shown still counts", async () => {
  does(lift("p5", "dark"));
  answers[0].resolve(true);
  await answered();
  assert.deepEqual([lies("p5"), hand()], [["light"], ["dark"]]);
});

test("what was refused never was", async () => {
  does(lift("p5", "dark"), lift("p8", "light"));
  answers[0].resolve(false);
  await answered();
  assert.deepEqual([lies("p5"), lies("p8"), hand()], [["dark", "light"], [], ["light"]]);
});

test("what others do elsewhere changes nothing of it", () => {
  does(lift("p5", "dark"));
  optimistic.show(world({ p5: ["dark", "light"], p8: [] }, ["light"]));
  assert.deepEqual([lies("p5"), hand()], [["light"], ["light", "dark"]]);
});

test("where others were at the same place, what is shown counts", () => {
  does(lift("p5", "dark"));
  const swept = world({ p5: ["light", "light", "light"] });
  optimistic.show(swept);
  assert.equal(optimistic.world(), swept);
});

test("a checker that leans is lifted last, and from either place", () => {
  const leaning = [{ colour: "light", places: ["p7", "p8"] }];
  optimistic.show(world({ p8: ["light"] }, [], leaning));
  does(lift("p8", "light"));
  assert.deepEqual([lies("p8"), optimistic.world().leaning], [[], leaning]);
  does(lift("p8", "light"));
  assert.deepEqual([optimistic.world().leaning, hand()], [[], ["light", "light"]]);
});

test("a checker that was put between two places leans there", () => {
  does(lift("p8", "light"), { is: "PutBetween", place: "p8", neighbour: "p7", colour: "light", seen_by: [] });
  assert.deepEqual(optimistic.world().leaning, [{ colour: "light", places: ["p8", "p7"] }]);
  optimistic.show(world({ p5: ["dark", "light"] }, [], [{ colour: "light", places: ["p8", "p7"] }]));
  assert.deepEqual([optimistic.world().leaning.length, hand()], [1, []]);
});
