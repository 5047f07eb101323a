// @ts-check
// Draws checkers in piles, on their edges in the trays, and as outlines of the true simulated ones.

import { s } from "../dom.js";
import { EDGE, RADIUS, along } from "../geometry.js";
import { spotOf, spotUpon } from "./lamps.js";

/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../../messages.js").Colour | "unknown"} CheckerColour */
/** @typedef {{light?: number, dark?: number, unknown?: number}} Counts */

const EDGE_LENGTH = 46;
/** Half the diagonal of the mark on a dark checker. */
const DIAMOND = 8;

/**
 * The checkers of a place from the rim on; where both colours lie, the greater pile first.
 * @param {Counts} counts
 * @returns {CheckerColour[]}
 */
export function kindsOf({ light = 0, dark = 0, unknown = 0 }) {
  const lights = repeat("light", light);
  const darks = repeat("dark", dark);
  const known = light >= dark ? [...lights, ...darks] : [...darks, ...lights];
  return [...known, ...repeat("unknown", unknown)];
}

/** @param {CheckerColour} kind @param {number} count */
function repeat(kind, count) {
  return Array.from({ length: count }, () => kind);
}

/**
 * A pile.
 * @param {Field} field
 * @param {Counts} counts
 */
export function pile(field, counts) {
  const kinds = kindsOf(counts);
  if (!kinds.length) return null;
  const draw = field.kind === "tray" ? edgeChecker : flatChecker;
  return s(
    "g",
    { class: "pile", key: "pile" },
    (field.kind === "tray" ? kinds : drawnOf(field, kinds)).map((kind, at) => draw(field, kind, at)),
    field.kind === "tray" ? trayCount(field, kinds.length) : pileCount(field, kinds),
  );
}

/**
 * The checkers of a point or the bar that are drawn: of one kind as many as there is room for, which
 * bear their number; of several all of them.
 * @param {Field} field @param {CheckerColour[]} kinds
 */
export function drawnOf({ room }, kinds) {
  return new Set(kinds).size > 1 ? kinds : kinds.slice(0, room);
}

/**
 * A checker seen from above, around the origin.
 * @param {CheckerColour} kind
 * @param {import("../dom.js").Attributes} [attributes]
 */
export function checker(kind, attributes = {}) {
  return s(
    "g",
    { ...attributes, class: `checker ${kind} ${attributes.class ?? ""}`.trim(), "data-colour": kind },
    s("circle", { class: "shadow", cx: 0.8, cy: 1.6, r: RADIUS }),
    s("circle", { class: "body", r: RADIUS - 0.8 }),
    inner(kind),
  );
}

/** @param {CheckerColour} kind */
function inner(kind) {
  if (kind === "light") return s("circle", { class: "inner", r: 12.5 });
  if (kind === "dark") {
    return s("path", { class: "inner", d: `M0-${DIAMOND}L${DIAMOND} 0L0 ${DIAMOND}L-${DIAMOND} 0Z` });
  }
  return s("path", { class: "inner", d: "M-13-9L9 13M-16-1L1 16M-9-13L13 9M-1-16L16 1" });
}

/** @param {Field} field @param {CheckerColour} kind @param {number} at */
function flatChecker(field, kind, at) {
  const { x, y } = spotUpon(field, at);
  return checker(kind, { transform: `translate(${x} ${y})`, class: at < field.room ? "" : "upon" });
}

/** @param {Field} field @param {CheckerColour} kind @param {number} at */
function edgeChecker(field, kind, at) {
  const { x, y } = spotOf(field, at);
  const turned = field.up.x ? " rotate(90)" : "";
  return s(
    "g",
    { class: `checker edge ${kind}`, "data-colour": kind, transform: `translate(${x} ${y})${turned}` },
    s("rect", {
      class: "body",
      x: -EDGE_LENGTH / 2,
      y: -EDGE / 2 + 0.75,
      width: EDGE_LENGTH,
      height: EDGE - 1.5,
      rx: 3.5,
    }),
    s("path", { class: "inner", d: edgeMark(kind) }),
  );
}

/** @param {CheckerColour} kind */
function edgeMark(kind) {
  if (kind === "light") return "M-15-1.6H15M-15 1.6H15";
  return kind === "dark" ? "M-3.5 0L0-3.5L3.5 0L0 3.5Z" : "M-12 3L-8-3M-2 3L2-3M8 3L12-3";
}

/**
 * The outline of one more checker, of which the sensors are not sure.
 * @param {Field} field @param {number} count
 */
export function doubt(field, count) {
  const { x, y } = spotUpon(field, count);
  const r = field.kind === "tray" ? EDGE / 2 : RADIUS - 3.5;
  return s(
    "g",
    { class: "doubt", key: "doubt", transform: `translate(${x} ${y})` },
    s("circle", { class: "casing", r }),
    s("circle", { class: "line", r }),
    s("text", { class: "claim", dy: "0.36em" }, "?"),
  );
}

/** @param {Field} field @param {CheckerColour[]} kinds */
function pileCount(field, kinds) {
  if (kinds.length <= field.room) return null;
  const inmost = field.room - 1;
  const { x, y } = spotOf(field, inmost);
  const at = { class: `count ${kinds[inmost]}`, x, y, dy: "0.36em", key: "count" };
  const badge = s("circle", { class: `badge ${kinds[inmost]}`, cx: x, cy: y, r: 13 });
  return s("g", { class: "counted", key: "counted" }, badge, s("text", at, kinds.length));
}

/** @param {Field} field @param {number} count */
function trayCount(field, count) {
  const { x, y } = along(field, EDGE * field.room + 10);
  return s("text", { class: "borne-off", x, y, dy: "0.36em", key: "count" }, count);
}

/**
 * Outlines of the true checkers of a place, bold where the sensors see others or none.
 * @param {Field} field
 * @param {CheckerColour[]} truth
 * @param {Counts} seen
 */
export function ghosts(field, truth, seen) {
  if (!truth.length) return null;
  const kinds = kindsOf(seen);
  return s(
    "g",
    { class: "ghosts", key: "ghosts" },
    truth.map((colour, at) => {
      const look = kinds[at] === colour ? "as-seen" : "unseen-by-sensors";
      return ghost(`${colour} ${look}`, spotUpon(field, at), field.kind === "tray" ? 5 : RADIUS - 3.5);
    }),
  );
}

/** @param {string} look @param {import("../geometry.js").Spot} spot @param {number} r */
function ghost(look, { x, y }, r) {
  return s(
    "g",
    { class: `ghost ${look}`, transform: `translate(${x} ${y})` },
    s("circle", { class: "casing", r }),
    s("circle", { class: "line", r }),
  );
}

/**
 * A checker that lies half on each of two places.
 * @param {CheckerColour} colour
 * @param {{field: Field, count: number}[]} places
 */
export function leaningChecker(colour, places) {
  const spots = places.map(({ field, count }) => spotOf(field, Math.min(count, field.room - 1)));
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
  const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
  return ghost(`${colour} unseen-by-sensors`, { x, y }, RADIUS - 3.5);
}
