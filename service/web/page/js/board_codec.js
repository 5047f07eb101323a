// @ts-check
// The codec of boards as text of 26 characters, as in service/records/position_ids.py.

import { PLACES } from "./geometry.js";

/** @typedef {{light: number, dark: number}} Counts */

const SET = 15;
const FIELDS = 26;
const NONE = "-";
const A = "A".charCodeAt(0);

/**
 * The place of each character: Dark's bar, points 1 to 24 as Light counts them, Light's bar.
 * @param {number} at
 */
function placeOf(at) {
  if (at === 0) return "bar.dark";
  return at === FIELDS - 1 ? "bar.light" : `p${at}`;
}

/**
 * The checkers of every place, trays included; null if the text is not a board.
 * @param {string} text
 * @returns {Record<string, Counts> | null}
 */
export function decode(text) {
  if (!/^[-A-Oa-o]{26}$/.test(text)) return null;
  const places = Object.fromEntries(PLACES.map((place) => [place, { light: 0, dark: 0 }]));
  const off = { light: SET, dark: SET };
  [...text].forEach((letter, at) => {
    if (letter === NONE) return;
    const colour = letter === letter.toUpperCase() ? "light" : "dark";
    const count = letter.toUpperCase().charCodeAt(0) - A + 1;
    places[placeOf(at)] = { light: 0, dark: 0, [colour]: count };
    off[colour] -= count;
  });
  if (off.light < 0 || off.dark < 0) return null;
  places["off.light"] = { light: off.light, dark: 0 };
  places["off.dark"] = { light: 0, dark: off.dark };
  return places;
}

/**
 * The text of a board; null if it has none, as with both colours on one place.
 * @param {Record<string, {light?: number, dark?: number}>} places
 * @returns {string | null}
 */
export function encode(places) {
  const letters = Array.from({ length: FIELDS }, (_, at) => letterOf(places[placeOf(at)] ?? {}));
  return letters.includes(null) ? null : letters.join("");
}

/** @param {{light?: number, dark?: number}} counts @returns {string | null} */
function letterOf({ light = 0, dark = 0 }) {
  if (!light && !dark) return NONE;
  if ((light && dark) || light + dark > SET) return null;
  const letter = String.fromCharCode(A + light + dark - 1);
  return light ? letter : letter.toLowerCase();
}
