// @ts-check
// The steps of the calibration of a camera: picture, corners, starting position.

import { h } from "../dom.js";
import { renderStartingPosition } from "./starting_position.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../../messages.js").CalibrationReport} CalibrationReport */
/**
 * @typedef {{
 *   find: () => Promise<boolean>,
 *   learn: () => void,
 *   cancel: (() => void) | null,
 * }} Calibration  `cancel`: null if there is no earlier calibration to keep.
 */

/**
 * @param {App} app @param {import("../../messages.js").CameraPart} camera
 * @param {CalibrationReport | null} result @param {Calibration} calibration
 * @returns {Child[]}
 */
export function renderSteps(app, camera, result, calibration) {
  const { say } = app.words;
  return [
    step(app, "look", h("p", {}, say("page.camera.step.look_about")), camera.advice && h("p", { class: "advice" }, camera.advice)),
    step(
      app,
      "corners",
      h("p", {}, say("page.camera.step.corners_about")),
      findButton(app, calibration),
    ),
    step(app, "start", h("p", {}, say("page.camera.step.start_about")), renderStartingPosition(app, result?.places ?? [])),
    !result?.success && renderResult(result),
    h(
      "div",
      { class: "buttons", key: "learn" },
      h(
        "button",
        { type: "button", key: "learn", class: "main", disabled: camera.calibrating, onclick: calibration.learn },
        say(camera.calibrating ? "page.camera.learning" : "page.camera.learn"),
      ),
      calibration.cancel &&
        h("button", { type: "button", key: "cancel", onclick: calibration.cancel }, say("page.camera.cancel")),
    ),
  ];
}

/** @param {App} app @param {string} name @param {...Child} content */
function step(app, name, ...content) {
  return h(
    "section",
    { class: `panel step of-${name}`, key: name, "aria-labelledby": `step-${name}` },
    h("h2", { id: `step-${name}` }, app.words.say(`page.camera.step.${name}`)),
    ...content,
  );
}

/** @param {App} app @param {Calibration} calibration */
function findButton(app, calibration) {
  const onclick = async () => {
    if (!(await calibration.find())) app.tell(app.words.say("page.camera.not_found"));
  };
  return h(
    "div",
    { class: "buttons", key: "find" },
    h("button", { type: "button", onclick }, app.words.say("page.camera.find")),
  );
}

/**
 * The outcome of an attempt, and what to do next.
 * @param {CalibrationReport | null} result
 */
export function renderResult(result) {
  if (!result) return null;
  return h(
    "div",
    { class: `panel camera-result ${result.success ? "success" : "failure"}`, key: "result" },
    h("p", { class: "words" }, result.words),
    result.advice && h("p", {}, result.advice),
  );
}
