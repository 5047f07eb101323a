// @ts-check
// Draws the lamp of a place, and the mark on the place that repeats what the lamp means.

import { s } from "../dom.js";
import { EDGE, RADIUS, checkerAt } from "../geometry.js";

/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {{colour: string, rhythm: string, meaning?: string | null}} Lamp */

const EIGHTH = 125;
/** As eyes see it: a light of a fifth of the power looks half as bright. */
const SEEN_AS = 0.45;
/** What seems brighter than this has a halo. */
const GLOWING = 0.58;
/** What a lamp still shows while it is off. */
const FAINT = 0.08;

/** A sign for each meaning, within 6 of the middle. */
const GLYPHS = {
  missing: "M-5 0H5M0-5V5",
  too_many: "M-5 0H5",
  movable: "M-4.5 2.2L0-2.8L4.5 2.2",
  lifted: "M0-4.5A4.5 4.5 0 1 1-.1-4.5",
  destination: "M0-5.5V4.5M-4.5 .5L0 5L4.5 .5",
  illegal: "M-4.3-4.3L4.3 4.3M4.3-4.3L-4.3 4.3",
  came_from: "M-4.5-2H2A3.2 3.2 0 0 1 2 4.4H-1.5M-1.6-5.2L-5-2L-1.6 1.2",
  complete: "M-5 .5L-1.5 4L5-4",
  ambiguous: "M-3-2.6A3 3 0 1 1 .8 .2Q0 .6 0 1.8M0 5V5.01",
  chosen: "M0-5.2L5.2 0L0 5.2L-5.2 0Z",
  turn: "M-2.6-4.8L4.4 0L-2.6 4.8Z",
  offer: "M0-5.4V1.4M0 5V5.01",
  doubt: "M-5.2-.2Q-2.6-4 0-.2T5.2-.2M-5.2 4Q-2.6 .2 0 4T5.2 4",
  link_lost: "M0-5.2A5.2 5.2 0 1 1-.1-5.2M-3.6 3.6L3.6-3.6",
  computer: "M0 5.4V-4.4M-4.4-.6L0-5L4.4-.6M-4.8 5.4H4.8",
  computer_to: "M0-5.4V2.2M-4.4-1.6L0 2.8L4.4-1.6M-4.8 5.4H4.8",
};

/** Where one more checker goes, or may go. */
const WANTING = new Set(["missing", "destination", "came_from", "computer_to", "lifted", "ambiguous"]);
/** What concerns the uppermost checker. */
const HAVING = new Set(["too_many", "illegal", "computer", "movable", "complete", "chosen"]);
/** What needs no sign on the checker, as it would be on many. */
const QUIET = new Set(["movable", "complete", "chosen", "lifted"]);

/**
 * The lamp of a field.
 * @param {Field} field
 * @param {Lamp | null | undefined} lamp
 */
export function lampOf(field, lamp) {
  const { x, y } = field.lamp;
  return s(
    "g",
    { class: "lamp", key: "lamp", transform: `translate(${x} ${y})` },
    s("circle", { class: "socket", r: 9 }),
    lamp && [shine(lamp), glyph(lamp.meaning, 1)],
  );
}

/**
 * A lamp that is on no board.
 * @param {Lamp} lamp
 */
export function lampAlone(lamp) {
  const middle = /** @type {Field} */ ({ lamp: { x: 0, y: 0 } });
  const size = { viewBox: "-19 -19 38 38", width: 38, height: 38 };
  return s("svg", { ...size, class: "lamp-alone", "aria-hidden": "true" }, lampOf(middle, lamp));
}

/** @param {Lamp} lamp */
function shine(lamp) {
  const { colour, strength } = bright(lamp.colour);
  return s(
    "g",
    { class: "shine", key: "shine", "data-rhythm": lamp.rhythm, fill: colour },
    strength > GLOWING && s("circle", { class: "halo", r: 18, opacity: 0.22 }),
    strength > GLOWING && s("circle", { class: "halo", r: 14, opacity: 0.35 }),
    s("circle", { r: 10, opacity: (0.4 + 0.6 * strength).toFixed(2) }),
  );
}

