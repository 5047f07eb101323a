// @ts-check
// The verdict of the referee, large and read out.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GamePart} GamePart */

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
    fill(element, content(app, game));
    if (game && game.verdict !== spoken) {
      spoken = game.verdict;
      app.announce(spoken, game.alarm);
    }
  };
  app.store.on(["Game", "Notices"], show);
  return element;
}

/** @param {App} app @param {GamePart | undefined} game */
function content(app, game) {
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
 * The last announcement, unless it is part of the verdict; the log reads it out.
 * @param {App} app @param {GamePart | undefined} game
 */
function newest(app, game) {
  const words = app.store.parts.Notices?.lines.at(-1)?.words ?? "";
  return game && !game.verdict.includes(words) ? words : "";
}
