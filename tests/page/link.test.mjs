// Tests that the link to the service holds, reports its loss, and sends no action twice.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { FIRST_WAIT } from "../../service/web/page/js/connection.js";
import { HEARTBEAT, MAX_WAIT, LOST_AFTER, createLink } from "../../service/web/page/js/link.js";

const WELCOME = { is: "Welcome", session: "s1", may_act: true };

/** A clock that stands still until it is told to go. */
class FakeClock {
  time = 0;
  timers = [];
  now = () => this.time;
  after = (milliseconds, call) => {
    const timer = { at: this.time + milliseconds, call };
    this.timers.push(timer);
    return timer;
  };
  cancel = (timer) => void (this.timers = this.timers.filter((each) => each !== timer));
  go(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.cancel(next);
      this.time = next.at;
      next.call();
    }
    this.time = end;
  }
}

class FakeSocket {
  readyState = 0;
  sent = [];
  send = (text) => this.sent.push(JSON.parse(text));
  close = () => void (this.readyState = 3);
  opens() {
    this.readyState = 1;
    this.onopen();
  }
  hears(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  breaks() {
    this.readyState = 3;
    this.onclose();
  }
}

let clock, sockets, states, messages, link;
const newest = () => sockets.at(-1);
const actionRequests = (socket) => socket.sent.filter(({ is }) => is === "ActionRequest");

beforeEach(() => {
  [clock, sockets, states, messages] = [new FakeClock(), [], [], []];
  link = createLink({
    url: "ws://here/t/one/live",
    hello: () => ({ is: "Hello", protocol: 1 }),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    open: () => (sockets.push(new FakeSocket()), newest()),
    clock,
  });
});

function welcomed() {
  newest().opens();
  newest().hears(WELCOME);
}

test("the link says hello first, and is open once it is welcomed", () => {
  assert.deepEqual(states, ["connecting"]);
  newest().opens();
  assert.deepEqual(newest().sent, [{ is: "Hello", protocol: 1 }]);
  assert.deepEqual(states, ["connecting"]);
  newest().hears(WELCOME);
  assert.deepEqual(states, ["connecting", "open"]);
});

test("acts carry the session and rising numbers, and each gets its own answer", async () => {
  welcomed();
  const first = link.act({ is: "Knock" });
  const second = link.act({ is: "CutPower" });
  const carried = actionRequests(newest()).map(({ session, number }) => [session, number]);
  assert.deepEqual(carried, [["s1", 1], ["s1", 2]]);
  newest().hears({ is: "Refused", kind: "not_possible", words: "No.", number: 2 });
  newest().hears({ is: "Done", number: 1 });
  await first;
  await assert.rejects(second, { kind: "not_possible", words: "No." });
});

test("numbers begin anew with every welcome", () => {
  welcomed();
  link.act({ is: "Knock" }).catch(() => {});
  newest().breaks();
  clock.go(FIRST_WAIT);
  welcomed();
  link.act({ is: "Knock" }).catch(() => {});
  assert.deepEqual(actionRequests(newest()).map(({ number }) => number), [1]);
});

test("an action under way when the connection breaks is reported as lost, and never sent again", async () => {
  welcomed();
  const act = link.act({ is: "Knock" });
  newest().breaks();
  await assert.rejects(act, { kind: "lost" });
  clock.go(FIRST_WAIT);
  welcomed();
  assert.deepEqual(actionRequests(newest()), []);
});

test("without a connection an act is refused at once", async () => {
  await assert.rejects(link.act({ is: "Knock" }), { kind: "lost" });
  newest().opens();
  await assert.rejects(link.act({ is: "Knock" }), { kind: "lost" });
});

test("a lost link says so, and tries again less and less often", () => {
  welcomed();
  newest().breaks();
  assert.equal(states.at(-1), "lost");
  const waits = [];
  for (let tries = 0; tries < 6; tries += 1) {
    const before = clock.time;
    const many = sockets.length;
    while (sockets.length === many) clock.go(100);
    waits.push(clock.time - before);
    newest().breaks();
  }
  assert.deepEqual(waits, [500, 1000, 2000, 4000, MAX_WAIT, MAX_WAIT]);
});

test("after a welcome the waits begin short again", () => {
  for (let tries = 0; tries < 4; tries += 1) {
    newest().breaks();
    clock.go(MAX_WAIT);
  }
  welcomed();
  newest().breaks();
  const many = sockets.length;
  clock.go(FIRST_WAIT);
  assert.equal(sockets.length, many + 1);
});

test("a connection that says nothing for five seconds is lost", () => {
  welcomed();
  for (let beats = 0; beats < 5; beats += 1) {
    clock.go(HEARTBEAT);
    newest().hears({ is: "KeepAlive", count: beats });
  }
  assert.equal(states.at(-1), "open");
  clock.go(LOST_AFTER + HEARTBEAT);
  assert.ok(states.includes("lost"));
  assert.equal(sockets[0].readyState, 3);
});

test("the link sends a heartbeat every two seconds", () => {
  welcomed();
  clock.go(2 * HEARTBEAT);
  const beats = newest().sent.filter(({ is }) => is === "KeepAlive");
  assert.deepEqual(beats.map(({ count }) => count), [1, 2]);
});

test("a page that wakes after an hour connects at once instead of showing what was true before", () => {
  welcomed();
  clock.time += 3_600_000;
  link.wake();
  assert.equal(states.at(-1), "lost");
  assert.equal(sockets.length, 2);
  welcomed();
  assert.equal(states.at(-1), "open");
});

test("a page that wakes while the connection holds keeps it", () => {
  welcomed();
  clock.time += LOST_AFTER - 1;
  link.wake();
  assert.equal(sockets.length, 1);
  assert.equal(states.at(-1), "open");
});

test("a page that wakes without a connection does not wait for the next attempt", () => {
  welcomed();
  newest().breaks();
  link.wake();
  assert.equal(sockets.length, 2);
  link.wake();
  assert.equal(sockets.length, 2);
});

test("an action on waking is not sent to a game that has gone on", async () => {
  welcomed();
  clock.time += 3_600_000;
  await assert.rejects(link.act({ is: "LiftDice" }), { kind: "lost" });
  assert.deepEqual(actionRequests(sockets[0]), []);
  assert.equal(sockets.length, 2);
});

test("an old connection that still speaks is not heard", () => {
  welcomed();
  const old = newest();
  old.breaks();
  clock.go(FIRST_WAIT);
  const heard = messages.length;
  old.hears({ is: "Done", number: 1 });
  assert.equal(messages.length, heard);
});

test("the link gives up where the service speaks another protocol", () => {
  newest().opens();
  newest().hears({ is: "Refused", kind: "other_protocol", words: "…", number: null });
  assert.equal(states.at(-1), "refused");
  clock.go(10 * MAX_WAIT);
  assert.equal(sockets.length, 1);
});

test("a closed link stays closed", () => {
  welcomed();
  link.close();
  clock.go(10 * MAX_WAIT);
  assert.equal(sockets.length, 1);
});
