// @ts-check
// The sections of the simulation panel.

import { checkersSection } from "./checkers.js";
import { diceSection } from "./dice.js";
import { plugsSection } from "./plugs.js";
import { powerSection } from "./power.js";
import { switchesSection } from "./switches.js";

/** @param {import("../main.js").App} app */
export function simulationSections(app) {
  return [checkersSection, diceSection, switchesSection, plugsSection, powerSection].map((section) => section(app));
}
