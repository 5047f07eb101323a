// @ts-check
// Trying out the lamps and the switches, with what is to be done now and what was found wrong.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Trial} Trial */
/** @typedef {import("../../messages.js").Test} Test */

/** @param {App} app */
export function trialShown(app) {
  /** @type {Trial | undefined} */
  const trial = app.store.parts.Trial;
  return [
    h("p", { class: "about", key: "about" }, app.words.say("page.devices.tests_about")),
    trial && progress(app, trial),
    trial && faults(app, trial),
    app.mayAct() && (trial?.running ? goingOn(app, trial) : beginning(app)),
    app.mayTouch() && trial?.test === "switches" && hands(app, trial),
  ];
}

/** @param {App} app @param {Trial} trial */
function progress(app, trial) {
  const { say } = app.words;
  if (!trial.words && !trial.running) return null;
  const { done, of } = trial;
  return h(
    "div",
    { class: "trial", key: "trial" },
    h("p", { class: "trial-words", key: "words" }, trial.words),
    trial.running && of > 0
      ? h(
          "p",
          { class: "steps", key: "steps" },
          h("progress", { max: of, value: String(done), "aria-label": say("page.devices.progress") }),
          h("span", { key: "count" }, say("page.devices.step", { done, of })),
        )
      : null,
  );
}

/** @param {App} app @param {Trial} trial */
function faults(app, trial) {
  if (!trial.faults.length) return null;
  return h(
    "div",
    { class: "trial-faults", key: "faults" },
    h("h3", {}, app.words.say("page.devices.faults")),
    h("ul", {}, ...trial.faults.map((fault, at) => h("li", { key: at }, fault))),
  );
}

/** @param {App} app */
function beginning(app) {
  const { say } = app.words;
  return h(
    "div",
    { class: "buttons", key: "begin" },
    button(app, "lamps", say("page.devices.try_lamps")),
    button(app, "switches", say("page.devices.try_switches")),
  );
}

/** @param {App} app @param {Trial} trial */
function goingOn(app, { test }) {
  const { say } = app.words;
  return h(
    "div",
    { class: "buttons", key: "go-on" },
    test === "switches" && button(app, "skip", say("page.devices.skip")),
    button(app, "stop", say("page.devices.stop")),
  );
}

/**
 * What hands do at a simulated table to begin with a test of the switches, and when it is over.
 * @param {App} app @param {Trial} trial
 */
function hands(app, { running }) {
  const { say } = app.words;
  const arrange = (/** @type {string} */ how, /** @type {string} */ words) =>
    h("button", { type: "button", key: how, onclick: () => app.act({ is: "Arrange", how }) }, words);
  return h(
    "div",
    { class: "buttons hands", key: "hands" },
    running
      ? arrange("empty", say("page.simulation.clear"))
      : arrange("expected", say("page.simulation.put_right")),
  );
}

/** @param {App} app @param {Test} test @param {string} words */
function button(app, test, words) {
  const onclick = () => app.act({ is: "Try", test });
  return h("button", { type: "button", key: test, onclick }, words);
}
