// @ts-check
// Finds the player whom a game waits for.

/** @typedef {import("../../messages.js").GamePart} GamePart */

/**
 * The player who is to answer, or else to play; null if the game is over, or waits for nobody.
 * @param {Pick<GamePart, "turn" | "over" | "next">} game
 * @returns {{colour: import("../../messages.js").Colour, act: "to_play" | "to_answer"} | null}
 */
export function awaitedPlayer({ turn, over, next }) {
  if (next.act === "answer" && next.colour) return { colour: next.colour, act: "to_answer" };
  return turn && !over ? { colour: turn, act: "to_play" } : null;
}
