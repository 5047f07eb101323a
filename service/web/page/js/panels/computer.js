// @ts-check
// The switch that lets the computer throw and move by itself at a simulated table.

import { fill, h } from "../dom.js";
import { COLOURS } from "./colours.js";
import { createPendingChoice } from "./pending_choice.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function computerPanel(app) {
  const element = h("section", { class: "panel computer", "aria-labelledby": "computer-title" });
  const show = () => {
    const { Game: game, World: world } = app.store.parts;
    const plays = game && COLOURS.some((colour) => game.players[colour].computer);
    const hasDice = game?.dice.some(({ device }) => app.isTouchable(device));
    element.hidden = !(plays && hasDice && app.mayTouch());
    fill(element, element.hidden || !world ? [] : content(app, choice));
  };
  const choice = createPendingChoice(app.store, () => Boolean(app.store.parts.World?.computer_by_itself), show);
  app.store.on(["Game", "World", "Devices", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {import("./pending_choice.js").PendingChoice<boolean>} choice */
function content(app, choice) {
  const { say } = app.words;
  /** @param {{currentTarget: HTMLInputElement}} event */
  const change = ({ currentTarget: { checked: by_itself } }) => {
    choice.choose(by_itself, app.act({ is: "LetComputerMove", by_itself }));
  };
  return [
    h("h2", { id: "computer-title", key: "title" }, say("page.panel.computer.title")),
    h(
      "label",
      { class: "switch", key: "switch" },
      h("input", { type: "checkbox", checked: choice.value(), onchange: change, "aria-describedby": "computer-about" }),
      h("span", {}, say("page.panel.computer.by_itself")),
    ),
    h("p", { class: "about", id: "computer-about", key: "about" }, say("page.panel.computer.about")),
  ];
}
