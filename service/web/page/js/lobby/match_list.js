// @ts-check
// The latest matches of all tables, the newest first.

import { fill, h } from "../dom.js";
import { dateInWords, stateOfMatch } from "../match_texts.js";

/** @typedef {import("../../messages.js").PastMatch} PastMatch */
/** @typedef {import("../../messages.js").TableShown} TableShown */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {{table: string, match: PastMatch}} Entry */

/** Matches that are asked of each table, and rows that are shown. */
const OF_EACH = 10;
const SHOWN = 20;
const COLUMNS = /** @type {const} */ (["table", "players", "score", "state", "began"]);

/**
 * Keeps the list in `place`: a table is asked again whenever a match of it begins or ends.
 * @param {Words} words @param {HTMLElement} place
 */
export function createMatchList(words, place) {
  /** @type {Map<string, PastMatch[]>} */
  const found = new Map();
  /** @type {Map<string, string>} */
  const asked = new Map();
  // One request after the other, as the tables come first.
  let queue = Promise.resolve();

  /** @param {string} table */
  async function load(table) {
    const address = `/api/tables/${encodeURIComponent(table)}/matches?limit=${OF_EACH}&language=${words.language}`;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return void asked.delete(table);
    found.set(table, (await answer.json()).matches);
    place.hidden = false;
    fill(place, matchTable(words, newestFirst(found)));
  }

  return {
    /** @param {string[]} tables */
    setTables(tables) {
      for (const table of [...found.keys()]) if (!tables.includes(table)) found.delete(table);
    },
    /** @param {TableShown} shown */
    onState({ table, match, game, winner }) {
      const moment = `${match} ${game} ${winner}`;
      if (asked.get(table) === moment) return;
      asked.set(table, moment);
      queue = queue.then(() => load(table));
    },
  };
}

/**
 * @param {Map<string, PastMatch[]>} found
 * @returns {Entry[]}
 */
export function newestFirst(found) {
  const all = [...found].flatMap(([table, matches]) => matches.map((match) => ({ table, match })));
  return all.sort((one, other) => other.match.began.localeCompare(one.match.began)).slice(0, SHOWN);
}

/** @param {Words} words @param {Entry[]} entries */
function matchTable(words, entries) {
  const head = COLUMNS.map((column) => h("th", { scope: "col" }, words.say(`page.lobby.column.${column}`)));
  return [
    h("h2", { key: "title" }, words.say("page.lobby.latest")),
    h(
      "table",
      { class: "match-list", key: "list" },
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...entries.map((entry) => row(words, entry))),
    ),
  ];
}

/** @param {Words} words @param {Entry} entry */
function row(words, { table, match }) {
  const { number, names, scores, began } = match;
  const address = `/t/${encodeURIComponent(table)}#matches/${number}`;
  return h(
    "tr",
    { key: `${table} ${number}` },
    h("td", {}, table),
    h("td", {}, h("a", { href: address }, `${names.one} – ${names.two}`)),
    h("td", {}, `${scores.one} – ${scores.two}`),
    h("td", {}, stateOfMatch(words, match)),
    h("td", {}, h("time", { datetime: began }, dateInWords(began, words.language))),
  );
}
