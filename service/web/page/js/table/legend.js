// @ts-check
// The dialog with the meaning of every lamp.

import { animateLamps, lampAlone } from "../board/lamps.js";
import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Lamp} Lamp */

const STILL = "(prefers-reduced-motion: reduce)";

/** @param {App} app */
export function createLegend(app) {
  const { say } = app.words;
  const list = h("dl");
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "legend", "aria-labelledby": "legend-title" },
    h("h2", { id: "legend-title", tabindex: "-1", autofocus: true }, say("page.board.legend.title")),
    h("p", { class: "about" }, say("page.board.legend.about")),
    list,
    h("button", { type: "button", onclick: () => dialog.close() }, say("page.board.keys.close")),
  );

  function open() {
    const lamps = app.store.parts.Devices?.palette ?? [];
    fill(list, lamps.flatMap((lamp) => meaning(app, lamp)));
    dialog.showModal();
    animateLamps(list, matchMedia(STILL).matches || app.preferences.get().calm);
  }

  return { dialog, open };
}

/** @param {App} app @param {Lamp} lamp */
function meaning(app, lamp) {
  return [
    h("dt", { key: `${lamp.meaning} lamp` }, lampAlone(lamp)),
    h("dd", { key: `${lamp.meaning}` }, app.words.say(`lamp.${lamp.meaning}`)),
  ];
}
