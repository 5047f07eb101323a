// Tests that pictures are fetched one after the other, and none while nobody watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURE_INTERVAL, RETRY_INTERVAL, createPictureLoop } from "../../service/web/page/js/camera/picture_loop.js";

/** A loop that somebody watches, and a clock that only goes on while the loop waits. */
function watchedLoop({ pictures, takes = 0, leavesAfter = Infinity }) {
  const seen = { asked: 0, shown: [], waits: [], time: 0, most: 0, under: 0, isWatched: true };
  let done;
  const paused = new Promise((resolve) => (done = resolve));
  const loop = createPictureLoop({
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
  return { seen, loop, paused };
}

test("pictures come one after the other, at a modest rate", async () => {
  const { seen, loop, paused } = watchedLoop({ pictures: [1, 2, 3], takes: 100, leavesAfter: 3 });
  loop.resume();
  await paused;
  assert.deepEqual(seen.shown, [1, 2, 3]);
  assert.equal(seen.most, 1);
  assert.ok(seen.waits.every((wait) => wait === PICTURE_INTERVAL - 100));
});

test("a slow page gets fewer pictures, and none queues", async () => {
  const { seen, loop, paused } = watchedLoop({ pictures: [1, 2], takes: 5000, leavesAfter: 2 });
  loop.resume();
  await paused;
  assert.deepEqual([seen.waits, seen.most], [[], 1]);
});

test("a missing picture and a failed request lengthen the wait", async () => {
  const { seen, loop, paused } = watchedLoop({ pictures: [null, "lost", 3], leavesAfter: 3 });
  loop.resume();
  await paused;
  assert.deepEqual(seen.shown, [3]);
  assert.deepEqual(seen.waits.slice(0, 2), [RETRY_INTERVAL, RETRY_INTERVAL]);
});

test("a second resume starts no second loop", async () => {
  const { seen, loop, paused } = watchedLoop({ pictures: [1, 2], leavesAfter: 2 });
  loop.resume();
  loop.resume();
  await paused;
  assert.deepEqual([seen.shown, seen.most], [[1, 2], 1]);
});

test("a loop that nobody watches requests nothing until it is resumed", async () => {
  const { seen, loop, paused } = watchedLoop({ pictures: [1] });
  seen.isWatched = false;
  loop.resume();
  await paused;
  assert.equal(seen.asked, 0);
  await Promise.resolve();
  seen.isWatched = true;
  loop.resume();
  await Promise.resolve();
  assert.equal(seen.asked, 1);
  loop.stop();
});

test("a stopped loop shows nothing", async () => {
  const { seen, loop } = watchedLoop({ pictures: [1, 2, 3] });
  loop.resume();
  loop.stop();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(seen.shown, []);
});
