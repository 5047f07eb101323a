// @ts-check
// Draws over the picture what the camera sees: the field, and each place with what lies there.

import { s } from "../dom.js";
import { placeName } from "../devices/places.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../../messages.js").Sight} Sight */
/** @typedef {import("../../messages.js").PlaceSeen} PlaceSeen */
/** @typedef {import("../../messages.js").Place} Place */

/** Widths of a point: how large what is written is, the ring around it, and a point's number. */
const LETTERS = 0.7;
const RING = 0.48;
const LINE = 0.09;
const NUMBERS = 0.42;

/** How the ring is broken, in widths of a point. @type {Record<string, number[]>} */
const DASHES = { doubtful: [0.2, 0.12], open: [0.06, 0.12] };

/**
 * @param {App} app @param {Sight} sight
 * @returns {Child[]}
 */
export function sightShown(app, sight) {
  const places = /** @type {[Place, PlaceSeen][]} */ (Object.entries(sight.places));
  return [
    s("path", { key: "halo", class: "field halo", d: sight.lines }),
    s("path", { key: "field", class: "field", d: sight.lines }),
    ...places.map(([place, seen]) => numberShown(place, seen, sight.point)),
    ...places.sort(bySureness).map(([place, seen]) => placeShown(app, place, seen, sight.point)),
  ];
}

/**
 * What is sure lies upon what is not, where both are crowded.
 * @param {[Place, PlaceSeen]} one @param {[Place, PlaceSeen]} other
 */
function bySureness([, one], [, other]) {
  return Number(one.sureness === "sure") - Number(other.sureness === "sure");
}

/** @param {Place} place @param {PlaceSeen} seen @param {number} point */
function numberShown(place, seen, point) {
  if (!seen.number) return null;
  const { x, y } = seen.number;
  const size = point * NUMBERS;
  return s("text", { key: `number ${place}`, class: "number", x, y: y + size / 3, "font-size": size }, place.slice(1));
}

/** @param {App} app @param {Place} place @param {PlaceSeen} seen @param {number} point */
function placeShown(app, place, seen, point) {
  const { sureness, colour, text } = seen;
  if (sureness === "sure" && !text) return null;
  const { x, y } = seen.at;
  const size = (point * LETTERS) / Math.max(1, text.length / 2);
  return s(
    "g",
    { key: place, class: `seen ${sureness} ${colour ?? "nobody"}`, "data-seen": place },
    s("title", {}, `${placeName(app, place, "light")}: ${text}`),
    s("circle", { class: "around", cx: x, cy: y, r: point * RING, "stroke-width": point * LINE * 2 }),
    s("circle", {
      class: "ring",
      cx: x,
      cy: y,
      r: point * RING,
      "stroke-width": point * LINE,
      "stroke-dasharray": (DASHES[sureness] ?? []).map((part) => part * point).join(" "),
    }),
    s("text", { x, y: y + size * 0.36, "font-size": size }, text),
  );
}
