// @ts-check
// The latest matches of all tables, the newest first.

import { REAL_CLOCK, createBackOff } from "../connection.js";
import { fill, h } from "../dom.js";
import { dateInWords, stateOfMatch } from "../match_texts.js";

/** @typedef {import("../../messages.js").MatchShown} MatchShown */
/** @typedef {import("../../messages.js").TableShown} TableShown */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("../connection.js").Clock} Clock */
/** @typedef {import("../connection.js").BackOff} BackOff */
/** @typedef {{table: string, match: MatchShown}} Entry */

/** Matches that are asked of each table, and rows that are shown. */
const OF_EACH = 10;
const SHOWN = 20;
/** Milliseconds of the longest wait before a table that does not answer is asked again. */
const MAX_WAIT = 60_000;
const COLUMNS = /** @type {const} */ (["table", "players", "score", "state", "began"]);

/**
 * Keeps the list in `place`: a table is asked again whenever a match of it begins or ends, and later
 * and later while it does not answer.
 * @param {Words} words @param {HTMLElement} place
 * @param {{get?: typeof fetchMatches, clock?: Pick<Clock, "after">}} [options]
 */
export function createMatchList(words, place, { get = fetchMatches, clock = REAL_CLOCK } = {}) {
  /** @type {Map<string, MatchShown[]>} */
  const found = new Map();
  /** @type {Map<string, string>} */
  const asked = new Map();
  /** @type {Map<string, BackOff>} */
  const failing = new Map();
  // One request after the other, as the tables come first.
  let queue = Promise.resolve();

  /** @param {string} table */
  async function load(table) {
    try {
      found.set(table, await get(table, words.language));
    } catch {
      const backOff = failing.get(table) ?? createBackOff(MAX_WAIT);
      failing.set(table, backOff);
      return void clock.after(backOff.next(), () => failing.get(table) === backOff && ask(table));
    }
    failing.delete(table);
    place.hidden = false;
    fill(place, matchTable(words, newestFirst(found)));
  }

  /** @param {string} table */
  function ask(table) {
    queue = queue.then(() => load(table));
  }

  return {
    /** @param {string[]} tables */
    setTables(tables) {
      for (const table of [...asked.keys()]) {
        if (tables.includes(table)) continue;
        for (const known of [asked, found, failing]) known.delete(table);
      }
    },
    /** @param {TableShown} shown */
    onState({ table, match, game, winner }) {
      const moment = `${match} ${game} ${winner}`;
      if (asked.get(table) === moment) return;
      asked.set(table, moment);
      // A table that did not answer is asked again anyway.
      if (!failing.has(table)) ask(table);
    },
  };
}

/**
 * The newest matches of a table; rejects if they cannot be had.
 * @param {string} table @param {string} language
 * @returns {Promise<MatchShown[]>}
 */
async function fetchMatches(table, language) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/matches?limit=${OF_EACH}&language=${language}`);
  if (!answer.ok) throw new Error(`no matches: ${answer.status}`);
  return (await answer.json()).matches;
}

/**
 * @param {Map<string, MatchShown[]>} found
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
  const { names, score, winner, under_way, began } = match;
  const address = `/t/${encodeURIComponent(table)}#matches/${match.match}`;
  const state = stateOfMatch(words, { winner: winner && names[winner], under_way });
  return h(
    "tr",
    { key: `${table} ${match.match}` },
    h("td", {}, table),
    h("td", {}, h("a", { href: address }, `${names.light} – ${names.dark}`)),
    h("td", {}, `${score.light} – ${score.dark}`),
    h("td", {}, state),
    h("td", {}, h("time", { datetime: began }, dateInWords(began, words.language))),
  );
}
