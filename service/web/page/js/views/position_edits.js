// @ts-check
// Edits a position, with fifteen checkers a side at all times.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {import("../board_codec.js").Counts} Counts
 * @typedef {Record<string, Counts>} Piles  By place, trays included; no place is missing.
 */

/** The place beside the board, which here means the trays. */
const BOX = "box";

/** The starting position. */
export const START = "-b----E-C---eE---c-e----B-";

/**
 * The piles without one checker of a place; null if it has none of that colour.
 * @param {Piles} piles @param {string} place @param {Colour} colour
 * @returns {Piles | null}
 */
export function liftChecker(piles, place, colour) {
  if (!piles[place]?.[colour]) return null;
  return changePile(piles, place, colour, -1);
}

/**
 * The colour of the topmost checker of a place; null if it is empty.
 * @param {Piles} piles @param {string} place
 * @returns {Colour | null}
 */
export function topColour(piles, place) {
  const pile = piles[place];
  if (!pile || pile.light + pile.dark === 0) return null;
  return pile.dark ? "dark" : "light";
}

/**
 * The piles with one more checker on a place. It goes to the bar or tray of its own colour, and
 * checkers of the other colour leave the place for their tray.
 * @param {Piles} piles @param {string} place @param {Colour} colour
 * @returns {Piles}
 */
export function putChecker(piles, place, colour) {
  const own = ownPlace(place, colour);
  const other = colour === "light" ? "dark" : "light";
  const away = pileAt(piles, own)[other];
  const cleared = changePile(changePile(piles, own, other, -away), `off.${other}`, other, away);
  return changePile(cleared, own, colour, 1);
}

/**
 * The empty board, with every checker in its tray.
 * @param {Piles} piles
 * @returns {Piles}
 */
export function emptyBoard(piles) {
  const none = Object.keys(piles).map((place) => [place, { light: 0, dark: 0 }]);
  return {
    ...Object.fromEntries(none),
    "off.light": { light: 15, dark: 0 },
    "off.dark": { light: 0, dark: 15 },
  };
}

/**
 * The checkers that the sensors see, fifteen a side at most, and the number of those of unknown
 * colour, which are left out.
 * @param {Record<string, {light: number, dark: number, unknown: number}>} places
 * @param {Piles} none  The board with every checker in its tray.
 * @returns {{piles: Piles, unknown: number}}
 */
export function readSensors(places, none) {
  let piles = none;
  let unknown = 0;
  for (const [place, there] of Object.entries(places)) {
    if (place.startsWith("off.")) continue;
    unknown += there.unknown;
    const colour = there.light >= there.dark ? "light" : "dark";
    const most = Math.min(there[colour], pileAt(piles, `off.${colour}`)[colour]);
    for (let count = 0; count < most; count += 1) {
      piles = putChecker(changePile(piles, `off.${colour}`, colour, -1), place, colour);
    }
  }
  return { piles, unknown };
}

/** @param {string} place @param {Colour} colour */
function ownPlace(place, colour) {
  if (place === BOX) return `off.${colour}`;
  const [kind = place, half] = place.split(".");
  return half ? `${kind}.${colour}` : kind;
}

/** @param {Piles} piles @param {string} place @returns {Counts} */
function pileAt(piles, place) {
  return piles[place] ?? { light: 0, dark: 0 };
}

/** @param {Piles} piles @param {string} place @param {Colour} colour @param {number} by @returns {Piles} */
function changePile(piles, place, colour, by) {
  const pile = pileAt(piles, place);
  return { ...piles, [place]: { ...pile, [colour]: pile[colour] + by } };
}
