// @ts-check
// What every panel needs to know of the two players.

import { h } from "../dom.js";

/** @typedef {import("../../messages.js").Colour} Colour */

/** @type {readonly Colour[]} */
export const COLOURS = ["light", "dark"];

/**
 * A tiny checker of a colour; it tells nothing to a screen reader.
 * @param {string} colour
 */
export function marker(colour) {
  return h("span", { class: `marker ${colour}`, "aria-hidden": "true" });
}
