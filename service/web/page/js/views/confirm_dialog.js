// @ts-check
// A dialog that asks for a confirmation.

import { h } from "../dom.js";

/**
 * Resolves to true if the person says yes; Escape and another view say no.
 * @param {{title: string, words: string, yes: string, no: string}} what
 * @returns {Promise<boolean>}
 */
export function askToConfirm({ title, words, yes, no }) {
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "confirm", "aria-labelledby": "confirm-title", "aria-describedby": "confirm-words" },
    h("h2", { id: "confirm-title" }, title),
    h("p", { id: "confirm-words" }, words),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => dialog.close("no"), autofocus: true }, no),
      h("button", { type: "button", class: "main", onclick: () => dialog.close("yes") }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  const leave = () => dialog.close("no");
  addEventListener("hashchange", leave);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
