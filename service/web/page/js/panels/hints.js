// @ts-check
// The level of hints of each player.

import { fill, h } from "../dom.js";
import { COLOURS, marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */

const LEVELS = [0, 1, 2];

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function hintsPanel(app) {
  const element = h("section", { class: "panel hints", "aria-labelledby": "hints-title" });
  const show = () => fill(element, content(app, show));
  app.store.on(["Game", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {() => void} show  Shows the true levels after a refusal. */
function content(app, show) {
  const { say } = app.words;
  const game = app.store.parts.Game;
  const title = h("h2", { id: "hints-title", key: "title" }, say("page.panel.hints.title"));
  if (!game) return [title];
  const people = COLOURS.filter((colour) => !game.players[colour].computer);
  const locked = game.hints_locked && h("p", { class: "locked", key: "locked" }, say("page.panel.hints.locked"));
  return [title, locked, ...people.map((colour) => levels(app, game, colour, show))];
}

/** @param {App} app @param {GamePart} game @param {Colour} colour @param {() => void} show */
function levels(app, game, colour, show) {
  const { name, hints } = game.players[colour];
  const want = (/** @type {number} */ number) =>
    void app.act({ is: "MakeRequest", colour, request: "hints", number }).then(show);
  return h(
    "fieldset",
    { key: colour, class: "level", disabled: game.hints_locked || !app.mayAct() },
    h("legend", {}, marker(colour), name),
    ...LEVELS.map((level) =>
      h(
        "label",
        { key: level },
        h("input", { type: "radio", name: `hints-${colour}`, checked: hints === level, onchange: () => want(level) }),
        h("span", {}, app.words.say(`page.panel.hints.level_${level}`)),
      ),
    ),
  );
}
