// Tests what lies on a table for whoever touches it faster than it is shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createReckoning } from "../../service/web/page/js/table/reckoning.js";

const lift = (place, colour) => ({ is: "Lift", place, colour });
const put = (place, colour) => ({ is: "Put", place, colour });
const world = (piles, hand = [], leaning = []) => ({ piles, hand, leaning });
const answered = () => new Promise(setImmediate);
const HIT = world({ p5: ["dark", "light"], p8: ["light"] });

let reckoning, answers;

beforeEach(() => {
  [reckoning, answers] = [createReckoning(), []];
  reckoning.show(HIT);
});

function does(...deeds) {
  for (const deed of deeds) {
    const answer = Promise.withResolvers();
    answers.push(answer);
    reckoning.reckon(deed, answer.promise);
  }
}

function lies(place) {
  return reckoning.world().piles[place] ?? [];
}

const hand = () => reckoning.world().hand;

test("where nothing was done, what is shown lies there", () => {
  assert.equal(reckoning.world(), HIT);
});

test("what was done and not shown yet lies as it will be shown", () => {
  does(lift("p5", "dark"), put("bar.dark", "dark"), lift("p5", "light"));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [[], ["dark"], ["light"]]);
});

test("what shows only some of it is no step back", () => {
  does(lift("p5", "dark"), put("bar.dark", "dark"));
  reckoning.show(world({ p5: ["dark", "light"], p8: ["light"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  reckoning.show(world({ p5: ["light"], p8: ["light"] }, ["dark"]));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
  reckoning.show(world({ p5: ["light"], p8: ["light"], "bar.dark": ["dark"] }));
  assert.deepEqual([lies("p5"), lies("bar.dark"), hand()], [["light"], ["dark"], []]);
});

test("what was answered is in whatever is shown from then on", async () => {
  does(lift("p5", "dark"), put("p5", "dark"));
  answers.forEach((answer) => answer.resolve(true));
  await answered();
  const mended = world({ p8: ["light"] }, ["dark", "light"]);
  reckoning.show(mended);
  assert.equal(reckoning.world(), mended);
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
  reckoning.show(world({ p5: ["dark", "light"], p8: [] }, ["light"]));
  assert.deepEqual([lies("p5"), hand()], [["light"], ["light", "dark"]]);
});

test("where others were at the same place, what is shown counts", () => {
  does(lift("p5", "dark"));
  const swept = world({ p5: ["light", "light", "light"] });
  reckoning.show(swept);
  assert.equal(reckoning.world(), swept);
});

test("a checker that leans is lifted last, and from either place", () => {
  const leaning = [{ colour: "light", places: ["p7", "p8"] }];
  reckoning.show(world({ p8: ["light"] }, [], leaning));
  does(lift("p8", "light"));
  assert.deepEqual([lies("p8"), reckoning.world().leaning], [[], leaning]);
  does(lift("p8", "light"));
  assert.deepEqual([reckoning.world().leaning, hand()], [[], ["light", "light"]]);
});

test("a checker that was put between two places leans there", () => {
  does(lift("p8", "light"), { is: "PutBetween", place: "p8", neighbour: "p7", colour: "light", seen_by: [] });
  assert.deepEqual(reckoning.world().leaning, [{ colour: "light", places: ["p8", "p7"] }]);
  reckoning.show(world({ p5: ["dark", "light"] }, [], [{ colour: "light", places: ["p8", "p7"] }]));
  assert.deepEqual([reckoning.world().leaning.length, hand()], [1, []]);
});
