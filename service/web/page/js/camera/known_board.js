// @ts-check
// The panel beside the picture of a calibrated camera: its reading, and what may be done.

import { h } from "../dom.js";
import { askToConfirm } from "../views/confirm_dialog.js";
import { renderResult } from "./steps.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */

/** The signs of a place, in the order of their explanation. */
const CERTAINTIES = /** @type {const} */ (["sure", "doubtful", "open"]);
const SIGNS = { sure: "3", doubtful: "2-3", open: "?" };

/**
 * @param {App} app @param {import("../../messages.js").CameraPart} camera
 * @param {import("../../messages.js").CalibrationReport | null} result @param {{recalibrate: () => void}} actions
 * @returns {Child[]}
 */
export function renderKnownBoard(app, camera, result, { recalibrate }) {
  const { say } = app.words;
  const { CameraView: view } = app.store.parts;
  return [
    camera.advice && h("p", { class: "panel advice", key: "advice" }, camera.advice),
    // A failed calibration leaves a known board as it is, and is shown beside its steps only.
    (result?.success || !camera.calibrated) && renderResult(result),
    camera.calibrated && renderReading(app, view),
    app.mayAct() &&
      camera.calibrated &&
      h(
        "div",
        { class: "buttons", key: "actions" },
        h("button", { type: "button", key: "anew", onclick: recalibrate }, say("page.camera.anew")),
        h("button", { type: "button", key: "forget", onclick: () => forget(app) }, say("page.camera.forget")),
      ),
  ];
}

/** @param {App} app @param {import("../../messages.js").CameraViewPart | undefined} view */
function renderReading(app, view) {
  const { say } = app.words;
  return h(
    "section",
    { class: "panel seen-now", key: "seen", "aria-labelledby": "seen-title" },
    h("h2", { id: "seen-title" }, say("page.camera.seen")),
    h("p", { class: "summary", key: "summary" }, view?.summary ?? ""),
    h(
      "dl",
      { class: "certainty", key: "certainty" },
      ...CERTAINTIES.flatMap((certainty) => [
        h("dt", { key: `${certainty} sign` }, h("span", { class: `sign ${certainty}` }, SIGNS[certainty])),
        h("dd", { key: certainty }, say(`page.camera.certainty.${certainty}`)),
      ]),
    ),
    h("p", { class: "about", key: "about" }, say("page.camera.check")),
  );
}

/** @param {App} app */
async function forget(app) {
  const { say } = app.words;
  const really = await askToConfirm({
    title: say("page.camera.forget"),
    words: say("page.camera.forget_about"),
    yes: say("page.camera.forget"),
    no: say("page.camera.keep"),
  });
  if (really) app.act({ is: "ForgetBoard" });
}
