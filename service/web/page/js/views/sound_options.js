// @ts-check
// The options of the sounds: on or off, and how loud.

import { h } from "../dom.js";
import { LOUDEST } from "../preferences.js";

/** @typedef {import("../main.js").App} App */

const STEP = 5;

/** @param {App} app */
export function soundOptions(app) {
  const { say } = app.words;
  const { sounds, volume } = app.preferences.get();
  return h(
    "fieldset",
    { key: "sounds", class: "sounds" },
    h("legend", {}, say("page.options.sounds.title")),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        name: "sounds",
        checked: sounds,
        onchange: ({ currentTarget }) => app.preferences.set({ sounds: currentTarget.checked }),
        "aria-describedby": "options-sounds",
      }),
      h("span", {}, say("page.options.sounds.on")),
    ),
    h("p", { class: "about", id: "options-sounds" }, say("page.options.sounds.about")),
    h(
      "label",
      {},
      h("span", {}, say("page.options.sounds.volume")),
      h("input", {
        type: "range",
        name: "volume",
        min: 0,
        max: LOUDEST,
        step: STEP,
        value: volume,
        disabled: !sounds,
        onchange: ({ currentTarget }) => app.preferences.set({ volume: Number(currentTarget.value) }),
      }),
    ),
  );
}
