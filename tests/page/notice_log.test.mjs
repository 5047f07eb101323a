// Tests which announcements a page keeps, and how it groups them by turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_LINES, mergeLog, passingAnswer, passingObjection, turnsOf } from "../../service/web/page/js/panels/notice_log.js";

const line = (number, game = 1, turn = 1) => ({ number, words: `said ${number}`, alarm: false, at: "", game, turn });
const numbers = (log) => log.map(({ number }) => number);

test("lines that the service no longer repeats stay in the log", () => {
  const log = mergeLog(mergeLog([], [line(1), line(2)], "a"), [line(2), line(3)], "a");
  assert.deepEqual(numbers(log), [1, 2, 3]);
});

test("a line that the service has withdrawn leaves the log", () => {
  const log = mergeLog(mergeLog([], [line(1), line(2), line(3)], "a"), [line(1), line(4)], "a");
  assert.deepEqual(numbers(log), [1, 4]);
});

test("a service that begins anew counts anew, and what was said before stays", () => {
  const log = mergeLog(mergeLog([], [line(1), line(2)], "a"), [line(1)], "b");
  assert.deepEqual(log.map(({ boot, number }) => `${boot}${number}`), ["a1", "a2", "b1"]);
});

test("a page without any line keeps its log", () => {
  assert.deepEqual(numbers(mergeLog(mergeLog([], [line(1)], "a"), [], "a")), [1]);
});

test("the log is bounded, and drops its oldest lines", () => {
  let log = [];
  for (let at = 1; at <= 3 * MAX_LINES; at += 30) {
    log = mergeLog(log, Array.from({ length: 40 }, (_, more) => line(at + more)), "a");
  }
  assert.equal(log.length, MAX_LINES);
  assert.deepEqual(numbers(log), [...numbers(log)].sort((one, other) => one - other));
});

test("the same turn of two matches is two groups", () => {
  const log = mergeLog([], [{ ...line(1), match: 1 }, { ...line(2), match: 2 }], "a");
  assert.deepEqual(turnsOf(log).map(({ lines }) => numbers(lines)), [[1], [2]]);
});

test("lines are grouped by game and turn", () => {
  const log = mergeLog([], [line(1), line(2), line(3, 1, 2), line(4, 2, 1)], "a");
  assert.deepEqual(turnsOf(log).map(({ game, turn, lines }) => [game, turn, lines.length]), [[1, 1, 2], [1, 2, 1], [2, 1, 1]]);
});

test("an objection is told though another announcement follows it, but not what the verdict says", () => {
  const lines = [line(1), { ...line(2), alarm: true }, line(3)];
  assert.equal(passingObjection(lines, 1)?.number, 2);
  assert.equal(passingObjection(lines, 2), undefined);
  assert.equal(passingObjection(lines, 1, "Now: said 2"), undefined);
});

test("an answer of the computer is told once, though another announcement follows it", () => {
  const lines = [line(1), { ...line(2), answer: true }, line(3)];
  assert.equal(passingAnswer(lines, 1)?.number, 2);
  assert.equal(passingAnswer(lines, 2), undefined);
});
