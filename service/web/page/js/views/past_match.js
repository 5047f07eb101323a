// @ts-check
// A past match, to be read turn by turn.

import { createBoard } from "../board.js";
import { decode } from "../board_codec.js";
import { fill, h } from "../dom.js";
import { downloads } from "../panels/downloads.js";
import { turnsTable } from "../panels/turns.js";
import { copyField } from "./copy_field.js";
import { viewpoint } from "./viewpoint.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */
/** @typedef {import("../../messages.js").Row} Row */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */

/** @typedef {"first" | "back" | "forward" | "last"} Step */

/** @type {readonly {name: Step, key: string, to: (at: number) => number}[]} */
const STEPS = [
  { name: "first", key: "Home", to: () => -1 },
  { name: "back", key: "ArrowLeft", to: (at) => at - 1 },
  { name: "forward", key: "ArrowRight", to: (at) => at + 1 },
  { name: "last", key: "End", to: () => Infinity },
];

/**
 * The elements of the match; arrow keys step until `leaving` is aborted.
 * @param {App} app @param {PastMatchRecord} record @param {number} match @param {AbortSignal} leaving
 * @returns {HTMLElement[]}
 */
export function createPastMatch(app, record, match, leaving) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.matches.board") });
  const steps = h("div", { class: "where" });
  const turn = h("div", { class: "now", role: "status" });
  const ids = h("div", { class: "ids" });
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "group", "aria-label": say("page.matches.turns") });
  const state = { game: 0, at: -1 };

  /** @param {number} at @param {number} [game] */
  function go(at, game = state.game) {
    const rows = record.games[game]?.rows ?? [];
    state.game = game;
    state.at = Math.max(-1, Math.min(rows.length - 1, at));
    show();
  }

  function show() {
    const game = record.games[state.game];
    if (!game) return;
    const shown = boardAt(game, state.at);
    const counting = game.rows[state.at]?.colour ?? "light";
    board.show({ ...viewpoint(app), places: decode(shown) ?? {}, counting });
    fill(steps, renderSteps(app, record, game, state, go));
    fill(turn, renderTurn(app, record, game, state.at));
    fill(ids, renderIds(app, game.rows[state.at], shown));
    fill(sheet, renderSheet(app, record, game, state.at, go));
    sheet.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => step(event, board.element, state, go), { signal: leaving });
  go(-1, 0);
  return [
    h("p", { class: "back" }, h("a", { href: "#matches" }, say("page.matches.back_to_list"))),
    h("h1", {}, say("page.matches.match", { number: match, ...record.names })),
    h("p", { class: "about" }, record.settings.join(" · ")),
    ...record.problems.map((words) => h("p", { class: "fault" }, words)),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "seen" }, board.element, steps, turn),
      h("div", { class: "beside" }, sheet, ids, files(app, match)),
    ),
  ];
}

/**
 * Takes a step by key, unless the key is for a field or the board.
 * @param {KeyboardEvent} event @param {HTMLElement} board @param {{at: number}} state
 * @param {(at: number) => void} go
 */
function step(event, board, state, go) {
  const { target } = event;
  const busy = target instanceof Element && (board.contains(target) || target.matches("input, select, textarea"));
  const way = STEPS.find(({ key }) => key === event.key);
  if (!way || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(way.to(state.at));
}

/**
 * The board after a turn, or at the start of the game.
 * @param {GameRecord} game @param {number} at
 * @returns {string}
 */
function boardAt({ start, rows }, at) {
  return rows[at]?.board ?? start;
}

/**
 * @param {App} app @param {PastMatchRecord} record @param {GameRecord} shown @param {{game: number, at: number}} state
 * @param {(at: number, game?: number) => void} go
 */
function renderSteps(app, record, { rows }, { game, at }, go) {
  const { say } = app.words;
  const possible = { first: at >= 0, back: at >= 0, forward: at < rows.length - 1, last: at < rows.length - 1 };
  return [
    h(
      "div",
      { class: "steps", role: "group", "aria-label": say("page.matches.steps"), key: "steps" },
      ...STEPS.map(({ name, to }) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            class: name,
            "aria-disabled": !possible[name],
            onclick: () => go(to(at)),
          },
          say(`page.matches.${name}`),
        ),
      ),
    ),
    record.games.length > 1 && games(app, record, game, go),
    h("p", { class: "about", key: "keys" }, say("page.matches.keys")),
  ];
}

/** @param {App} app @param {PastMatchRecord} record @param {number} chosen @param {(at: number, game: number) => void} go */
function games(app, record, chosen, go) {
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const onchange = ({ currentTarget }) => go(-1, Number(currentTarget.value));
  return h(
    "label",
    { class: "games", key: "games" },
    h("span", {}, app.words.say("page.matches.games")),
    h(
      "select",
      { onchange, value: String(chosen) },
      ...record.games.map((game, at) =>
        h("option", { key: String(at), value: String(at) }, gameWords(app, record, game)),
      ),
    ),
  );
}

/** @param {App} app @param {PastMatchRecord} record @param {GameRecord} game */
function gameWords(app, { players }, { number, scores }) {
  const values = { number, ...players, score_light: scores.light, score_dark: scores.dark };
  return app.words.say("page.matches.game_of", values);
}

/** @param {App} app @param {PastMatchRecord} record @param {GameRecord} game @param {number} at */
function renderTurn(app, { players }, { rows, result }, at) {
  const { say } = app.words;
  const row = rows[at];
  if (!row) return [h("p", { class: "words", key: "words" }, say("page.matches.at_start"))];
  const { colour, words, note } = row;
  const last = at === rows.length - 1;
  return [
    h("p", { class: "which", key: "which" }, say("page.matches.at", { at: at + 1, of: rows.length })),
    h("p", { class: "words", key: "words" }, say("page.matches.turn_of", { player: players[colour], words })),
    note && h("p", { class: "note", key: "note" }, note),
    last && result && h("p", { class: "result", key: "result" }, result),
  ];
}

/** @param {App} app @param {Row | undefined} row @param {string} board */
function renderIds(app, row, board) {
  const { say } = app.words;
  const turn = row?.xgid ? (row.xgid.split(":")[3] === "-1" ? "dark" : "light") : "";
  return [
    row?.xgid && copyField(app, { id: "match-xgid", label: say("page.position.xgid"), text: row.xgid }),
    row?.gnu_id && copyField(app, { id: "match-gnu", label: say("page.position.gnu_id"), text: row.gnu_id }),
    h("p", { key: "set-up" }, h("a", { class: "button", href: `#position/${board}/${turn}` }, say("page.matches.set_up"))),
  ];
}

/** @param {App} app @param {PastMatchRecord} record @param {GameRecord} game @param {number} at @param {(at: number) => void} choose */
function renderSheet(app, record, game, at, choose) {
  const label = gameWords(app, record, game);
  return [h("h2", { key: "title" }, label), turnsTable(app, game.rows, record.players, { label, at, choose })];
}

/** @param {App} app @param {number} match */
function files(app, match) {
  return h(
    "details",
    { class: "files" },
    h("summary", {}, app.words.say("page.matches.files")),
    downloads(app, match),
  );
}
