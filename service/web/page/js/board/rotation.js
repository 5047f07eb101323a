// @ts-check
// Rotates the landscape layout of a board into an upright one.

import { HEIGHT, WIDTH } from "./layout.js";

/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../geometry.js").Orientation} Orientation */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Spot} Spot */

/**
 * The rotation from the landscape layout to the view; upright boards have both homes below.
 * @param {Orientation} view
 */
export function rotation(view) {
  const { upright, homeLeft } = view;
  /** @param {Spot} it */
  const spot = (it) => {
    if (!upright) return it;
    return homeLeft ? { x: it.y, y: WIDTH - it.x } : { x: HEIGHT - it.y, y: it.x };
  };
  /** @param {Spot} it */
  const way = (it) => {
    if (!upright) return it;
    return homeLeft ? { x: it.y, y: -it.x } : { x: -it.y, y: it.x };
  };
  /** @param {Box} it */
  const box = (it) => {
    const one = spot(it);
    const two = spot({ x: it.x + it.width, y: it.y + it.height });
    const width = Math.abs(two.x - one.x);
    return {
      x: Math.min(one.x, two.x),
      y: Math.min(one.y, two.y),
      width,
      height: Math.abs(two.y - one.y),
    };
  };
  return { spot, way, box };
}

/** @param {Field} field @param {ReturnType<typeof rotation>} turn @returns {Field} */
export function rotateField(field, turn) {
  return {
    ...field,
    box: turn.box(field.box),
    base: turn.spot(field.base),
    up: turn.way(field.up),
    lamp: turn.spot(field.lamp),
    label: turn.spot(field.label),
  };
}
