// @ts-check
// Carries out the steps of a play with simulated hands, takes them back, and names them.

import { otherColour } from "./play_tree.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("./one_tap.js").Hands} Hands */
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

/** @param {Hands} hands @param {PlayTree} tree @param {number} plays @param {Step} step */
export function carry(hands, tree, plays, { source, target, hits }) {
  move(hands, plays, tree.placeName(source), tree.placeName(target), tree.colour, hits);
}

/** @param {Hands} hands @param {PlayTree} tree @param {number} plays @param {Step} step */
export function takeBack(hands, tree, plays, { source, target, hits }) {
  const [from, to] = [tree.placeName(source), tree.placeName(target)];
  move(hands, plays, to, from, tree.colour);
  if (hits) move(hands, plays, `bar.${otherColour(tree.colour)}`, to, otherColour(tree.colour));
}

/**
 * Carries a checker; one that lies on the other half of the bar, or in the other tray, is taken there.
 * @param {Hands} hands @param {number} plays  The number of the plays that this is a step of.
 * @param {string} from @param {string} to @param {Colour} colour
 * @param {boolean} [hits]  True if it hits a checker, which goes to the bar.
 */
function move({ world, act }, plays, from, to, colour, hits = false) {
  const [kind, half] = from.split(".");
  const other = half ? `${kind}.${half === "light" ? "dark" : "light"}` : from;
  const place = world().piles[from]?.includes(colour) ? from : other;
  const count = world().piles[place]?.filter((each) => each === colour).length ?? 0;
  const lifted = act({ is: "LiftForStep", place, colour, plays, count });
  act({ is: "Put", place: to, colour, ...(hits && { carry_hit: true }) }, lifted);
}

/** @param {Step} step */
export function stepInWords({ source, target, hits }) {
  const names = [source, target].map((place) => ({ 25: "bar", 0: "off" })[place] ?? place);
  return `${names.join("/")}${hits ? "*" : ""}`;
}
