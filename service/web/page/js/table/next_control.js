// @ts-check
// The control of the page with which the next step of the game is taken.

import { hasMisplacedCheckers } from "../panels/misplaced.js";
import { COLOURS } from "../panels/colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").DiceShown} DiceShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../../messages.js").Offer} Offer */
/**
 * @typedef {{name: "answers" | "done" | "begin_next" | "arrange" | "throw" | "board" | "strip" | "speech",
 *   colour: Colour | null}} NextControl  `colour` is that of the player who is to use it, if only one is.
 */

/** The control for each act, where this page can take it. @type {Record<GamePart["next"]["act"], NextControl["name"]>} */
const CONTROLS = {
  answer: "answers",
  begin_next: "begin_next",
  correct: "arrange",
  set_up: "arrange",
  throw: "throw",
  move: "board",
  done: "done",
  wait: "strip",
};

/**
 * The one control to use next. Where people act at a real board, or only watch, it is the strip of
 * the player who is awaited, or else the words of the referee.
 * @param {App} app @param {GamePart} game
 * @returns {NextControl}
 */
export function nextControl(app, game) {
  const { act, colour } = game.next;
  const name = CONTROLS[act];
  if (canUse(app, game, name)) return { name, colour };
  return { name: colour ? "strip" : "speech", colour };
}

/** @param {App} app @param {GamePart} game @param {NextControl["name"]} name */
function canUse(app, game, name) {
  if (!app.mayAct() || name === "strip") return false;
  if (name === "board") return app.mayTouch();
  if (name === "arrange") return app.mayTouch() && mayBePutRight(app, game);
  return name !== "throw" || diceToThrow(app, game) !== undefined;
}

/**
 * True if simulated hands can carry checkers to where they belong.
 * @param {App} app @param {GamePart} game
 */
function mayBePutRight(app, game) {
  return game.alarm || hasMisplacedCheckers(app.store.parts.Board);
}

/**
 * The simulated dice that are to be thrown next.
 * @param {App} app @param {GamePart} game
 * @returns {DiceShown | undefined}
 */
export function diceToThrow(app, { dice, next }) {
  if (next.act !== "throw") return undefined;
  const own = dice.filter(({ device }) => app.isTouchable(device));
  return own.find(({ colour }) => colour === null || next.colour === null || colour === next.colour);
}

/**
 * The offers of one kind, with the players who may use them.
 * @param {GamePart} game @param {(offer: Offer) => boolean} isWanted
 * @returns {{colour: Colour, offer: Offer}[]}
 */
export function findOffers(game, isWanted) {
  return COLOURS.flatMap((colour) =>
    game.players[colour].offers.filter(isWanted).map((offer) => ({ colour, offer })),
  );
}
