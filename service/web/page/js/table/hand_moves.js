// @ts-check
// The moves that the hands of this page have made in a turn, to be taken back one after the other.

import { barOfHit } from "./optimistic_world.js";
import { numberOf, otherColour } from "./play_tree.js";

/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("./optimistic_world.js").HandAction} HandAction */
/** @typedef {import("./optimistic_world.js").World} World */
/**
 * @typedef {{colour: Colour, from: string, to: string, hits: boolean}} HandMove
 * @typedef {{before: string, after: string, move: HandMove}} MadeMove  With the table before and after it.
 * @typedef {{colour: Colour, place: string, before: string}} LiftedChecker
 * @typedef {{
 *   follow: (action: HandAction, before: World, after: World) => void,
 *   forget: () => void,
 *   last: (world: World) => HandMove | null,
 *   hitsTakenBack: (world: World, move: Omit<HandMove, "hits">) => string[],
 * }} HandMoves  `last`: the last move, if the table is as it left it. `hitsTakenBack`: the points of the
 *   checkers whose hits a move back has undone, and which are still on the bar.
 */

/** @returns {HandMoves} */
export function createHandMoves() {
  /** @type {LiftedChecker[]} */
  let lifted = [];
  /** @type {MadeMove[]} */
  let made = [];

  /** @param {HandAction} action @param {World} after */
  function putDown({ place, colour, ...action }, after) {
    const at = lifted.findLastIndex((each) => each.colour === colour);
    const [checker] = at < 0 ? [] : lifted.splice(at, 1);
    if (!checker || action.is !== "Put") return;
    const move = { colour, from: checker.place, to: place, hits: Boolean(action.carry_hit) };
    const now = worldText(after);
    const back = made.findIndex(({ before }) => before === now);
    if (back >= 0) made = made.slice(0, back);
    else if (checker.before !== now) made.push({ before: checker.before, after: now, move });
  }

  return {
    follow(action, before, after) {
      if (action.is !== "Lift") return putDown(action, after);
      lifted.push({ colour: action.colour, place: action.place, before: worldText(before) });
    },
    forget() {
      [lifted, made] = [[], []];
    },
    last(world) {
      const last = made.at(-1);
      return last && !world.hand.length && last.after === worldText(world) ? last.move : null;
    },
    hitsTakenBack(world, { colour, from, to }) {
      /** @type {string[]} */
      const hits = [];
      for (const { before, move } of made.filter((each) => each.move.colour === colour).reverse()) {
        if (!move.hits || !mayBeReturned(world, move, hits.length)) continue;
        hits.push(move.to);
        if (move.from === to && move.to === from) return [move.to];
        if (worldText(withHitsReturned(world, hits, colour)) === before) return hits;
      }
      return [];
    },
  };
}

/**
 * True if the point of a hit is empty, and the bar has more checkers than `others` wait for there.
 * @param {World} world @param {HandMove} hit @param {number} others
 */
function mayBeReturned({ piles }, { to, colour }, others) {
  const onBar = piles[barOfHit(colour)] ?? [];
  return !piles[to]?.length && onBar.filter((each) => each !== colour).length > others;
}

/** @param {World} world @param {readonly string[]} hits @param {Colour} hitter @returns {World} */
function withHitsReturned(world, hits, hitter) {
  const bar = barOfHit(hitter);
  const piles = { ...world.piles, [bar]: (world.piles[bar] ?? []).slice(hits.length) };
  for (const point of hits) piles[point] = [otherColour(hitter)];
  return { ...world, piles };
}

/** What lies on a table, to be compared. @param {World} world */
function worldText({ piles, leaning, hand }) {
  const lying = Object.entries(piles).filter(([, pile]) => pile.length);
  const sorted = lying.map(([place, pile]) => [place, [...pile].sort()].join(" ")).sort();
  return JSON.stringify([sorted, leaning.map(({ colour, places }) => [colour, ...places]), [...hand].sort()]);
}

/** A move in notation, as the player of a colour counts. @param {HandMove} move @param {Colour} counting */
export function moveInWords({ from, to, hits }, counting) {
  const names = [from, to].map((place) => (place.startsWith("p") ? numberOf(place, counting) : place.split(".")[0]));
  return `${names.join("/")}${hits ? "*" : ""}`;
}
