// @ts-check
// The card at the end of a game and of a match, until somebody dismisses it in this browser.

import { fill, h } from "../dom.js";
import { readStorage, writeStorage } from "../preferences.js";
import { beginNext } from "../table/begin_next.js";
import { createBoardCard } from "../table/board_card.js";
import { findOffers } from "../table/next_control.js";
import { marker } from "./colours.js";
import { downloads } from "./downloads.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").EndingShown} EndingShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */

/**
 * @param {App} app
 * @param {HTMLElement} board
 * @returns {HTMLElement}
 */
export function endingCard(app, board) {
  const { parts } = app.store;
  const dismissed = dismissedEnding(app);
  const card = createBoardCard(board, { name: "ending", dismiss });

  function dismiss() {
    if (parts.Ending?.ended) dismissed.set(parts.Ending.ended.id);
    show();
  }

  /** @param {import("../../messages.js").Colour} colour */
  async function goOn(colour) {
    dismiss();
    if (!(await beginNext(app, colour))) dismissed.set("");
    show();
  }

  function show() {
    const ended = parts.Ending?.ended;
    if (!ended || dismissed.is(ended.id)) return card.close();
    fill(card.element, content(app, ended, dismiss, goOn));
    card.open();
  }

  app.store.on(["Ending", "Game", "welcome", "link"], show);
  return card.element;
}

/**
 * The ending that was dismissed last in this browser. Another run of the service may count anew.
 * @param {App} app
 */
function dismissedEnding(app) {
  const name = `kibitz ending ${app.table}`;
  const full = (/** @type {string} */ id) => `${app.store.parts.welcome?.boot} ${id}`;
  return {
    is: (/** @type {string} */ id) => readStorage(name) === full(id),
    set: (/** @type {string} */ id) => writeStorage(name, id && full(id)),
  };
}

/**
 * The offer to begin the next game, and the player who may; null if nobody may begin it now.
 * @param {GamePart | undefined} game
 */
export function beginner(game) {
  return (game && findOffers(game, ({ request }) => request === "next")[0]) ?? null;
}

/**
 * @param {App} app @param {EndingShown} ended @param {() => void} dismiss
 * @param {(colour: import("../../messages.js").Colour) => void} goOn
 */
function content(app, ended, dismiss, goOn) {
  const { say } = app.words;
  const next = app.mayAct() ? beginner(app.store.parts.Game) : null;
  return [
    h("h2", { key: "title", id: "ending-title" }, marker(ended.winner), ended.title),
    h("button", { key: "close", class: "close", type: "button", "aria-label": say("page.panel.ending.close"), onclick: dismiss }, "×"),
    h("p", { key: "how", class: "how" }, ended.how),
    h("dl", { key: "facts" }, ended.facts.map(({ label, words }) => [h("dt", null, label), h("dd", null, words)])),
    h(
      "div",
      { key: "actions", class: "buttons" },
      h("a", { key: "look", class: "button", href: `#matches/${ended.match}` }, say("page.panel.ending.look")),
      next && h("button", { key: "next", type: "button", class: "main", "data-next": "begin_next", onclick: () => goOn(next.colour) }, next.offer.words),
    ),
    app.mayAct() &&
      h("details", { key: `export ${ended.id}` }, h("summary", null, say("page.panel.ending.export")), downloads(app, ended.match)),
  ];
}
