// @ts-check
// One part of what can be done to a simulated table, kept up to date.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */

/**
 * A part; where there is nothing to do it is not there.
 * @param {App} app @param {string} name @param {string[]} kinds
 * @param {(app: App, show: () => void) => Child[]} content  May show itself anew.
 */
export function part(app, name, kinds, content) {
  const body = h("div", { class: "body" });
  const title = h("h3", { id: `simulation-${name}` }, app.words.say(`page.simulation.${name}_title`));
  const element = h(
    "section",
    { class: "simulation-part", "aria-labelledby": `simulation-${name}` },
    title,
    body,
  );
  const show = () => {
    const children = app.store.parts.World ? content(app, show) : [];
    element.hidden = !children.length;
    fill(body, children);
  };
  app.store.on(["World", ...kinds], show);
  return element;
}

/** @param {App} app */
export const hasBoard = (app) => Object.keys(app.store.parts.World.switches).length > 0;

/**
 * @param {string} words @param {() => unknown} onclick @param {string | number} [key]
 * @param {string} [spoken]  The whole of it, where the words alone do not say what they are about.
 */
export function button(words, onclick, key = words, spoken) {
  return h("button", { type: "button", key, onclick, "aria-label": spoken }, words);
}
