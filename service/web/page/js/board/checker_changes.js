// @ts-check
// Compares two boards: which checkers have moved, appeared or gone, and where one was hit.

import { PLACES } from "../geometry.js";
import { kindsOf } from "./piles.js";

/** @typedef {import("./piles.js").CheckerColour} CheckerColour */
/**
 * @typedef {{place: string, at: number, kind: CheckerColour}} LyingChecker  `at` counts from the rim.
 * @typedef {{from: LyingChecker, to: LyingChecker}} CheckerMove
 * @typedef {{moves: CheckerMove[], appeared: LyingChecker[], gone: LyingChecker[], hits: string[]}} CheckerChanges
 *   `gone`: those that lie nowhere now, as in a hand; `hits`: the places where a blot was met.
 */

/**
 * All checkers of a board, in the order of the places.
 * @param {Readonly<Record<string, import("./piles.js").Counts>>} places
 * @returns {LyingChecker[]}
 */
export function lyingCheckers(places) {
  return PLACES.flatMap((place) => kindsOf(places[place] ?? {}).map((kind, at) => ({ place, at, kind })));
}

/**
 * The changes from one board to the next. A checker that appears where one is missing is that one,
 * as when a hand has covered it; otherwise it is the one of its colour that has just left its place,
 * or else the one that left last.
 * @param {readonly LyingChecker[]} before
 * @param {readonly LyingChecker[]} after
 * @param {readonly LyingChecker[]} missing  Checkers that have gone before, the last one at the end.
 * @returns {CheckerChanges}
 */
export function compareBoards(before, after, missing) {
  const leaving = without(before, after);
  const arriving = without(after, before);
  const gone = without(missing, arriving);
  const uncovered = without(arriving, without(arriving, missing));
  /** @type {CheckerMove[]} */
  const moves = [];
  const appeared = arriving.filter((to) => {
    if (uncovered.includes(to)) return true;
    const from = takeSame(leaving, to) ?? takeSame(gone, to, true);
    if (from) moves.push({ from, to });
    return !from;
  });
  return { moves, appeared, gone: [...gone, ...leaving], hits: hitPlaces(before, arriving) };
}

/** @param {readonly LyingChecker[]} these @param {readonly LyingChecker[]} others */
function without(these, others) {
  const known = new Set(others.map(slotText));
  return these.filter((checker) => !known.has(slotText(checker)));
}

/** @param {LyingChecker} checker */
function slotText({ place, at, kind }) {
  return `${place} ${at} ${kind}`;
}

/**
 * Takes the first or last checker of the same colour out of a list.
 * @param {LyingChecker[]} checkers @param {LyingChecker} wanted @param {boolean} [last]
 */
function takeSame(checkers, { kind }, last = false) {
  const isSame = (/** @type {LyingChecker} */ each) => each.kind === kind;
  const found = checkers.map(isSame);
  const at = last ? found.lastIndexOf(true) : found.indexOf(true);
  return at < 0 ? undefined : checkers.splice(at, 1)[0];
}

/**
 * The points at which a checker has arrived where a single one of the other colour lay.
 * @param {readonly LyingChecker[]} before @param {LyingChecker[]} arriving
 */
function hitPlaces(before, arriving) {
  const isHit = (/** @type {LyingChecker} */ { place, kind }) => {
    const there = before.filter((each) => each.place === place);
    return place.startsWith("p") && there.length === 1 && there[0]?.kind !== kind;
  };
  return [...new Set(arriving.filter(isHit).map(({ place }) => place))];
}
