// @ts-check
// The form of a new match: players, rules, length and referee.

import { fill, h } from "../dom.js";
import { tableAddress } from "../panels/downloads.js";
import { askToConfirm } from "./confirm_dialog.js";
import { createFieldGroup } from "./field_group.js";
import { fetchJson, languageParameter, NotAvailable } from "./http.js";
import { createSeats } from "./seats.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./field_group.js").Group} Group */
/** @typedef {import("../../messages.js").AgreementForm} AgreementForm */

/**
 * @param {App} app
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function newMatchView(app) {
  const { say } = app.words;
  const body = h("div", { class: "body" }, h("p", {}, say("page.new.loading")));
  const element = h(
    "section",
    { class: "view new", "aria-labelledby": "new-title" },
    h("h1", { id: "new-title", tabindex: "-1" }, say("page.new.title")),
    body,
  );
  load(app, body);
  return { element, close: () => {} };
}

/** @param {App} app @param {HTMLElement} body */
async function load(app, body) {
  try {
    const agreement = await fetchJson(`${tableAddress()}/agreement`, languageParameter(app));
    fill(body, formOf(app, /** @type {AgreementForm} */ (agreement)));
  } catch (error) {
    if (!(error instanceof NotAvailable)) throw error;
    fill(body, [h("p", { class: "fault", role: "alert" }, app.words.say("page.new.not_there"))]);
  }
}

/** @param {App} app @param {AgreementForm} agreement */
function formOf(app, agreement) {
  const { say } = app.words;
  const seats = createSeats(app);
  /** @type {Group[]} */
  const groups = agreement.groups.map((group) =>
    createFieldGroup(app, group, agreement.presets[group.key] ?? {}, () => seats.show(valuesOf(groups))),
  );
  for (const group of groups) group.set(agreement.values);
  seats.show(valuesOf(groups));
  groups[0]?.element.append(seats.element);
  const summary = h("div", { class: "summary", tabindex: "-1" });
  const above = h("div", {});
  const begin = h("button", { type: "submit", class: "main" }, say("page.new.begin"));
  const form = h(
    "form",
    { novalidate: true, onsubmit: withoutOverlap(() => submit(app, groups, summary)) },
    ...groups.map((group) => group.element),
    summary,
    h("div", { class: "buttons last" }, begin),
  );
  app.store.on(["Game", "Record", "welcome", "link"], () => {
    fill(above, hint(app));
    begin.disabled = !app.mayAct();
  });
  return [above, form];
}

/**
 * A handler that ignores events while an earlier one is still being handled.
 * @param {() => Promise<void>} action
 */
function withoutOverlap(action) {
  let isBusy = false;
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    await action().finally(() => (isBusy = false));
  };
}

/** @param {Group[]} groups @returns {import("./form_field.js").Settings} */
function valuesOf(groups) {
  return Object.fromEntries(groups.flatMap((group) => Object.entries(group.get())));
}

/**
 * The warning that a match under way will end; null if there is none.
 * @param {App} app
 */
function warning(app) {
  const { Game: game, Record: record } = app.store.parts;
  if (!game || game.winner || !record) return null;
  if (!record.results.length && !record.game.rows.length) return null;
  const { light, dark } = game.players;
  return app.words.say("page.new.under_way", { one: light.name, two: dark.name });
}

/** @param {App} app */
function hint(app) {
  if (app.store.parts.welcome?.may_act === false) return h("p", { class: "hint" }, app.words.say("page.new.spectator"));
  const words = warning(app);
  return words && h("p", { class: "hint warning" }, words);
}

/** @param {App} app @param {Group[]} groups @param {HTMLElement} summary */
async function submit(app, groups, summary) {
  const { say } = app.words;
  for (const group of groups) group.showMistakes({});
  fill(summary, []);
  const [words, instead] = [warning(app), app.store.parts.Record?.match ?? null];
  const sure =
    !words ||
    (await askToConfirm({
      title: say("page.new.sure"),
      words,
      yes: say("page.new.end_and_begin"),
      no: say("page.new.keep_playing"),
    }));
  if (!sure) return;
  const refused = await app.attempt({ is: "BeginMatch", agreement: JSON.stringify(valuesOf(groups)), instead });
  if (refused) showMistakes(groups, summary, refused);
  else if (summary.isConnected) app.go("table");
}

/**
 * Shows the mistakes beside their fields, and focuses the first one.
 * @param {Group[]} groups @param {HTMLElement} summary
 * @param {import("../app.js").Refusal} refused
 */
function showMistakes(groups, summary, refused) {
  const mistakes = refused.mistakes ?? {};
  const mistaken = groups.flatMap((group) => group.showMistakes(mistakes));
  fill(summary, [h("p", { class: "fault", role: "alert" }, refused.words)]);
  (mistaken[0] ?? summary).focus();
}
