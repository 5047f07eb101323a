// @ts-check
// Says where everything on a board is drawn, from whichever side it is seen and however it is turned.

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
} from "./board/lying.js";
import { turnedField, turning } from "./board/turning.js";

export { COLUMN, EDGE, RADIUS } from "./board/lying.js";

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {"point" | "bar" | "tray"} Kind
 * @typedef {{
 *   kind: Kind,
 *   box: Box,
 *   base: Spot,
 *   up: Spot,
 *   lamp: Spot,
 *   label: Spot,
 *   room: number,
 *   shade: number,
 * }} Field  `base` is where its checkers begin and `up` the way they are piled, both without the
 *   rim; `room` is how many fit side by side; `shade` tells neighbouring points apart.
 * @typedef {{lightFar: boolean, homeLeft: boolean, upright?: boolean}} View
 * @typedef {{
 *   width: number,
 *   height: number,
 *   fields: Map<string, Field>,
 *   halves: Box[],
 *   bar: Box,
 *   dice: {light: Spot, dark: Spot},
 *   cube: {middle: Spot, light: Spot, dark: Spot},
 *   across: Spot,
 *   view: View,
 * }} Geometry  `across` is the way along a row of points, in which dice lie side by side.
 */

/** How near (of a column) to a border a checker must come down to lie on both places. */
const ASTRIDE = 0.22;

/** Every place, in the order in which Light passes it. */
export const PLACES = [
  "bar.light",
  ...Array.from({ length: 24 }, (_, at) => `p${24 - at}`),
  "off.light",
  "bar.dark",
  "off.dark",
];

/**
 * Where everything is.
 * @param {View} view
 * @returns {Geometry}
 */
export function geometry(view) {
  const turn = turning(view);
  const fields = new Map(PLACES.map((place) => [place, turnedField(fieldOf(place, view), turn)]));
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
 * The same board from the opposite chair.
 * @param {View} view
 * @returns {View}
 */
export function fromOtherSide(view) {
  return { ...view, lightFar: !view.lightFar, homeLeft: !view.homeLeft };
}

/**
 * Where the middle of the n-th checker (from 0) of a field lies.
 * @param {Field} field
 * @param {number} at
 * @returns {Spot}
 */
export function checkerAt(field, at) {
  const far = field.kind === "tray" ? EDGE * (at + 0.5) : RADIUS + 2 + STEP * at;
  return along(field, far);
}

/**
 * The spot so far from the base of a field.
 * @param {Field} field
 * @param {number} far
 * @returns {Spot}
 */
export function along(field, far) {
  return { x: field.base.x + field.up.x * far, y: field.base.y + field.up.y * far };
}

/**
 * The place under a spot; null over the rim, the middle and beside the board.
 * @param {Geometry} board
 * @param {Spot} spot
 * @returns {string | null}
 */
export function placeAt(board, spot) {
  for (const [place, { box }] of board.fields) {
    if (holds(box, spot)) return place;
  }
  return null;
}

/**
 * The place and the neighbouring point between which a checker comes down here, and on which of
 * the two it is felt: on the nearer one, on none where it lies right between; null where it lies
 * on one place or none.
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
  if (!neighbour || border > COLUMN * ASTRIDE) return null;
  if (board.fields.get(neighbour)?.kind !== "point") return null;
  return { place, neighbour, seenBy: border > (COLUMN * ASTRIDE) / 2 ? [place] : [] };
}

/**
 * The nearest place that way, as arrow keys go; the same place at the edge of the board.
 * @param {Geometry} board
 * @param {string} place
 * @param {Spot} way  Such as {x: 1, y: 0} to the right.
 * @returns {string}
 */
export function neighbour(board, place, way) {
  const from = middle(at(board, place).box);
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
 * @param {Geometry} board
 * @param {string} place
 * @returns {Field}
 */
export function at(board, place) {
  return /** @type {Field} */ (board.fields.get(place));
}

/** @param {Box} box @returns {Spot} */
export function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Box} box @param {Spot} spot */
function holds(box, spot) {
  const { x, y } = spot;
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

/** @param {Field} field @param {Spot} spot */
function offCentre(field, spot) {
  return field.up.x ? spot.y - field.base.y : spot.x - field.base.x;
}
