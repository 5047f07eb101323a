// @ts-check
// The turns of a game as a table of two columns, as on a score sheet.

import { h } from "../dom.js";
import { COLOURS, marker } from "./players.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @param {readonly any[]} rows
 * @param {Record<string, string>} names
 * @param {{label: string, at?: number, choose?: (at: number) => void}} options
 */
export function turnsTable(app, rows, names, options) {
  return h(
    "table",
    { class: "turns", key: "turns", "aria-label": options.label },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "line" }, app.words.say("page.panel.record.line")),
        ...COLOURS.map((colour) => h("th", { scope: "col", key: colour }, marker(colour), names[colour])),
      ),
    ),
    h("tbody", {}, ...linesOf(rows).map((line, at) => lineShown(app, rows, line, at, options))),
  );
}

/**
 * The rows in lines: a line has at most one row of each player, in the order they happened.
 * @param {readonly any[]} rows
 * @returns {Record<string, number>[]}
 */
export function linesOf(rows) {
  /** @type {Record<string, number>[]} */
  const lines = [];
  rows.forEach(({ colour }, at) => {
    const last = lines.at(-1);
    const fits = last && COLOURS.slice(COLOURS.indexOf(colour)).every((one) => !(one in last));
    if (last && fits) last[colour] = at;
    else lines.push({ [colour]: at });
  });
  return lines;
}

/** @param {App} app @param {readonly any[]} rows @param {Record<string, number>} line @param {number} number @param {any} options */
function lineShown(app, rows, line, number, options) {
  return h(
    "tr",
    { key: String(number) },
    h("th", { scope: "row", class: "line" }, String(number + 1)),
    ...COLOURS.map((colour) =>
      h("td", { key: colour }, colour in line ? cell(app, rows[line[colour]], line[colour], options) : null),
    ),
  );
}

/** @param {App} app @param {any} row @param {number} at @param {any} options */
function cell(app, { words, note }, at, options) {
  const parts = [h("span", { class: "words" }, words), note ? h("span", { class: "note" }, note) : null];
  if (!options.choose) return h("div", { class: "turn" }, ...parts);
  const here = options.at === at;
  return h(
    "button",
    {
      type: "button",
      class: "turn",
      "aria-current": here ? "step" : null,
      onclick: () => options.choose(at),
    },
    ...parts,
  );
}
