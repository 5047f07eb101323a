// @ts-check
// The menu of the table: what a turn does not need, for each player and for the view.

import { fill, h } from "../dom.js";
import { COLOURS, marker } from "./colours.js";
import { offerButton } from "./offers.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../../messages.js").PlayerRequestKind} PlayerRequestKind */
/** @typedef {{words: string, open: () => void, pressed?: boolean, key?: string}} Entry  `key` is its letter on
 *   the keyboard; `pressed` is the state of a switch. */

/** Requests that the bar of actions, or another panel, shows. @type {ReadonlySet<PlayerRequestKind>} */
const SHOWN_ELSEWHERE = new Set(["hints", "choose", "done", "next", "double", "beaver", "challenge"]);

/**
 * @param {App} app
 * @param {() => Entry[]} entries  What concerns the view.
 */
export function createTableMenu(app, entries) {
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { class: "table-menu", "aria-labelledby": "menu-title", onclick: closeOutside });
  const close = () => dialog.close();
  const show = () => fill(dialog, content(app, entries(), close));
  app.store.on(["Game", "preferences", "welcome", "link"], () => dialog.open && show());
  return {
    dialog,
    open: () => {
      // What was unfolded the last time is folded.
      dialog.replaceChildren();
      show();
      dialog.showModal();
    },
  };
}

/** @param {MouseEvent & {currentTarget: HTMLDialogElement}} event */
function closeOutside({ target, currentTarget }) {
  if (target === currentTarget) currentTarget.close();
}

/** @param {App} app @param {Entry[]} entries @param {() => void} close */
function content(app, entries, close) {
  const { say } = app.words;
  const game = app.store.parts.Game;
  const choose = (/** @type {Entry} */ { open }) => () => {
    close();
    open();
  };
  return [
    h("div", { class: "menu-head", key: "head" },
      h("h2", { id: "menu-title", tabindex: "-1", autofocus: true }, say("page.bar.menu")),
      h("button", { type: "button", class: "close", onclick: close }, say("page.board.keys.close"))),
    ...COLOURS.map((colour) => game && app.mayAct() && group(app, game, colour, close)),
    h(
      "div",
      { class: "buttons", key: "view" },
      ...entries.map((entry) =>
        h("button", { type: "button", key: entry.words, "aria-pressed": entry.pressed ?? null, onclick: choose(entry) }, entry.words, entry.key && [" ", h("kbd", null, entry.key)]),
      ),
    ),
  ];
}

/** @param {App} app @param {GamePart} game @param {Colour} colour @param {() => void} close */
function group(app, game, colour, close) {
  const { name, offers } = game.players[colour];
  const isAnswer = (/** @type {PlayerRequestKind} */ request) => request === "yes" || request === "no";
  const listed = offers.filter(({ request, main }) => !SHOWN_ELSEWHERE.has(request) && !(main && isAnswer(request)));
  if (!listed.length) return null;
  const resignations = listed.filter(({ request }) => request === "resign");
  const others = listed.filter(({ request }) => request !== "resign");
  const button = (/** @type {import("../../messages.js").Offer} */ offer) => offerButton(app, colour, offer, { done: close });
  return h(
    "div",
    { class: "group", key: colour, role: "group", "aria-labelledby": `menu-${colour}` },
    h("h3", { id: `menu-${colour}` }, marker(colour), name),
    h("div", { class: "buttons", key: "others" }, ...others.map(button)),
    resignations.length > 0 &&
      h("details", { key: "resign" },
        h("summary", {}, app.words.say("page.bar.resign")),
        h("div", { class: "buttons" }, ...resignations.map(button))),
  );
}
