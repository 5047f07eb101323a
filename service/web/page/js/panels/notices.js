// @ts-check
// The log of the announcements and events, the newest last.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** Pixels from the end of the log within which it keeps scrolling to new entries. */
const SCROLL_MARGIN = 40;

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function noticesPanel(app) {
  const { say } = app.words;
  const list = h("ol");
  const log = h("div", { class: "log", role: "log", tabindex: "0", "aria-labelledby": "notices-title" }, list);
  const element = h(
    "section",
    { class: "panel notices" },
    h("h2", { id: "notices-title" }, say("page.panel.notices.title")),
    log,
  );
  const show = () => {
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < SCROLL_MARGIN;
    fill(list, content(app));
    if (atEnd) log.scrollTop = log.scrollHeight;
  };
  app.store.on(["Notices"], show);
  requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
  return element;
}

/** @param {App} app */
function content(app) {
  const said = app.store.parts.Notices?.lines ?? [];
  return said.map(({ number, words, alarm }) =>
    h(
      "li",
      { key: String(number), class: alarm ? "alarm" : "" },
      alarm && h("span", { class: "sign", "aria-hidden": "true" }, "!"),
      alarm && h("span", { class: "unseen" }, `${app.words.say("page.panel.notices.alarm")} `),
      words,
    ),
  );
}
