// @ts-check
// The camera: its picture with what is seen in it, and how it comes to know a board.

import { createAttempt } from "../camera/attempt.js";
import { checkingShown } from "../camera/checking.js";
import { createStage } from "../camera/stage.js";
import { stepsShown } from "../camera/steps.js";
import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** What is shown anew when one of these changes. */
const SHOWN = ["Camera", "Sight", "Game", "link", "welcome", "preferences"];

/**
 * @param {App} app
 * @returns {import("../views.js").View}
 */
export function cameraView(app) {
  const { say } = app.words;
  const stage = createStage(app);
  const desk = h("div", { class: "camera-desk" });
  const state = h("p", { class: "camera-state", tabindex: -1 });
  let wantsAnew = false;
  let isTeaching = false;
  let hasLooked = false;
  const attempt = createAttempt();
  /** @type {number | null} */
  let heard = null;
  const element = h(
    "div",
    { class: "view camera" },
    h("h1", {}, say("page.camera.title")),
    state,
    h("div", { class: "camera-columns" }, stage.element, desk),
  );

  const seen = () => document.visibilityState === "visible";
  const look = () => {
    app.follow({ camera: seen() });
    stage.look();
  };

  function show() {
    const { Camera: camera } = app.store.parts;
    fill(state, [camera?.trouble || (camera && say(`page.camera.${camera.learnt ? "sees" : "unknown"}`))]);
    state.classList.toggle("fault", Boolean(camera?.trouble));
    if (camera) hear(camera);
    const teaches = Boolean(camera && app.mayAct() && (wantsAnew || !camera.learnt));
    if (teaches !== isTeaching) stage.letMove((isTeaching = teaches));
    if (teaches && !hasLooked && camera.width) find(() => stage.isUntouched());
    const wasThere = desk.contains(document.activeElement);
    fill(desk, camera ? content(teaches) : []);
    // What was pressed is gone, and on a phone the picture is further up.
    if (wasThere && !desk.contains(document.activeElement)) state.focus();
  }

  /** Hear what came of it, once. @param {any} camera */
  function hear(camera) {
    const told = camera.verdict;
    const isNew = heard !== null && told && told.number !== heard;
    heard = told?.number ?? 0;
    if (!isNew) return;
    app.announce(told.words);
    if (told.well) wantsAnew = false;
  }

  /** @param {boolean} teaches */
  function content(teaches) {
    const { Camera: camera } = app.store.parts;
    const verdict = attempt.verdict(camera);
    const anew = (/** @type {boolean} */ wanted) => {
      attempt.end(camera);
      wantsAnew = wanted;
      hasLooked = Boolean(app.store.parts.Sight?.corners.length);
      show();
    };
    if (!teaches) return checkingShown(app, verdict, { anew: () => anew(true) });
    return stepsShown(app, verdict, {
      find() {
        begin(camera);
        return find(() => true);
      },
      learn() {
        begin(camera);
        app.act({ is: "Calibrate", corners: stage.corners() });
      },
      cancel: camera.learnt ? () => anew(false) : null,
    });
  }

  /** Begin another step: what the last one led to is over. @param {any} camera */
  function begin(camera) {
    attempt.end(camera);
    show();
  }

  /** Have the board looked for. @param {() => boolean} isWelcome  Whether its corners are, by then. */
  async function find(isWelcome) {
    hasLooked = true;
    const found = await app.findBoard();
    if (found && isWelcome()) stage.setCorners(found);
    return found !== null;
  }

  app.store.on(SHOWN, show);
  document.addEventListener("visibilitychange", look);
  look();
  return {
    element,
    start: () => state,
    close() {
      document.removeEventListener("visibilitychange", look);
      app.follow({ camera: false });
      stage.close();
    },
  };
}
