// @ts-check
// Walks over a board with the arrow keys, and lifts and puts with Enter and Escape.

import { neighbour } from "../geometry.js";

/** @typedef {import("./carrying.js").Carrying} Carrying */
/** @typedef {import("../geometry.js").Geometry} Geometry */

const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * @param {{
 *   element: HTMLElement,
 *   carrying: Carrying,
 *   geometry: () => Geometry,
 *   goTo: (place: string) => void,
 *   press: (target: Element) => void,
 * }} board  `press` is for what is no place: dice and cube.
 */
export function followKeys(board) {
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (answered(board, event)) event.preventDefault();
  });
}

/**
 * @param {Parameters<typeof followKeys>[0]} board
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function answered(board, event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.key === "Escape") return escaped(board.carrying);
  if (!target.closest("svg")) return false;
  const place = target.getAttribute("data-place");
  if (event.key === "Enter" || event.key === " ") {
    if (place) board.carrying.tap(place);
    else board.press(target);
    return true;
  }
  const goal = place && goalOf(board.geometry(), place, event.key);
  if (goal) board.goTo(goal);
  return Boolean(goal);
}

/** @param {Carrying} carrying */
function escaped(carrying) {
  const any = carrying.held().length > 0;
  if (any) carrying.putBack();
  return any;
}

/**
 * @param {Geometry} board @param {string} place @param {string} key
 * @returns {string | null}
 */
export function goalOf(board, place, key) {
  if (key === "Home") return "p1";
  if (key === "End") return "p24";
  const way = WAYS[/** @type {keyof typeof WAYS} */ (key)];
  return way ? neighbour(board, place, way) : null;
}
