// @ts-check
// The meaning of an offered double at this score, unfolded for people who want help.

import { fill, h } from "../dom.js";
import { COLOURS } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GamePart} GamePart */

/**
 * A panel that is hidden unless a double waits for an answer.
 * @param {App} app
 * @returns {HTMLElement}
 */
export function doubleHelpPanel(app) {
  const element = h("section", { class: "panel double-help", "aria-label": app.words.say("page.panel.double_help.title") });
  app.store.on(["Game"], ({ Game: game }) => {
    const sentences = game?.double_meaning ?? [];
    element.hidden = sentences.length === 0;
    fill(element, game && sentences.length > 0 ? [content(app, game, sentences)] : []);
  });
  return element;
}

/** @param {App} app @param {GamePart} game @param {readonly string[]} sentences */
function content(app, game, sentences) {
  return h(
    "details",
    { key: "meaning", open: wantsHelp(game) },
    h("summary", {}, app.words.say("page.panel.double_help.title")),
    h("ul", {}, ...sentences.map((words, at) => h("li", { key: at }, words))),
  );
}

/** True if a person at the table has help from the lamps. @param {GamePart} game */
function wantsHelp({ players }) {
  return COLOURS.some((colour) => !players[colour].computer && players[colour].hints > 0);
}
