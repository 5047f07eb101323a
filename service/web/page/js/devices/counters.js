// @ts-check
// The counters of the service, and its last notices.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

const MAX_NOTICES = 20;

/** @param {App} app */
export function renderCounters(app) {
  const counters = Object.entries(app.store.parts.Diagnostics?.counters ?? {});
  if (!counters.length) return [h("p", { key: "none" }, app.words.say("page.devices.waiting"))];
  return [h("dl", { class: "figures", key: "counters" }, ...counters.map((one) => counter(app, one)))];
}

/** @param {App} app @param {[string, number]} counter */
function counter(app, [name, value]) {
  const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  return h(
    "div",
    { key: name },
    h("dt", {}, app.words.say(`page.counter.${name}`)),
    h("dd", {}, number.format(value)),
  );
}

/** @param {App} app */
export function renderNotices(app) {
  const said = app.store.parts.Notices?.lines ?? [];
  if (!said.length) return [h("p", { key: "none" }, app.words.say("page.devices.no_notices"))];
  const newest = said.slice(-MAX_NOTICES).reverse();
  return [
    h(
      "ol",
      { class: "notices", key: "notices", reversed: true, tabindex: "0", "aria-labelledby": "devices-notices" },
      ...newest.map(({ number, words, alarm }) =>
        h("li", { key: number, value: number, class: alarm ? "alarm" : "" }, words),
      ),
    ),
  ];
}
