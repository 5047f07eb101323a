// @ts-check
// The answer of the service about an edited position, its ids, and the actions with it.

import { encode } from "../board_codec.js";
import { h } from "../dom.js";
import { copyField } from "./copy_field.js";
import { fetchJson, languageParameter, NotAvailable } from "./http.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").PositionAnswer} PositionAnswer */
/**
 * @typedef {{
 *   piles: import("./position_edits.js").Piles,
 *   turn: Colour,
 *   held: number,
 *   hand: readonly Colour[],
 *   checked: PositionAnswer | null | undefined,
 *   note: string,
 *   misread: string[],
 * }} State  The edited position. `held` is the number of checkers in the hand; `checked` is undefined
 *   while the service checks it, and null if it cannot; `hand` is replaced by another empty array
 *   to empty the hand of the board.
 */

/**
 * The answer of the service about a position; null if there is none.
 * @param {App} app @param {string} id @param {Colour} [turn]
 * @returns {Promise<PositionAnswer | null>}
 */
export async function checkPosition(app, id, turn) {
  try {
    const answer = await fetchJson("/position", { id, ...(turn && { turn }), ...languageParameter(app) });
    return /** @type {PositionAnswer} */ (answer);
  } catch (error) {
    if (error instanceof NotAvailable) return null;
    throw error;
  }
}

/** @param {App} app @param {State} state */
export function renderAnswer(app, { checked: found, misread }) {
  const { say } = app.words;
  if (misread.length) return [h("p", { class: "fault" }, say("page.position.mend_first"))];
  if (found === undefined) return [h("p", {}, say("page.position.checking"))];
  if (found === null) return [h("p", { class: "fault" }, say("page.position.not_checked"))];
  if (!("faults" in found)) return [h("p", { class: "good" }, say("page.position.good"))];
  return [
    h("p", { class: "fault" }, say("page.position.faults")),
    h("ul", {}, ...found.faults.map((words) => h("li", { key: words }, words))),
  ];
}

/** @param {App} app @param {State} state */
export function renderIds(app, { checked: found }) {
  if (!found || "faults" in found) return [];
  const { say } = app.words;
  return [
    copyField(app, { id: "position-xgid", label: say("page.position.xgid"), text: found.xgid }),
    copyField(app, { id: "position-gnu", label: say("page.position.gnu_id"), text: found.gnu_id }),
  ];
}

/** @param {App} app @param {State} state */
export function renderActions(app, state) {
  const { say } = app.words;
  if (!app.mayAct()) return [h("p", { class: "about" }, say("page.position.spectator"))];
  const resting = state.held === 0;
  const isGood = Boolean(state.checked && !("faults" in state.checked));
  const playable = resting && isGood && !state.misread.length;
  const board = (resting && encode(state.piles)) || "";
  const revision = app.store.parts.Game?.revision ?? null;
  return [
    action(app, "play", { is: "SetUp", board, turn: state.turn }, playable, true),
    action(app, "lies", { is: "StateLayout", board, revision }, resting, false),
  ];
}

/** @param {App} app @param {string} what @param {import("../../messages.js").Action} message @param {boolean} possible @param {boolean} main */
function action(app, what, message, possible, main) {
  const about = `position-${what}-about`;
  const onclick = async () => {
    if (await app.act(message)) app.go("table");
  };
  return h(
    "div",
    { class: "action", key: what },
    h(
      "button",
      { type: "button", class: main ? "main" : "", disabled: !possible, onclick, "aria-describedby": about },
      app.words.say(`page.position.${what}`),
    ),
    h("p", { class: "about", id: about }, app.words.say(`page.position.${what}_about`)),
  );
}
