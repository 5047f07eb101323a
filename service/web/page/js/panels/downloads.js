// @ts-check
// The download links of a match, one for each kind of file.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

const KINDS = ["mat", "sgf", "txt", "ids", "journal"];

/** The address of this table, without a slash at the end. */
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
