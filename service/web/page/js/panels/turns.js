// @ts-check
// The turns of a game as a table of two columns, as on a score sheet.

import { h } from "../dom.js";
import { COLOURS, marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").Row} Row */
/** @typedef {{label: string, at?: number, choose?: (at: number) => void}} Options */
/** @typedef {Partial<Record<Colour, number>>} Line  The number of the row of each player, from 0. */

/**
 * @param {App} app
 * @param {readonly Row[]} rows
 * @param {Record<Colour, string>} names
 * @param {Options} options
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
    h("tbody", {}, ...linesOf(rows).map((line, at) => renderLine(app, rows, line, at, options))),
  );
}

/**
 * The rows grouped into lines, which have at most one row of each player, in order.
 * @param {readonly Pick<Row, "colour">[]} rows
 * @returns {Line[]}
 */
export function linesOf(rows) {
  /** @type {Line[]} */
  const lines = [];
  rows.forEach(({ colour }, at) => {
    const last = lines.at(-1);
    const fits = last && COLOURS.slice(COLOURS.indexOf(colour)).every((one) => !(one in last));
    if (last && fits) last[colour] = at;
    else lines.push({ [colour]: at });
  });
  return lines;
}

/** @param {App} app @param {readonly Row[]} rows @param {Line} line @param {number} number @param {Options} options */
function renderLine(app, rows, line, number, options) {
  return h(
    "tr",
    { key: String(number) },
    h("th", { scope: "row", class: "line" }, String(number + 1)),
    ...COLOURS.map((colour) => h("td", { key: colour }, cell(app, rows, line[colour], options))),
  );
}

/** @param {App} app @param {readonly Row[]} rows @param {number | undefined} at @param {Options} options */
function cell(app, rows, at, { at: current, choose }) {
  const row = at === undefined ? undefined : rows[at];
  if (at === undefined || !row) return null;
  const { words, note } = row;
  const parts = [
    h("span", { class: "words" }, words),
    objected(app, row),
    note ? h("span", { class: "note" }, note) : null,
  ];
  if (!choose) return h("div", { class: "turn" }, ...parts);
  const here = current === at;
  return h(
    "button",
    {
      type: "button",
      class: "turn",
      "aria-current": here ? "step" : null,
      onclick: () => choose(at),
    },
    ...parts,
  );
}

/** A sign that the referee objected to something before this row. @param {App} app @param {Row} row */
function objected(app, { objections }) {
  const count = objections.length;
  if (!count) return null;
  return [
    h("span", { class: "objected", key: "objected", "aria-hidden": "true", title: objections.join(" ") }, "!"),
    h("span", { class: "unseen", key: "objections" }, app.words.say("page.panel.record.objections", { count })),
  ];
}
