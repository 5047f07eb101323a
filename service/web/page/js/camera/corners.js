// @ts-check
// Says where the corners of a board may lie in a picture, and where a hand moves them.

/**
 * @typedef {{x: number, y: number}} Spot  Pixels of the picture, to the right and down.
 * @typedef {{width: number, height: number}} Size
 * @typedef {Spot[]} Corners  Four, around the board from the upper left one on, as the clock goes.
 */

/** The corners as they are called where nobody has turned the board. */
export const NAMES = ["upper_left", "upper_right", "lower_right", "lower_left"];
/** The part of a picture that is left free at each side, before anything is known of the board. */
const MARGIN = 0.15;
/** The shortest side (pixels) of a board in which anything can be told. */
const LEAST = 60;
/** How far a key moves a corner (pixels), and how far it does together with shift. */
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
 * Where corners are before anything is known of the board.
 * @param {Size} size
 * @returns {Corners}
 */
export function usualCorners({ width, height }) {
  const [left, right] = [MARGIN * width, (1 - MARGIN) * width].map(Math.round);
  const [top, bottom] = [MARGIN * height, (1 - MARGIN) * height].map(Math.round);
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/**
 * The corners with one of them by so much elsewhere, but never outside of the picture.
 * @param {Corners} corners @param {number} which @param {Spot} by @param {Size} size
 * @returns {Corners}
 */
export function moved(corners, which, by, size) {
  return corners.map((corner, at) =>
    at === which ? within({ x: corner.x + by.x, y: corner.y + by.y }, size) : corner,
  );
}

/**
 * The spot of the picture that is nearest to this one, to a tenth of a pixel.
 * @param {Spot} spot @param {Size} size
 * @returns {Spot}
 */
export function within(spot, { width, height }) {
  const kept = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
  return { x: kept(spot.x, width - 1), y: kept(spot.y, height - 1) };
}

/**
 * By how much a key moves a corner; null if it is another key.
 * @param {{key: string, shiftKey: boolean}} press
 * @returns {Spot | null}
 */
export function stepOf({ key, shiftKey }) {
  const way = WAYS[key];
  const far = shiftKey ? LONG_STEP : STEP;
  return way ? { x: way.x * far, y: way.y * far } : null;
}

/**
 * The same four so that they go around the board as the clock goes, from the upper left one on.
 * @param {Corners} corners
 * @returns {Corners}
 */
export function around(corners) {
  const middle = { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) };
  const angle = (/** @type {Spot} */ { x, y }) => Math.atan2(y - middle.y, x - middle.x);
  const ordered = [...corners].sort((one, two) => angle(one) - angle(two));
  const sums = ordered.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [...ordered.slice(first), ...ordered.slice(0, first)];
}

/**
 * Whether a board may have its corners there: none lies between the others, and no side is tiny.
 * @param {Corners} corners
 */
export function areOfABoard(corners) {
  const ordered = around(corners);
  return ordered.every((corner, at) => {
    const next = ordered[(at + 1) % ordered.length];
    const after = ordered[(at + 2) % ordered.length];
    const isLong = Math.hypot(next.x - corner.x, next.y - corner.y) >= LEAST;
    return isLong && turn(corner, next, after) > 0;
  });
}

/**
 * Which way one goes at the second spot: above zero is to the right.
 * @param {Spot} from @param {Spot} by @param {Spot} to
 */
function turn(from, by, to) {
  return (by.x - from.x) * (to.y - by.y) - (by.y - from.y) * (to.x - by.x);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