/**
 * @param {string | null | undefined} meaning
 * @param {number} scale
 */
function glyph(meaning, scale) {
  const d = GLYPHS[/** @type {keyof typeof GLYPHS} */ (meaning ?? "")];
  if (!d) return null;
  const size = scale === 1 ? {} : { transform: `scale(${scale})` };
  return s(
    "g",
    { class: "glyph", key: "glyph", ...size },
    s("path", { class: "casing", d }),
    s("path", { class: "line", d }),
  );
}

/**
 * The mark on a field that a lamp is about.
 * @param {Field} field
 * @param {number} count  How many checkers are drawn there.
 * @param {Lamp | null | undefined} lamp
 */
export function markOf(field, count, lamp) {
  const meaning = lamp?.meaning ?? "";
  const isWanting = WANTING.has(meaning);
  if (!lamp || (!isWanting && !(HAVING.has(meaning) && count))) return null;
  const { x, y } = spotOf(field, isWanting ? count : count - 1);
  const ring = { class: `ring ${isWanting ? "wanting" : "having"}` };
  const { colour } = bright(lamp.colour);
  return s(
    "g",
    { class: `mark ${meaning}`, key: "mark", transform: `translate(${x} ${y})` },
    outline(field, { ...ring, class: `${ring.class} casing` }),
    outline(field, { ...ring, stroke: colour }),
    !QUIET.has(meaning) && glyph(meaning, field.kind === "tray" ? 0.9 : 1.7),
  );
}

/**
 * Where the n-th checker is drawn: upon the others when the field is full.
 * @param {Field} field
 * @param {number} at
 */
export function spotOf(field, at) {
  const layer = Math.floor(at / field.room);
  if (!layer || field.kind === "tray") return checkerAt(field, Math.min(at, field.room));
  return checkerAt(field, (at % field.room) + (layer % 2 ? 0.5 : 0));
}

/**
 * @param {Field} field
 * @param {Record<string, any>} attributes
 */
function outline(field, attributes) {
  if (field.kind !== "tray") return s("circle", { r: RADIUS - 1, ...attributes });
  const lies = field.up.x === 0;
  const [width, height] = lies ? [50, EDGE] : [EDGE, 50];
  return s("rect", { x: -width / 2, y: -height / 2, width, height, rx: 3, ...attributes });
}

/**
 * A light's hue at full brightness, and how strong it seems.
 * @param {string} colour
 */
export function bright(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) || 0);
  const most = Math.max(...parts, 1);
  const full = parts.map((part) => Math.round((part * 255) / most).toString(16).padStart(2, "0"));
  return { colour: `#${full.join("")}`, strength: (most / 255) ** SEEN_AS };
}

/**
 * Lets every lamp within an element keep its rhythm, all in time with one another.
 * @param {Element} element
 * @param {boolean} still  Whether nothing may blink.
 */
export function keepTime(element, still) {
  for (const lamp of element.querySelectorAll("[data-rhythm]")) {
    const rhythm = still ? "" : (lamp.getAttribute("data-rhythm") ?? "");
    const [now] = lamp.getAnimations();
    if ((now?.id ?? "") === rhythm) continue;
    now?.cancel();
    if (rhythm.includes(".")) beat(lamp, rhythm);
  }
}

/**
 * @param {Element} lamp
 * @param {string} rhythm
 */
function beat(lamp, rhythm) {
  const slots = [...rhythm].map((slot) => ({ opacity: slot === "#" ? 1 : FAINT, easing: "step-end" }));
  const frames = [...slots, slots[0]];
  const animation = lamp.animate(frames, { duration: EIGHTH * rhythm.length, iterations: Infinity });
  animation.id = rhythm;
  animation.startTime = 0;
}
