// @ts-check
// The self-test of lamps and switches: what to do now, and the faults so far.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").SelfTestPart} SelfTestPart */
/** @typedef {import("../../messages.js").SelfTestCommand} SelfTestCommand */

/** @param {App} app */
export function renderSelfTest(app) {
  const selfTest = app.store.parts.SelfTest;
  return [
    h("p", { class: "about", key: "about" }, app.words.say("page.devices.tests_about")),
    selfTest && progress(app, selfTest),
    selfTest && faults(app, selfTest),
    app.mayAct() && (selfTest?.running ? runningButtons(app, selfTest) : startButtons(app)),
    app.mayTouch() && selfTest?.test === "switches" && handButtons(app, selfTest),
  ];
}

/** @param {App} app @param {SelfTestPart} selfTest */
function progress(app, selfTest) {
  const { say } = app.words;
  if (!selfTest.words && !selfTest.running) return null;
  const { done, of } = selfTest;
  return h(
    "div",
    { class: "self-test", key: "self-test" },
    h("p", { class: "self-test-words", key: "words" }, selfTest.words),
    selfTest.running && of > 0
      ? h(
          "p",
          { class: "steps", key: "steps" },
          h("progress", { max: of, value: String(done), "aria-label": say("page.devices.progress") }),
          h("span", { key: "count" }, say("page.devices.step", { done, of })),
        )
      : null,
  );
}

/** @param {App} app @param {SelfTestPart} selfTest */
function faults(app, selfTest) {
  if (!selfTest.faults.length) return null;
  return h(
    "div",
    { class: "self-test-faults", key: "faults" },
    h("h3", {}, app.words.say("page.devices.faults")),
    h("ul", {}, ...selfTest.faults.map((fault, at) => h("li", { key: at }, fault))),
  );
}

/** @param {App} app */
function startButtons(app) {
  const { say } = app.words;
  return h(
    "div",
    { class: "buttons", key: "begin" },
    button(app, "lamps", say("page.devices.try_lamps")),
    button(app, "switches", say("page.devices.try_switches")),
  );
}

/** @param {App} app @param {SelfTestPart} selfTest */
function runningButtons(app, { test }) {
  const { say } = app.words;
  return h(
    "div",
    { class: "buttons", key: "go-on" },
    test === "switches" && button(app, "skip", say("page.devices.skip")),
    button(app, "stop", say("page.devices.stop")),
  );
}

/**
 * Buttons that set up a simulated table for the test of the switches, and again after it.
 * @param {App} app @param {SelfTestPart} selfTest
 */
function handButtons(app, { running }) {
  const { say } = app.words;
  /** @param {import("../../messages.js").Arrangement} how @param {string} words */
  const arrange = (how, words) =>
    h("button", { type: "button", key: how, onclick: () => app.act({ is: "Arrange", how }) }, words);
  return h(
    "div",
    { class: "buttons hands", key: "hands" },
    running
      ? arrange("empty", say("page.simulation.clear"))
      : arrange("expected", say("page.simulation.as_expected")),
  );
}

/** @param {App} app @param {SelfTestCommand} command @param {string} words */
function button(app, command, words) {
  const onclick = () => app.act({ is: "ControlSelfTest", command });
  return h("button", { type: "button", key: command, onclick }, words);
}
