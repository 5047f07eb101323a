// @ts-check
// The list of the matches of this table, and one of them turn by turn.

import { fill, h } from "../dom.js";
import { dateInWords, stateOfMatch } from "../match_texts.js";
import { tableAddress } from "../panels/downloads.js";
import { fetchJson, languageParameter, NotAvailable } from "./http.js";
import { createPastMatch } from "./past_match.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").PastMatch} PastMatch */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */

/**
 * @param {App} app
 * @param {string} argument  The number of a match; empty for the list.
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function matchesView(app, argument) {
  const { say } = app.words;
  const element = h("section", { class: "view matches", "aria-label": say("page.matches.title") });
  const leaving = new AbortController();
  fill(element, [h("h1", {}, say("page.matches.title")), h("p", {}, say("page.matches.loading"))]);
  load(app, element, argument, leaving.signal);
  return { element, close: () => leaving.abort() };
}

/** @param {App} app @param {HTMLElement} element @param {string} argument @param {AbortSignal} leaving */
async function load(app, element, argument, leaving) {
  const address = `${tableAddress()}/matches`;
  try {
    if (!argument) {
      const matches = await fetchJson(address, languageParameter(app));
      fill(element, list(app, /** @type {PastMatch[]} */ (matches)));
    } else {
      const found = await fetchJson(`${address}/${encodeURIComponent(argument)}`, languageParameter(app));
      const record = /** @type {PastMatchRecord} */ (found);
      if (!leaving.aborted) fill(element, createPastMatch(app, record, Number(argument), leaving));
    }
  } catch (error) {
    if (!(error instanceof NotAvailable)) throw error;
    const words = app.words.say("page.matches.not_there");
    fill(element, [h("h1", {}, app.words.say("page.matches.title")), h("p", { class: "fault", role: "alert" }, words)]);
  }
}

/** @param {App} app @param {PastMatch[]} matches */
function list(app, matches) {
  const { say } = app.words;
  const title = h("h1", {}, say("page.matches.title"));
  if (matches.length === 0) return [title, h("p", {}, say("page.matches.none"))];
  const columns = ["players", "score", "state", "began"];
  return [
    title,
    h(
      "table",
      { class: "list" },
      h(
        "thead",
        {},
        h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, say(`page.matches.${column}`)))),
      ),
      h("tbody", {}, ...matches.map((match) => row(app, match))),
    ),
  ];
}

/** @param {App} app @param {PastMatch} match */
function row(app, match) {
  const { say } = app.words;
  const words = say("page.matches.match", { number: match.number, ...match.names });
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      h("a", { href: `#matches/${match.number}` }, words),
      match.problem && h("span", { class: "fault" }, match.problem),
    ),
    h("td", {}, `${match.scores.one} – ${match.scores.two}`),
    h("td", {}, stateOfMatch(app.words, match)),
    h("td", {}, dateInWords(match.began, app.words.language)),
  );
}
