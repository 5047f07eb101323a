// @ts-check
// What hands do to all checkers of a simulated table at once, and what lies askew there.

import { placeName } from "../devices/places.js";
import { h } from "../dom.js";
import { button, hasBoard, part } from "./part.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").LeaningShown} LeaningShown */
/** @typedef {import("../../messages.js").Colour} Colour */

/** @param {App} app */
export const checkersPart = (app) => part(app, "checkers", ["preferences", "Game"], content);

/** @param {App} app */
function content(app) {
  const { say } = app.words;
  if (!hasBoard(app)) return [];
  const foreign = (/** @type {Colour} */ colour) => app.act({ is: "Fetch", colour });
  return [
    truth(app),
    h(
      "div",
      { class: "buttons", key: "all" },
      button(say("page.simulation.put_right"), () => app.act({ is: "Arrange", how: "expected" })),
      button(say("page.simulation.clear"), () => app.act({ is: "Arrange", how: "empty" })),
      button(say("page.simulation.knock"), () => app.act({ is: "Knock" })),
    ),
    h(
      "div",
      { class: "buttons", key: "foreign" },
      button(say("page.simulation.foreign_light"), () => foreign("light")),
      button(say("page.simulation.foreign_dark"), () => foreign("dark")),
    ),
    leaning(app),
  ];
}

/** @param {App} app */
function truth(app) {
  const checked = app.preferences.get().truth;
  const onchange = () => app.preferences.set({ truth: !checked });
  return h(
    "label",
    { class: "switch", key: "truth" },
    h("input", { type: "checkbox", checked, onchange }),
    h("span", {}, app.words.say("page.simulation.truth")),
  );
}

/** @param {App} app */
function leaning(app) {
  /** @type {LeaningShown[]} */
  const askew = app.store.parts.World.leaning;
  if (!askew.length) return null;
  return h("ul", { class: "askew", key: "askew" }, ...askew.map((one, at) => pushed(app, one, at)));
}

/** @param {App} app @param {LeaningShown} leaning @param {number} key */
function pushed(app, { colour, places }, key) {
  const { say, listed } = app.words;
  const [one, other] = places;
  const names = listed(places.map((place) => placeName(app, place, app.store.parts.Game?.turn)));
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
