// @ts-check
// A table of all places: the claim of each sensor, the reading of the referee, and the lamp.

import { h } from "../dom.js";
import { renderLamp } from "./lamp.js";
import { PLACES, placeName } from "./place_names.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").SourceShown} SourceShown */
/** @typedef {import("../../messages.js").Lamp} Lamp */
/** @typedef {import("../../messages.js").Place} Place */

/** @param {App} app */
export function sideBySide(app) {
  const { say } = app.words;
  const { sources = [], lamps = {} } = app.store.parts.Diagnostics ?? {};
  const seeing = sources.filter(({ claims }) => Object.keys(claims).length);
  const columns = [
    say("page.devices.place"),
    ...seeing.map(({ name }) => name),
    say("page.devices.taken_for"),
    say("page.devices.lamp"),
  ];
  return [
    h(
      "table",
      { class: "side-by-side", key: "table" },
      h("caption", {}, say("page.devices.claims_about")),
      h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...PLACES.map((place) => row(app, place, seeing, lamps))),
    ),
  ];
}

/** @param {App} app @param {Place} place @param {SourceShown[]} seeing @param {Record<Place, Lamp>} lamps */
function row(app, place, seeing, lamps) {
  const { SelfTest: selfTest } = app.store.parts;
  const tested = selfTest?.running && selfTest.place === place;
  return h(
    "tr",
    { key: place, class: tested ? "tested" : "", "aria-current": tested ? "true" : null },
    h("th", { scope: "row" }, placeName(app, place)),
    ...seeing.map(({ name, claims }) => h("td", { class: "claimed", key: name }, claims[place] ?? "–")),
    h("td", { key: "taken" }, countsText(app, place)),
    h("td", { key: "lamp" }, renderLamp(app, lamps[place])),
  );
}

/** @param {App} app @param {Place} place */
function countsText(app, place) {
  const { say } = app.words;
  const shown = app.store.parts.Board?.places[place];
  if (!shown) return "–";
  const kinds = /** @type {const} */ (["light", "dark", "unknown"]);
  const counts = kinds
    .filter((kind) => shown[kind] > 0)
    .map((kind) => say(`page.devices.${kind}`, { count: shown[kind] }));
  return counts.join(", ") || say("page.devices.empty");
}
