// @ts-check
// One setting on the form of a match: label, explanation, input and mistake.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Setting} Setting */
/** @typedef {import("../../messages.js").FormField} FormField */
/** @typedef {import("../../messages.js").NumberField} NumberField */
/** @typedef {Partial<import("../../messages.js").AgreementForm["values"]>} Settings */
/** @typedef {{id: string, about: string, fault: string}} Ids */

/** The number of letters of a choice for which there is room beside its label. */
const SHORT_CHOICE = 28;

/**
 * @typedef {{
 *   element: HTMLElement,
 *   control: HTMLInputElement | HTMLSelectElement,
 *   get: () => Setting | undefined,
 *   set: (value: Setting) => void,
 * }} Input
 * @typedef {{
 *   key: string,
 *   element: HTMLElement,
 *   get: Input["get"],
 *   set: Input["set"],
 *   markDifference: (differs: boolean) => void,
 *   showMistake: (words: string) => void,
 *   focus: () => void,
 * }} Field
 */

/**
 * @param {App} app
 * @param {FormField} form
 * @param {() => void} changed
 * @returns {Field}
 */
export function createField(app, form, changed) {
  const ids = idsOf(form.key);
  const input = createInput(form, ids, () => {
    showMistake("");
    changed();
  });
  const fault = h("p", { class: "fault", id: ids.fault, role: "alert" });
  const differs = h("span", { class: "differs" });
  const about = h("p", { class: "about", id: ids.about, hidden: true }, form.about);
  const element = h(
    "div",
    { class: `field is-${form.kind}` },
    h("div", { class: "line" }, input.element, differs, form.about && explainButton(app, form, about)),
    about,
    fault,
  );
  /** @param {string} words */
  function showMistake(words) {
    fault.textContent = words;
    input.control.setAttribute("aria-invalid", String(words !== ""));
  }
  /** @param {boolean} differsNow */
  function markDifference(differsNow) {
    element.classList.toggle("different", differsNow);
    differs.textContent = differsNow ? app.words.say("page.new.differs") : "";
  }
  const focus = () => input.control.focus();
  return { key: form.key, element, get: input.get, set: input.set, markDifference, showMistake, focus };
}

/**
 * The input for the kind of a field.
 * @param {FormField} form @param {Ids} ids @param {() => void} changed
 * @returns {Input}
 */
function createInput(form, ids, changed) {
  switch (form.kind) {
    case "text":
      return textInput(form, ids, changed);
    case "number":
      return numberInput(form, ids, changed);
    case "toggle":
      return toggleInput(form, ids, changed);
    case "choice":
      return choiceInput(form, ids, changed);
  }
}

/** @param {string} key @returns {Ids} */
function idsOf(key) {
  const id = `set-${key.replaceAll(".", "-")}`;
  return { id, about: `${id}-about`, fault: `${id}-fault` };
}

/**
 * The button that shows the explanation of a field, or hides it again.
 * @param {App} app @param {FormField} form @param {HTMLElement} about
 */
function explainButton(app, form, about) {
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    {
      type: "button",
      class: "explain",
      "aria-expanded": "false",
      "aria-controls": about.id,
      "aria-label": app.words.say("page.new.explain", { what: form.label }),
      onclick: () => {
        about.hidden = !about.hidden;
        button.setAttribute("aria-expanded", String(!about.hidden));
      },
    },
    "?",
  );
  return button;
}

/** @param {Ids} ids */
const describedBy = (ids) => ({ "aria-describedby": `${ids.fault} ${ids.about}` });

/** @param {FormField} form @param {Ids} ids @param {() => void} changed @returns {Input} */
function textInput(form, ids, changed) {
  const input = h("input", { type: "text", id: ids.id, autocomplete: "off", oninput: changed, ...describedBy(ids) });
  return {
    element: withLabel(form, ids, input),
    control: input,
    get: () => input.value,
    set: (value) => void (input.value = String(value)),
  };
}

/** @param {NumberField} form @param {Ids} ids @param {() => void} changed @returns {Input} */
function numberInput(form, ids, changed) {
  const input = h("input", {
    type: "number",
    id: ids.id,
    min: form.low,
    max: form.high,
    step: "any",
    oninput: changed,
    ...describedBy(ids),
  });
  if (form.absent) return optionalNumberInput(form, form.absent, ids, input, changed);
  return {
    element: withLabel(form, ids, input),
    control: input,
    get: () => numberOf(input),
    set: (value) => void (input.value = String(value)),
  };
}

/**
 * A number with a check box for "none", which has words of its own.
 * @param {FormField} form @param {import("../../messages.js").FormChoice} absent @param {Ids} ids
 * @param {HTMLInputElement} input @param {() => void} changed
 * @returns {Input}
 */
function optionalNumberInput(form, absent, ids, input, changed) {
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    id: `${ids.id}-absent`,
    onchange: () => {
      input.disabled = box.checked;
      changed();
    },
  });
  return {
    element: withLabel(form, ids, input, h("label", { class: "absent", for: box.id }, box, absent.words)),
    control: input,
    get: () => (box.checked ? absent.value : numberOf(input)),
    set: (value) => {
      box.checked = value === absent.value;
      input.disabled = box.checked;
      if (!box.checked) input.value = String(value);
    },
  };
}

/**
 * The number that was typed, or an empty text, which the service explains.
 * @param {HTMLInputElement} input
 */
function numberOf(input) {
  return input.value === "" ? "" : Number(input.value);
}

/** @param {FormField} form @param {Ids} ids @param {() => void} changed @returns {Input} */
function toggleInput(form, ids, changed) {
  const input = h("input", { type: "checkbox", id: ids.id, onchange: changed, ...describedBy(ids) });
  return {
    element: h("label", { class: "label", for: ids.id }, input, h("span", {}, form.label)),
    control: input,
    get: () => input.checked,
    set: (value) => void (input.checked = Boolean(value)),
  };
}

/**
 * @param {import("../../messages.js").ChoiceField} form @param {Ids} ids @param {() => void} changed
 * @returns {Input}
 */
function choiceInput(form, ids, changed) {
  const isLong = form.choices.some(({ words }) => words.length > SHORT_CHOICE);
  const whole = h("p", { class: "whole", "aria-hidden": "true" });
  const onchange = () => {
    whole.textContent = form.choices[Number(input.value)]?.words ?? "";
    changed();
  };
  const input = h(
    "select",
    { id: ids.id, onchange, ...describedBy(ids) },
    ...form.choices.map(({ words }, at) => h("option", { value: String(at), key: String(at) }, words)),
  );
  const element = withLabel(form, ids, input, ...(isLong ? [whole] : []));
  element.classList.toggle("is-long", isLong);
  return {
    element,
    control: input,
    get: () => form.choices[Number(input.value)]?.value,
    set(value) {
      const at = form.choices.findIndex((choice) => choice.value === value);
      input.value = String(at);
      whole.textContent = form.choices[at]?.words ?? "";
    },
  };
}

/** @param {FormField} form @param {Ids} ids @param {...HTMLElement} inputs */
function withLabel(form, ids, ...inputs) {
  const place = h("div", { class: "labelled" });
  fill(place, [h("label", { class: "label", for: ids.id }, form.label), ...inputs]);
  return place;
}
