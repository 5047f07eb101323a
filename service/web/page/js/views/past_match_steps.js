// @ts-check
// The steps through a past match: first, back, forward and last, and the choice of the game.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GameRecord} GameRecord */
/** @typedef {import("../../messages.js").PastMatchRecord} PastMatchRecord */
/** @typedef {import("./past_match.js").Moment} Moment */
/** @typedef {import("./past_match.js").Go} Go */
/** @typedef {"first" | "back" | "forward" | "last"} Step */

/** @type {readonly {name: Step, key: string, sign: string, to: (at: number) => number}[]} */
const STEPS = [
  { name: "first", key: "Home", sign: "«", to: () => -1 },
  { name: "back", key: "ArrowLeft", sign: "‹", to: (at) => at - 1 },
  { name: "forward", key: "ArrowRight", sign: "›", to: (at) => at + 1 },
  { name: "last", key: "End", sign: "»", to: () => Infinity },
];
/** Further keys that do the same. @type {Readonly<Record<string, string>>} */
const SAME_KEYS = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };

/**
 * The step of a key: a function from one row to another; undefined if the key means nothing here.
 * @param {string} key
 */
export function stepOf(key) {
  return STEPS.find((step) => step.key === (SAME_KEYS[key] ?? key))?.to;
}

/** @param {App} app @param {GameRecord} game @param {Moment} now @param {Go} go */
export function renderSteps(app, { rows }, { at }, go) {
  const { say } = app.words;
  const possible = { first: at >= 0, back: at >= 0, forward: at < rows.length - 1, last: at < rows.length - 1 };
  return h(
    "div",
    { class: "steps", role: "group", "aria-label": say("page.matches.steps"), "aria-describedby": "steps-keys", key: "steps" },
    h("span", { class: "unseen", id: "steps-keys", key: "keys" }, say("page.matches.keys")),
    ...STEPS.map(({ name, sign, to }) =>
      h(
        "button",
        { type: "button", key: name, class: name, "aria-disabled": !possible[name], onclick: () => go(to(at)) },
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        h("span", { class: "word" }, say(`page.matches.${name}`)),
      ),
    ),
  );
}

/** @param {App} app @param {PastMatchRecord} record @param {number} chosen @param {Go} go */
export function renderGames(app, record, chosen, go) {
  if (record.games.length < 2) return null;
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const onchange = ({ currentTarget }) => go(-1, Number(currentTarget.value));
  return h(
    "label",
    { class: "games", key: "games" },
    h("span", {}, app.words.say("page.matches.games")),
    h(
      "select",
      { onchange, value: String(chosen) },
      ...record.games.map((game, at) =>
        h("option", { key: String(at), value: String(at) }, gameWords(app, record, game)),
      ),
    ),
  );
}

/** @param {App} app @param {PastMatchRecord} record @param {GameRecord} game */
export function gameWords(app, { players }, { number, scores }) {
  const values = { number, ...players, score_light: scores.light, score_dark: scores.dark };
  return app.words.say("page.matches.game_of", values);
}
