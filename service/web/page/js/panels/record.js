// @ts-check
// The record of the present game, with the results of the earlier ones.

import { fill, h } from "../dom.js";
import { downloads } from "./downloads.js";
import { turnsTable } from "./turns.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../../messages.js").RecordPart} RecordPart */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function recordPanel(app) {
  const element = h("section", { class: "panel record", "aria-labelledby": "record-title" });
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "group", "aria-labelledby": "record-title" });
  let rows = 0;
  const show = () => {
    const { Record: record, Game: game } = app.store.parts;
    if (!record || !game) return;
    fill(sheet, renderSheet(app, record, game));
    if (record.game.rows.length !== rows) sheet.scrollTop = sheet.scrollHeight;
    rows = record.game.rows.length;
    fill(element, [title(app), ...results(app, record), sheet, files(app, record)]);
  };
  fill(element, [title(app), sheet]);
  app.store.on(["Record", "Game"], show);
  requestAnimationFrame(() => (sheet.scrollTop = sheet.scrollHeight));
  return element;
}

/** @param {App} app */
function title(app) {
  return h("h2", { id: "record-title", key: "title" }, app.words.say("page.panel.record.title"));
}

/** @param {App} app @param {RecordPart} record @param {GamePart} game */
function renderSheet(app, { game: played }, game) {
  const { say } = app.words;
  const { light, dark } = game.players;
  const names = { light: light.name, dark: dark.name };
  const label = say("page.panel.record.game", { number: played.number });
  const nothing = h("p", { class: "about", key: "nothing" }, say("page.panel.record.nothing"));
  return [
    h("h3", { key: "game" }, label),
    played.rows.length ? turnsTable(app, played.rows, names, { label }) : nothing,
    played.result && h("p", { class: "result", key: "result" }, played.result),
  ];
}

/** @param {App} app @param {RecordPart} record */
function results(app, { results: earlier }) {
  if (earlier.length === 0) return [];
  return [
    h(
      "details",
      { class: "results", key: "results" },
      h("summary", {}, app.words.say("page.panel.record.results")),
      h("ol", {}, ...earlier.map((words, at) => h("li", { key: String(at) }, words))),
    ),
  ];
}

/** @param {App} app @param {RecordPart} record */
function files(app, { match }) {
  return h(
    "details",
    { class: "files", key: "files" },
    h("summary", {}, app.words.say("page.panel.record.files")),
    downloads(app, match),
  );
}
