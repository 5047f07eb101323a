// @ts-check
// The keys of the table, and the dialog that tells them.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** What is told of each key; those that are one letter are the letter. */
const TOLD = ["arrows", "ends", "lift", "back", "throw", "done", "double", "help"];
/** What is done where checkers lie on the page. */
const OF_CHECKERS = new Set(["lift", "back"]);
const LETTERS = { throw: "T", done: "D", double: "X", help: "?" };

/**
 * Listens until it is closed, unless this browser wants no single letters to be keys.
 * @param {App} app
 * @param {ReturnType<typeof import("./touch.js").createTouch>} touch
 */
export function createKeys(app, touch) {
  const attributes = { class: "keys", "aria-labelledby": "keys-title" };
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", attributes));
  const open = () => {
    fill(dialog, told(app, () => dialog.close()));
    dialog.showModal();
  };
  /** @type {Record<string, () => void>} */
  const deeds = { t: touch.throwDice, d: touch.pickUp, x: touch.double, "?": open };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const deed = app.preferences.get().letters && deeds[event.key.toLowerCase()];
    if (!deed || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event)) return;
    event.preventDefault();
    deed();
  }

  document.addEventListener("keydown", pressed);
  return { dialog, open, close: () => document.removeEventListener("keydown", pressed) };
}

/**
 * Whether somebody types, or a dialog is open.
 * @param {KeyboardEvent} event
 */
function isBusy({ target }) {
  const isTyping = target instanceof Element && target.closest("input, select, textarea");
  return Boolean(isTyping) || document.querySelector("dialog[open]") !== null;
}

/** @param {App} app @param {() => void} close */
function told(app, close) {
  const { say } = app.words;
  const { letters } = app.preferences.get();
  const rows = TOLD.filter((what) => isOfUse(app, what)).flatMap((what) => [
    h("dt", { key: `${what} key` }, h("kbd", null, keyOf(app, what))),
    h("dd", { key: what }, say(`page.board.keys.${what}`)),
  ]);
  return [
    h("h2", { id: "keys-title", key: "title" }, say("page.board.keys.title")),
    h("dl", { key: "keys" }, rows),
    !letters && h("p", { key: "no letters" }, say("page.board.keys.no_letters")),
    h("p", { key: "hands" }, say(app.isReal("board") ? "page.board.real" : "page.board.keys.mouse")),
    h("button", { key: "close", onclick: close }, say("page.board.keys.close")),
  ];
}

/**
 * Whether this table and this browser have a use for a key.
 * @param {App} app @param {string} what
 */
function isOfUse(app, what) {
  if (OF_CHECKERS.has(what) && app.isReal("board")) return false;
  const { dice = [] } = app.store.parts.Game ?? {};
  if (what === "throw" && dice.every((/** @type {any} */ { device }) => app.isReal(device))) return false;
  return app.preferences.get().letters || !(what in LETTERS);
}

/** @param {App} app @param {string} what */
function keyOf(app, what) {
  const letter = LETTERS[/** @type {keyof typeof LETTERS} */ (what)];
  return letter ?? app.words.say(`page.board.keys.${what}_key`);
}
