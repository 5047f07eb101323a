// @ts-check
// The card that asks for the names of the players, once at a table.

import { fill, h } from "../dom.js";
import { createBoardCard } from "../table/board_card.js";
import { marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */

/** The fields of an agreement for player one and player two. */
const KEYS = ["names.one", "names.two"];
/** The letters of the longest name. */
const LONGEST = 24;

/**
 * @param {App} app
 * @param {HTMLElement} board
 * @returns {HTMLElement}
 */
export function namesCard(app, board) {
  let isClosed = false;
  let asked = "";
  const card = createBoardCard(board, {
    name: "names",
    dismiss() {
      isClosed = true;
      show();
    },
  });

  function show() {
    const wanted = app.store.parts.Game?.names_wanted ?? [];
    if (isClosed || wanted.length === 0 || !app.mayAct()) return card.close();
    // What somebody is typing stays while other things change.
    if (card.element.hidden || asked !== wanted.join()) fill(card.element, form(app, wanted));
    asked = wanted.join();
    card.open();
  }

  app.store.on(["Game", "welcome", "link"], show);
  return card.element;
}

/** @param {App} app @param {readonly Colour[]} colours */
function form(app, colours) {
  const { say } = app.words;
  const inputs = colours.map((colour) => nameInput(app, colour));
  const fault = h("p", { class: "fault", role: "alert" });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await giveNames(app, inputs, fault);
  };
  const skip = () => app.act({ is: "KeepNames" });
  return h(
    "form",
    { class: "names-form", novalidate: true, onsubmit: begin },
    h("h2", { id: "names-title" }, say("page.panel.names.title")),
    ...colours.map((colour, at) => h("label", null, h("span", null, marker(colour), say(`page.common.${colour}`)), inputs[at])),
    fault,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit", class: "main", "data-next": "names" }, say("page.panel.names.begin")),
      h("button", { type: "button", onclick: skip }, say("page.panel.names.skip")),
    ),
  );
}

/** @param {App} app @param {Colour} colour */
function nameInput(app, colour) {
  const isComputer = app.store.parts.Game?.players[colour].computer;
  return h("input", {
    type: "text",
    dir: "auto",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: LONGEST,
    value: isComputer ? app.words.say("page.panel.names.computer") : "",
  });
}

/**
 * Begins the match anew with the names that were given.
 * @param {App} app @param {HTMLInputElement[]} inputs @param {HTMLElement} fault
 */
async function giveNames(app, inputs, fault) {
  const { say } = app.words;
  const names = namesGiven(inputs.map(({ value }) => value));
  if (Object.keys(names).length === 0) return fill(fault, [say("page.panel.names.none")]);
  const revision = app.store.parts.Game?.revision ?? null;
  const refused = await app.attempt({ is: "BeginMatch", agreement: JSON.stringify(names), revision });
  const mistakes = refused?.mistakes ?? {};
  inputs.forEach((input, at) => input.setAttribute("aria-invalid", String((KEYS[at] ?? "") in mistakes)));
  const sentences = inputs.flatMap((input, at) => {
    const mistake = mistakes[KEYS[at] ?? ""];
    return mistake ? [h("span", null, say("page.agreement.mistake", { field: input.labels?.[0]?.innerText, what: mistake }))] : [];
  });
  fill(fault, refused ? [sentences.length > 0 ? sentences : refused.words] : []);
  // Somebody else has named the players meanwhile, and the card has gone.
  if (refused && !fault.checkVisibility()) app.tell(refused.words);
  inputs.find((_, at) => (KEYS[at] ?? "") in mistakes)?.focus();
}

/**
 * The fields of an agreement with the names that were typed; a player without one keeps the old one.
 * @param {string[]} typed  Of player one and player two.
 * @returns {Record<string, string>}
 */
export function namesGiven(typed) {
  const given = typed.map((name, at) => [KEYS[at] ?? "", name.trim()]);
  return Object.fromEntries(given.filter(([key, name]) => key && name));
}
