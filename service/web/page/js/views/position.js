// @ts-check
// The editor of positions, by hand or from an id.

import { createBoard } from "../board.js";
import { decode, encode } from "../board_codec.js";
import { fill, h } from "../dom.js";
import { COLOURS, marker } from "../panels/colours.js";
import { checkPosition, renderActions, renderIds, renderAnswer } from "./position_check.js";
import { emptyBoard, liftChecker, putChecker, readSensors, START, topColour } from "./position_edits.js";
import { viewpoint } from "./viewpoint.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./position_check.js").State} State */
/** @typedef {(change: Partial<State>) => void} Update */

/**
 * @param {App} app
 * @param {string} argument  The board and whose turn it is: `LETTERS/dark`; may be empty.
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function positionView(app, argument) {
  const editor = createEditor(app, argument);
  const { say } = app.words;
  const element = h(
    "section",
    { class: "view position", "aria-labelledby": "position-title" },
    h("h1", { id: "position-title" }, say("page.position.title")),
    h("p", { class: "about" }, say("page.position.about")),
    h("div", { class: "columns" }, editor.board, h("div", { class: "beside" }, ...editor.panels)),
  );
  return { element, close: () => {} };
}

/** @param {App} app @param {string} argument */
function createEditor(app, argument) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.position.board") });
  const tools = h("div", { class: "tools" });
  const result = h("div", { class: "ids" });
  const answer = h("div", { class: "checked", role: "status" });
  const actions = h("div", { class: "actions" });
  const state = initialState(app, argument);
  let asked = 0;

  /** @type {Update} */
  function update(change) {
    Object.assign(state, change);
    show();
    if (state.held === 0 && ("piles" in change || "turn" in change)) check();
  }

  function show() {
    board.show({ ...viewpoint(app), places: state.piles, hand: state.hand });
    fill(tools, renderTools(app, state, update));
    fill(answer, renderAnswer(app, state));
    fill(result, renderIds(app, state));
    fill(actions, renderActions(app, state));
  }

  async function check() {
    const mine = ++asked;
    const found = await checkPosition(app, encode(state.piles) ?? "", state.turn);
    if (mine === asked) update({ checked: found });
  }

  board.listen({
    lift(place, touched) {
      const colour = touched ?? topColour(state.piles, place);
      const piles = colour && liftChecker(state.piles, place, colour);
      if (piles) update({ piles, held: state.held + 1, note: "" });
      return piles ? colour : null;
    },
    put(place, colour) {
      update({ piles: putChecker(state.piles, place, colour), held: state.held - 1 });
    },
  });
  app.store.on(["welcome", "link", "preferences"], show);
  check();
  return { board: board.element, panels: [tools, answer, actions, result] };
}

const start = () => /** @type {import("./position_edits.js").Piles} */ (decode(START));

/** The change that empties the hand. @returns {Partial<State>} */
function letGo() {
  return { held: 0, hand: [], misread: [] };
}

/**
 * The position of the address, or else the starting position with the turn of the game.
 * @param {App} app @param {string} argument
 * @returns {State}
 */
function initialState(app, argument) {
  const [letters = "", turn] = argument.split("/");
  const game = app.store.parts.Game;
  return {
    piles: decode(letters) ?? start(),
    turn: turn === "dark" || (!turn && game?.turn === "dark") ? "dark" : "light",
    held: 0,
    hand: [],
    checked: undefined,
    note: "",
    misread: [],
  };
}

/** @param {App} app @param {State} state @param {Update} update */
function renderTools(app, state, update) {
  const { say } = app.words;
  const none = emptyBoard(state.piles);
  const { Board: board } = app.store.parts;
  const asItLies = () => {
    const { piles, unknown } = readSensors(board?.places ?? {}, none);
    update({ piles, ...letGo(), note: unknown ? say("page.position.unknown", { count: unknown }) : "" });
  };
  /** @param {string} what @param {() => void} onclick @param {boolean} [disabled] */
  const button = (what, onclick, disabled = false) =>
    h("button", { type: "button", key: what, onclick, disabled }, say(`page.position.${what}`));
  return [
    h(
      "div",
      { class: "buttons", key: "buttons" },
      button("start", () => update({ piles: start(), ...letGo(), note: "" })),
      button("as_it_lies", asItLies, !board),
      button("clear", () => update({ piles: none, ...letGo(), note: "" })),
    ),
    h("p", { class: "note", role: "status", key: "note" }, state.note),
    renderTurn(app, state, update),
    pasteForm(app, state, update),
  ];
}

/** @param {App} app @param {State} state @param {Update} update */
function renderTurn(app, state, update) {
  const players = app.store.parts.Game?.players;
  return h(
    "fieldset",
    { class: "whose", key: "whose" },
    h("legend", {}, app.words.say("page.position.turn")),
    ...COLOURS.map((colour) =>
      h(
        "label",
        { key: colour },
        h("input", {
          type: "radio",
          name: "turn",
          value: colour,
          checked: state.turn === colour,
          onchange: () => update({ turn: colour }),
        }),
        marker(colour),
        h("span", {}, players?.[colour].name ?? app.words.say(`page.panel.score.${colour}`)),
      ),
    ),
  );
}

/** @param {App} app @param {State} state @param {Update} update */
function pasteForm(app, state, update) {
  const { say } = app.words;
  /** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
  const paste = async (event) => {
    event.preventDefault();
    const id = event.currentTarget.querySelector("input")?.value.trim() ?? "";
    update(id ? await readPasted(app, id) : { misread: [say("page.position.nothing_pasted")] });
  };
  return h(
    "form",
    { class: "paste", key: "paste", novalidate: true, onsubmit: paste },
    h("label", { for: "position-id" }, say("page.position.paste")),
    h(
      "div",
      { class: "line" },
      h("input", {
        id: "position-id",
        class: "code",
        oninput: ({ currentTarget }) => {
          if (!currentTarget.value.trim()) update({ misread: [] });
        },
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "aria-describedby": "position-misread",
        "aria-invalid": state.misread.length > 0,
      }),
      h("button", { type: "submit" }, say("page.position.show")),
    ),
    h(
      "div",
      { id: "position-misread", class: "fault", role: "alert" },
      ...state.misread.map((words) => h("p", { key: words }, words)),
    ),
  );
}

/**
 * The change of the editor for a pasted id.
 * @param {App} app @param {string} id
 * @returns {Promise<Partial<State>>}
 */
async function readPasted(app, id) {
  const found = await checkPosition(app, id);
  if (!found) return { misread: [app.words.say("page.position.not_checked")] };
  if ("faults" in found) return { misread: found.faults };
  const piles = decode(found.board) ?? start();
  const note = found.left_out ? app.words.say("page.position.left_out") : "";
  return { piles, turn: found.turn, ...letGo(), note };
}
