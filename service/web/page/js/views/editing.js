// @ts-check
// Moves checkers about on a board that is only being set up, within what fifteen a side allow.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {{light: number, dark: number}} Pile
 * @typedef {Record<string, Pile>} Piles  By place; every place is there, trays and all.
 */

/** Beside the board; whatever is not on a board that is only set up is in the trays. */
const BOX = "box";

/** How a game begins. */
export const START = "-b----E-C---eE---c-e----B-";

/**
 * The piles without the topmost checker of a place; null if there is none of that colour.
 * @param {Piles} piles @param {string} place @param {Colour} colour
 * @returns {Piles | null}
 */
export function lifted(piles, place, colour) {
  if (!piles[place]?.[colour]) return null;
  return changed(piles, place, colour, -1);
}

/**
 * The colour that is lifted from a place where nobody says which.
 * @param {Piles} piles @param {string} place
 * @returns {Colour | null}
 */
export function topmost(piles, place) {
  const pile = piles[place];
  if (!pile || pile.light + pile.dark === 0) return null;
  return pile.dark ? "dark" : "light";
}

/**
 * The piles with one more checker on a place. A checker goes to the bar and the tray of its own
 * colour; where checkers of the other colour lie, these go to their tray.
 * @param {Piles} piles @param {string} place @param {Colour} colour
 * @returns {Piles}
 */
export function put(piles, place, colour) {
  const own = ownPlace(place, colour);
  const other = colour === "light" ? "dark" : "light";
  const away = piles[own][other];
  const cleared = changed(changed(piles, own, other, -away), `off.${other}`, other, away);
  return changed(cleared, own, colour, 1);
}

/**
 * Every checker in its tray.
 * @param {Piles} piles
 * @returns {Piles}
 */
export function emptied(piles) {
  const none = Object.keys(piles).map((place) => [place, { light: 0, dark: 0 }]);
  return {
    ...Object.fromEntries(none),
    "off.light": { light: 15, dark: 0 },
    "off.dark": { light: 0, dark: 15 },
  };
}

/**
 * What sensors see on a board, as far as fifteen a side allow; and how many checkers of a colour
 * nobody knows were left out.
 * @param {Record<string, {light: number, dark: number, unknown: number}>} places
 * @param {Piles} none  The board with every checker in its tray.
 * @returns {{piles: Piles, unknown: number}}
 */
export function seen(places, none) {
  let piles = none;
  let unknown = 0;
  for (const [place, there] of Object.entries(places)) {
    if (place.startsWith("off.")) continue;
    unknown += there.unknown;
    const colour = there.light >= there.dark ? "light" : "dark";
    const most = Math.min(there[colour], piles[`off.${colour}`][colour]);
    for (let count = 0; count < most; count += 1) {
      piles = put(/** @type {Piles} */ (lifted(piles, `off.${colour}`, colour)), place, colour);
    }
  }
  return { piles, unknown };
}

/** @param {string} place @param {Colour} colour */
function ownPlace(place, colour) {
  if (place === BOX) return `off.${colour}`;
  const [kind, half] = place.split(".");
  return half ? `${kind}.${colour}` : kind;
}

/** @param {Piles} piles @param {string} place @param {Colour} colour @param {number} by */
function changed(piles, place, colour, by) {
  return { ...piles, [place]: { ...piles[place], [colour]: piles[place][colour] + by } };
}
