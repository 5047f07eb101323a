// @ts-check
// The dice section of the simulation panel: throws of certain numbers, and cocked dice.

import { h } from "../dom.js";
import { marker } from "../panels/colours.js";
import { button, panelSection } from "./panel_section.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").DiceShown} DiceShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {{faults: Map<string, string>, show: () => void}} Entered  The faults of the
 *   numbers that were entered, and a function that shows them. */

/** @type {import("../../messages.js").WorldPart} */
const NO_BOARD = { is: "World", piles: {}, hand: [], leaning: [], switches: {}, faulty: [], computer_by_itself: false };

/** @param {App} app */
export function diceSection(app) {
  /** @type {Map<string, string>} */
  const faults = new Map();
  /** @param {App} _app @param {unknown} _world @param {() => void} show */
  const content = (_app, _world, show) => {
    const game = app.store.parts.Game;
    const pairs = (game?.dice ?? []).filter(({ device }) => app.isTouchable(device));
    return pairs.map((pair) => game && chosenThrow(app, game, pair, { faults, show }));
  };
  return panelSection(app, "dice", ["Game", "Devices"], content, NO_BOARD);
}

/**
 * Two fields for a throw of certain numbers, and the buttons that pick up and cock the dice.
 * @param {App} app @param {GamePart} game @param {DiceShown} pair @param {Entered} entered
 */
function chosenThrow(app, { players }, { device, colour }, { faults, show }) {
  const { say } = app.words;
  const fault = `dice-fault-${device}-${colour ?? "both"}`;
  /** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
  const throwThese = (event) => {
    event.preventDefault();
    const numbers = numbersIn(event.currentTarget);
    faults.set(fault, numbers ? "" : say("page.panel.dice.no_number"));
    show();
    if (numbers) app.act({ is: "ThrowDice", colour, numbers });
  };
  const title = `${fault}-title`;
  return h(
    "div",
    { class: "pair", key: fault, role: "group", "aria-labelledby": title },
    h("h4", { id: title }, colour && marker(colour), colour ? players[colour].name : say("page.panel.dice.both")),
    h(
      "form",
      { class: "fields", novalidate: true, onsubmit: throwThese },
      dieField(say("page.panel.dice.first"), "first", fault),
      dieField(say("page.panel.dice.second"), "second", fault),
      h("button", { type: "submit" }, say("page.panel.dice.throw_these")),
      h("p", { class: "about" }, say("page.panel.dice.throw_these_about")),
      h("p", { class: "fault", id: fault, role: "alert" }, faults.get(fault)),
    ),
    h(
      "div",
      { class: "buttons" },
      button(say("page.panel.dice.pick_up"), () => app.act({ is: "LiftDice", colour })),
      button(say("page.panel.dice.cock"), () => app.act({ is: "Cock", colour })),
    ),
  );
}

/** @param {string} words @param {string} name @param {string} fault */
function dieField(words, name, fault) {
  return h(
    "label",
    {},
    h("span", {}, words),
    h("input", { type: "number", name, min: "1", max: "6", step: "1", inputmode: "numeric", "aria-describedby": fault }),
  );
}

/**
 * The one or two numbers that were entered; null if dice cannot show them.
 * @param {HTMLFormElement} form
 */
function numbersIn(form) {
  const fields = [...form.querySelectorAll("input")];
  const given = fields.filter((field) => field.value !== "" || !field.validity.valid);
  const numbers = given.map((field) => Number(field.value));
  const good = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 6);
  return good && numbers.length > 0 ? numbers : null;
}
