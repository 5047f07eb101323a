// Tests that pictures are fetched one after the other, and none that nobody looks at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PACE, PAUSE, createPictures } from "../../service/web/page/js/camera/pictures.js";

/** Whoever looks at pictures, with a clock that only goes on where somebody waits. */
function onlooker({ pictures, takes = 0, leavesAfter = Infinity }) {
  const seen = { asked: 0, shown: [], waits: [], time: 0, most: 0, under: 0, isWatched: true };
  let done;
  const over = new Promise((resolve) => (done = resolve));
  const film = createPictures({
    async fetchOne() {
      seen.asked += 1;
      seen.under += 1;
      seen.most = Math.max(seen.most, seen.under);
      const next = pictures.shift();
      if (next === "lost") {
        seen.under -= 1;
        throw new Error("lost");
      }
      return next ?? null;
    },
    async show(picture) {
      seen.time += takes;
      seen.shown.push(picture);
      seen.under -= 1;
    },
    isWatched() {
      const watched = seen.isWatched && seen.asked < leavesAfter;
      if (!watched) done();
      return watched;
    },
    now: () => seen.time,
    async wait(milliseconds) {
      seen.waits.push(milliseconds);
      seen.time += milliseconds;
      if (seen.under) seen.under -= 1;
    },
  });
  return { seen, film, over };
}

test("pictures come one after the other, at a modest rate", async () => {
  const { seen, film, over } = onlooker({ pictures: [1, 2, 3], takes: 100, leavesAfter: 3 });
  film.look();
  await over;
  assert.deepEqual(seen.shown, [1, 2, 3]);
  assert.equal(seen.most, 1);
  assert.ok(seen.waits.every((wait) => wait === PACE - 100));
});

test("a slow page is shown fewer, and none waits for it", async () => {
  const { seen, film, over } = onlooker({ pictures: [1, 2], takes: 5000, leavesAfter: 2 });
  film.look();
  await over;
  assert.deepEqual([seen.waits, seen.most], [[], 1]);
});

test("where there is no picture, or none to be had, it is asked for less often", async () => {
  const { seen, film, over } = onlooker({ pictures: [null, "lost", 3], leavesAfter: 3 });
  film.look();
  await over;
  assert.deepEqual(seen.shown, [3]);
  assert.deepEqual(seen.waits.slice(0, 2), [PAUSE, PAUSE]);
});

test("nobody who looks twice is shown two films at once", async () => {
  const { seen, film, over } = onlooker({ pictures: [1, 2], leavesAfter: 2 });
  film.look();
  film.look();
  await over;
  assert.deepEqual([seen.shown, seen.most], [[1, 2], 1]);
});

test("nothing is asked for that nobody looks at, until somebody looks again", async () => {
  const { seen, film, over } = onlooker({ pictures: [1] });
  seen.isWatched = false;
  film.look();
  await over;
  assert.equal(seen.asked, 0);
  await Promise.resolve();
  seen.isWatched = true;
  film.look();
  await Promise.resolve();
  assert.equal(seen.asked, 1);
  film.stop();
});

test("who has gone away is shown nothing any more", async () => {
  const { seen, film } = onlooker({ pictures: [1, 2, 3] });
  film.look();
  film.stop();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(seen.shown, []);
});
