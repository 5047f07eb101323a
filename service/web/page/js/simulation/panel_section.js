// @ts-check
// One section of the simulation panel, kept up to date.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../../messages.js").WorldPart} WorldPart */

/**
 * A section, which is hidden while its content is empty.
 * @param {App} app @param {string} name @param {readonly import("../store.js").PartKind[]} kinds
 * @param {(app: App, world: WorldPart, show: () => void) => Child[]} content  Gets a function that renders it again.
 * @param {WorldPart | null} [instead]  What it shows of a board that is not simulated; null hides it there.
 */
export function panelSection(app, name, kinds, content, instead = null) {
  const body = h("div", { class: "body" });
  const title = h("h3", { id: `simulation-${name}` }, app.words.say(`page.simulation.${name}_title`));
  const element = h(
    "section",
    { class: "simulation-section", "aria-labelledby": `simulation-${name}` },
    title,
    body,
  );
  const show = () => {
    const world = app.store.parts.World ?? instead;
    const children = world ? content(app, world, show) : [];
    element.hidden = !children.length;
    fill(body, children);
  };
  app.store.on(["World", ...kinds], show);
  return element;
}

/** @param {WorldPart} world */
export const hasBoard = ({ switches }) => Object.keys(switches).length > 0;

/**
 * @param {string} words @param {() => unknown} onclick @param {string | number} [key]
 * @param {string} [spoken]  The label for screen readers, if the words alone are not enough.
 */
export function button(words, onclick, key = words, spoken) {
  return h("button", { type: "button", key, onclick, "aria-label": spoken }, words);
}
