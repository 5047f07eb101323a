// @ts-check
// Draws the checkers in the hand and in the box, below the board.

import { fill, h, s } from "../dom.js";
import { RADIUS } from "../geometry.js";
import { checker } from "./piles.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./held_checkers.js").HeldCheckers} HeldCheckers */
/** @typedef {import("./piles.js").Counts} Counts */

/** The place beside the board, which has no sensor. */
export const BOX = "box";

/**
 * Draws the checkers in hand and in the box beside the board.
 * @param {App} app
 * @param {HTMLElement} element
 * @param {HeldCheckers} heldCheckers
 * @param {Counts | undefined} box
 */
export function drawHand(app, element, heldCheckers, box) {
  const { say } = app.words;
  const held = heldCheckers.held();
  fill(element, [
    h("span", { class: "hand-title", key: "title" }, say("page.board.hand.title")),
    held.map((each, at) => heldChecker(app, heldCheckers, each.colour, at)),
    held.length
      ? h("button", { key: "back", onclick: () => heldCheckers.putBack() }, say("page.board.hand.back"))
      : h("span", { class: "hint", key: "hint" }, say(handHint(app))),
    boxButton(app, heldCheckers, box),
  ]);
}

/**
 * The phrase that says what a touch of a checker does; where help is locked, it lifts one.
 * @param {Pick<App, "store" | "preferences">} app
 */
export function handHint({ store, preferences }) {
  const isMoved = preferences.get().oneTap && !store.parts.Game?.hints_locked;
  return isMoved ? "page.board.hand.one_tap" : "page.board.hand.empty";
}

/**
 * @param {App} app @param {HeldCheckers} heldCheckers @param {"light" | "dark"} colour @param {number} at
 */
function heldChecker(app, heldCheckers, colour, at) {
  const isNext = heldCheckers.next() === at;
  return h(
    "button",
    {
      class: "held",
      key: `held${at}`,
      "data-held": at,
      "aria-pressed": isNext,
      "aria-label": app.words.say(`page.board.hand.${colour}`),
      onclick: (event) => isByKeyboard(event) && heldCheckers.choose(at),
    },
    smallChecker(colour),
  );
}

/**
 * The place beside the board, if anything lies there or hands are sloppy.
 * @param {App} app @param {HeldCheckers} heldCheckers @param {Counts | undefined} box
 */
function boxButton(app, heldCheckers, box) {
  const { light = 0, dark = 0 } = box ?? {};
  if (light + dark === 0 && !app.preferences.get().sloppy) return null;
  const says = app.words.say("page.board.box.says", { light, dark });
  return h(
    "button",
    {
      class: "box",
      key: "box",
      "data-place": BOX,
      "aria-label": says,
      onclick: (event) => isByKeyboard(event) && heldCheckers.tap(BOX),
    },
    h("span", null, app.words.say("page.board.box.title")),
    light > 0 && h("span", { class: "boxed", key: "light", "data-colour": "light" }, smallChecker("light"), light),
    dark > 0 && h("span", { class: "boxed", key: "dark", "data-colour": "dark" }, smallChecker("dark"), dark),
  );
}

/**
 * True if a click came from the keyboard: pointers are followed by their own events.
 * @param {MouseEvent} event
 */
export function isByKeyboard(event) {
  return event.detail === 0;
}

/**
 * A checker as a picture of its own.
 * @param {import("./piles.js").CheckerColour} colour
 */
export function smallChecker(colour) {
  const side = 2 * RADIUS + 4;
  const viewBox = `${-side / 2} ${-side / 2} ${side} ${side}`;
  return s("svg", { class: "small-checker", viewBox, "aria-hidden": true }, checker(colour));
}
