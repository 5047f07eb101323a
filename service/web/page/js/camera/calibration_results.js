// @ts-check
// Filters the results of calibration: those of earlier attempts are not shown.

/** @typedef {import("../../messages.js").CameraPart} CameraPart */

/** A filter that remembers the last result of an earlier attempt. */
export function createCalibrationResults() {
  /** The number of that result; null until the camera is known. @type {number | null} */
  let ended = null;

  /** @param {CameraPart} camera */
  const number = ({ result }) => result?.number ?? 0;

  return {
    /** Ends the present attempt. @param {CameraPart} camera */
    endAttempt(camera) {
      ended = number(camera);
    },
    /**
     * The result to show, if any: a success always, a failure only during its attempt.
     * @param {CameraPart} camera
     */
    shown(camera) {
      ended ??= number(camera);
      const { result } = camera;
      return result && (result.success || result.number !== ended) ? result : null;
    },
  };
}
