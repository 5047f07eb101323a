// @ts-check
// The form of the preferences of this browser.

import { fill, h } from "../dom.js";
import { THEMES } from "../preferences.js";
import { availableLanguages } from "../words.js";
import { boardLooks } from "./board_looks.js";
import { soundOptions } from "./sound_options.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../preferences.js").Preferences} Preferences */

/**
 * @param {App} app
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function optionsView(app) {
  const element = h("section", { class: "view options", "aria-labelledby": "options-title" });
  app.store.on("preferences", () => fill(element, content(app)));
  return { element, close: () => {} };
}

/** @typedef {"otherSide" | "oneTap" | "lastTurn" | "carriesHits" | "claims" | "calm" | "letters"} Switch */

/**
 * The groups of switches: the name of each group, with its preferences and their phrases.
 * @type {readonly {name: string, switches: readonly [Switch, string][]}[]}
 */
const GROUPS = [
  { name: "board", switches: [["otherSide", "other_side"], ["oneTap", "one_tap"], ["lastTurn", "last_turn"], ["carriesHits", "carries_hits"], ["claims", "claims"]] },
  { name: "lamps", switches: [["calm", "calm"]] },
  { name: "keys", switches: [["letters", "letters"]] },
];

/** @param {App} app */
function content(app) {
  const { say } = app.words;
  const languages = availableLanguages().map(({ code, name }) => ({ value: code, text: name, lang: code }));
  const themes = THEMES.map((theme) => ({ value: theme, text: say(`page.options.${theme}`), lang: null }));
  return [
    h("h1", { id: "options-title" }, say("page.options.title")),
    h("p", { class: "about" }, say("page.options.about")),
    h(
      "div",
      { class: "option-groups", key: "groups" },
      choices(app, "language", languages),
      choices(app, "theme", themes),
      boardLooks(app),
      soundOptions(app),
      ...GROUPS.map(({ name, switches }) => group(app, name, switches)),
    ),
  ];
}

/** @param {App} app @param {string} name @param {readonly [Switch, string][]} switches */
function group(app, name, switches) {
  const boxes = switches.map(([preference, key]) => box(app, preference, key));
  return h("fieldset", { key: name }, h("legend", {}, app.words.say(`page.options.${name}`)), ...boxes);
}

/**
 * @template {"language" | "theme"} What
 * @param {App} app @param {What} what
 * @param {{value: Preferences[What], text: string, lang: string | null}[]} offered
 */
function choices(app, what, offered) {
  const { say } = app.words;
  const chosen = app.preferences.get()[what];
  return h(
    "fieldset",
    { key: what },
    h("legend", {}, say(`page.options.${what}`)),
    ...offered.map(({ value, text, lang }) =>
      h(
        "label",
        { key: value, lang },
        h("input", {
          type: "radio",
          name: what,
          value,
          checked: value === chosen,
          onchange: () => app.preferences.set({ [what]: value }),
        }),
        h("span", {}, text),
      ),
    ),
  );
}

/** @param {App} app @param {Switch} what @param {string} key */
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
        onchange: ({ currentTarget }) => app.preferences.set({ [what]: currentTarget.checked }),
        "aria-describedby": about,
      }),
      h("span", {}, say(`page.options.${key}`)),
    ),
    h("p", { class: "about", id: about }, say(`page.options.${key}_about`)),
  );
}
