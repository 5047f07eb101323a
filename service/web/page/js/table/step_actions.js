// @ts-check
// Carries out the steps of a play with simulated hands, takes them back, and names them.

import { barOfHit } from "./optimistic_world.js";
import { otherColour } from "./play_tree.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("./play_tree.js").PlayTree} PlayTree */
/** @typedef {import("./play_tree.js").Step} Step */

const NO_PILES = {};

/**
 * The checkers of a board as they are drawn.
 * @param {App} app
 * @returns {Record<string, readonly Colour[]>}
 */
export function drawnPiles({ store }) {
  const shown = Object.entries(store.parts.Board?.places ?? NO_PILES);
  return Object.fromEntries(
    shown.map(([place, { light, dark }]) => {
      /** @type {Colour[]} */
      const pile = [...Array(light).fill("light"), ...Array(dark).fill("dark")];
      return [place, pile];
    }),
  );
}

/** @param {Hands} hands @param {PlayTree} tree @param {Step} step */
export function carry(hands, tree, { source, target, hits }) {
  hands.carry(tree.colour, tree.placeName(source), tree.placeName(target), hits);
}

/** @param {Hands} hands @param {PlayTree} tree @param {Step} step */
export function takeBack(hands, tree, { source, target, hits }) {
  const [from, to] = [tree.placeName(source), tree.placeName(target)];
  hands.carry(tree.colour, to, from);
  if (hits) hands.carry(otherColour(tree.colour), barOfHit(tree.colour), to);
}

/** @param {Step} step */
export function stepInWords({ source, target, hits }) {
  const names = [source, target].map((place) => ({ 25: "bar", 0: "off" })[place] ?? place);
  return `${names.join("/")}${hits ? "*" : ""}`;
}
