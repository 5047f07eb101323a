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
  const id = `hints-${colour}`;
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const want = ({ currentTarget }) => {
    const number = Number(currentTarget.value);
    app.act({ is: "MakeRequest", colour, request: "hints", number }).then(show);
  };
  return h(
    "div",
    { key: colour, class: "level" },
    h("label", { for: id }, marker(colour), name),
    h(
      "select",
      { id, disabled: game.hints_locked || !app.mayAct(), onchange: want, value: String(hints) },
      ...LEVELS.map((level) =>
        h("option", { key: level, value: String(level) }, app.words.say(`page.panel.hints.level_${level}`)),
      ),
    ),
  );
}
