// @ts-check
// The layout of a board in landscape: sizes and positions of all its fields.

/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../geometry.js").Orientation} Orientation */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Spot} Spot */
/** @typedef {import("../geometry.js").PlaceKind} PlaceKind */

export const RADIUS = 20;
export const COLUMN = 44;
/** The distance from one checker of a pile to the next. */
export const STEP = 41;
/** The distance from one checker in a tray, on its edge, to the next. */
export const EDGE = 13;
const RIM = 46;
const SIDE = 16;
const BAR = 58;
const DEPTH = 212;
const MIDDLE = 64;
const GAP = 16;
const TRAY = 58;
const HALF = 6 * COLUMN;
export const WIDTH = SIDE + HALF + BAR + HALF + GAP + TRAY + SIDE;
export const HEIGHT = RIM + DEPTH + MIDDLE + DEPTH + RIM;
const BAR_ROOM = 4;
const POINT_ROOM = 5;
const TRAY_ROOM = 15;

/**
 * The number of a point as if Light sat near with his home at his right.
 * @param {number} number
 * @param {Orientation} view
 */
function standardNumber(number, view) {
  const seen = view.lightFar ? 25 - number : number;
  if (!view.homeLeft) return seen;
  return seen <= 12 ? 13 - seen : 37 - seen;
}

/** @param {string} place @param {Orientation} view @returns {Field} */
export function fieldOf(place, view) {
  const number = Number(place.slice(1));
  if (place.startsWith("p")) return pointField(standardNumber(number, view), view);
  const [what, colour] = place.split(".");
  const isFar = (colour === "light") === view.lightFar;
  return what === "bar" ? barField(!isFar, view) : trayField(isFar, view);
}

/** @param {number} number @param {Orientation} view @returns {Field} */
function pointField(number, view) {
  const isFar = number > 12;
  const column = isFar ? number - 13 : 12 - number;
  const x = SIDE + offset(view) + column * COLUMN + (column > 5 ? BAR : 0);
  return edgeField("point", x, COLUMN, isFar, POINT_ROOM, number % 2);
}

/**
 * The half of the bar of a colour, which is opposite its player, where its checkers come in.
 * @param {boolean} isFar
 * @param {Orientation} view
 * @returns {Field}
 */
function barField(isFar, view) {
  const box = barBox(view);
  const field = edgeField("bar", box.x, BAR, isFar, BAR_ROOM, 0);
  const y = HEIGHT / 2 + (isFar ? -1 : 1) * (RADIUS + 4);
  return { ...field, base: { x: field.base.x, y }, up: { x: 0, y: isFar ? -1 : 1 } };
}

/** @param {boolean} isFar @param {Orientation} view @returns {Field} */
function trayField(isFar, view) {
  const x = view.homeLeft ? SIDE : WIDTH - SIDE - TRAY;
  return edgeField("tray", x, TRAY, isFar, TRAY_ROOM, 0);
}

/**
 * @param {PlaceKind} kind
 * @param {number} x
 * @param {number} width
 * @param {boolean} isFar
 * @param {number} room
 * @param {number} shade
 * @returns {Field}
 */
function edgeField(kind, x, width, isFar, room, shade) {
  const depth = kind === "bar" ? DEPTH + MIDDLE / 2 : DEPTH;
  const way = isFar ? 1 : -1;
  const edge = isFar ? 0 : HEIGHT;
  const centre = x + width / 2;
  return {
    kind,
    box: { x, y: isFar ? 0 : HEIGHT - RIM - depth, width, height: RIM + depth },
    base: { x: centre, y: edge + way * RIM },
    up: { x: 0, y: way },
    lamp: { x: centre, y: edge + way * (RIM - 15) },
    label: { x: centre, y: edge + way * 11 },
    room,
    shade,
  };
}

/** @param {Orientation} view */
function offset(view) {
  return view.homeLeft ? TRAY + GAP : 0;
}

/** @param {Orientation} view @returns {Box} */
export function barBox(view) {
  return { x: SIDE + offset(view) + HALF, y: RIM, width: BAR, height: HEIGHT - 2 * RIM };
}

/** @param {Orientation} view */
export function barX(view) {
  return barBox(view).x + BAR / 2;
}

/** @param {Orientation} view @returns {[left: Box, right: Box]} */
export function halves(view) {
  const left = SIDE + offset(view);
  const size = { y: RIM, width: HALF, height: HEIGHT - 2 * RIM };
  return [
    { x: left, ...size },
    { x: left + HALF + BAR, ...size },
  ];
}

/** @param {Orientation} view @returns {{light: "near" | "far", dark: "near" | "far"}} */
export function sides(view) {
  return view.lightFar ? { light: "far", dark: "near" } : { light: "near", dark: "far" };
}

/** @param {"near" | "far"} side @param {Orientation} view */
export function diceOf(side, view) {
  const half = halves(view)[side === "near" ? 1 : 0];
  return { x: half.x + half.width / 2, y: half.y + half.height / 2 };
}

/** @param {"near" | "far"} side @param {Orientation} view */
export function cubeOf(side, view) {
  const depth = RIM + 25;
  return { x: barX(view), y: side === "near" ? HEIGHT - depth : depth };
}
