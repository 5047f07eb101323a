// @ts-check
// Buttons for all checkers of a simulated table, and the list of those between two places.

import { placeName } from "../devices/place_names.js";
import { h } from "../dom.js";
import { button, hasBoard, panelSection } from "./panel_section.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").LeaningShown} LeaningShown */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").WorldPart} WorldPart */

/** @typedef {(typeof SWITCHES)[number]} Switch */

/** Preferences that only those need who try out what can go wrong. */
const SWITCHES = /** @type {const} */ (["truth", "sloppy"]);

/** @param {App} app */
export const checkersSection = (app) => panelSection(app, "checkers", ["preferences", "Game"], content);

/** @param {App} app @param {WorldPart} world */
function content(app, world) {
  const { say } = app.words;
  if (!hasBoard(world)) return [];
  const foreign = (/** @type {Colour} */ colour) => app.act({ is: "Fetch", colour });
  return [
    ...SWITCHES.map((name) => toggle(app, name)),
    h(
      "div",
      { class: "buttons", key: "all" },
      button(say("page.simulation.as_expected"), () => app.act({ is: "Arrange", how: "expected" })),
      button(say("page.simulation.clear"), () => app.act({ is: "Arrange", how: "empty" })),
      button(say("page.simulation.knock"), () => app.act({ is: "Knock" })),
    ),
    h(
      "div",
      { class: "buttons", key: "foreign" },
      button(say("page.simulation.foreign_light"), () => foreign("light")),
      button(say("page.simulation.foreign_dark"), () => foreign("dark")),
    ),
    leaningList(app, world),
  ];
}

/** A switch of one preference. @param {App} app @param {Switch} name */
function toggle(app, name) {
  const checked = app.preferences.get()[name];
  const onchange = () => app.preferences.set({ [name]: !checked });
  return h(
    "label",
    { class: "switch", key: name },
    h("input", { type: "checkbox", checked, onchange }),
    h("span", {}, app.words.say(`page.simulation.${name}`)),
  );
}

/** @param {App} app @param {WorldPart} world */
function leaningList(app, { leaning }) {
  if (!leaning.length) return null;
  return h("ul", { class: "askew", key: "askew" }, ...leaning.map((one, at) => leaningItem(app, one, at)));
}

/** @param {App} app @param {LeaningShown} leaning @param {number} key */
function leaningItem(app, { colour, places }, key) {
  const { say, joinList } = app.words;
  const [one, other] = places;
  const names = joinList(places.map((place) => placeName(app, place, app.store.parts.Game?.turn)));
  const onto = (/** @type {string} */ place, /** @type {string} */ neighbour) =>
    button(
      say("page.simulation.push_onto", { place: placeName(app, place, app.store.parts.Game?.turn) }),
      () => app.act({ is: "Straighten", place, neighbour }),
      place,
    );
  return h(
    "li",
    { key },
    h("span", {}, say(`page.simulation.leaning_${colour}`, { places: names })),
    onto(one, other),
    onto(other, one),
  );
}
