// @ts-check
// A group of settings on the form; a preset folds the other settings away below it.

import { h } from "../dom.js";
import { createField } from "./form_field.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").FieldGroup} FieldGroup */
/** @typedef {import("./form_field.js").Settings} Settings */
/** @typedef {import("./form_field.js").Field} Field */
/** @typedef {ReturnType<typeof createFieldGroup>} Group */

/**
 * @param {App} app
 * @param {FieldGroup} group
 * @param {Record<string, Settings>} presets  The values of each preset, by its name.
 * @param {() => void} changed
 */
export function createFieldGroup(app, group, presets, changed) {
  const presetKey = `${group.key}.preset`;
  /** @type {Field[]} */
  const fields = group.fields.map((form) =>
    createField(app, form, () => {
      if (form.key === presetKey) reset();
      compare();
      changed();
    }),
  );
  const preset = fields.find(({ key }) => key === presetKey);
  const settings = fields.filter((field) => field !== preset);
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
  const folded = foldedSettings(app, settings, state, resetButton);
  const element = h(
    "fieldset",
    { class: `group ${group.key}` },
    h("legend", {}, group.label),
    group.about && h("p", { class: "about" }, group.about),
    ...(preset ? [preset.element, folded] : settings.map((field) => field.element)),
  );

  /** @returns {Settings} */
  const presetValues = () => presets[String(preset?.get())] ?? {};

  function reset() {
    const values = presetValues();
    for (const field of settings) {
      const value = values[field.key];
      if (value === undefined) continue;
      field.set(value);
      field.showMistake("");
    }
  }

  /** Marks the settings that differ from the preset. */
  function compare() {
    if (!preset) return;
    const values = presetValues();
    const different = settings.filter(({ key, get }) => key in values && get() !== values[key]);
    for (const field of settings) field.markDifference(different.includes(field));
    state.textContent = different.length ? app.words.say("page.new.different", { count: different.length }) : "";
    resetButton.hidden = different.length === 0;
  }

  return {
    element,
    /** @returns {Settings} */
    get: () => Object.fromEntries(fields.map(({ key, get }) => [key, get()])),
    /** @param {Settings} values */
    set(values) {
      for (const field of fields) {
        const value = values[field.key];
        if (value !== undefined) field.set(value);
      }
      compare();
    },
    /**
     * Shows the mistakes beside their fields, and returns these fields.
     * @param {Record<string, string>} mistakes
     */
    showMistakes(mistakes) {
      for (const field of fields) field.showMistake(mistakes[field.key] ?? "");
      const wrong = fields.filter(({ key }) => key in mistakes);
      if (wrong.some((field) => field !== preset)) folded.setAttribute("open", "");
      return wrong;
    },
  };
}

/** @param {App} app @param {Field[]} settings @param {HTMLElement} state @param {HTMLElement} resetButton */
function foldedSettings(app, settings, state, resetButton) {
  return h(
    "details",
    { class: "settings" },
    h("summary", {}, h("span", {}, app.words.say("page.new.every_setting")), " ", state),
    resetButton,
    ...settings.map((field) => field.element),
  );
}
