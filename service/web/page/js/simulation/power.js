// @ts-check
// The button that cuts the power of the service, after a confirmation.

import { h } from "../dom.js";
import { askToConfirm } from "../views/confirm_dialog.js";
import { button, panelSection } from "./panel_section.js";

/** @typedef {import("../main.js").App} App */

/** @param {App} app */
export const powerSection = (app) => panelSection(app, "power", [], content);

/** @param {App} app */
function content(app) {
  const { say } = app.words;
  return [
    h("p", { class: "about", key: "about" }, say("page.simulation.power_about")),
    button(say("page.simulation.cut"), () => cut(app), "cut"),
  ];
}

/** @param {App} app */
async function cut(app) {
  const { say } = app.words;
  const wanted = await askToConfirm({
    title: say("page.simulation.cut_title"),
    words: say("page.simulation.cut_words"),
    yes: say("page.simulation.cut_yes"),
    no: say("page.simulation.cut_no"),
  });
  if (wanted) await app.act({ is: "CutPower" });
}
