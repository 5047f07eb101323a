// @ts-check
// The board: draws a picture of what lies and shines on it, and tells of every touch.

import { createCarrying } from "./board/carrying.js";
import { drawn } from "./board/drawing.js";
import { BOX, drawHand } from "./board/hand.js";
import { followKeys } from "./board/keys.js";
import { keepTime } from "./board/lamps.js";
import { followPointer } from "./board/pointing.js";
import { fill, h, s } from "./dom.js";
import { geometry } from "./geometry.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./board/carrying.js").Handlers} Handlers */
/** @typedef {import("./board/carrying.js").Colour} Colour */
/**
 * @typedef {{
 *   light?: number, dark?: number, unknown?: number, claim?: string, says?: string,
 *   lamp?: import("./board/lamps.js").Lamp | null,
 * }} Shown
 * @typedef {{
 *   places: Record<string, Shown>,
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
 *   sloppy?: boolean,
 * }} Picture  Places that are missing are empty; `places.box` lies beside the board. `turn` tells
 *   on whose side dice lie that both throw, `counting` as whom the points are numbered, as Light
 *   if it is missing. `claims`: whether what sensors claim is written.
 *   `marked`: a place to point at.
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
 * A board; it is read-only until somebody listens.
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

  const isLive = () => Boolean(handlers && (handlers.live?.() ?? true));
  const carrying = createCarrying({
    handlers: () => handlers,
    cameFrom: (colour) => litAsLifted(picture, colour),
    changed: draw,
  });
  const pointing = followPointer({
    element,
    svg: /** @type {SVGSVGElement} */ (svg),
    carrying,
    geometry: () => board,
    isLive,
    isSloppy: () => Boolean(picture.sloppy),
  });
  followKeys({ element, carrying, geometry: () => board, goTo, press });
  element.addEventListener("focusin", (event) => walkedTo(placeOf(event.target)));
  new ResizeObserver(turnIfNeeded).observe(element);

  /** What changes several times before the screen is painted is drawn once. */
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
    fill(svg, drawn({ picture, board, words: app.words, handlers, current, tap: carrying.tap }));
    keepTime(svg, matchMedia(STILL).matches || app.preferences.get().calm);
    fill(element, [...[...element.children].filter((child) => child !== hand), hasHand && hand]);
    if (hasHand) drawHand(app, hand, carrying, picture.places[BOX]);
  }

  /** @param {string | null} place */
  function walkedTo(place) {
    if (!place || place === current || place === BOX) return;
    current = place;
    draw();
  }

  /** @param {string} place */
  function goTo(place) {
    walkedTo(place);
    /** @type {SVGElement | null} */ (svg.querySelector(`[data-place="${place}"]`))?.focus();
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
      carrying.agree(next.hand);
      if (!isLive()) pointing.stop();
      draw();
    },
    listen(next) {
      handlers = next;
      if (!next) pointing.stop();
      draw();
    },
    putBack: () => carrying.putBack(),
  };
}

/** @param {EventTarget | null} target */
function placeOf(target) {
  return target instanceof Element ? target.getAttribute("data-place") : null;
}

/** @param {Picture} picture @param {Colour} colour */
function litAsLifted(picture, colour) {
  const lit = Object.entries(picture.places).filter(([, { lamp }]) => lamp?.meaning === "lifted");
  const [best] = lit.filter(([, shown]) => !shown[colour === "light" ? "dark" : "light"]);
  return (best ?? lit[0])?.[0] ?? null;
}
