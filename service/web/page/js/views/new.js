// @ts-check
// The set-up of another match: who plays, by which rules, for how long, how strictly.

import { fill, h } from "../dom.js";
import { tableAddress } from "../panels/downloads.js";
import { confirmed } from "./confirming.js";
import { fetchJson, language, NotThere } from "./fetching.js";
import { createGroup } from "./group.js";
import { createSeats } from "./seats.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function newView(app) {
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
    const agreement = await fetchJson(`${tableAddress()}/agreement`, language(app));
    fill(body, formOf(app, agreement));
  } catch (error) {
    if (!(error instanceof NotThere)) throw error;
    fill(body, [h("p", { class: "fault", role: "alert" }, app.words.say("page.new.not_there"))]);
  }
}

/** @param {App} app @param {any} agreement */
function formOf(app, agreement) {
  const { say } = app.words;
  const seats = createSeats(app);
  const groups = agreement.groups.map((/** @type {any} */ group) =>
    createGroup(app, group, agreement.presets[group.key] ?? {}, () => seats.show(valuesOf(groups))),
  );
  for (const group of groups) group.set(agreement.values);
  seats.show(valuesOf(groups));
  groups[0].element.append(seats.element);
  const summary = h("div", { class: "summary", tabindex: "-1" });
  const above = h("div", {});
  const begin = /** @type {HTMLButtonElement} */ (h("button", { type: "submit", class: "main" }, say("page.new.begin")));
  const form = h(
    "form",
    { novalidate: true, onsubmit: once(() => submit(app, groups, summary)) },
    ...groups.map((/** @type {any} */ group) => group.element),
    summary,
    h("div", { class: "buttons last" }, begin),
  );
  app.store.on(["Game", "Record", "welcome", "link"], () => {
    fill(above, underWay(app));
    begin.disabled = !app.mayAct();
  });
  return [above, form];
}

/**
 * Does it for an event, but not again while it is still being done.
 * @param {() => Promise<void>} deed
 */
function once(deed) {
  let isBusy = false;
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    await deed().finally(() => (isBusy = false));
  };
}

/** @param {any[]} groups */
function valuesOf(groups) {
  return Object.assign({}, ...groups.map((group) => group.get()));
}

/** @param {App} app */
function isUnderWay(app) {
  const { Game: game, Record: record } = app.store.parts;
  if (!game || game.winner || !record) return false;
  return record.results.length > 0 || record.game.rows.length > 0;
}

/** @param {App} app */
function warning(app) {
  const { light, dark } = app.store.parts.Game.players;
  return app.words.say("page.new.under_way", { one: light.name, two: dark.name });
}

/** @param {App} app */
function underWay(app) {
  if (app.store.parts.welcome?.may_act === false) return h("p", { class: "hint" }, app.words.say("page.new.spectator"));
  return isUnderWay(app) ? h("p", { class: "hint warning" }, warning(app)) : null;
}

/** @param {App} app @param {any[]} groups @param {HTMLElement} summary */
async function submit(app, groups, summary) {
  const { say } = app.words;
  for (const group of groups) group.blame({});
  fill(summary, []);
  const sure =
    !isUnderWay(app) ||
    (await confirmed({
      title: say("page.new.sure"),
      words: warning(app),
      yes: say("page.new.end_and_begin"),
      no: say("page.new.keep_playing"),
    }));
  if (!sure) return;
  const refused = await app.attempt({ is: "BeginMatch", agreement: JSON.stringify(valuesOf(groups)) });
  if (refused) blame(groups, summary, refused);
  else if (summary.isConnected) app.go("table");
}

/**
 * What the service objects to, each beside its field, and the first one in focus.
 * @param {any[]} groups @param {HTMLElement} summary @param {any} refused
 */
function blame(groups, summary, refused) {
  const mistakes = refused.mistakes ?? {};
  const blamed = groups.flatMap((group) => group.blame(mistakes));
  fill(summary, [h("p", { class: "fault", role: "alert" }, refused.words)]);
  if (blamed.length) blamed[0].focus();
  else summary.focus();
}
