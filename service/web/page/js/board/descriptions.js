// @ts-check
// Describes places, dice and cube for screen readers.

import { numberOf } from "./numbers.js";

/** @typedef {import("../words.js").Words} Words */
/** @typedef {Record<"light" | "dark", string>} Names */

const KINDS = /** @type {const} */ (["light", "dark", "unknown"]);

/**
 * The description of a place, its checkers and its lamp; the words of the service win.
 * @param {Words} words
 * @param {string} place
 * @param {import("../board.js").PlaceContent} shown
 * @param {"light" | "dark"} [counting]  Whose numbers the points have.
 */
export function describePlace(words, place, shown, counting) {
  if (shown.says) return shown.says;
  const what = content(words, shown);
  const says = words.say("page.board.at", { place: nameOf(words, place, counting), what });
  const meaning = shown.lamp?.meaning;
  return meaning ? `${says} – ${words.say(`lamp.${meaning}`)}` : says;
}

/** @param {Words} words @param {string} place @param {"light" | "dark"} [counting] */
function nameOf({ say }, place, counting) {
  if (place.startsWith("p")) return say("page.board.point", { point: numberOf(place, counting) });
  return say(`page.board.${place}`);
}

/** @param {Words} words @param {import("../board.js").PlaceContent} shown */
function content({ say, joinList }, shown) {
  const piles = KINDS.filter((kind) => shown[kind]);
  if (!piles.length) return say("page.board.nothing");
  return joinList(piles.map((kind) => say(`page.board.${kind}`, { count: shown[kind] })));
}

/**
 * @param {Words} words
 * @param {import("./dice.js").Die} dice
 * @param {Names} [names]
 */
export function describeDice(words, dice, names) {
  const { say } = words;
  const whose = dice.colour
    ? say("page.board.dice.of", { player: nameOfPlayer(words, dice.colour, names) })
    : say("page.board.dice.shared");
  const numbers = words.joinList(dice.numbers ?? []);
  return dice.says ?? say(`page.board.dice.${dice.state}`, { whose, numbers });
}

/**
 * @param {Words} words
 * @param {import("./cube.js").Cube} cube
 * @param {Names} [names]
 */
export function describeCube(words, cube, names) {
  const { say } = words;
  if (cube.says) return cube.says;
  if (cube.offered && cube.to) {
    const player = nameOfPlayer(words, cube.to, names);
    return say("page.board.cube.offered", { value: cube.offered, player });
  }
  if (!cube.owner) return say("page.board.cube.middle", { value: cube.value });
  const player = nameOfPlayer(words, cube.owner, names);
  return say("page.board.cube.owned", { value: cube.value, player });
}

/** @param {Words} words @param {"light" | "dark"} colour @param {Names} [names] */
function nameOfPlayer({ say }, colour, names) {
  return names?.[colour] || say(`page.common.${colour}`);
}
