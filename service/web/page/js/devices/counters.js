// @ts-check
// The figures of the service, and the last things it said.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

const FEW = 20;

/** @param {App} app */
export function countersShown(app) {
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
export function noticesShown(app) {
  /** @type {import("../../messages.js").Said[]} */
  const said = app.store.parts.Sayings?.said ?? [];
  if (!said.length) return [h("p", { key: "none" }, app.words.say("page.devices.no_notices"))];
  const newest = said.slice(-FEW).reverse();
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
