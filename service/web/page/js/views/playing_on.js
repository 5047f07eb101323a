// @ts-check
// What the service makes of a position that was set up, and what may be done with it.

import { encode } from "../boards.js";
import { h } from "../dom.js";
import { copyField } from "./copying.js";
import { fetchJson, language, NotThere } from "./fetching.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {{board: string, turn: "light" | "dark", xgid: string, gnu_id: string, left_out?: boolean, faults?: string[]}} Checked */

/**
 * What the service makes of a position; null if it cannot be asked.
 * @param {App} app @param {string} id @param {"light" | "dark"} [turn]
 * @returns {Promise<Checked | null>}
 */
export async function checked(app, id, turn) {
  try {
    return await fetchJson("/position", { id, ...(turn && { turn }), ...language(app) });
  } catch (error) {
    if (error instanceof NotThere) return null;
    throw error;
  }
}

/** @param {App} app @param {any} state */
export function verdictShown(app, { checked: found, misread }) {
  const { say } = app.words;
  if (misread.length) return [h("p", { class: "fault" }, say("page.position.mend_first"))];
  if (found === undefined) return [h("p", {}, say("page.position.checking"))];
  if (found === null) return [h("p", { class: "fault" }, say("page.position.not_checked"))];
  if (!found.faults) return [h("p", { class: "good" }, say("page.position.good"))];
  return [
    h("p", { class: "fault" }, say("page.position.faults")),
    h("ul", {}, ...found.faults.map((/** @type {string} */ words) => h("li", { key: words }, words))),
  ];
}

/** @param {App} app @param {any} state */
export function idsShown(app, { checked: found }) {
  if (!found || found.faults) return [];
  const { say } = app.words;
  return [
    copyField(app, { id: "position-xgid", label: say("page.position.xgid"), text: found.xgid }),
    copyField(app, { id: "position-gnu", label: say("page.position.gnu_id"), text: found.gnu_id }),
  ];
}

/** @param {App} app @param {any} state */
export function deedsShown(app, state) {
  const { say } = app.words;
  if (!app.mayAct()) return [h("p", { class: "about" }, say("page.position.spectator"))];
  const resting = state.held === 0;
  const playable = resting && Boolean(state.checked) && !state.checked.faults && !state.misread.length;
  const board = resting ? encode(state.piles) : "";
  const moment = app.store.parts.Game?.moment ?? null;
  return [
    deed(app, "play", { is: "SetUp", board, turn: state.turn }, playable, true),
    deed(app, "lies", { is: "Tell", board, moment }, resting, false),
  ];
}

/** @param {App} app @param {string} what @param {any} message @param {boolean} possible @param {boolean} main */
function deed(app, what, message, possible, main) {
  const about = `position-${what}-about`;
  const onclick = async () => {
    if (await app.act(message)) app.go("table");
  };
  return h(
    "div",
    { class: "deed", key: what },
    h(
      "button",
      { type: "button", class: main ? "main" : "", disabled: !possible, onclick, "aria-describedby": about },
      app.words.say(`page.position.${what}`),
    ),
    h("p", { class: "about", id: about }, app.words.say(`page.position.${what}_about`)),
  );
}
