// @ts-check
// What the referee makes of the board, shown large and spoken.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function verdictPanel(app) {
  const element = h("section", { class: "panel verdict", "aria-labelledby": "verdict-title" });
  let spoken = "";
  const show = () => {
    const game = app.store.parts.Game;
    element.classList.toggle("alarm", Boolean(game && game.alarm));
    fill(element, shown(app, game));
    if (game && game.verdict !== spoken) {
      spoken = game.verdict;
      app.announce(spoken, game.alarm);
    }
  };
  app.store.on(["Game", "Sayings"], show);
  return element;
}

/** @param {App} app @param {any} game */
function shown(app, game) {
  const { say } = app.words;
  const title = say(game?.alarm ? "page.panel.verdict.objects" : "page.panel.verdict.title");
  return [
    h("span", { class: "sign", key: "sign", "aria-hidden": "true" }, game?.alarm ? "!" : ""),
    h("h2", { id: "verdict-title", key: "title", tabindex: "-1" }, title),
    h("p", { class: "words", key: "words" }, game ? game.verdict : say("page.panel.verdict.waiting")),
    h("p", { class: "newest", key: "newest" }, newest(app, game)),
  ];
}

/**
 * What was said last, unless it stands there already; the log of what was said speaks it.
 * @param {App} app @param {any} game
 */
function newest(app, game) {
  const words = app.store.parts.Sayings?.said.at(-1)?.words ?? "";
  return game && !game.verdict.includes(words) ? words : "";
}
