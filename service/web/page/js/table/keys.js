// @ts-check
// The keys of the table, and the dialog that tells them.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** What is told of each key; those that are one letter are the letter. */
const TOLD = ["arrows", "ends", "lift", "back", "throw", "done", "double", "help"];
const LETTERS = { throw: "T", done: "D", double: "X", help: "?" };

/**
 * Listens until it is closed, unless this browser wants no single letters to be keys.
 * @param {App} app
 * @param {ReturnType<typeof import("./touch.js").createTouch>} touch
 */
export function createKeys(app, touch) {
  const dialog = /** @type {HTMLDialogElement} */ (keysDialog(app, () => dialog.close()));
  const open = () => dialog.showModal();
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

/** @param {App} app @param {() => void} close @returns {HTMLElement} */
function keysDialog(app, close) {
  const { say } = app.words;
  const { letters } = app.preferences.get();
  const told = TOLD.filter((what) => letters || !(what in LETTERS));
  const rows = told.flatMap((what) => [
    h("dt", null, h("kbd", null, keyOf(app, what))),
    h("dd", null, say(`page.board.keys.${what}`)),
  ]);
  return h(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, say("page.board.keys.title")),
    h("dl", null, rows),
    !letters && h("p", null, say("page.board.keys.no_letters")),
    h("p", null, say("page.board.keys.mouse")),
    h("button", { onclick: close }, say("page.board.keys.close")),
  );
}

/** @param {App} app @param {string} what */
function keyOf(app, what) {
  const letter = LETTERS[/** @type {keyof typeof LETTERS} */ (what)];
  return letter ?? app.words.say(`page.board.keys.${what}_key`);
}
