// @ts-check
// The card that asks for the names of the players, once at a table.

import { fill, h } from "../dom.js";
import { createBoardCard } from "../table/board_card.js";
import { marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").NameWanted} NameWanted */
/** @typedef {NameWanted & {input: HTMLInputElement, label: HTMLElement}} Field */

/** The letters of the longest name. */
const LONGEST = 24;

/**
 * @param {App} app
 * @param {HTMLElement} board
 * @returns {HTMLElement}
 */
export function namesCard(app, board) {
  let isClosed = false;
  /** True while the answer of this browser is on its way. */
  let isAnswering = false;
  /** @type {Field[]} The fields that are shown. */
  let fields = [];
  const card = createBoardCard(board, {
    name: "names",
    dismiss,
  });

  function dismiss() {
    isClosed = true;
    show();
  }

  /** @param {() => Promise<boolean>} give */
  async function answer(give) {
    isAnswering = true;
    const isDone = await give();
    isAnswering = false;
    if (isDone) dismiss();
  }

  function show() {
    const { Game: game } = app.store.parts;
    const wanted = game?.names_wanted ?? [];
    if (isClosed || wanted.length === 0 || !app.mayAct()) {
      // Somebody may have been typing while others settled the names, or began to play.
      if (!isClosed && !isAnswering && !card.element.hidden && game && app.mayAct()) app.tell(settled(app, game));
      if (app.store.parts.asksNames) app.store.put("asksNames", false);
      return card.close();
    }
    // What somebody is typing stays while other things change.
    if (card.element.hidden) fill(card.element, form(app, (fields = wanted.map((it) => nameField(app, it))), answer));
    keepOnly(fields, wanted);
    card.open();
    if (!app.store.parts.asksNames) app.store.put("asksNames", true);
  }

  app.store.on(["Game", "welcome", "link"], show);
  return card.element;
}

/** @param {App} app @param {import("../../messages.js").GamePart} game */
function settled(app, { players: { light, dark } }) {
  return app.words.say("page.panel.names.settled", { light: light.name, dark: dark.name });
}

/**
 * Removes the fields of players who have been named elsewhere.
 * @param {Field[]} fields @param {readonly NameWanted[]} wanted
 */
function keepOnly(fields, wanted) {
  for (const { key, label } of fields) if (!wanted.some((it) => it.key === key)) label.remove();
}

/** @param {App} app @param {Field[]} fields @param {(give: () => Promise<boolean>) => void} answer */
function form(app, fields, answer) {
  const { say } = app.words;
  const fault = h("p", { class: "fault", role: "alert" });
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const shown = fields.filter(({ label }) => label.isConnected);
    answer(() => giveNames(app, shown, fault));
  };
  const skip = () => answer(() => app.act({ is: "KeepNames" }));
  return h(
    "form",
    { class: "names-form", novalidate: true, onsubmit: begin },
    h("h2", { id: "names-title" }, say("page.panel.names.title")),
    ...fields.map(({ label }) => label),
    fault,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit", class: "main", "data-next": "names" }, say("page.panel.names.begin")),
      h("button", { type: "button", onclick: skip }, say("page.panel.names.skip")),
    ),
  );
}

/**
 * @param {App} app @param {NameWanted} wanted
 * @returns {Field}
 */
function nameField(app, { colour, key }) {
  const { say } = app.words;
  const isComputer = app.store.parts.Game?.players[colour].computer;
  const input = h("input", {
    type: "text",
    dir: "auto",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: LONGEST,
    value: isComputer ? say("page.panel.names.computer") : "",
  });
  const label = h("label", { key }, h("span", null, marker(colour), say(`page.common.${colour}`)), input);
  return { colour, key, input, label };
}

/**
 * Begins the match anew with the names that were given; resolves to true if they are used.
 * @param {App} app @param {Field[]} fields @param {HTMLElement} fault
 */
async function giveNames(app, fields, fault) {
  const { say } = app.words;
  const names = namesGiven(fields.map(({ key, input }) => [key, input.value]));
  if (Object.keys(names).length === 0) {
    fill(fault, [say("page.panel.names.none")]);
    return false;
  }
  const revision = app.store.parts.Game?.revision ?? null;
  const refused = await app.attempt({ is: "BeginMatch", agreement: JSON.stringify(names), revision });
  const mistakes = refused?.mistakes ?? {};
  fields.forEach(({ input, key }) => input.setAttribute("aria-invalid", String(key in mistakes)));
  const sentences = fields.flatMap(({ input, key }) => {
    const mistake = mistakes[key];
    return mistake ? [h("span", null, say("page.agreement.mistake", { field: input.labels?.[0]?.innerText, what: mistake }))] : [];
  });
  fill(fault, refused ? [sentences.length > 0 ? sentences : refused.words] : []);
  // Somebody else has named the players meanwhile, and the card has gone.
  if (refused && !fault.checkVisibility()) app.tell(refused.words);
  fields.find(({ key }) => key in mistakes)?.input.focus();
  return !refused;
}

/**
 * The fields of an agreement with the names that were typed; a player without one keeps the old one.
 * @param {readonly [key: string, name: string][]} typed
 * @returns {Record<string, string>}
 */
export function namesGiven(typed) {
  return Object.fromEntries(typed.map(([key, name]) => [key, name.trim()]).filter(([, name]) => name));
}
