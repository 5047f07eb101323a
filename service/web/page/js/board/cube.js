// @ts-check
// Draws the doubling cube in the middle, on its owner's side, or beside the dice of whom it is offered to.

import { s } from "../dom.js";

/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/**
 * @typedef {{value: number, owner?: Colour | null, offered?: number | null,
 *   to?: Colour | null, says?: string}} Cube
 */

const SIZE = 40;
const BESIDE_DICE = 92;

/**
 * The cube.
 * @param {Cube} cube
 * @param {Geometry} board
 * @param {import("../dom.js").Attributes} attributes
 */
export function cubeOn(cube, board, attributes) {
  const { x, y } = cubeSpot(cube, board);
  const value = String(cube.offered ?? cube.value);
  return s(
    "g",
    {
      ...attributes,
      class: `cube${cube.offered ? " offered" : ""}`,
      key: "cube",
      transform: `translate(${x} ${y})`,
    },
    s("rect", { class: "cube-face", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 }),
    s("rect", { class: "cube-edge", x: -SIZE / 2 + 4, y: -SIZE / 2 + 4, width: SIZE - 8, height: SIZE - 8, rx: 4 }),
    s("text", { class: `value digits-${value.length}`, dy: "0.36em" }, value),
  );
}

/** The middle of the cube. @param {Cube} cube @param {Geometry} board */
export function cubeSpot({ owner, offered, to }, board) {
  if (!offered || !to) return board.cube[owner ?? "middle"];
  const { x, y } = board.dice[to];
  return { x: x + board.across.x * BESIDE_DICE, y: y + board.across.y * BESIDE_DICE };
}
