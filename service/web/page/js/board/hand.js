// @ts-check
// Draws what is in the hand and what lies beside the board, below it.

import { fill, h, s } from "../dom.js";
import { RADIUS } from "../geometry.js";
import { checker } from "./piles.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./carrying.js").Carrying} Carrying */
/** @typedef {import("./piles.js").Counts} Counts */

/** Beside the board, where no sensor feels. */
export const BOX = "box";

/**
 * Draws the tray into its element.
 * @param {App} app
 * @param {HTMLElement} element
 * @param {Carrying} carrying
 * @param {Counts | undefined} box
 */
export function drawHand(app, element, carrying, box) {
  const { say } = app.words;
  const held = carrying.held();
  fill(element, [
    h("span", { class: "hand-title", key: "title" }, say("page.board.hand.title")),
    held.map((each, at) => heldChecker(app, carrying, each.colour, at)),
    held.length
      ? h("button", { key: "back", onclick: () => carrying.putBack() }, say("page.board.hand.back"))
      : h("span", { class: "hint", key: "hint" }, say("page.board.hand.empty")),
    besides(app, carrying, box),
  ]);
}

/**
 * @param {App} app @param {Carrying} carrying @param {"light" | "dark"} colour @param {number} at
 */
function heldChecker(app, carrying, colour, at) {
  const isNext = carrying.next() === at;
  return h(
    "button",
    {
      class: "held",
      key: `held${at}`,
      "data-held": at,
      "aria-pressed": isNext,
      "aria-label": app.words.say(`page.board.hand.${colour}`),
      onclick: (/** @type {MouseEvent} */ event) => byKey(event) && carrying.choose(at),
    },
    small(colour),
  );
}

/** @param {App} app @param {Carrying} carrying @param {Counts | undefined} box */
function besides(app, carrying, box) {
  const { light = 0, dark = 0 } = box ?? {};
  const says = app.words.say("page.board.box.says", { light, dark });
  return h(
    "button",
    {
      class: "box",
      key: "box",
      "data-place": BOX,
      "aria-label": says,
      onclick: (/** @type {MouseEvent} */ event) => byKey(event) && carrying.tap(BOX),
    },
    h("span", null, app.words.say("page.board.box.title")),
    light > 0 && h("span", { class: "boxed", key: "light", "data-colour": "light" }, small("light"), light),
    dark > 0 && h("span", { class: "boxed", key: "dark", "data-colour": "dark" }, small("dark"), dark),
  );
}

/**
 * Whether a click was made without a pointer: those of pointers are followed from their beginning.
 * @param {MouseEvent} event
 */
export function byKey(event) {
  return event.detail === 0;
}

/**
 * A checker as a picture of its own.
 * @param {"light" | "dark"} colour
 */
export function small(colour) {
  const side = 2 * RADIUS + 4;
  const viewBox = `${-side / 2} ${-side / 2} ${side} ${side}`;
  return s("svg", { class: "small-checker", viewBox, "aria-hidden": true }, checker(colour));
}
