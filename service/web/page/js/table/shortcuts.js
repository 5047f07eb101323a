// @ts-check
// The keyboard shortcuts of the table, and the dialog that lists them.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** The shortcuts in the dialog, by the keys of their phrases. */
const NAMES = ["arrows", "ends", "lift", "back", "throw", "done", "double", "undo", "plays", "help"];
/** Shortcuts for boards whose checkers can be touched on the page. */
const CHECKER_SHORTCUTS = new Set(["lift", "back", "undo"]);
/** @type {Record<string, string>} */
const LETTERS = { throw: "T", done: "D", double: "X", undo: "U", plays: "L", help: "?" };

/**
 * Listens until `close`; ignores letters if the preferences say so.
 * @param {App} app
 * @param {ReturnType<typeof import("./touch.js").createTouch>} touch
 * @param {() => void} openPlays
 */
export function createShortcuts(app, touch, openPlays) {
  const attributes = { class: "keys", "aria-labelledby": "keys-title" };
  const dialog = h("dialog", attributes);
  const open = () => {
    fill(dialog, dialogContent(app, () => dialog.close()));
    dialog.showModal();
  };
  /** @type {Record<string, () => void>} */
  const actions = {
    t: touch.throwDice,
    d: touch.pickUp,
    x: touch.double,
    u: () => touch.oneTap.undoStep()?.play(),
    l: openPlays,
    "?": open,
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const action = app.preferences.get().letters && actions[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event)) return;
    event.preventDefault();
    action();
  }

  document.addEventListener("keydown", onKey);
  return { dialog, open, close: () => document.removeEventListener("keydown", onKey) };
}

/**
 * True while somebody types or a dialog is open.
 * @param {KeyboardEvent} event
 */
function isBusy({ target }) {
  const isTyping = target instanceof Element && target.closest("input, select, textarea");
  return Boolean(isTyping) || document.querySelector("dialog[open]") !== null;
}

/** @param {App} app @param {() => void} close */
function dialogContent(app, close) {
  const { say } = app.words;
  const { letters } = app.preferences.get();
  const rows = NAMES.filter((name) => isAvailable(app, name)).flatMap((name) => [
    h("dt", { key: `${name} key` }, h("kbd", null, keyOf(app, name))),
    h("dd", { key: name }, say(`page.board.keys.${name}`)),
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
 * True if a shortcut works at this table and in this browser.
 * @param {App} app @param {string} name
 */
function isAvailable(app, name) {
  if (CHECKER_SHORTCUTS.has(name) && app.isReal("board")) return false;
  const { dice = [] } = app.store.parts.Game ?? {};
  if (name === "throw" && dice.every(({ device }) => app.isReal(device))) return false;
  return app.preferences.get().letters || !(name in LETTERS);
}

/** @param {App} app @param {string} name */
function keyOf(app, name) {
  return LETTERS[name] ?? app.words.say(`page.board.keys.${name}_key`);
}
