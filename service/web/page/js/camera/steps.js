// @ts-check
// The steps by which a camera comes to know a board: picture, corners, starting position.

import { h } from "../dom.js";
import { startShown } from "./start.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../../messages.js").Taught} Taught */
/**
 * @typedef {{
 *   find: () => Promise<boolean>,
 *   learn: () => void,
 *   cancel: (() => void) | null,
 * }} Teaching  `cancel` is there where a board is known already.
 */

/**
 * @param {App} app @param {Taught | null} verdict @param {Teaching} teaching
 * @returns {Child[]}
 */
export function stepsShown(app, verdict, teaching) {
  const { say } = app.words;
  const camera = app.store.parts.Camera;
  return [
    step(app, "look", h("p", {}, say("page.camera.step.look_about")), camera.advice && h("p", { class: "advice" }, camera.advice)),
    step(
      app,
      "corners",
      h("p", {}, say("page.camera.step.corners_about")),
      finding(app, teaching),
    ),
    step(app, "start", h("p", {}, say("page.camera.step.start_about")), startShown(app, verdict?.places ?? [])),
    !verdict?.well && verdictShown(verdict),
    h(
      "div",
      { class: "buttons", key: "learn" },
      h(
        "button",
        { type: "button", key: "learn", class: "main", disabled: camera.learning, onclick: teaching.learn },
        say(camera.learning ? "page.camera.learning" : "page.camera.learn"),
      ),
      teaching.cancel &&
        h("button", { type: "button", key: "cancel", onclick: teaching.cancel }, say("page.camera.cancel")),
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

/** @param {App} app @param {Teaching} teaching */
function finding(app, teaching) {
  const onclick = async () => {
    if (!(await teaching.find())) app.tell(app.words.say("page.camera.not_found"));
  };
  return h(
    "div",
    { class: "buttons", key: "find" },
    h("button", { type: "button", onclick }, app.words.say("page.camera.find")),
  );
}

/**
 * What came of an attempt, and what to do next.
 * @param {Taught | null} verdict
 */
export function verdictShown(verdict) {
  if (!verdict) return null;
  return h(
    "div",
    { class: `panel camera-verdict ${verdict.well ? "well" : "ill"}`, key: "verdict" },
    h("p", { class: "words" }, verdict.words),
    verdict.advice && h("p", {}, verdict.advice),
  );
}
