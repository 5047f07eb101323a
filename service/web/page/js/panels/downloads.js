// @ts-check
// The links under which a match can be downloaded, one for each kind of file.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

const KINDS = ["mat", "sgf", "txt", "ids", "journal"];

/** The address of this table, under which everything else of it is found. */
export function tableAddress() {
  return location.pathname.replace(/\/+$/, "");
}

/**
 * @param {App} app
 * @param {number} match
 */
export function downloads(app, match) {
  const { say } = app.words;
  return h(
    "ul",
    { class: "downloads", key: "downloads" },
    ...KINDS.map((kind) =>
      h(
        "li",
        { key: kind },
        h("a", { href: `${tableAddress()}/matches/${match}/record.${kind}`, download: true }, say(`page.panel.download.${kind}`)),
        h("span", { class: "about" }, say(`page.panel.download.${kind}_about`)),
      ),
    ),
  );
}
