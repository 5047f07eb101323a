// @ts-check
// The geometry of the corners of a board in a picture.

/**
 * @typedef {{x: number, y: number}} Spot  Pixels of the picture, to the right and down.
 * @typedef {{width: number, height: number}} Size
 * @typedef {Spot[]} Corners  Four, clockwise from the upper left one.
 */

/** The names of the corners of a board that is not turned. */
export const NAMES = ["upper_left", "upper_right", "lower_right", "lower_left"];
/** The margin of the default corners, as a part of the picture. */
const MARGIN = 0.15;
/** Pixels of the shortest side of a board that can be read. */
const MIN_SIDE = 60;
/** Pixels by which a key moves a corner, without and with shift. */
const STEP = 1;
const LONG_STEP = 10;
/** @type {Record<string, Spot>} */
const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The corners to begin with, before the board is found.
 * @param {Size} size
 * @returns {Corners}
 */
export function defaultCorners({ width, height }) {
  const near = (/** @type {number} */ length) => Math.round(MARGIN * length);
  const far = (/** @type {number} */ length) => Math.round((1 - MARGIN) * length);
  const [left, right, top, bottom] = [near(width), far(width), near(height), far(height)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/**
 * The corners with one of them moved, but never out of the picture.
 * @param {Corners} corners @param {number} which @param {Spot} by @param {Size} size
 * @returns {Corners}
 */
export function moveCorner(corners, which, by, size) {
  return corners.map((corner, at) =>
    at === which ? clampToPicture({ x: corner.x + by.x, y: corner.y + by.y }, size) : corner,
  );
}

/**
 * The nearest spot within the picture, rounded to a tenth of a pixel.
 * @param {Spot} spot @param {Size} size
 * @returns {Spot}
 */
export function clampToPicture(spot, { width, height }) {
  const kept = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
  return { x: kept(spot.x, width - 1), y: kept(spot.y, height - 1) };
}

/**
 * The movement of a corner by a key; null for any other key.
 * @param {{key: string, shiftKey: boolean}} press
 * @returns {Spot | null}
 */
export function stepOf({ key, shiftKey }) {
  const way = WAYS[key];
  const far = shiftKey ? LONG_STEP : STEP;
  return way ? { x: way.x * far, y: way.y * far } : null;
}

/**
 * The same four corners, clockwise from the upper left one.
 * @param {Corners} corners
 * @returns {Corners}
 */
export function sortClockwise(corners) {
  const middle = { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) };
  const angle = (/** @type {Spot} */ { x, y }) => Math.atan2(y - middle.y, x - middle.x);
  const ordered = [...corners].sort((one, two) => angle(one) - angle(two));
  const sums = ordered.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...ordered.slice(first), ...ordered.slice(0, first)];
}

/**
 * True if these can be the corners of a board: a convex shape without a tiny side.
 * @param {Corners} corners
 */
export function canBeBoard(corners) {
  const ordered = sortClockwise(corners);
  return ordered.every((corner, at) => {
    const next = ordered[(at + 1) % ordered.length];
    const after = ordered[(at + 2) % ordered.length];
    if (!next || !after) return false;
    const isLong = Math.hypot(next.x - corner.x, next.y - corner.y) >= MIN_SIDE;
    return isLong && turn(corner, next, after) > 0;
  });
}

/**
 * The turn at the second of three spots, which is above zero to the right.
 * @param {Spot} from @param {Spot} by @param {Spot} to
 */
function turn(from, by, to) {
  return (by.x - from.x) * (to.y - by.y) - (by.y - from.y) * (to.x - by.x);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
