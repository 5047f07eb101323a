// @ts-check
// Draws the last turn on the board it led to: the way of each moved checker, the hits, the numbers.

import { s } from "../dom.js";
import { RADIUS, fieldAt, middle } from "../geometry.js";
import { PIPS } from "./dice.js";
import { spotOf } from "./lamps.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../geometry.js").Spot} Spot */
/** @typedef {import("../board.js").PlaceContent} PlaceContent */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").MovedChecker} MovedChecker */
/**
 * @typedef {{colour: Colour, words: string, dice: readonly number[], moved: readonly MovedChecker[]}} Turn
 *   A completed turn; without `dice`, no numbers are drawn.
 * @typedef {{kind: "move" | "hit", from: Spot, to: Spot}} Way
 */

/** The bend of a way towards the middle of the board, as a part of its distance from there. */
const BEND = 0.22;
/** The distance of the end of a way from the middle of its checker. */
const GAP = RADIUS - 7;
const HEAD = 11;
const DIE = 20;
const PIP = 5.3;
const BESIDE_CUP = 82;

/**
 * @param {Turn} turn
 * @param {Record<string, PlaceContent>} places  The board after the turn.
 * @param {Geometry} board
 * @param {string} label
 */
export function drawLastTurn(turn, places, board, label) {
  return s(
    "g",
    { class: `last-turn ${turn.colour}`, key: "last-turn", role: "img", "aria-label": label },
    waysOf(turn, places, board).map((way) => drawWay(way, board)),
    turn.dice.length > 0 && numbers(turn, board),
  );
}

/**
 * The ways of the moved checkers, and of those they hit to the bar. A checker left from above the
 * pile that is there now, and those that arrived are the uppermost.
 * @param {Pick<Turn, "colour" | "moved">} turn @param {Record<string, PlaceContent>} places @param {Geometry} board
 * @returns {Way[]}
 */
export function waysOf({ colour, moved }, places, board) {
  const spotAt = (/** @type {string} */ place, /** @type {number} */ at) => spotOf(fieldAt(board, place), Math.max(0, at));
  const bar = colour === "light" ? "bar.dark" : "bar.light";
  const hits = moved.flatMap((one) => one.hits);
  const moves = moved.map(({ source, target }, nth) => ({
    kind: /** @type {const} */ ("move"),
    from: spotAt(source, countOf(places, source) + before(moved, nth, "source")),
    to: spotAt(target, countOf(places, target) - 1 - before(moved, nth, "target")),
  }));
  const sent = hits.map((place, nth) => ({
    kind: /** @type {const} */ ("hit"),
    from: spotAt(place, 0),
    to: spotAt(bar, countOf(places, bar) - 1 - nth),
  }));
  return [...moves, ...sent];
}

/** @param {Record<string, PlaceContent>} places @param {string} place */
function countOf(places, place) {
  const { light = 0, dark = 0, unknown = 0 } = places[place] ?? {};
  return light + dark + unknown;
}

/**
 * The number of checkers earlier in the list that have the same place at this end of their way.
 * @param {readonly MovedChecker[]} moved @param {number} nth @param {"source" | "target"} end
 */
function before(moved, nth, end) {
  return moved.slice(0, nth).filter((other) => other[end] === moved[nth]?.[end]).length;
}

/** @param {Way} way @param {Geometry} board */
function drawWay({ kind, from, to }, { width, height }) {
  const half = middle({ x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
  const bend = {
    x: half.x + (width / 2 - half.x) * BEND,
    y: half.y + (height / 2 - half.y) * BEND,
  };
  const end = shortened(bend, to);
  const d = `M${point(from)}Q${point(bend)} ${point(end)}`;
  return s(
    "g",
    { class: `way ${kind}` },
    s("path", { class: "casing", d }),
    s("path", { class: "line", d }),
    kind === "move" && s("circle", { class: "start", cx: round(from.x), cy: round(from.y), r: 6 }),
    s("path", { class: "head", d: head(bend, end) }),
  );
}

/** The spot a little before the end. @param {Spot} from @param {Spot} to @returns {Spot} */
function shortened(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, 1 - GAP / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** The head of an arrow that comes from a spot. @param {Spot} from @param {Spot} to */
function head(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const way = { x: ((to.x - from.x) / length) * HEAD, y: ((to.y - from.y) / length) * HEAD };
  const foot = { x: to.x - way.x / 3, y: to.y - way.y / 3 };
  const tip = { x: foot.x + way.x, y: foot.y + way.y };
  const [one, other] = [1, -1].map((side) => ({ x: foot.x - (side * way.y) / 1.7, y: foot.y + (side * way.x) / 1.7 }));
  return `M${point(tip)}L${point(one ?? foot)}L${point(other ?? foot)}Z`;
}

/** @param {Spot} spot */
function point({ x, y }) {
  return `${round(x)} ${round(y)}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** The numbers thrown, small, beside the cup of the player. @param {Turn} turn @param {Geometry} board */
function numbers({ colour, dice }, board) {
  const spot = board.dice[colour];
  return dice.map((number, at) => {
    const far = -BESIDE_CUP + (at - (dice.length - 1) / 2) * (DIE + 4);
    const x = spot.x + board.across.x * far;
    const y = spot.y + board.across.y * far;
    return s(
      "g",
      { class: "thrown", key: `thrown${at}`, transform: `translate(${round(x)} ${round(y)})` },
      s("rect", { class: "cube-face", x: -DIE / 2, y: -DIE / 2, width: DIE, height: DIE, rx: 4.5 }),
      (PIPS[number] ?? []).map(([px, py]) => s("circle", { class: "pip", cx: px * PIP, cy: py * PIP, r: 2.1 })),
    );
  });
}
