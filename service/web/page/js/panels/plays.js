// @ts-check
// The buttons for a forced play and for the last step, and the list of the legal plays.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../table/one_tap.js").OneTap} OneTap */
/** @typedef {import("../../messages.js").PlayList} PlayList */

/**
 * The button that takes back the last step of the play; null while there is none.
 * @param {OneTap} oneTap
 */
export function undoButton(oneTap) {
  const undo = oneTap.undoStep();
  if (!undo) return null;
  const { words, play } = undo;
  return h("button", { type: "button", class: "undo", key: "undo", "aria-label": words, title: words, onclick: play }, "↶");
}

/**
 * The button that makes the only legal play; null while there is none.
 * @param {OneTap} oneTap @param {boolean} isNext  True if it is the next step.
 */
export function forcedButton(oneTap, isNext) {
  const forced = oneTap.forcedPlay();
  if (!forced) return null;
  const marks = isNext ? { class: "forced main", "data-next": "forced" } : { class: "forced" };
  return h("button", { type: "button", key: "forced", onclick: forced.play, ...marks }, forced.words);
}

/**
 * The dialog with the legal plays of the throw; at a simulated table, choosing one plays it.
 * @param {App} app @param {OneTap} oneTap
 */
export function createPlayList(app, oneTap) {
  const { say } = app.words;
  const list = h("ul");
  const about = h("p", { class: "about" });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "play-list", "aria-labelledby": "play-list-title" },
    h("h2", { id: "play-list-title", tabindex: "-1", autofocus: true }, say("page.plays.title")),
    about,
    list,
    h("button", { type: "button", onclick: () => dialog.close() }, say("page.plays.close")),
  );
  /** The board from which the plays are listed. @type {number | null} */
  let from = null;
  app.store.on("Plays", () => dialog.close());
  app.store.on(["World", "Board"], () => dialog.open && oneTap.board() !== from && load());

  async function open() {
    if (await load() && !document.querySelector("dialog[open]")) dialog.showModal();
  }

  /** Lists the plays from the board as it is; resolves to false if none can be listed. */
  async function load() {
    const [board, plays] = [oneTap.board(), app.store.parts.Plays];
    if (board === null || !plays || !oneTap.mayList()) return false;
    from = board;
    const listed = await app.playHelp.list(plays.number, board);
    if (!listed || app.store.parts.Plays !== plays || from !== board) return false;
    show(listed);
    return true;
  }

  /** @param {PlayList} listed */
  function show({ plays, count }) {
    const canPlay = oneTap.isOn();
    fill(about, [
      say("page.plays.count", { count }),
      count > plays.length && ` ${say("page.plays.more", { count: count - plays.length })}`,
      canPlay && count > 0 && ` ${say("page.plays.choose")}`,
    ]);
    fill(list, plays.map(({ words, board }) => h("li", { key: board }, canPlay ? choice(words, board) : words)));
  }

  /** @param {string} words @param {number} board */
  function choice(words, board) {
    const choose = () => {
      dialog.close();
      if (!oneTap.playTo(board)) app.tell(say("page.plays.outdated"));
    };
    return h("button", { type: "button", onclick: choose }, words);
  }

  return { dialog, open };
}
