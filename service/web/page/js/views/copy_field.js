// @ts-check
// A text field with a button that copies it.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @param {{id: string, label: string, text: string}} what
 */
export function copyField(app, { id, label, text }) {
  const { say } = app.words;
  const field = h("input", { id, class: "code", readonly: true, value: text, spellcheck: "false" });
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
 * Copies the text of a field, or leaves it selected if the browser forbids that.
 * @param {App} app @param {string} id
 */
async function copy(app, id) {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
  const copied = await writeClipboard(field.value);
  app.tell(app.words.say(copied ? "page.position.copied" : "page.position.selected"));
}

/** @param {string} text */
async function writeClipboard(text) {
  if (!navigator.clipboard) return document.execCommand("copy");
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return document.execCommand("copy");
    throw error;
  }
}
