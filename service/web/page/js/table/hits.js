// @ts-check
// Tells whether a checker that is put down hits another one, which then goes to the bar by itself.

import { hasMisplacedCheckers } from "../panels/misplaced.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("./optimistic_world.js").World} World */

/**
 * True if a checker that is put down hits, and the hit one is to be carried: it is the mover's, a single
 * one of the opponent's lies there, and the hand neither puts it back nor puts the board right. The
 * service looks again, as it knows the game.
 * @param {App} app @param {World} world
 * @param {string} place @param {Colour} colour @param {string | null} [from]
 */
export function carriesHit(app, world, place, colour, from) {
  const { Game, Board } = app.store.parts;
  const { carriesHits, sloppy } = app.preferences.get();
  if (!carriesHits || sloppy || !Game || Game.setting_up || Game.turn !== colour || from === place) return false;
  return isBlot(world, place, colour) && !hasMisplacedCheckers(Board);
}

/**
 * True if a point holds a single checker, which is not of this colour.
 * @param {World} world @param {string} place @param {Colour} colour
 */
function isBlot({ piles, leaning }, place, colour) {
  const [only, ...others] = piles[place] ?? [];
  const isPoint = /^p\d+$/.test(place);
  const isClear = leaning.every(({ places }) => !places.includes(place));
  return isPoint && isClear && others.length === 0 && only !== undefined && only !== colour;
}
