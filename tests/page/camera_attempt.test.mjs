// Tests that what came of an attempt to learn a board is told until another step begins, and no longer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttempt } from "../../service/web/page/js/camera/attempt.js";

const camera = (number, well = false) => ({ verdict: number ? { number, well } : null });

test("what failed before somebody looked is not told", () => {
  const attempt = createAttempt();
  assert.equal(attempt.verdict(camera(3)), null);
  assert.equal(attempt.verdict(camera(4)).number, 4);
});

test("what failed is told until another step begins", () => {
  const attempt = createAttempt();
  assert.equal(attempt.verdict(camera(0)), null);
  assert.equal(attempt.verdict(camera(1)).number, 1);
  assert.equal(attempt.verdict(camera(1)).number, 1);
  attempt.end(camera(1));
  assert.equal(attempt.verdict(camera(1)), null);
  assert.equal(attempt.verdict(camera(2)).number, 2);
});

test("after another start of the service what fails is told, though it counts from one again", () => {
  const attempt = createAttempt();
  attempt.verdict(camera(0));
  attempt.end(camera(3));
  assert.equal(attempt.verdict(camera(1)).number, 1);
});

test("that a board was learnt is told whenever it was", () => {
  const attempt = createAttempt();
  assert.equal(attempt.verdict(camera(2, true)).number, 2);
});
