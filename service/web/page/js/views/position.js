// @ts-check
// Sets up any position, by hand or from an id, to play on from there.

import { createBoard } from "../board.js";
import { decode, encode } from "../boards.js";
import { fill, h } from "../dom.js";
import { COLOURS, marker } from "../panels/players.js";
import { emptied, lifted, put, seen, START, topmost } from "./editing.js";
import { seat } from "./facing.js";
import { checked, deedsShown, idsShown, verdictShown } from "./playing_on.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("./editing.js").Colour} Colour */
/** @typedef {import("./playing_on.js").Checked} Checked */

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
  const verdict = h("div", { class: "checked", role: "status" });
  const deeds = h("div", { class: "deeds" });
  const state = beginning(app, argument);
  let asked = 0;

  /** @param {Partial<typeof state>} change */
  function become(change) {
    Object.assign(state, change);
    show();
    if (state.held === 0 && ("piles" in change || "turn" in change)) check();
  }

  function show() {
    board.show({ ...seat(app), places: state.piles, hand: state.hand });
    fill(tools, toolsShown(app, state, become));
    fill(verdict, verdictShown(app, state));
    fill(result, idsShown(app, state));
    fill(deeds, deedsShown(app, state));
  }

  async function check() {
    const mine = ++asked;
    const found = await checked(app, encode(state.piles) ?? "", state.turn);
    if (mine === asked) become({ checked: found });
  }

  board.listen({
    lift(place, touched) {
      const colour = touched ?? topmost(state.piles, place);
      const piles = colour && lifted(state.piles, place, colour);
      if (piles) become({ piles, held: state.held + 1, note: "" });
      return piles ? colour : null;
    },
    put(place, colour) {
      become({ piles: put(state.piles, place, colour), held: state.held - 1 });
    },
  });
  app.store.on(["welcome", "link", "preferences"], show);
  check();
  return { board: board.element, panels: [tools, verdict, deeds, result] };
}

const start = () => /** @type {import("./editing.js").Piles} */ (decode(START));

/** What the hand holds goes back to where it is not drawn. */
function letGo() {
  return { held: 0, hand: [], misread: [] };
}

/**
 * What is shown at first: what the address names, else what the game has, else its beginning.
 * @param {App} app @param {string} argument
 */
function beginning(app, argument) {
  const [letters, turn] = argument.split("/");
  const game = app.store.parts.Game;
  return {
    piles: decode(letters) ?? start(),
    /** @type {Colour} */
    turn: turn === "dark" || (!turn && game?.turn === "dark") ? "dark" : "light",
    held: 0,
    /** @type {Colour[]} Another empty one whenever the hand must let go of all it holds. */
    hand: [],
    /** @type {Checked | null | undefined} */
    checked: undefined,
    note: "",
    pasted: "",
    /** @type {string[]} */
    misread: [],
  };
}

/** @param {App} app @param {any} state @param {(change: any) => void} become */
function toolsShown(app, state, become) {
  const { say } = app.words;
  const none = emptied(state.piles);
  const asItLies = () => {
    const { piles, unknown } = seen(app.store.parts.Board.places, none);
    become({ piles, ...letGo(), note: unknown ? say("page.position.unknown", { count: unknown }) : "" });
  };
  /** @param {string} what @param {() => void} onclick @param {boolean} [disabled] */
  const button = (what, onclick, disabled = false) =>
    h("button", { type: "button", key: what, onclick, disabled }, say(`page.position.${what}`));
  return [
    h(
      "div",
      { class: "buttons", key: "buttons" },
      button("start", () => become({ piles: start(), ...letGo(), note: "" })),
      button("as_it_lies", asItLies, !app.store.parts.Board),
      button("clear", () => become({ piles: none, ...letGo(), note: "" })),
    ),
    h("p", { class: "note", role: "status", key: "note" }, state.note),
    turnShown(app, state, become),
    pasting(app, state, become),
  ];
}

/** @param {App} app @param {any} state @param {(change: any) => void} become */
function turnShown(app, state, become) {
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
          onchange: () => become({ turn: colour }),
        }),
        marker(colour),
        h("span", {}, players?.[colour].name ?? app.words.say(`page.panel.score.${colour}`)),
      ),
    ),
  );
}

/** @param {App} app @param {any} state @param {(change: any) => void} become */
function pasting(app, state, become) {
  const { say } = app.words;
  const paste = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const id = form.querySelector("input")?.value.trim() ?? "";
    become(id ? await read(app, id) : { misread: [say("page.position.nothing_pasted")] });
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
        oninput: (/** @type {Event} */ { target }) => {
          if (!(/** @type {HTMLInputElement} */ (target).value.trim())) become({ misread: [] });
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
      ...state.misread.map((/** @type {string} */ words) => h("p", { key: words }, words)),
    ),
  );
}

/**
 * What becomes of the editor when this id is pasted.
 * @param {App} app @param {string} id
 */
async function read(app, id) {
  const found = await checked(app, id);
  if (!found) return { misread: [app.words.say("page.position.not_checked")] };
  if (found.faults) return { misread: found.faults };
  const piles = decode(found.board) ?? start();
  const note = found.left_out ? app.words.say("page.position.left_out") : "";
  return { piles, turn: found.turn, ...letGo(), note };
}
