// @ts-check
// Animates the differences between two pictures of a board: checkers glide, dice tumble, the cube turns.

import { RADIUS, fieldAt } from "../geometry.js";
import { compareBoards, lyingCheckers } from "./checker_changes.js";
import { cubeSpot } from "./cube.js";
import { smallChecker } from "./hand.js";
import { spotOf } from "./lamps.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../geometry.js").Spot} Spot */
/** @typedef {import("../board.js").Picture} Picture */
/** @typedef {import("./checker_changes.js").LyingChecker} LyingChecker */
/** @typedef {import("./piles.js").CheckerColour} CheckerColour */
/** @typedef {{to: LyingChecker, start: Spot, end: Spot, flight: Animation, finish: () => void}} Glide */
/** @typedef {{kind: CheckerColour, spot: Spot, until: number}} Release  A checker that a pointer let go. */

/** Milliseconds of a glide, plus a part for each unit of its way, at most the longest. */
const SHORTEST = 160;
const PER_UNIT = 0.5;
const LONGEST = 420;
const EASING = "cubic-bezier(0.3, 0.1, 0.2, 1)";
/** Milliseconds within which a checker that was let go appears on the board. */
const ARRIVAL = 4000;
const TUMBLE = 460;
const TURN = 480;
const PRESS = 220;

/**
 * The motion on one board. The board itself always shows the newest picture: a gliding checker is a
 * picture above it, while the checker that lies there is hidden.
 *
 * `show` comes after each drawing. `release`: a pointer lets a checker go at this spot, and it
 * glides from there. `bringBack`: a checker that was let go lies where it did, or in the hand.
 * @param {HTMLElement} element
 * @param {SVGSVGElement} svg
 * @param {() => boolean} isStill
 */
export function createMotion(element, svg, isStill) {
  /** @type {{picture: Picture, board: Geometry, lying: LyingChecker[]} | null} */
  let shown = null;
  /** @type {LyingChecker[]} */
  let missing = [];
  /** @type {Set<Glide>} */
  const glides = new Set();
  /** @type {Release | null} */
  let released = null;

  /** @param {Picture} picture @param {Geometry} board */
  function show(picture, board) {
    const before = shown;
    shown = { picture, board, lying: lyingCheckers(picture.places) };
    if (!before || isStill() || !isSameView(before.board, board)) {
      missing = [];
      return [...glides].forEach(({ finish }) => finish());
    }
    showCheckers(before.lying, shown.lying, board);
    tumbleDice(svg, before.picture, picture);
    turnCube(svg, before.picture, picture, board);
  }

  /** @param {LyingChecker[]} before @param {LyingChecker[]} after @param {Geometry} board */
  function showCheckers(before, after, board) {
    const { moves, appeared, gone, hits } = compareBoards(before, after, missing);
    const starts = moves.map(({ from }) => spotNow(from, board));
    missing = gone.slice(-after.length - before.length);
    for (const glide of glides) {
      if (glide.to.place && !after.some((each) => isSameChecker(each, glide.to))) glide.finish();
    }
    moves.forEach(({ to }, at) => glideTo(to, letGo(to.kind) ?? starts[at], board));
    appeared.forEach((to) => glideTo(to, letGo(to.kind), board));
    hits.forEach((place) => press(svg, place));
  }

  /** @param {LyingChecker} checker @param {Geometry} board */
  function spotNow(checker, board) {
    const gliding = [...glides].find(({ to }) => isSameChecker(to, checker));
    return gliding ? between(gliding) : spotOf(fieldAt(board, checker.place), checker.at);
  }

  /** @param {CheckerColour} kind */
  function letGo(kind) {
    const found = released && released.kind === kind && performance.now() < released.until ? released.spot : null;
    if (found) released = null;
    return found;
  }

  /** @param {LyingChecker} to @param {Spot | null | undefined} start @param {Geometry} board */
  function glideTo(to, start, board) {
    const drawn = svg.querySelectorAll(`[data-place="${to.place}"] .pile > .checker`);
    const end = spotOf(fieldAt(board, to.place), to.at);
    // A checker that is only counted hides none on its way.
    if (start && drawn.length > 0 && distance(start, end) > 1) fly({ to, start, end }, drawn[to.at]);
  }

  /** @param {Pick<Glide, "to" | "start" | "end">} way @param {Element} [hidden] */
  function fly(way, hidden) {
    const scale = svg.getScreenCTM();
    if (!scale) return;
    const picture = gliderOf(way.to.kind, scale.a);
    const transform = [way.start, way.end].map((spot) => offsetOf(element, scale, spot));
    const duration = Math.min(SHORTEST + PER_UNIT * distance(way.start, way.end), LONGEST);
    element.append(picture);
    const hiding = hidden?.animate({ opacity: [0, 0] }, { duration });
    const flight = picture.animate({ transform }, { duration, easing: EASING });
    for (const moved of [flight, hiding]) if (moved) moved.id = "glide";
    /** @type {Glide} */
    const glide = { ...way, flight, finish };
    function finish() {
      glides.delete(glide);
      hiding?.cancel();
      flight.cancel();
      picture.remove();
    }
    glides.add(glide);
    flight.onfinish = finish;
  }

  return {
    show,
    /** Shows the next picture without motion. */
    forget() {
      shown = null;
    },
    /** @param {CheckerColour} kind @param {Spot} spot */
    release(kind, spot) {
      released = { kind, spot, until: performance.now() + ARRIVAL };
    },
    /** @param {CheckerColour} kind @param {string | null} place  Null for the hand. */
    bringBack(kind, place) {
      const start = letGo(kind);
      if (!shown || !start || isStill()) return;
      const home = shown.lying.filter((each) => each.place === place && each.kind === kind).at(-1);
      const held = [...element.querySelectorAll(".held")].at(-1);
      if (home) glideTo(home, start, shown.board);
      else if (held && !place) fly({ to: { place: "", at: 0, kind }, start, end: middleOf(held, svg) }, held);
    },
  };
}

