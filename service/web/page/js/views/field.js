// @ts-check
// One setting of a match on the form: its label, its explanation, its input and what is wrong with it.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/**
 * @typedef {{
 *   key: string,
 *   element: HTMLElement,
 *   get: () => any,
 *   set: (value: any) => void,
 *   mark: (differs: boolean) => void,
 *   blame: (words: string) => void,
 *   focus: () => void,
 * }} Field
 */

/**
 * @param {App} app
 * @param {any} form  One field of the agreement form.
 * @param {() => void} changed
 * @returns {Field}
 */
export function createField(app, form, changed) {
  const ids = idsOf(form.key);
  const input = INPUTS[form.kind](form, ids, () => {
    blame("");
    changed();
  });
  const fault = h("p", { class: "fault", id: ids.fault, role: "alert" });
  const differs = h("span", { class: "differs" });
  const about = h("p", { class: "about", id: ids.about, hidden: true }, form.about);
  const element = h(
    "div",
    { class: `field is-${form.kind}` },
    h("div", { class: "line" }, input.element, differs, form.about && explainer(app, form, about)),
    about,
    fault,
  );
  /** @param {string} words */
  function blame(words) {
    fault.textContent = words;
    for (const control of input.controls) control.setAttribute("aria-invalid", String(words !== ""));
  }
  /** @param {boolean} does */
  function mark(does) {
    element.classList.toggle("different", does);
    differs.textContent = does ? app.words.say("page.new.differs") : "";
  }
  const focus = () => input.controls[0].focus();
  return { key: form.key, element, get: input.get, set: input.set, mark, blame, focus };
}

/** @param {string} key */
function idsOf(key) {
  const id = `set-${key.replaceAll(".", "-")}`;
  return { id, about: `${id}-about`, fault: `${id}-fault` };
}

/**
 * The button that shows the explanation of a field, or hides it again.
 * @param {App} app @param {any} form @param {HTMLElement} about
 */
function explainer(app, form, about) {
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

/** @param {any} ids */
const described = (ids) => ({ "aria-describedby": `${ids.fault} ${ids.about}` });

/** @param {any} form @param {any} ids @param {() => void} changed */
function textInput(form, ids, changed) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", id: ids.id, autocomplete: "off", oninput: changed, ...described(ids) })
  );
  return {
    element: labelled(form, ids, input),
    controls: [input],
    get: () => input.value,
    /** @param {string} value */
    set: (value) => void (input.value = value),
  };
}

/** @param {any} form @param {any} ids @param {() => void} changed */
function numberInput(form, ids, changed) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "number",
      id: ids.id,
      min: form.low ?? null,
      max: form.high ?? null,
      step: "any",
      oninput: changed,
      ...described(ids),
    })
  );
  if (form.absent) return absentable(form, ids, input, changed);
  return {
    element: labelled(form, ids, input),
    controls: [input],
    get: () => numberOf(input),
    /** @param {number} value */
    set: (value) => void (input.value = String(value)),
  };
}

/**
 * A number that may also be left out, which has words of its own.
 * @param {any} form @param {any} ids @param {HTMLInputElement} input @param {() => void} changed
 */
function absentable(form, ids, input, changed) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      id: `${ids.id}-absent`,
      onchange: () => {
        input.disabled = box.checked;
        changed();
      },
    })
  );
  const absent = h("label", { class: "absent", for: box.id }, box, form.absent.words);
  return {
    element: labelled(form, ids, input, absent),
    controls: [input],
    get: () => (box.checked ? form.absent.value : numberOf(input)),
    /** @param {any} value */
    set: (value) => {
      box.checked = value === form.absent.value;
      input.disabled = box.checked;
      if (!box.checked) input.value = String(value);
    },
  };
}

/**
 * The number that was typed; the text itself where it is none, so that the service can say so.
 * @param {HTMLInputElement} input
 */
function numberOf(input) {
  return input.value === "" ? "" : Number(input.value);
}

/** @param {any} form @param {any} ids @param {() => void} changed */
function switchInput(form, ids, changed) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id: ids.id, onchange: changed, ...described(ids) })
  );
  return {
    element: h("label", { class: "label", for: ids.id }, input, h("span", {}, form.label)),
    controls: [input],
    get: () => input.checked,
    /** @param {boolean} value */
    set: (value) => void (input.checked = value),
  };
}

/** @param {any} form @param {any} ids @param {() => void} changed */
function choiceInput(form, ids, changed) {
  const input = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: ids.id, onchange: changed, ...described(ids) },
      ...form.choices.map((/** @type {any} */ choice, /** @type {number} */ at) =>
        h("option", { value: String(at), key: String(at) }, choice.words),
      ),
    )
  );
  return {
    element: labelled(form, ids, input),
    controls: [input],
    get: () => form.choices[Number(input.value)]?.value,
    /** @param {any} value */
    set: (value) => {
      const at = form.choices.findIndex((/** @type {any} */ choice) => choice.value === value);
      input.value = String(at);
    },
  };
}

/** @param {any} form @param {any} ids @param {...HTMLElement} inputs */
function labelled(form, ids, ...inputs) {
  const place = h("div", { class: "labelled" });
  fill(place, [h("label", { class: "label", for: ids.id }, form.label), ...inputs]);
  return place;
}

/** @type {Record<string, (form: any, ids: any, changed: () => void) => any>} */
const INPUTS = { text: textInput, number: numberInput, switch: switchInput, choice: choiceInput };
