// @ts-check
// Tells whether checkers have to be carried before anything else.

/** What a lamp means that leads a checker to where it belongs. */
const LEADING = new Set(["missing", "too_many", "came_from"]);

/**
 * Whether the lamps lead checkers to where they belong.
 * @param {any} board
 */
export function isLeading(board) {
  const places = Object.values(board?.places ?? {});
  return places.some(({ lamp }) => LEADING.has(lamp?.meaning));
}
