// @ts-check
// What was told and what has happened, the newest last.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** Whoever is so near (px) to the end of the log is kept there. */
const NEAR = 40;

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function sayingsPanel(app) {
  const { say } = app.words;
  const list = h("ol");
  const log = h("div", { class: "log", role: "log", tabindex: "0", "aria-labelledby": "sayings-title" }, list);
  const element = h(
    "section",
    { class: "panel sayings" },
    h("h2", { id: "sayings-title" }, say("page.panel.sayings.title")),
    log,
  );
  const show = () => {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    fill(list, shown(app));
    if (atEnd) log.scrollTop = log.scrollHeight;
  };
  app.store.on(["Sayings"], show);
  requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
  return element;
}

/** @param {App} app */
function shown(app) {
  const said = app.store.parts.Sayings?.said ?? [];
  return said.map((/** @type {any} */ { number, words, alarm }) =>
    h(
      "li",
      { key: String(number), class: alarm ? "alarm" : "" },
      alarm && h("span", { class: "sign", "aria-hidden": "true" }, "!"),
      alarm && h("span", { class: "unseen" }, `${app.words.say("page.panel.sayings.alarm")} `),
      words,
    ),
  );
}
