// @ts-check
// The keyboard of a board: arrows walk, Enter lifts and puts, Escape puts back.

import { neighbour } from "../geometry.js";

/** @typedef {import("./held_checkers.js").HeldCheckers} HeldCheckers */
/** @typedef {import("../geometry.js").Geometry} Geometry */

/** @type {Record<string, import("../geometry.js").Spot>} */
const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * @param {{
 *   element: HTMLElement,
 *   heldCheckers: HeldCheckers,
 *   geometry: () => Geometry,
 *   goTo: (place: string) => void,
 *   press: (target: Element) => void,
 * }} board  `press` is called for dice and cube.
 */
export function followKeyboard(board) {
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (handleKey(board, event)) event.preventDefault();
  });
}

/**
 * @param {Parameters<typeof followKeyboard>[0]} board
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function handleKey(board, event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.key === "Escape") return handleEscape(board.heldCheckers);
  if (!target.closest("svg")) return false;
  const place = target.getAttribute("data-place");
  if (event.key === "Enter" || event.key === " ") {
    if (place) board.heldCheckers.tap(place);
    else board.press(target);
    return true;
  }
  const goal = place && goalOf(board.geometry(), place, event.key);
  if (goal) board.goTo(goal);
  return Boolean(goal);
}

/** @param {HeldCheckers} heldCheckers */
function handleEscape(heldCheckers) {
  const holdsAny = heldCheckers.held().length > 0;
  if (holdsAny) heldCheckers.putBack();
  return holdsAny;
}

/**
 * @param {Geometry} board @param {string} place @param {string} key
 * @returns {string | null}
 */
export function goalOf(board, place, key) {
  if (key === "Home") return "p1";
  if (key === "End") return "p24";
  const way = WAYS[key];
  return way ? neighbour(board, place, way) : null;
}