/** @param {Geometry} one @param {Geometry} other */
function isSameView({ view: one }, { view: other }) {
  return one.lightFar === other.lightFar && one.homeLeft === other.homeLeft && one.upright === other.upright;
}

/** @param {LyingChecker} one @param {LyingChecker} other */
function isSameChecker(one, other) {
  return one.place === other.place && one.at === other.at && one.kind === other.kind;
}

/** @param {Spot} one @param {Spot} other */
function distance(one, other) {
  return Math.hypot(other.x - one.x, other.y - one.y);
}

/** The spot of a checker on its way. @param {Glide} glide @returns {Spot} */
function between({ start, end, flight }) {
  const part = flight.effect?.getComputedTiming().progress ?? 1;
  return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
}

/** @param {CheckerColour} kind @param {number} scale */
function gliderOf(kind, scale) {
  const picture = smallChecker(kind);
  picture.classList.add("glider");
  const size = `${(2 * RADIUS + 4) * scale}px`;
  Object.assign(picture.style, { width: size, height: size });
  return picture;
}

/** A spot of the board as a translation. @param {HTMLElement} element @param {DOMMatrix} scale @param {Spot} spot */
function offsetOf(element, scale, spot) {
  const { left, top } = element.getBoundingClientRect();
  const { x, y } = new DOMPoint(spot.x, spot.y).matrixTransform(scale);
  return `translate(${x - left}px, ${y - top}px) translate(-50%, -50%)`;
}

/** The middle of an element as a spot of the board. @param {Element} shown @param {SVGSVGElement} svg @returns {Spot} */
function middleOf(shown, svg) {
  const { x, y, width, height } = shown.getBoundingClientRect();
  return new DOMPoint(x + width / 2, y + height / 2).matrixTransform(svg.getScreenCTM()?.inverse());
}

/** @param {SVGSVGElement} svg @param {string} place */
function press(svg, place) {
  const point = svg.querySelector(`[data-place="${place}"]`);
  const offsets = ["0 0", "0 5px", "0 -2px", "0 0"];
  const animation = point?.animate({ translate: offsets }, { duration: PRESS, delay: LONGEST / 2 });
  if (animation) animation.id = "press";
}

/** Dice that have come to rest tumble in. @param {SVGSVGElement} svg @param {Picture} before @param {Picture} after */
function tumbleDice(svg, before, after) {
  for (const { device, colour, state } of after.dice ?? []) {
    const old = before.dice?.find((each) => each.device === device && each.colour === colour);
    if (state !== "settled" || !old || old.state === state) continue;
    svg.querySelectorAll(`.dice.${colour ?? "shared"}[data-device="${CSS.escape(device)}"] .turning`).forEach((die, at) => {
      const start = { transform: `translate(${at ? -26 : -34}px, ${at ? 16 : -20}px) rotate(${at ? -250 : 220}deg) scale(1.25)` };
      die.animate([start, {}], { duration: TUMBLE + at * 90, easing: "cubic-bezier(0.2, 0.7, 0.3, 1.05)" }).id = "tumble";
    });
  }
}

/** @param {SVGSVGElement} svg @param {Picture} before @param {Picture} after @param {Geometry} board */
function turnCube(svg, { cube: old }, { cube }, board) {
  if (!old || !cube) return;
  if (old.value === cube.value && old.owner === cube.owner && old.offered === cube.offered) return;
  const [from, to] = [cubeSpot(old, board), cubeSpot(cube, board)];
  const frames = {
    transform: [`translate(${from.x}px, ${from.y}px) rotate(-180deg)`, `translate(${to.x}px, ${to.y}px) rotate(0deg)`],
  };
  const turning = svg.querySelector(".cube")?.animate(frames, { duration: TURN, easing: EASING });
  if (turning) turning.id = "turn";
}
