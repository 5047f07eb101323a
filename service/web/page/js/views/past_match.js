// @ts-check
// A past match, to be read turn by turn.

import { createBoard } from "../board.js";
import { decode } from "../board_codec.js";
import { fill, h } from "../dom.js";
import { turnsTable } from "../panels/turns.js";
import { createAbout } from "./past_match_about.js";
import { gameWords, renderGames, renderSteps, stepOf } from "./past_match_steps.js";
import { renderTurn } from "./past_match_turn.js";
import { viewpoint } from "./viewpoint.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */
/** @typedef {{game: number, at: number}} Moment  The numbers of a game and of a row; -1 is its start. */
/** @typedef {(at: number, game?: number) => void} Go */

/**
 * The elements of the match; arrow keys step until `leaving` is aborted.
 * @param {App} app @param {PastMatchRecord} record @param {number} match @param {AbortSignal} leaving
 * @returns {HTMLElement[]}
 */
export function createPastMatch(app, record, match, leaving) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.matches.board") });
  const steps = h("div", { class: "where" });
  const turn = h("div", { class: "now", role: "status", tabindex: "0", "aria-label": say("page.matches.turn") });
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "group", "aria-label": say("page.matches.turns") });
  const about = createAbout(app, record, match);
  /** @type {Moment} */
  const now = { game: 0, at: -1 };

  /** @type {Go} */
  function go(at, game = now.game) {
    const rows = record.games[game]?.rows ?? [];
    now.game = game;
    now.at = Math.max(-1, Math.min(rows.length - 1, at));
    show();
  }

  function show() {
    const game = record.games[now.game];
    if (!game) return;
    board.show({ ...viewpoint(app), ...pictureOf(record, game, now.at) });
    fill(steps, [renderSteps(app, game, now, go), renderGames(app, record, now.game, go)]);
    fill(turn, renderTurn(app, record, game, now.at));
    fill(sheet, renderSheet(app, record, game, now.at, go));
    fill(about.element, about.content(game, now.at, go));
    keepInView(sheet, sheet.querySelector("[aria-current]"));
  }

  document.addEventListener("keydown", (event) => step(event, now, go), { signal: leaving });
  go(-1, 0);
  return [
    h("div", { class: "replay" }, heading(app, record, match), board.element, h("div", { class: "reader" }, steps, turn, sheet)),
    about.element,
  ];
}

/** @param {App} app @param {PastMatchRecord} record @param {number} match */
function heading(app, record, match) {
  const { say } = app.words;
  return h(
    "div",
    { class: "heading" },
    h("p", { class: "back" }, h("a", { href: "#matches" }, say("page.matches.back_to_list"))),
    h("h1", {}, say("page.matches.match", { number: match, ...record.names })),
    h("p", { class: "about" }, record.settings.join(" · ")),
    ...record.problems.map((words) => h("p", { class: "fault" }, words)),
  );
}

/**
 * The picture of the board after a row: its checkers, its dice, its cube and what it moved.
 * @param {Pick<PastMatchRecord, "players">} record @param {GameRecord} game @param {number} at
 * @returns {Pick<import("../board.js").Picture, "places" | "dice" | "cube" | "names" | "counting" | "lastTurn">}
 */
export function pictureOf({ players }, game, at) {
  const row = game.rows[at];
  if (!row) return { places: decode(game.start) ?? {}, cube: game.cube, names: players, counting: "light" };
  const { colour, words, moved, dice } = row;
  return {
    places: decode(row.board) ?? {},
    dice: dice.length ? [{ device: "record", state: "settled", numbers: dice, colour }] : [],
    cube: row.cube,
    names: players,
    counting: colour,
    lastTurn: moved.length ? { colour, words, moved, dice: [] } : null,
  };
}

/** The parts of the view that have a use of their own for the arrow keys. */
const OWN_KEYS = "input, select, textarea, .board, .now, .account-text";

/**
 * Takes a step by key, unless the key is for a field, the board or a text that scrolls.
 * @param {KeyboardEvent} event @param {Moment} now @param {Go} go
 */
function step(event, now, go) {
  const { target } = event;
  const busy = target instanceof Element && target.closest(OWN_KEYS);
  const to = stepOf(event.key);
  if (!to || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(to(now.at));
}

/** @param {App} app @param {PastMatchRecord} record @param {GameRecord} game @param {number} at @param {Go} choose */
function renderSheet(app, record, game, at, choose) {
  const label = gameWords(app, record, game);
  return [
    turnsTable(app, game.rows, record.players, { label, at, choose }),
    game.result && h("p", { class: "result", key: "result" }, game.result),
  ];
}

/**
 * Scrolls a list, and nothing around it, so that one of its entries can be seen.
 * @param {HTMLElement} list @param {Element | null} entry
 */
function keepInView(list, entry) {
  if (!entry) return list.scrollTo({ top: 0 });
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  const head = list.querySelector("thead")?.getBoundingClientRect().height ?? 0;
  if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
