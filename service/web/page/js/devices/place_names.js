// @ts-check
// The names of the places of a board.

import { numberOf } from "../board/numbers.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Place} Place */

const POINTS = Array.from({ length: 24 }, (_, at) => `p${at + 1}`);

/** @type {readonly Place[]} */
export const PLACES = [...POINTS, "bar.light", "bar.dark", "off.light", "off.dark"];

/**
 * @param {App} app
 * @param {Place} place
 * @param {import("../../messages.js").Colour | null} [counting]  Whose numbers the points have.
 * @returns {string}
 */
export function placeName(app, place, counting) {
  const { say } = app.words;
  const [kind, colour] = place.split(".");
  if (!colour) return say("place.point", { point: numberOf(place, counting) });
  const player = app.store.parts.Game?.players[colour === "light" ? "light" : "dark"].name;
  if (!player) return say(kind === "bar" ? "place.bar" : "place.tray");
  return say(kind === "bar" ? "place.bar_of" : "place.tray_of", { player });
}
