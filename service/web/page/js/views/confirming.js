// @ts-check
// Asks whether something is really wanted.

import { h } from "../dom.js";

/**
 * Whether the person says yes; Escape says no, and so does whoever goes to another view.
 * @param {{title: string, words: string, yes: string, no: string}} what
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, words, yes, no }) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
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
    )
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
