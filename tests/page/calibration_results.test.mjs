// Tests that a failed calibration is shown until another step begins, and a success always.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCalibrationResults } from "../../service/web/page/js/camera/calibration_results.js";

const camera = (number, success = false) => ({ result: number ? { number, success } : null });

test("a failure from before the view opened is not shown", () => {
  const results = createCalibrationResults();
  assert.equal(results.shown(camera(3)), null);
  assert.equal(results.shown(camera(4)).number, 4);
});

test("a failure is shown until another step begins", () => {
  const results = createCalibrationResults();
  assert.equal(results.shown(camera(0)), null);
  assert.equal(results.shown(camera(1)).number, 1);
  assert.equal(results.shown(camera(1)).number, 1);
  results.endAttempt(camera(1));
  assert.equal(results.shown(camera(1)), null);
  assert.equal(results.shown(camera(2)).number, 2);
});

test("a failure after a restart of the service is shown, though results count from one again", () => {
  const results = createCalibrationResults();
  results.shown(camera(0));
  results.endAttempt(camera(3));
  assert.equal(results.shown(camera(1)).number, 1);
});

test("a success is shown whenever it was", () => {
  const results = createCalibrationResults();
  assert.equal(results.shown(camera(2, true)).number, 2);
});
