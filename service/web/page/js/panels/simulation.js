// @ts-check
// Everything that can be done to a simulated table besides playing, folded away.

import { h } from "../dom.js";
import { checkersPart } from "../simulation/checkers.js";
import { plugsPart } from "../simulation/plugs.js";
import { powerPart } from "../simulation/power.js";
import { switchesPart } from "../simulation/switches.js";

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
      checkersPart(app),
      switchesPart(app),
      plugsPart(app),
      powerPart(app),
    ),
  );
  app.store.on(["World", "welcome"], ({ World, welcome }) => {
    element.hidden = !(World && welcome?.may_act);
  });
  return element;
}
