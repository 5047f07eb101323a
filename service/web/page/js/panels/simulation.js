// @ts-check
// The controls of a simulated table besides the play, folded away.

import { h } from "../dom.js";
import { checkersSection } from "../simulation/checkers.js";
import { diceSection } from "../simulation/dice.js";
import { plugsSection } from "../simulation/plugs.js";
import { powerSection } from "../simulation/power.js";
import { switchesSection } from "../simulation/switches.js";

/**
 * @param {import("../main.js").App} app
 * @returns {HTMLElement}
 */
export function simulationPanel(app) {
  const { say } = app.words;
  const element = h(
    "section",
    { class: "panel simulation", "aria-labelledby": "simulation-title" },
    h(
      "details",
      {},
      h("summary", {}, h("h2", { id: "simulation-title" }, say("page.simulation.title"))),
      h("p", { class: "about" }, say("page.simulation.about")),
      checkersSection(app),
      diceSection(app),
      switchesSection(app),
      plugsSection(app),
      powerSection(app),
    ),
  );
  app.store.on(["Devices", "World", "welcome"], ({ Devices, World, welcome }) => {
    const isSimulated = World || Devices?.devices.some(({ plugged }) => plugged !== null);
    element.hidden = !(isSimulated && welcome?.may_act);
  });
  return element;
}
