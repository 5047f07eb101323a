// @ts-check
// The part of a past match besides its turns: results, account, files and positions.

import { fill, h } from "../dom.js";
import { downloads, tableAddress } from "../panels/downloads.js";
import { copyField } from "./copy_field.js";
import { fetchJson, languageParameter, NotAvailable } from "./http.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */
/** @typedef {import("./past_match.js").Go} Go */

/**
 * The part below the board; `content` gives its children for a row of a game.
 * @param {App} app @param {PastMatchRecord} record @param {number} match
 */
export function createAbout(app, record, match) {
  const account = createAccount(app, match);
  const files = h(
    "details",
    { class: "files" },
    h("summary", {}, app.words.say("page.matches.files")),
    downloads(app, match),
  );
  return {
    element: h("div", { class: "about-match" }),
    /** @param {GameRecord} game @param {number} at @param {Go} go */
    content: (game, at, go) => [results(app, record, go), account, files, position(app, game, at)],
  };
}

/** The result of each game; a click leads to the game, on the first screen. @param {App} app @param {PastMatchRecord} record @param {Go} go */
function results(app, { games }, go) {
  const { say } = app.words;
  return h(
    "details",
    { class: "results", key: "results", open: true },
    h("summary", {}, say("page.matches.results")),
    h(
      "ol",
      {},
      ...games.map(({ number, result, set_up: isSetUp }, at) =>
        h(
          "li",
          { key: String(at) },
          h(
            "button",
            { type: "button", onclick: () => (go(-1, at), scrollTo({ top: 0 })) },
            say("page.matches.result_of", { number, result: result || say("page.matches.going_on") }),
          ),
          isSetUp && h("span", { class: "about" }, say("page.matches.began_set_up")),
        ),
      ),
    ),
  );
}

/**
 * The account of the referee, fetched when it is unfolded for the first time.
 * @param {App} app @param {number} match
 */
function createAccount(app, match) {
  const { say } = app.words;
  const text = h("div", { class: "account-text", tabindex: "0", role: "group", "aria-label": say("page.matches.account") });
  let isAsked = false;
  /** @param {{currentTarget: HTMLDetailsElement}} event */
  async function load({ currentTarget }) {
    if (!currentTarget.open || isAsked) return;
    isAsked = true;
    fill(text, h("p", {}, say("page.matches.loading")));
    try {
      const lines = await fetchJson(`${tableAddress()}/matches/${match}/account`, languageParameter(app));
      fill(text, /** @type {string[]} */ (lines).map((line) => h("p", {}, line)));
    } catch (error) {
      if (!(error instanceof NotAvailable)) throw error;
      isAsked = false;
      fill(text, h("p", { class: "fault", role: "alert" }, say("page.matches.not_there")));
    }
  }
  return h(
    "details",
    { class: "account", ontoggle: load },
    h("summary", {}, say("page.matches.account")),
    h("p", { class: "about" }, say("page.matches.account_about")),
    text,
  );
}

/** The ids of the position after a row, and the way to set it up. @param {App} app @param {GameRecord} game @param {number} at */
function position(app, { rows, start }, at) {
  const { say } = app.words;
  const row = rows[at];
  const board = row?.board ?? start;
  const turn = row?.xgid ? (row.xgid.split(":")[3] === "-1" ? "dark" : "light") : "";
  return h(
    "details",
    { class: "ids", key: "ids", open: true },
    h("summary", {}, say("page.matches.position")),
    row?.xgid && copyField(app, { id: "match-xgid", label: say("page.position.xgid"), text: row.xgid }),
    row?.gnu_id && copyField(app, { id: "match-gnu", label: say("page.position.gnu_id"), text: row.gnu_id }),
    h("p", { key: "set-up" }, h("a", { class: "button", href: `#position/${board}/${turn}` }, say("page.matches.set_up"))),
  );
}
