// @ts-check
// What stands beside the picture once a board is known: what is seen, and what may be done.

import { h } from "../dom.js";
import { confirmed } from "../views/confirming.js";
import { verdictShown } from "./steps.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */

/** How a place may be written, in the order in which they are explained. */
const SURENESS = /** @type {const} */ (["sure", "doubtful", "open"]);
const SIGNS = { sure: "3", doubtful: "2-3", open: "?" };

/**
 * @param {App} app @param {import("../../messages.js").Taught | null} verdict @param {{anew: () => void}} may
 * @returns {Child[]}
 */
export function checkingShown(app, verdict, { anew }) {
  const { say } = app.words;
  const { Camera: camera, Sight: sight } = app.store.parts;
  return [
    camera.advice && h("p", { class: "panel advice", key: "advice" }, camera.advice),
    // While a board is known, what failed matters only to whoever tries to teach another.
    (verdict?.well || !camera.learnt) && verdictShown(verdict),
    camera.learnt && seen(app, sight),
    app.mayAct() &&
      camera.learnt &&
      h(
        "div",
        { class: "buttons", key: "deeds" },
        h("button", { type: "button", key: "anew", onclick: anew }, say("page.camera.anew")),
        h("button", { type: "button", key: "forget", onclick: () => forget(app) }, say("page.camera.forget")),
      ),
  ];
}

/** @param {App} app @param {import("../../messages.js").Sight | undefined} sight */
function seen(app, sight) {
  const { say } = app.words;
  return h(
    "section",
    { class: "panel seen-now", key: "seen", "aria-labelledby": "seen-title" },
    h("h2", { id: "seen-title" }, say("page.camera.seen")),
    h("p", { class: "summary", key: "summary" }, sight?.summary ?? ""),
    h(
      "dl",
      { class: "sureness", key: "sureness" },
      ...SURENESS.flatMap((sureness) => [
        h("dt", { key: `${sureness} sign` }, h("span", { class: `sign ${sureness}` }, SIGNS[sureness])),
        h("dd", { key: sureness }, say(`page.camera.sureness.${sureness}`)),
      ]),
    ),
    h("p", { class: "about", key: "about" }, say("page.camera.check")),
  );
}

/** @param {App} app */
async function forget(app) {
  const { say } = app.words;
  const really = await confirmed({
    title: say("page.camera.forget"),
    words: say("page.camera.forget_about"),
    yes: say("page.camera.forget"),
    no: say("page.camera.keep"),
  });
  if (really) app.act({ is: "ForgetBoard" });
}
