// Tests that the link to the feed comes back after every loss and every silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_WAIT } from "../../service/web/page/js/connection.js";
import { MAX_SILENCE, MAX_WAIT, followFeed } from "../../service/web/page/js/feed/feed_link.js";

function follow() {
  const found = { sockets: [], timers: [], states: [], messages: [], reloads: 0, time: 0 };
  const clock = {
    now: () => found.time,
    after(milliseconds, call) {
      const timer = { at: found.time + milliseconds, call };
      found.timers.push(timer);
      return timer;
    },
    cancel: (timer) => void (found.timers = found.timers.filter((each) => each !== timer)),
  };
  found.go = (milliseconds) => {
    found.time += milliseconds;
    for (const timer of found.timers.filter(({ at }) => at <= found.time)) {
      clock.cancel(timer);
      timer.call();
    }
  };
  const open = (url) => {
    const socket = { url, closed: false, close: () => (socket.closed = true) };
    found.sockets.push(socket);
    return socket;
  };
  const onState = (isOpen) => found.states.push(isOpen);
  const onMessage = (message) => found.messages.push(message);
  const onNewProgram = () => (found.reloads += 1);
  found.link = followFeed({ path: "/api/live", language: "fr", onMessage, onState, onNewProgram, open, clock });
  found.hear = (message) => found.sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  return found;
}

test("messages are passed on in the language that is wanted", () => {
  const feed = follow();
  feed.hear({ is: "Start" });
  assert.equal(feed.sockets[0].url, "/api/live?language=fr");
  assert.deepEqual(feed.messages, [{ is: "Start" }]);
  assert.deepEqual(feed.states, [true]);
});

test("a lost connection is opened again, later and later, for ever", () => {
  const feed = follow();
  for (let wait = FIRST_WAIT, tries = 1; tries < 20; tries++, wait = Math.min(wait * 2, MAX_WAIT)) {
    feed.sockets.at(-1).onclose();
    feed.go(wait - 1);
    assert.equal(feed.sockets.length, tries);
    feed.go(1);
    assert.equal(feed.sockets.length, tries + 1);
  }
});

test("a silent connection counts as lost, and one that is heard does not", () => {
  const feed = follow();
  feed.go(MAX_SILENCE - 1);
  feed.hear({ is: "Beat" });
  feed.go(MAX_SILENCE - 1);
  assert.equal(feed.sockets.length, 1);
  feed.go(1);
  assert.equal(feed.sockets[0].closed, true);
  assert.deepEqual(feed.states, [false]);
  feed.go(FIRST_WAIT);
  assert.equal(feed.sockets.length, 2);
});

test("an old connection that speaks late is not heard, and a closed link stays closed", () => {
  const feed = follow();
  const [old] = feed.sockets;
  old.onclose();
  feed.go(FIRST_WAIT);
  old.onmessage({ data: '{"is":"State"}' });
  feed.link.close();
  feed.link.wake();
  feed.go(MAX_SILENCE * 2);
  assert.deepEqual(feed.messages, []);
  assert.equal(feed.sockets.length, 2);
});

test("a page that wakes after a long sleep connects at once, and one whose link holds keeps it", () => {
  const feed = follow();
  feed.hear({ is: "Start" });
  feed.time += MAX_SILENCE - 1;
  feed.link.wake();
  assert.equal(feed.sockets.length, 1);
  feed.time += 1;
  feed.link.wake();
  assert.deepEqual(feed.states, [true, false]);
  assert.equal(feed.sockets.length, 2);
});

test("a page that wakes while it waits for the next attempt connects at once", () => {
  const feed = follow();
  feed.sockets[0].onclose();
  feed.link.wake();
  feed.link.wake();
  assert.equal(feed.sockets.length, 2);
});

test("another program at the other end is reported, and the same one after a loss is not", () => {
  const feed = follow();
  feed.hear({ is: "Start", kibitz: "1.0" });
  feed.sockets[0].onclose();
  feed.go(FIRST_WAIT);
  feed.hear({ is: "Start", kibitz: "1.0" });
  assert.equal(feed.reloads, 0);
  feed.sockets[1].onclose();
  feed.go(FIRST_WAIT);
  feed.hear({ is: "Start", kibitz: "1.1" });
  assert.equal(feed.reloads, 1);
});
