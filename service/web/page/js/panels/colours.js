// @ts-check
// The two colours, and the sign of each.

import { h } from "../dom.js";

/** @typedef {import("../../messages.js").Colour} Colour */

/** @type {readonly Colour[]} */
export const COLOURS = ["light", "dark"];

/**
 * A tiny checker of a colour, hidden from screen readers.
 * @param {Colour} colour
 */
export function marker(colour) {
  return h("span", { class: `marker ${colour}`, "aria-hidden": "true" });
}

/**
 * A tiny checker of a colour, which screen readers name.
 * @param {import("../words.js").Words} words @param {Colour} colour
 */
export function namedMarker({ say }, colour) {
  return h("span", { class: `marker ${colour}`, key: "marker", role: "img", "aria-label": say(`page.common.${colour}`) });
}
