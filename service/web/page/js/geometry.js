// @ts-check
// The geometry of a drawn board, from either side, in landscape or upright.

import {
  COLUMN,
  EDGE,
  HEIGHT,
  RADIUS,
  STEP,
  WIDTH,
  barBox,
  barX,
  cubeOf,
  diceOf,
  fieldOf,
  halves,
  sides,
} from "./board/layout.js";
import { rotateField, rotation } from "./board/rotation.js";

export { COLUMN, EDGE, RADIUS } from "./board/layout.js";

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {"point" | "bar" | "tray"} PlaceKind
 * @typedef {{
 *   kind: PlaceKind,
 *   box: Box,
 *   base: Spot,
 *   up: Spot,
 *   lamp: Spot,
 *   label: Spot,
 *   room: number,
 *   shade: number,
 * }} Field  `base` is the bottom of its pile and `up` the direction of it, both without the rim;
 *   `room` is the number of checkers side by side; `shade` alternates from point to point.
 * @typedef {{lightFar: boolean, homeLeft: boolean, upright?: boolean}} Orientation
 * @typedef {{
 *   width: number,
 *   height: number,
 *   fields: Map<string, Field>,
 *   halves: Box[],
 *   bar: Box,
 *   dice: {light: Spot, dark: Spot},
 *   cube: {middle: Spot, light: Spot, dark: Spot},
 *   across: Spot,
 *   view: Orientation,
 * }} Geometry  `across` is the direction along a row of points, and of a pair of dice.
 */

/** The distance to a border, as a part of a column, within which a checker lies on both places. */
const OVERLAP = 0.22;

/** Every place, in the order of Light's way home. */
export const PLACES = [
  "bar.light",
  ...Array.from({ length: 24 }, (_, at) => `p${24 - at}`),
  "off.light",
  "bar.dark",
  "off.dark",
];

/**
 * The geometry of a view.
 * @param {Orientation} view
 * @returns {Geometry}
 */
export function geometry(view) {
  const turn = rotation(view);
  const fields = new Map(PLACES.map((place) => [place, rotateField(fieldOf(place, view), turn)]));
  const { light, dark } = sides(view);
  return {
    width: view.upright ? HEIGHT : WIDTH,
    height: view.upright ? WIDTH : HEIGHT,
    fields,
    halves: halves(view).map(turn.box),
    bar: turn.box(barBox(view)),
    dice: { light: turn.spot(diceOf(light, view)), dark: turn.spot(diceOf(dark, view)) },
    cube: {
      middle: turn.spot({ x: barX(view), y: HEIGHT / 2 }),
      light: turn.spot(cubeOf(light, view)),
      dark: turn.spot(cubeOf(dark, view)),
    },
    across: turn.way({ x: 1, y: 0 }),
    view,
  };
}

/**
 * The view from the opposite chair.
 * @param {Orientation} view
 * @returns {Orientation}
 */
export function fromOtherSide(view) {
  return { ...view, lightFar: !view.lightFar, homeLeft: !view.homeLeft };
}

/**
 * The middle of the n-th checker (from 0) of a field.
 * @param {Field} field
 * @param {number} at
 * @returns {Spot}
 */
export function checkerAt(field, at) {
  const far = field.kind === "tray" ? EDGE * (at + 0.5) : RADIUS + 2 + STEP * at;
  return along(field, far);
}

/**
 * The spot at a distance from the base of a field.
 * @param {Field} field
 * @param {number} far
 * @returns {Spot}
 */
export function along(field, far) {
  return { x: field.base.x + field.up.x * far, y: field.base.y + field.up.y * far };
}

/**
 * The place at a spot; null on the rim, in the middle and beside the board.
 * @param {Geometry} board
 * @param {Spot} spot
 * @returns {string | null}
 */
export function placeAt(board, spot) {
  for (const [place, { box }] of board.fields) {
    if (contains(box, spot)) return place;
  }
  return null;
}

/**
 * The two points that a checker at this spot lies across, and those of them whose sensor detects
 * it: the nearer one, or none if it lies right between; null if it lies on one place or none.
 * @param {Geometry} board
 * @param {Spot} spot
 * @returns {{place: string, neighbour: string, seenBy: string[]} | null}
 */
export function between(board, spot) {
  const place = placeAt(board, spot);
  const field = place && board.fields.get(place);
  if (!place || !field || field.kind !== "point") return null;
  const off = offCentre(field, spot);
  const border = COLUMN / 2 - Math.abs(off);
  const beyond = { x: spot.x, y: spot.y };
  const way = field.up.x ? "y" : "x";
  beyond[way] += Math.sign(off) * (border + 1);
  const neighbour = placeAt(board, beyond);
  if (!neighbour || border > COLUMN * OVERLAP) return null;
  if (board.fields.get(neighbour)?.kind !== "point") return null;
  return { place, neighbour, seenBy: border > (COLUMN * OVERLAP) / 2 ? [place] : [] };
}

/**
 * The nearest place in a direction, for the arrow keys; the same place at the edge of the board.
 * @param {Geometry} board
 * @param {string} place
 * @param {Spot} way  As {x: 1, y: 0} for the right.
 * @returns {string}
 */
export function neighbour(board, place, way) {
  const from = middle(fieldAt(board, place).box);
  let best = place;
  let least = Infinity;
  for (const [other, { box }] of board.fields) {
    const to = middle(box);
    const ahead = (to.x - from.x) * way.x + (to.y - from.y) * way.y;
    const aside = Math.abs((to.x - from.x) * way.y) + Math.abs((to.y - from.y) * way.x);
    const far = ahead + 3 * aside;
    if (ahead > 1 && ahead >= aside && far < least) [best, least] = [other, far];
  }
  return best;
}

/**
 * The field of a place; throws if no board has that place.
 * @param {Geometry} board
 * @param {string} place
 * @returns {Field}
 */
export function fieldAt(board, place) {
  const field = board.fields.get(place);
  if (!field) throw new Error(`no board has a place ${place}`);
  return field;
}

/** @param {Box} box @returns {Spot} */
export function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Box} box @param {Spot} spot */
function contains(box, spot) {
  const { x, y } = spot;
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

/** @param {Field} field @param {Spot} spot */
function offCentre(field, spot) {
  return field.up.x ? spot.y - field.base.y : spot.x - field.base.x;
}
