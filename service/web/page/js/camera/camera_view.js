// @ts-check
// Draws the reading of the camera over its picture: the field, and the checkers of each place.

import { placeName } from "../devices/place_names.js";
import { s } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../../messages.js").CameraViewPart} CameraViewPart */
/** @typedef {import("../../messages.js").PlaceView} PlaceView */
/** @typedef {import("../../messages.js").Place} Place */

/** Sizes in widths of a point: of the count, its ring, the line of the ring and the point's number. */
const LETTERS = 0.7;
const RING = 0.48;
const LINE = 0.09;
const NUMBERS = 0.42;

/**
 * The dashes of the ring, in widths of a point.
 * @type {Record<import("../../messages.js").Certainty, number[]>}
 */
const DASHES = { sure: [], doubtful: [0.2, 0.12], open: [0.06, 0.12] };

/**
 * @param {App} app @param {CameraViewPart} view
 * @returns {Child[]}
 */
export function renderView(app, view) {
  const places = Object.entries(view.places);
  return [
    s("path", { key: "halo", class: "field halo", d: view.lines }),
    s("path", { key: "field", class: "field", d: view.lines }),
    ...places.map(([place, seen]) => renderNumber(place, seen, view.point)),
    ...places.sort(byCertainty).map(([place, seen]) => renderPlace(app, place, seen, view.point)),
  ];
}

/**
 * Sorts the sure places last, so that they are drawn above the others.
 * @param {[Place, PlaceView]} one @param {[Place, PlaceView]} other
 */
function byCertainty([, one], [, other]) {
  return Number(one.certainty === "sure") - Number(other.certainty === "sure");
}

/** @param {Place} place @param {PlaceView} seen @param {number} point */
function renderNumber(place, seen, point) {
  if (!seen.number) return null;
  const { x, y } = seen.number;
  const size = point * NUMBERS;
  return s("text", { key: `number ${place}`, class: "number", x, y: y + size / 3, "font-size": size }, place.slice(1));
}

/** @param {App} app @param {Place} place @param {PlaceView} seen @param {number} point */
function renderPlace(app, place, seen, point) {
  const { certainty, colour, text } = seen;
  if (certainty === "sure" && !text) return null;
  const { x, y } = seen.at;
  const size = (point * LETTERS) / Math.max(1, text.length / 2);
  return s(
    "g",
    { key: place, class: `seen ${certainty} ${colour ?? "nobody"}`, "data-seen": place },
    s("title", {}, `${placeName(app, place, "light")}: ${text}`),
    s("circle", { class: "around", cx: x, cy: y, r: point * RING, "stroke-width": point * LINE * 2 }),
    s("circle", {
      class: "ring",
      cx: x,
      cy: y,
      r: point * RING,
      "stroke-width": point * LINE,
      "stroke-dasharray": DASHES[certainty].map((part) => part * point).join(" "),
    }),
    s("text", { x, y: y + size * 0.36, "font-size": size }, text),
  );
}
