// @ts-check
// Handles at the corners of the board, for mouse, finger and keyboard.

import { fill, s } from "../dom.js";
import { NAMES, canBeBoard, moveCorner, stepOf } from "./corners.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./corners.js").Corners} Corners */
/** @typedef {import("./corners.js").Spot} Spot */
/** @typedef {import("./corners.js").Size} Size */
/**
 * @typedef {{
 *   corners: () => Corners,
 *   size: () => Size,
 *   unit: () => number,
 *   move: (corners: Corners) => void,
 *   choose: (which: number | null) => void,
 * }} HandleOptions  `unit` is the number of pixels of the picture in one of the screen; `choose` selects
 *   the corner for the magnifier.
 */

/** Radii in pixels of the screen: of the area that a finger hits, of the ring and of the dot. */
const REACH = 24;
const RING = 11;
const DOT = 1.5;

/**
 * @param {App} app
 * @param {HandleOptions} options
 */
export function createHandles(app, options) {
  const element = s("g", { class: "handles" });
  /** @type {{which: number, pointer: number, from: Spot, corner: Spot} | null} */
  let drag = null;

  /** @param {number} which @param {Spot} by */
  const push = (which, by) => options.move(moveCorner(options.corners(), which, by, options.size()));

  /** @param {number} which @param {PointerEvent & {currentTarget: SVGGElement}} event */
  function grab(which, event) {
    const corner = options.corners()[which];
    if (drag || event.button > 0 || !corner) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus({ preventScroll: true });
    drag = { which, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, corner };
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  function pull(event) {
    if (drag?.pointer !== event.pointerId) return;
    const { which, from, corner } = drag;
    const now = options.corners()[which];
    if (!now) return;
    const unit = options.unit();
    push(which, {
      x: corner.x + (event.clientX - from.x) * unit - now.x,
      y: corner.y + (event.clientY - from.y) * unit - now.y,
    });
  }

  /** @param {PointerEvent} event */
  function letGo(event) {
    if (drag?.pointer === event.pointerId) drag = null;
  }

  /** @param {number} which @param {KeyboardEvent} event */
  function press(which, event) {
    const by = stepOf(event);
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    push(which, by);
    event.preventDefault();
  }

  /** @param {number} which @param {Spot} corner */
  function handle(which, corner) {
    const { say } = app.words;
    const { width } = options.size();
    const unit = options.unit();
    const { x, y } = corner;
    return s(
      "g",
      {
        key: which,
        class: "handle",
        role: "slider",
        tabindex: 0,
        "aria-label": say(`page.camera.corner.${NAMES[which]}`),
        "aria-valuemin": 0,
        "aria-valuemax": width,
        "aria-valuenow": Math.round(x),
        "aria-valuetext": say("page.camera.corner.at", { x: Math.round(x), y: Math.round(y) }),
        "aria-describedby": "corners-keys",
        onpointerdown: (event) => grab(which, event),
        onpointermove: pull,
        onpointerup: letGo,
        onpointercancel: letGo,
        onkeydown: (event) => press(which, event),
        onfocus: () => options.choose(which),
        onblur: () => options.choose(null),
      },
      s("circle", { class: "reach", cx: x, cy: y, r: REACH * unit }),
      s("circle", { class: "around", cx: x, cy: y, r: RING * unit }),
      s("circle", { class: "ring", cx: x, cy: y, r: RING * unit }),
      s("circle", { class: "dot", cx: x, cy: y, r: DOT * unit }),
    );
  }

  /** Draws the handles, or removes them. @param {boolean} wanted */
  function draw(wanted) {
    if (!wanted) return fill(element, []);
    const corners = options.corners();
    const points = corners.map(({ x, y }) => `${x},${y}`).join(" ");
    const bad = canBeBoard(corners) ? "" : "crossed";
    fill(element, [
      s("polygon", { key: "halo", class: "outline halo", points }),
      s("polygon", { key: "outline", class: `outline ${bad}`, points }),
      ...corners.map((corner, which) => handle(which, corner)),
    ]);
  }

  return { element, draw };
}
