// @ts-check
// The level of hints of each player.

import { fill, h } from "../dom.js";
import { COLOURS, marker } from "./colours.js";
import { createPendingChoice } from "./pending_choice.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {Record<Colour, import("./pending_choice.js").PendingChoice<number | undefined>>} Choices */

const LEVELS = [0, 1, 2];

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function hintsPanel(app) {
  const element = h("section", { class: "panel hints", "aria-labelledby": "hints-title" });
  const show = () => fill(element, content(app, choices));
  const choiceOf = (/** @type {Colour} */ colour) =>
    createPendingChoice(app.store, () => app.store.parts.Game?.players[colour].hints, show);
  /** @type {Choices} */
  const choices = { light: choiceOf("light"), dark: choiceOf("dark") };
  app.store.on(["Game", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {Choices} choices */
function content(app, choices) {
  const { say } = app.words;
  const game = app.store.parts.Game;
  const title = h("h2", { id: "hints-title", key: "title" }, say("page.panel.hints.title"));
  if (!game) return [title];
  const people = COLOURS.filter((colour) => !game.players[colour].computer);
  const locked = game.hints_locked && h("p", { class: "locked", key: "locked" }, say("page.panel.hints.locked"));
  return [title, locked, ...people.map((colour) => levels(app, game, colour, choices[colour]))];
}

/** @param {App} app @param {GamePart} game @param {Colour} colour @param {Choices[Colour]} choice */
function levels(app, game, colour, choice) {
  const { name } = game.players[colour];
  const hints = choice.value();
  const want = (/** @type {number} */ number) =>
    void choice.choose(number, app.act({ is: "MakeRequest", colour, request: "hints", number }));
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
