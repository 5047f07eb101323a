// @ts-check
// Draws the fixed parts of a board: frame, halves, bar and trays.

import { s } from "../dom.js";
import { COLUMN, along } from "../geometry.js";
import { numberOf } from "./numbers.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../geometry.js").Field} Field */

const TIP = 188;

/**
 * The background of the board.
 * @param {Geometry} board
 */
export function wood(board) {
  const { width, height } = board;
  return s(
    "g",
    { class: "wood", key: "wood", "aria-hidden": true },
    s("rect", { class: "frame", width, height, rx: 14 }),
    s("rect", { class: "bevel", x: 3, y: 3, width: width - 6, height: height - 6, rx: 11 }),
    board.halves.map((half) => s("rect", { class: "felt", ...half, rx: 4 })),
    [...board.fields.values()].filter((field) => field.kind === "tray").map(trough),
    hinges(board),
  );
}

/** @param {Field} tray */
function trough(tray) {
  const far = along(tray, 212);
  const half = 27;
  const across = { x: Math.abs(tray.up.y) * half, y: Math.abs(tray.up.x) * half };
  const x = Math.min(tray.base.x, far.x) - across.x;
  const y = Math.min(tray.base.y, far.y) - across.y;
  const width = Math.abs(far.x - tray.base.x) + 2 * across.x;
  const height = Math.abs(far.y - tray.base.y) + 2 * across.y;
  return s("rect", { class: "felt trough", x, y, width, height, rx: 4 });
}

/** @param {Geometry} board */
function hinges({ bar, view }) {
  const line = view.upright
    ? `M${bar.x} ${bar.y + bar.height / 2}h${bar.width}`
    : `M${bar.x + bar.width / 2} ${bar.y}v${bar.height}`;
  return s("path", { class: "hinge", d: line });
}

/**
 * The triangle of a point.
 * @param {Field} field
 */
export function triangle(field) {
  if (field.kind !== "point") return null;
  const tip = along(field, TIP);
  const half = COLUMN / 2 - 1.5;
  const side = { x: Math.abs(field.up.y) * half, y: Math.abs(field.up.x) * half };
  const { x, y } = field.base;
  const d = `M${x - side.x} ${y - side.y}L${tip.x} ${tip.y}L${x + side.x} ${y + side.y}Z`;
  return s("path", { class: `triangle shade-${field.shade}`, d, key: "triangle" });
}

/**
 * The number of a point as the player of this colour counts it.
 * @param {Field} field
 * @param {string} place
 * @param {"light" | "dark"} [counting]
 */
export function number(field, place, counting) {
  if (field.kind !== "point") return null;
  const { x, y } = field.label;
  return s("text", { class: "number", x, y, dy: "0.36em", key: "number" }, numberOf(place, counting));
}
