// @ts-check
// Marks at the corners of the board that mouse, finger and keys move over the picture.

import { fill, s } from "../dom.js";
import { NAMES, areOfABoard, moved, stepOf } from "./corners.js";

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
 * }} Grip  `unit` is how many pixels of the picture one of the screen is; `choose` tells which
 *   corner is looked at closely.
 */

/** How far (pixels of the screen) from a corner a finger finds it, and its mark reaches. */
const REACH = 24;
const RING = 11;
const DOT = 1.5;

/**
 * @param {App} app
 * @param {Grip} grip
 */
export function createHandles(app, grip) {
  const element = s("g", { class: "handles" });
  /** @type {{which: number, pointer: number, from: Spot, corner: Spot} | null} */
  let drag = null;

  /** @param {number} which @param {Spot} by */
  const push = (which, by) => grip.move(moved(grip.corners(), which, by, grip.size()));

  /** @param {number} which @param {any} event */
  function grab(which, event) {
    if (drag || event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus({ preventScroll: true });
    const corner = grip.corners()[which];
    drag = { which, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, corner };
    event.preventDefault();
  }

  /** @param {any} event */
  function pull(event) {
    if (drag?.pointer !== event.pointerId || !drag) return;
    const { which, from, corner } = drag;
    const now = grip.corners()[which];
    const unit = grip.unit();
    push(which, {
      x: corner.x + (event.clientX - from.x) * unit - now.x,
      y: corner.y + (event.clientY - from.y) * unit - now.y,
    });
  }

  /** @param {any} event */
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
    const { width } = grip.size();
    const unit = grip.unit();
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
        onpointerdown: (/** @type {any} */ event) => grab(which, event),
        onpointermove: pull,
        onpointerup: letGo,
        onpointercancel: letGo,
        onkeydown: (/** @type {KeyboardEvent} */ event) => press(which, event),
        onfocus: () => grip.choose(which),
        onblur: () => grip.choose(null),
      },
      s("circle", { class: "reach", cx: x, cy: y, r: REACH * unit }),
      s("circle", { class: "around", cx: x, cy: y, r: RING * unit }),
      s("circle", { class: "ring", cx: x, cy: y, r: RING * unit }),
      s("circle", { class: "dot", cx: x, cy: y, r: DOT * unit }),
    );
  }

  /** Draw them where they are; none where nobody may move them. @param {boolean} wanted */
  function draw(wanted) {
    if (!wanted) return fill(element, []);
    const corners = grip.corners();
    const points = corners.map(({ x, y }) => `${x},${y}`).join(" ");
    const bad = areOfABoard(corners) ? "" : "crossed";
    fill(element, [
      s("polygon", { key: "halo", class: "outline halo", points }),
      s("polygon", { key: "outline", class: `outline ${bad}`, points }),
      ...corners.map((corner, which) => handle(which, corner)),
    ]);
  }

  return { element, draw };
}
