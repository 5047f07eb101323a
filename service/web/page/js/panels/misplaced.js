// @ts-check
// Detects checkers that have to be carried to where they belong.

/**
 * The meanings of lamps that lead a checker to where it belongs.
 * @type {ReadonlySet<import("../../messages.js").LampMeaning>}
 */
const CORRECTIONS = new Set(["missing", "too_many", "came_from"]);

/**
 * True if lamps lead checkers to where they belong.
 * @param {import("../../messages.js").BoardPart | undefined} board
 */
export function hasMisplacedCheckers(board) {
  const places = Object.values(board?.places ?? {});
  return places.some(({ lamp }) => lamp?.meaning && CORRECTIONS.has(lamp.meaning));
}
