// @ts-check
// The board: draws checkers, dice, cube and lamps, and passes touches on.

import { drawBoard } from "./board/drawing.js";
import { BOX, drawHand } from "./board/hand.js";
import { createHeldCheckers } from "./board/held_checkers.js";
import { followKeyboard } from "./board/board_keyboard.js";
import { animateLamps } from "./board/lamps.js";
import { followPointer } from "./board/pointer.js";
import { fill, h, s } from "./dom.js";
import { geometry } from "./geometry.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./board/held_checkers.js").Handlers} Handlers */
/** @typedef {import("../messages.js").Colour} Colour */
/**
 * @typedef {{
 *   light?: number, dark?: number, unknown?: number, claim?: string, says?: string, doubtful?: boolean,
 *   lamp?: import("./board/lamps.js").DrawnLamp | null,
 * }} PlaceContent
 * @typedef {{
 *   places: Record<string, PlaceContent>,
 *   lightFar: boolean,
 *   homeLeft: boolean,
 *   dice?: import("./board/dice.js").Die[],
 *   cube?: import("./board/cube.js").Cube | null,
 *   hand?: readonly Colour[],
 *   ghosts?: {piles: Record<string, Colour[]>, leaning: {colour: Colour, places: string[]}[]} | null,
 *   names?: Record<Colour, string>,
 *   turn?: Colour | null,
 *   counting?: Colour,
 *   claims?: boolean,
 *   marked?: string | null,
 *   lastTurn?: import("./board/last_turn.js").Turn | null,
 *   sloppy?: boolean,
 * }} Picture  Missing places are empty; `places.box` is the box beside the board. Shared dice lie
 *   on the side of `turn`. Points are numbered as `counting` counts them, or else Light. `claims`
 *   writes the claims of the sensors onto the places, `marked` highlights one place.
 * @typedef {{
 *   element: HTMLElement,
 *   show: (picture: Picture) => void,
 *   listen: (handlers: Handlers | null) => void,
 *   putBack: () => void,
 * }} Board
 */

const UPRIGHT = "(orientation: portrait) and (max-width: 700px)";
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * A board, which is read-only until `listen` gives it handlers.
 * @param {App} app
 * @param {{label: string}} wanted
 * @returns {Board}
 */
export function createBoard(app, { label }) {
  const svg = s("svg", { class: "board-svg" });
  const hand = h("div", { class: "hand", role: "group", "aria-label": app.words.say("page.board.hand.title") });
  const element = h("div", { class: "board", role: "application", "aria-label": label }, svg);
  /** @type {Picture} */
  let picture = { places: {}, lightFar: false, homeLeft: false };
  /** @type {Handlers | null} */
  let handlers = null;
  let current = "p1";
  let isDue = false;
  let isUpright = matchMedia(UPRIGHT).matches;
  let board = geometry({ ...picture, upright: isUpright });

  const isStill = () => matchMedia(STILL).matches || app.preferences.get().calm;
  /** @type {ReturnType<typeof import("./board/motion.js").createMotion> | null} */
  let motion = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {{picture: Picture, board: import("./geometry.js").Geometry, isWhole: boolean} | null} */
  let drawn = null;
  const isLive = () => Boolean(handlers && (handlers.isLive?.() ?? true));
  const heldCheckers = createHeldCheckers({
    handlers: () => handlers,
    cameFrom: (colour) => placeOfLiftedLamp(picture, colour),
    changed: draw,
    returned({ colour, from }, isInHand) {
      if (!isInHand) pointing.stop();
      // After the drawing that is due, in which the checker is back.
      requestAnimationFrame(() => motion?.bringBack(colour, isInHand ? null : from));
    },
  });
  const pointing = followPointer({
    element,
    svg,
    heldCheckers,
    geometry: () => board,
    isLive,
    isSloppy: () => Boolean(picture.sloppy),
    released: (colour, where) => motion?.release(colour, where),
  });
  followKeyboard({ element, heldCheckers, geometry: () => board, goTo, press });
  element.addEventListener("focusin", (event) => setCurrent(placeOf(event.target)));
  element.addEventListener("pointerdown", () => motion || !drawn || (loading ??= loadMotion(drawn)));
  new ResizeObserver(turnIfNeeded).observe(element);

  /** Coalesces several changes into one drawing per frame. */
  function draw() {
    if (!isDue) requestAnimationFrame(drawNow);
    isDue = true;
  }

  function drawNow() {
    isDue = false;
    board = geometry({ ...picture, upright: isUpright });
    svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    element.classList.toggle("upright", isUpright);
    const hasHand = Boolean(handlers?.lift);
    element.classList.toggle("touchable", hasHand);
    fill(svg, drawBoard({ picture, board, words: app.words, handlers, current, tap: heldCheckers.tap }));
    animateLamps(svg, isStill());
    move();
    fill(element, [...[...element.children].filter((child) => child !== hand), hasHand && hand]);
    if (hasHand) drawHand(app, hand, heldCheckers, picture.places[BOX]);
  }

  /** Shows what has changed since the last drawing as motion, which is loaded with the first change or touch. */
  function move() {
    const before = drawn;
    const { Board, Game } = app.store.parts;
    drawn = { picture, board, isWhole: Boolean(Board && Game) };
    if (motion) motion.show(picture, board);
    else if (before?.isWhole && layoutText(before.picture) !== layoutText(picture)) loading ??= loadMotion(before);
  }

  /** @param {NonNullable<typeof drawn>} before */
  async function loadMotion(before) {
    try {
      const { createMotion } = await import("./board/motion.js");
      motion = createMotion(element, svg, isStill);
      for (const { picture: shown, board: there } of [before, drawn ?? before]) motion.show(shown, there);
    } catch {
      loading = null; // The table is out of reach: the next change tries again.
    }
  }

  /** @param {string | null} place */
  function setCurrent(place) {
    if (!place || place === current || place === BOX) return;
    current = place;
    draw();
  }

  /** @param {string} place */
  function goTo(place) {
    setCurrent(place);
    const goal = svg.querySelector(`[data-place="${place}"]`);
    if (goal instanceof SVGElement) goal.focus();
  }

  /** @param {Element} target */
  function press(target) {
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  function turnIfNeeded() {
    if (matchMedia(UPRIGHT).matches === isUpright) return;
    isUpright = !isUpright;
    draw();
  }

  return {
    element,
    show(next) {
      picture = next;
      if (document.hidden) motion?.forget();
      heldCheckers.sync(next.hand);
      if (!isLive()) pointing.stop();
      draw();
    },
    listen(next) {
      handlers = next;
      if (!next) pointing.stop();
      draw();
    },
    putBack: () => heldCheckers.putBack(),
  };
}

/** The places of checkers, dice and cube as a text to compare. @param {Picture} picture */
function layoutText({ places, dice = [], cube }) {
  const counts = Object.entries(places).map(([place, { light, dark, unknown }]) => [place, light, dark, unknown]);
  return JSON.stringify([counts, dice.map(({ state }) => state), cube?.value, cube?.owner, cube?.offered]);
}

/** @param {EventTarget | null} target */
function placeOf(target) {
  return target instanceof Element ? target.getAttribute("data-place") : null;
}

/** @param {Picture} picture @param {Colour} colour */
function placeOfLiftedLamp(picture, colour) {
  const lit = Object.entries(picture.places).filter(([, { lamp }]) => lamp?.meaning === "lifted");
  const [best] = lit.filter(([, shown]) => !shown[colour === "light" ? "dark" : "light"]);
  return (best ?? lit[0])?.[0] ?? null;
}
