// @ts-check
// Cuts the power of the service, if that is really wanted.

import { h } from "../dom.js";
import { confirmed } from "../views/confirming.js";
import { button, part } from "./part.js";

/** @typedef {import("../main.js").App} App */

/** @param {App} app */
export const powerPart = (app) => part(app, "power", [], content);

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
  const wanted = await confirmed({
    title: say("page.simulation.cut_title"),
    words: say("page.simulation.cut_words"),
    yes: say("page.simulation.cut_yes"),
    no: say("page.simulation.cut_no"),
  });
  if (wanted) await app.act({ is: "CutPower" });
}
