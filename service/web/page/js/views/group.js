// @ts-check
// A group of settings on the form; one that has a preset keeps the rest folded away below it.

import { h } from "../dom.js";
import { createField } from "./field.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @param {any} group  One group of the agreement form.
 * @param {Record<string, Record<string, any>>} presets  The values of each preset, by its name.
 * @param {() => void} changed
 */
export function createGroup(app, group, presets, changed) {
  const presetKey = `${group.key}.preset`;
  /** @type {import("./field.js").Field[]} */
  const fields = group.fields.map((/** @type {any} */ form) =>
    createField(app, form, () => {
      if (form.key === presetKey) reset();
      compare();
      changed();
    }),
  );
  const preset = fields.find(({ key }) => key === presetKey);
  const knobs = fields.filter((field) => field !== preset);
  const state = h("span", { class: "differs" });
  const resetButton = h(
    "button",
    {
      type: "button",
      onclick: () => {
        reset();
        compare();
        changed();
      },
    },
    app.words.say("page.new.reset"),
  );
  const folded = foldedOf(app, knobs, state, resetButton);
  const element = h(
    "fieldset",
    { class: `group ${group.key}` },
    h("legend", {}, group.label),
    group.about && h("p", { class: "about" }, group.about),
    ...(preset ? [preset.element, folded] : knobs.map((field) => field.element)),
  );

  const agreed = () => (preset ? presets[preset.get()] ?? {} : {});

  function reset() {
    const values = agreed();
    for (const field of knobs.filter(({ key }) => key in values)) {
      field.set(values[field.key]);
      field.blame("");
    }
  }

  /** Shows which settings are not as the preset has them. */
  function compare() {
    if (!preset) return;
    const values = agreed();
    const different = knobs.filter(({ key, get }) => key in values && get() !== values[key]);
    for (const field of knobs) field.mark(different.includes(field));
    state.textContent = different.length ? app.words.say("page.new.different", { count: different.length }) : "";
    resetButton.hidden = different.length === 0;
  }

  return {
    element,
    get: () => Object.fromEntries(fields.map(({ key, get }) => [key, get()])),
    /** @param {Record<string, any>} values */
    set(values) {
      for (const field of fields) if (field.key in values) field.set(values[field.key]);
      compare();
    },
    /**
     * Tells what is wrong beside each field, and gives the fields that are.
     * @param {Record<string, string>} mistakes
     */
    blame(mistakes) {
      for (const field of fields) field.blame(mistakes[field.key] ?? "");
      const wrong = fields.filter(({ key }) => key in mistakes);
      if (wrong.some((field) => field !== preset)) folded.setAttribute("open", "");
      return wrong;
    },
  };
}

/** @param {App} app @param {any[]} knobs @param {HTMLElement} state @param {HTMLElement} resetButton */
function foldedOf(app, knobs, state, resetButton) {
  return h(
    "details",
    { class: "knobs" },
    h("summary", {}, h("span", {}, app.words.say("page.new.every_setting")), " ", state),
    resetButton,
    ...knobs.map((field) => field.element),
  );
}
