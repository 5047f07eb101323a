// @ts-check
// The switch that lets the computer throw and move by itself at a simulated table.

import { fill, h } from "../dom.js";
import { COLOURS } from "./colours.js";

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
    fill(element, element.hidden || !world ? [] : content(app, world.computer_by_itself, show));
  };
  app.store.on(["Game", "World", "Devices", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {boolean} checked @param {() => void} show  Shows the true state after a refusal. */
function content(app, checked, show) {
  const { say } = app.words;
  /** @param {{currentTarget: HTMLInputElement}} event */
  const change = ({ currentTarget: { checked: by_itself } }) => {
    app.act({ is: "LetComputerMove", by_itself }).then(show);
  };
  return [
    h("h2", { id: "computer-title", key: "title" }, say("page.panel.computer.title")),
    h(
      "label",
      { class: "switch", key: "switch" },
      h("input", { type: "checkbox", checked, onchange: change, "aria-describedby": "computer-about" }),
      h("span", {}, say("page.panel.computer.by_itself")),
    ),
    h("p", { class: "about", id: "computer-about", key: "about" }, say("page.panel.computer.about")),
  ];
}
