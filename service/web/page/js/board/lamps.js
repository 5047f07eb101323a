// @ts-check
// Draws the lamp of a place, and the mark on the place with the same meaning.

import { s } from "../dom.js";
import { EDGE, RADIUS, checkerAt } from "../geometry.js";

/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../../messages.js").LampMeaning} LampMeaning */
/** @typedef {{colour: string, rhythm: string, meaning?: LampMeaning | null}} DrawnLamp */

/** The radius of a socket, whose dark ring sets a lit lamp off from light wood. */
const SOCKET = 11;
const EIGHTH = 125;
/** The exponent of perceived brightness: a fifth of the power looks half as bright. */
const BRIGHTNESS_EXPONENT = 0.45;
/** The perceived brightness from which a lamp has a halo. */
const HALO_BRIGHTNESS = 0.58;
/** The opacity of a lamp in the dark part of its rhythm. */
const OFF_OPACITY = 0.08;

/**
 * The sign of each meaning, as a path within 6 of the middle.
 * @type {Record<LampMeaning, string>}
 */
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
  confirm: "M0-5.2A5.2 5.2 0 1 1-.1-5.2M0-1.6A1.6 1.6 0 1 1-.1-1.6",
  doubt: "M-5.2-.2Q-2.6-4 0-.2T5.2-.2M-5.2 4Q-2.6 .2 0 4T5.2 4",
  link_lost: "M0-5.2A5.2 5.2 0 1 1-.1-5.2M-3.6 3.6L3.6-3.6",
  computer: "M0 5.4V-4.4M-4.4-.6L0-5L4.4-.6M-4.8 5.4H4.8",
  computer_to: "M0-5.4V2.2M-4.4-1.6L0 2.8L4.4-1.6M-4.8 5.4H4.8",
};

/** Meanings that mark the spot of one more checker. @type {ReadonlySet<LampMeaning>} */
const ONE_MORE = new Set(["missing", "destination", "came_from", "computer_to", "lifted", "ambiguous"]);
/** Meanings that mark the uppermost checker. @type {ReadonlySet<LampMeaning>} */
const UPPERMOST = new Set(["too_many", "illegal", "computer", "movable", "complete", "chosen"]);
/** Meanings without a sign on the checker, as many would have it. @type {ReadonlySet<LampMeaning>} */
const WITHOUT_SIGN = new Set(["movable", "complete", "chosen", "lifted"]);

/**
 * The lamp of a field.
 * @param {Pick<Field, "lamp">} field
 * @param {DrawnLamp | null | undefined} lamp
 */
export function lampOf(field, lamp) {
  const { x, y } = field.lamp;
  return s(
    "g",
    { class: "lamp", key: "lamp", transform: `translate(${x} ${y})` },
    s("circle", { class: "socket", r: SOCKET }),
    lamp && [shine(lamp), glyph(lamp.meaning, 1)],
  );
}

/**
 * A lamp as a picture of its own.
 * @param {DrawnLamp} lamp
 */
export function lampAlone(lamp) {
  const middle = { lamp: { x: 0, y: 0 } };
  const size = { viewBox: "-19 -19 38 38", width: 38, height: 38 };
  return s("svg", { ...size, class: "lamp-alone", "aria-hidden": "true" }, lampOf(middle, lamp));
}

/** @param {DrawnLamp} lamp */
function shine(lamp) {
  const { colour, strength } = brightColour(lamp.colour);
  return s(
    "g",
    { class: "shine", key: "shine", "data-rhythm": lamp.rhythm, fill: colour },
    strength > HALO_BRIGHTNESS && s("circle", { class: "halo", r: 18, opacity: 0.22 }),
    strength > HALO_BRIGHTNESS && s("circle", { class: "halo", r: 14, opacity: 0.35 }),
    s("circle", { r: 9.5, opacity: (0.4 + 0.6 * strength).toFixed(2) }),
  );
}

/**
 * @param {LampMeaning | null | undefined} meaning
 * @param {number} scale
 */
