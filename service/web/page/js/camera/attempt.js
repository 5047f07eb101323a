// @ts-check
// What came of the attempt to learn a board that is under way here, until another step begins.

/** @typedef {import("../../messages.js").Camera} Camera */

/** Remembers which verdicts belong to what was tried before. */
export function createAttempt() {
  /** The number of the last of them; null before the camera has told anything. @type {number | null} */
  let over = null;

  /** @param {Camera} camera */
  const number = ({ verdict }) => verdict?.number ?? 0;

  return {
    /** What was tried so far is over. @param {Camera} camera */
    end(camera) {
      over = number(camera);
    },
    /**
     * What is to be told; what failed is told to nobody who comes later.
     * @param {Camera} camera
     */
    verdict(camera) {
      over ??= number(camera);
      const { verdict } = camera;
      return verdict && (verdict.well || verdict.number !== over) ? verdict : null;
    },
  };
}
