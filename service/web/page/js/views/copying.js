// @ts-check
// A text to take along: a field with a button that copies it.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @param {{id: string, label: string, text: string}} what
 */
export function copyField(app, { id, label, text }) {
  const { say } = app.words;
  const field = /** @type {HTMLInputElement} */ (
    h("input", { id, class: "code", readonly: true, value: text, spellcheck: "false" })
  );
  return h(
    "div",
    { class: "copy", key: id },
    h("label", { for: id }, label),
    field,
    h(
      "button",
      { type: "button", "aria-label": say("page.position.copy_what", { what: label }), onclick: () => copy(app, id) },
      say("page.position.copy"),
    ),
  );
}

/**
 * Copies what a field holds; where the browser forbids it, the text is left selected.
 * @param {App} app @param {string} id
 */
async function copy(app, id) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
  field.focus();
  field.select();
  const copied = await written(field.value);
  app.tell(app.words.say(copied ? "page.position.copied" : "page.position.selected"));
}

/** @param {string} text */
async function written(text) {
  if (!navigator.clipboard) return document.execCommand("copy");
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return document.execCommand("copy");
    throw error;
  }
}
