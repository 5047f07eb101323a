// @ts-check
// What each browser may choose for itself: language, colours, and how the board is looked at.

import { fill, h } from "../dom.js";
import { LANGUAGES } from "../words.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function optionsView(app) {
  const element = h("section", { class: "view options", "aria-labelledby": "options-title" });
  app.store.on("preferences", () => fill(element, shown(app)));
  return { element, close: () => {} };
}

/** @param {App} app */
function shown(app) {
  const { say } = app.words;
  return [
    h("h1", { id: "options-title" }, say("page.options.title")),
    h("p", { class: "about" }, say("page.options.about")),
    choices(app, "language", ["english", "french"]),
    choices(app, "theme", ["auto", "light", "dark"]),
    h(
      "fieldset",
      { key: "board" },
      h("legend", {}, say("page.options.board")),
      box(app, "otherSide", "other_side"),
      box(app, "calm", "calm"),
    ),
    h(
      "fieldset",
      { key: "keys" },
      h("legend", {}, say("page.options.keys")),
      box(app, "letters", "letters"),
    ),
  ];
}

/** @param {App} app @param {"language" | "theme"} what @param {string[]} values */
function choices(app, what, values) {
  const { say } = app.words;
  const chosen = app.preferences.get()[what];
  return h(
    "fieldset",
    { key: what },
    h("legend", {}, say(`page.options.${what}`)),
    ...values.map((value) =>
      h(
        "label",
        { key: value, lang: what === "language" ? LANGUAGES[/** @type {"english" | "french"} */ (value)] : null },
        h("input", {
          type: "radio",
          name: what,
          value,
          checked: value === chosen,
          onchange: () => app.preferences.set({ [what]: value }),
        }),
        h("span", {}, say(`page.options.${value}`)),
      ),
    ),
  );
}

/** @param {App} app @param {"otherSide" | "calm" | "letters"} what @param {string} key */
function box(app, what, key) {
  const { say } = app.words;
  const about = `options-${key}`;
  return h(
    "div",
    { class: "box", key },
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        name: what,
        checked: app.preferences.get()[what],
        onchange: (/** @type {Event} */ event) =>
          app.preferences.set({ [what]: /** @type {HTMLInputElement} */ (event.target).checked }),
        "aria-describedby": about,
      }),
      h("span", {}, say(`page.options.${key}`)),
    ),
    h("p", { class: "about", id: about }, say(`page.options.${key}_about`)),
  );
}
