// Tests that pictures are fetched one after the other, and none while nobody watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURE_INTERVAL, RETRY_INTERVAL, createPictureLoop } from "../../service/web/page/js/camera/picture_loop.js";

/** A loop that somebody watches, and a clock that only goes on while the loop waits. */
function watchedLoop({ pictures, takes = 0, leavesAfter = Infinity }) {
  const log = { asked: 0, shown: [], waits: [], time: 0, mostUnderWay: 0, underWay: 0, isWatched: true };
  let done;
  const paused = new Promise((resolve) => (done = resolve));
  const loop = createPictureLoop({
    async fetchOne() {
      log.asked += 1;
      log.underWay += 1;
      log.mostUnderWay = Math.max(log.mostUnderWay, log.underWay);
      const next = pictures.shift();
      if (next === "lost") {
        log.underWay -= 1;
        throw new Error("lost");
      }
      return next ?? null;
    },
    async show(picture) {
      log.time += takes;
      log.shown.push(picture);
      log.underWay -= 1;
    },
    isWatched() {
      const watched = log.isWatched && log.asked < leavesAfter;
      if (!watched) done();
      return watched;
    },
    now: () => log.time,
    async wait(milliseconds) {
      log.waits.push(milliseconds);
      log.time += milliseconds;
      if (log.underWay) log.underWay -= 1;
    },
  });
  return { log, loop, paused };
}

test("pictures come one after the other, at a modest rate", async () => {
  const { log, loop, paused } = watchedLoop({ pictures: [1, 2, 3], takes: 100, leavesAfter: 3 });
  loop.resume();
  await paused;
  assert.deepEqual(log.shown, [1, 2, 3]);
  assert.equal(log.mostUnderWay, 1);
  assert.ok(log.waits.every((wait) => wait === PICTURE_INTERVAL - 100));
});

test("a slow page gets fewer pictures, and none queues", async () => {
  const { log, loop, paused } = watchedLoop({ pictures: [1, 2], takes: 5000, leavesAfter: 2 });
  loop.resume();
  await paused;
  assert.deepEqual([log.waits, log.mostUnderWay], [[], 1]);
});

test("a missing picture and a failed request lengthen the wait", async () => {
  const { log, loop, paused } = watchedLoop({ pictures: [null, "lost", 3], leavesAfter: 3 });
  loop.resume();
  await paused;
  assert.deepEqual(log.shown, [3]);
  assert.deepEqual(log.waits.slice(0, 2), [RETRY_INTERVAL, RETRY_INTERVAL]);
});

test("a second resume starts no second loop", async () => {
  const { log, loop, paused } = watchedLoop({ pictures: [1, 2], leavesAfter: 2 });
  loop.resume();
  loop.resume();
  await paused;
  assert.deepEqual([log.shown, log.mostUnderWay], [[1, 2], 1]);
});

test("a loop that nobody watches requests nothing until it is resumed", async () => {
  const { log, loop, paused } = watchedLoop({ pictures: [1] });
  log.isWatched = false;
  loop.resume();
  await paused;
  assert.equal(log.asked, 0);
  await Promise.resolve();
  log.isWatched = true;
  loop.resume();
  await Promise.resolve();
  assert.equal(log.asked, 1);
  loop.stop();
});

test("a stopped loop shows nothing", async () => {
  const { log, loop } = watchedLoop({ pictures: [1, 2, 3] });
  loop.resume();
  loop.stop();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(log.shown, []);
});
