// @ts-check
// Selects the sounds of what has changed at the table.

import { compareBoards, lyingCheckers } from "../board/checker_changes.js";

/** @typedef {import("../../messages.js").BoardPart} BoardPart */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {(typeof SOUNDS)[number]} SoundName */

/** The sounds; tools/sounds.py makes their files. */
export const SOUNDS = /** @type {const} */ ([
  "checker",
  "hit",
  "dice_thrown",
  "dice_settled",
  "objection",
  "complete",
  "turn",
  "double",
  "question",
  "won",
]);

/**
 * The sounds of a change of the board.
 * @param {BoardPart} before @param {BoardPart} after
 * @returns {SoundName[]}
 */
export function boardCues(before, after) {
  const { moves, appeared, hits } = compareBoards(lyingCheckers(before.places), lyingCheckers(after.places), []);
  const put = moves.length + appeared.length > 0 ? /** @type {const} */ ("checker") : null;
  const struck = hits.length ? /** @type {const} */ ("hit") : put;
  const isComplete = showsComplete(after) && !showsComplete(before);
  return [...(struck ? [struck] : []), ...(isComplete ? [/** @type {const} */ ("complete")] : [])];
}

/** @param {BoardPart} board */
function showsComplete({ places }) {
  return Object.values(places).some(({ lamp }) => lamp?.meaning === "complete");
}

/**
 * True if a change of the game calls for this sound.
 * @type {readonly [SoundName, (before: GamePart, after: GamePart) => boolean][]}
 */
const GAME_CUES = [
  ["objection", (before, after) => after.alarm && !before.alarm],
  ["won", (before, after) => after.over && !before.over],
  ["double", (before, after) => Boolean(after.cube?.offered) && !before.cube?.offered],
  ["question", (before, after) => isAsked(after) && after.question?.words !== before.question?.words],
  ["turn", (before, after) => before.turn !== after.turn && isForPerson(after)],
  ["dice_thrown", (before, after) => comeTo("rolling", before, after)],
  ["dice_settled", (before, after) => comeTo("settled", before, after)],
];

/**
 * The sounds of a change of the game.
 * @param {GamePart} before @param {GamePart} after
 * @returns {SoundName[]}
 */
export function gameCues(before, after) {
  return GAME_CUES.filter(([, holds]) => holds(before, after)).map(([name]) => name);
}

/** @param {GamePart} game */
function isAsked({ question, cube }) {
  return question !== null && !cube?.offered;
}

/** @param {GamePart} game */
function isForPerson({ turn, over, players }) {
  return turn !== null && !over && !players[turn].computer;
}

/** @param {import("../../messages.js").DiceState} state @param {GamePart} before @param {GamePart} after */
function comeTo(state, before, after) {
  return after.dice.some((pair) => {
    const old = before.dice.find(({ device, colour }) => device === pair.device && colour === pair.colour);
    return pair.state === state && old !== undefined && old.state !== state;
  });
}
