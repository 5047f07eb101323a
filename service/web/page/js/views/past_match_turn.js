// @ts-check
// One turn of a past match in words: what was played, what was objected to, how the game ended.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */

/** @param {App} app @param {Pick<PastMatchRecord, "players">} record @param {GameRecord} game @param {number} at */
export function renderTurn(app, { players }, { rows, result, set_up: isSetUp }, at) {
  const { say } = app.words;
  const row = rows[at];
  if (!row) {
    const words = say(isSetUp ? "page.matches.at_set_up" : "page.matches.at_start");
    const count = rows.length > 0 && say("page.matches.turn_count", { count: rows.length });
    return [h("p", { class: "which", key: "which" }, count), sentence(words)];
  }
  const { colour, words, note, objections } = row;
  const isLast = at === rows.length - 1;
  return [
    h("p", { class: "which", key: "which" }, say("page.matches.at", { at: at + 1, of: rows.length })),
    sentence(say("page.matches.turn_of", { player: players[colour], words })),
    note && h("p", { class: "note", key: "note" }, note),
    ...objections.map((it, nth) =>
      h("p", { class: "note", key: `objection${nth}` }, say("page.matches.objected", { words: it })),
    ),
    isLast && result && h("p", { class: "result", key: "result" }, result),
  ];
}

/** @param {string} text */
function sentence(text) {
  return h("p", { class: "words", key: "words" }, text);
}
