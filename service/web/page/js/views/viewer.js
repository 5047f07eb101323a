// @ts-check
// Steps through the turns of a match that was played.

import { createBoard } from "../board.js";
import { decode } from "../boards.js";
import { fill, h } from "../dom.js";
import { downloads } from "../panels/downloads.js";
import { turnsTable } from "../panels/turns.js";
import { copyField } from "./copying.js";
import { seat } from "./facing.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */

const STEPS = /** @type {const} */ ({
  first: { key: "Home", to: () => -1 },
  back: { key: "ArrowLeft", to: (/** @type {number} */ at) => at - 1 },
  forward: { key: "ArrowRight", to: (/** @type {number} */ at) => at + 1 },
  last: { key: "End", to: () => Infinity },
});

/**
 * Everything there is to see of a match; arrow keys step until `leaving` is aborted.
 * @param {App} app @param {any} story @param {number} match @param {AbortSignal} leaving
 * @returns {HTMLElement[]}
 */
export function createViewer(app, story, match, leaving) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.matches.board") });
  const where = h("div", { class: "where" });
  const turn = h("div", { class: "now", role: "status" });
  const ids = h("div", { class: "ids" });
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "group", "aria-label": say("page.matches.turns") });
  const state = { game: 0, at: -1 };

  /** @param {number} at @param {number} [game] */
  function go(at, game = state.game) {
    const { rows } = story.games[game];
    state.game = game;
    state.at = Math.max(-1, Math.min(rows.length - 1, at));
    show();
  }

  function show() {
    const game = story.games[state.game];
    const shown = boardAt(game, state.at);
    const counting = game.rows[state.at]?.colour ?? "light";
    board.show({ ...seat(app), places: decode(shown) ?? {}, counting });
    fill(where, whereShown(app, story, state, go));
    fill(turn, turnShown(app, story, game, state.at));
    fill(ids, idsShown(app, game.rows[state.at], shown));
    fill(sheet, sheetShown(app, story, game, state.at, go));
    sheet.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => step(event, board.element, state, go), { signal: leaving });
  go(-1, 0);
  return [
    h("p", { class: "back" }, h("a", { href: "#matches" }, say("page.matches.back_to_list"))),
    h("h1", {}, say("page.matches.match", { number: match, ...story.names })),
    h("p", { class: "about" }, story.settings.join(" · ")),
    ...story.problems.map((/** @type {string} */ words) => h("p", { class: "fault" }, words)),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "seen" }, board.element, where, turn),
      h("div", { class: "beside" }, sheet, ids, files(app, match)),
    ),
  ];
}

/**
 * Takes a step by key, unless somebody is typing or walking about on the board.
 * @param {KeyboardEvent} event @param {HTMLElement} board @param {{at: number}} state
 * @param {(at: number) => void} go
 */
function step(event, board, state, go) {
  const target = /** @type {Element} */ (event.target);
  const busy = board.contains(target) || target.matches("input, select, textarea");
  const way = Object.values(STEPS).find(({ key }) => key === event.key);
  if (!way || busy || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(way.to(state.at));
}

/**
 * The board after a turn, or the one that the game began with.
 * @param {GameRecord} game @param {number} at
 * @returns {string}
 */
function boardAt({ start, rows }, at) {
  return rows[at]?.board ?? start;
}

/** @param {App} app @param {any} story @param {{game: number, at: number}} state @param {(at: number, game?: number) => void} go */
function whereShown(app, story, { game, at }, go) {
  const { say } = app.words;
  const { rows } = story.games[game];
  const possible = { first: at >= 0, back: at >= 0, forward: at < rows.length - 1, last: at < rows.length - 1 };
  return [
    h(
      "div",
      { class: "steps", role: "group", "aria-label": say("page.matches.steps"), key: "steps" },
      ...Object.entries(STEPS).map(([name, { to }]) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            class: name,
            "aria-disabled": !possible[/** @type {keyof typeof STEPS} */ (name)],
            onclick: () => go(to(at)),
          },
          say(`page.matches.${name}`),
        ),
      ),
    ),
    story.games.length > 1 && games(app, story, game, go),
    h("p", { class: "about", key: "keys" }, say("page.matches.keys")),
  ];
}

/** @param {App} app @param {any} story @param {number} chosen @param {(at: number, game: number) => void} go */
function games(app, story, chosen, go) {
  const onchange = (/** @type {Event} */ event) =>
    go(-1, Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return h(
    "label",
    { class: "games", key: "games" },
    h("span", {}, app.words.say("page.matches.games")),
    h(
      "select",
      { onchange, value: String(chosen) },
      ...story.games.map((/** @type {any} */ game, /** @type {number} */ at) =>
        h("option", { key: String(at), value: String(at) }, gameWords(app, story, game)),
      ),
    ),
  );
}

/** @param {App} app @param {any} story @param {any} game */
function gameWords(app, { players }, { number, scores }) {
  const values = { number, ...players, score_light: scores.light, score_dark: scores.dark };
  return app.words.say("page.matches.game_of", values);
}

/** @param {App} app @param {any} story @param {any} game @param {number} at */
function turnShown(app, { players }, { rows, result }, at) {
  const { say } = app.words;
  if (at < 0) return [h("p", { class: "words", key: "words" }, say("page.matches.at_start"))];
  const { colour, words, note } = rows[at];
  const last = at === rows.length - 1;
  return [
    h("p", { class: "which", key: "which" }, say("page.matches.at", { at: at + 1, of: rows.length })),
    h("p", { class: "words", key: "words" }, say("page.matches.turn_of", { player: players[colour], words })),
    note && h("p", { class: "note", key: "note" }, note),
    last && result && h("p", { class: "result", key: "result" }, result),
  ];
}

/** @param {App} app @param {any} row @param {string} board */
function idsShown(app, row, board) {
  const { say } = app.words;
  const turn = row?.xgid ? (row.xgid.split(":")[3] === "-1" ? "dark" : "light") : "";
  return [
    row?.xgid && copyField(app, { id: "match-xgid", label: say("page.position.xgid"), text: row.xgid }),
    row?.gnu_id && copyField(app, { id: "match-gnu", label: say("page.position.gnu_id"), text: row.gnu_id }),
    h("p", { key: "set-up" }, h("a", { class: "button", href: `#position/${board}/${turn}` }, say("page.matches.set_up"))),
  ];
}

/** @param {App} app @param {any} story @param {any} game @param {number} at @param {(at: number) => void} choose */
function sheetShown(app, story, game, at, choose) {
  const label = gameWords(app, story, game);
  return [h("h2", { key: "title" }, label), turnsTable(app, game.rows, story.players, { label, at, choose })];
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