function glyph(meaning, scale) {
  if (!meaning) return null;
  const d = GLYPHS[meaning];
  const size = scale === 1 ? {} : { transform: `scale(${scale})` };
  return s(
    "g",
    { class: "glyph", key: "glyph", ...size },
    s("path", { class: "casing", d }),
    s("path", { class: "line", d }),
  );
}

/**
 * The mark on the field of a lamp.
 * @param {Field} field
 * @param {number} count  The number of checkers drawn there.
 * @param {DrawnLamp | null | undefined} lamp
 */
export function markOf(field, count, lamp) {
  const meaning = lamp?.meaning;
  if (!lamp || !meaning) return null;
  const isWanting = ONE_MORE.has(meaning);
  if (!isWanting && !(UPPERMOST.has(meaning) && count)) return null;
  const { x, y } = isWanting ? spotUpon(field, count) : spotOf(field, count - 1);
  const ring = { class: `ring ${isWanting ? "wanting" : "having"}` };
  const { colour } = brightColour(lamp.colour);
  return s(
    "g",
    { class: `mark ${meaning}`, key: "mark", transform: `translate(${x} ${y})` },
    outline(field, { ...ring, class: `${ring.class} casing` }),
    outline(field, { ...ring, stroke: colour }),
    !WITHOUT_SIGN.has(meaning) && glyph(meaning, field.kind === "tray" ? 0.9 : 1.7),
  );
}

/**
 * The spot of the n-th checker; when the field is full, a number on the last one counts the others.
 * @param {Field} field
 * @param {number} at
 */
export function spotOf(field, at) {
  return checkerAt(field, Math.min(at, field.kind === "tray" ? field.room : field.room - 1));
}

/**
 * The spot of the n-th checker, which lies upon the others when the field is full.
 * @param {Field} field
 * @param {number} at
 */
export function spotUpon(field, at) {
  const layer = Math.floor(at / field.room);
  if (!layer || field.kind === "tray") return checkerAt(field, Math.min(at, field.room));
  return checkerAt(field, (at % field.room) + (layer % 2 ? 0.5 : 0));
}

/**
 * @param {Field} field
 * @param {import("../dom.js").Attributes} attributes
 */
function outline(field, attributes) {
  if (field.kind !== "tray") return s("circle", { r: RADIUS - 1, ...attributes });
  const lies = field.up.x === 0;
  const [width, height] = lies ? [50, EDGE] : [EDGE, 50];
  return s("rect", { x: -width / 2, y: -height / 2, width, height, rx: 3, ...attributes });
}

/**
 * The hue of a light at full brightness, and its perceived strength.
 * @param {string} colour
 */
export function brightColour(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) || 0);
  const most = Math.max(...parts, 1);
  const full = parts.map((part) => Math.round((part * 255) / most).toString(16).padStart(2, "0"));
  return { colour: `#${full.join("")}`, strength: (most / 255) ** BRIGHTNESS_EXPONENT };
}

/**
 * Animates every lamp within an element by its rhythm, all in phase.
 * @param {Element} element
 * @param {boolean} still  True if nothing may blink.
 */
export function animateLamps(element, still) {
  for (const lamp of element.querySelectorAll("[data-rhythm]")) {
    const rhythm = still ? "" : (lamp.getAttribute("data-rhythm") ?? "");
    const [now] = lamp.getAnimations();
    if ((now?.id ?? "") === rhythm) continue;
    now?.cancel();
    if (rhythm.includes(".")) animateLamp(lamp, rhythm);
  }
}

/**
 * @param {Element} lamp
 * @param {string} rhythm
 */
function animateLamp(lamp, rhythm) {
  const slots = [...rhythm].map((slot) => ({ opacity: slot === "#" ? 1 : OFF_OPACITY, easing: "step-end" }));
  const frames = [...slots, ...slots.slice(0, 1)];
  const animation = lamp.animate(frames, { duration: EIGHTH * rhythm.length, iterations: Infinity });
  animation.id = rhythm;
  animation.startTime = 0;
}
