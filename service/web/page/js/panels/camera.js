// @ts-check
// The trouble of the camera, with advice and the way to its view.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function cameraPanel(app) {
  const element = h("section", { class: "panel camera-trouble", "aria-labelledby": "camera-title" });
  app.store.on("Camera", ({ Camera: camera }) => {
    element.hidden = !camera?.trouble;
    fill(element, camera?.trouble ? content(app, camera) : []);
  });
  return element;
}

/** @param {App} app @param {import("../../messages.js").CameraPart} camera */
function content(app, camera) {
  const { say } = app.words;
  return [
    h("h2", { id: "camera-title", key: "title" }, say("page.camera.title")),
    h("p", { class: camera.calibrated ? "fault" : "", key: "trouble" }, camera.trouble),
    camera.advice && h("p", { key: "advice" }, camera.advice),
    h("a", { class: "button", href: "#camera", key: "go" }, say(camera.calibrated ? "page.camera.go" : "page.camera.go_learn")),
  ];
}
