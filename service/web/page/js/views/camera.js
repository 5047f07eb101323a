// @ts-check
// The view of the camera: its picture with the reading, and its calibration.

import { renderKnownBoard } from "../camera/known_board.js";
import { createCameraPicture } from "../camera/camera_picture.js";
import { renderSteps } from "../camera/steps.js";
import { createCalibrationResults } from "../camera/calibration_results.js";
import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").CameraPart} CameraPart */

/** The kinds that the view renders. @type {readonly import("../store.js").PartKind[]} */
const SHOWN = ["Camera", "CameraView", "Game", "link", "welcome", "preferences"];

/**
 * @param {App} app
 * @returns {import("../views.js").View}
 */
export function cameraView(app) {
  const { say } = app.words;
  const picture = createCameraPicture(app);
  const side = h("div", { class: "camera-desk" });
  const state = h("p", { class: "camera-state", tabindex: -1 });
  let wantsSteps = false;
  let isCalibrating = false;
  let hasSearched = false;
  const results = createCalibrationResults();
  /** @type {number | null} */
  let lastResult = null;
  const element = h(
    "div",
    { class: "view camera" },
    h("h1", {}, say("page.camera.title")),
    state,
    h("div", { class: "camera-columns" }, picture.element, side),
  );

  const isVisible = () => document.visibilityState === "visible";
  const followCamera = () => {
    app.follow({ camera: isVisible() });
    picture.resume();
  };

  function show() {
    const { Camera: camera } = app.store.parts;
    fill(state, [camera?.trouble || (camera && say(`page.camera.${camera.calibrated ? "sees" : "unknown"}`))]);
    state.classList.toggle("fault", Boolean(camera?.trouble));
    if (camera) announceResult(camera);
    const calibrates = Boolean(camera && app.mayAct() && (wantsSteps || !camera.calibrated));
    if (calibrates !== isCalibrating) picture.letCornersMove((isCalibrating = calibrates));
    if (calibrates && !hasSearched && camera?.width) find(() => picture.isUntouched());
    const hadFocus = side.contains(document.activeElement);
    fill(side, camera ? content(camera, calibrates) : []);
    // The pressed button has disappeared, and on a phone the picture is further up.
    if (hadFocus && !side.contains(document.activeElement)) state.focus();
  }

  /** Announces a new result once. @param {CameraPart} camera */
  function announceResult(camera) {
    const { result } = camera;
    const before = lastResult;
    lastResult = result?.number ?? 0;
    if (before === null || !result || result.number === before) return;
    app.announce(result.words);
    if (result.success) wantsSteps = false;
  }

  /** @param {CameraPart} camera @param {boolean} calibrates */
  function content(camera, calibrates) {
    const result = results.shown(camera);
    const showSteps = (/** @type {boolean} */ wanted) => {
      results.endAttempt(camera);
      wantsSteps = wanted;
      hasSearched = Boolean(app.store.parts.CameraView?.corners.length);
      show();
    };
    if (!calibrates) return renderKnownBoard(app, camera, result, { recalibrate: () => showSteps(true) });
    return renderSteps(app, camera, result, {
      find() {
        begin(camera);
        return find(() => true);
      },
      learn() {
        begin(camera);
        app.act({ is: "Calibrate", corners: picture.corners() });
      },
      cancel: camera.calibrated ? () => showSteps(false) : null,
    });
  }

  /** Begins another step, which ends the attempt before. @param {CameraPart} camera */
  function begin(camera) {
    results.endAttempt(camera);
    show();
  }

  /** Finds the board. @param {() => boolean} isWanted  True if its corners are still wanted then. */
  async function find(isWanted) {
    hasSearched = true;
    const found = await app.findBoard();
    if (found && isWanted()) picture.setCorners(found);
    return found !== null;
  }

  app.store.on(SHOWN, show);
  document.addEventListener("visibilitychange", followCamera);
  followCamera();
  return {
    element,
    start: () => state,
    close() {
      document.removeEventListener("visibilitychange", followCamera);
      app.follow({ camera: false });
      picture.close();
    },
  };
}
