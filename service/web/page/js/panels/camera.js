// @ts-check
// What keeps the camera of the table from seeing the board, and the way to help it.

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
    fill(element, element.hidden ? [] : shown(app, camera));
  });
  return element;
}

/** @param {App} app @param {import("../../messages.js").Camera} camera */
function shown(app, camera) {
  const { say } = app.words;
  return [
    h("h2", { id: "camera-title", key: "title" }, say("page.camera.title")),
    h("p", { class: "fault", key: "trouble" }, camera.trouble),
    camera.advice && h("p", { key: "advice" }, camera.advice),
    h("a", { class: "button", href: "#camera", key: "go" }, say(camera.learnt ? "page.camera.go" : "page.camera.go_learn")),
  ];
}
