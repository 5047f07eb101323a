// @ts-check
// A card over the middle of the drawn board, with the manners of a dialog that leaves the page usable.

import { h } from "../dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{element: HTMLElement, open: () => void, close: () => void}} BoardCard */

/** The elements in which a key would do something else if the focus went away. */
const TYPING = "input, select, textarea, dialog";

/**
 * A closed card; `open` moves the focus to it, and `close` moves it back. Escape in it is `dismiss`.
 * @param {HTMLElement} board
 * @param {{name: string, dismiss: () => void}} card  The name is its class, and `NAME-title` the id of its title.
 * @returns {BoardCard}
 */
export function createBoardCard(board, { name, dismiss }) {
  /** @type {Element | null} */
  let before = null;
  const element = h("section", {
    class: `board-card ${name}`,
    role: "dialog",
    "aria-labelledby": `${name}-title`,
    tabindex: "-1",
    hidden: true,
    onkeydown(event) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      dismiss();
    },
  });
  /** Lays the card in the middle; from there it grows downwards, so that its buttons keep their places. */
  const lieOverBoard = () => lay(element, board);
  const sizes = new ResizeObserver(lieOverBoard);
  sizes.observe(board);

  function takeFocus() {
    lieOverBoard();
    const now = document.activeElement;
    if (element.hidden || element.contains(now) || now?.closest(TYPING)) return;
    before = now;
    element.focus({ preventScroll: true });
  }

  return {
    element,
    open() {
      if (!element.hidden) return;
      element.hidden = false;
      // A view is put on the page only after its panels have been made.
      if (element.isConnected) takeFocus();
      else requestAnimationFrame(takeFocus);
    },
    close() {
      if (element.hidden) return;
      const had = element.contains(document.activeElement);
      element.hidden = true;
      if (had) placeToReturnTo(before)?.focus({ preventScroll: true });
    },
  };
}

/**
 * The element that had the focus before; the verdict if it has gone, or if there was none.
 * @param {Element | null} before
 * @returns {HTMLElement | SVGElement | null}
 */
function placeToReturnTo(before) {
  const usable = before !== document.body && before?.isConnected && before.checkVisibility();
  if (usable && (before instanceof HTMLElement || before instanceof SVGElement)) return before;
  return document.getElementById("verdict-title");
}

/**
 * Tells the styles of a card where the board is drawn.
 * @param {HTMLElement} card @param {HTMLElement} board
 */
function lay(card, board) {
  const frame = card.offsetParent;
  if (!frame || card.hidden) return;
  const drawn = board.querySelector("svg") ?? board;
  const { x, y, width, height } = within(drawn.getBoundingClientRect(), frame.getBoundingClientRect());
  const set = (/** @type {Record<string, number>} */ values) => {
    for (const [name, value] of Object.entries(values)) card.style.setProperty(`--drawn-${name}`, `${value}px`);
  };
  set({ x, y, width, height, top: 0 });
  set({ top: y + Math.max((height - card.offsetHeight) / 2, 0) });
}

/**
 * A box as its frame counts.
 * @param {Box} box @param {Box} frame
 * @returns {Box}
 */
export function within(box, frame) {
  return { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
}
