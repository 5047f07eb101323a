// @ts-check
// A board that is only looked at, drawn from the state of a table in the feed.

import { drawBoard } from "../board/drawing.js";
import { fill, h, s } from "../dom.js";
import { fromOtherSide, geometry } from "../geometry.js";

/** @typedef {import("../../messages.js").TableShown} TableShown */
/** @typedef {import("../../messages.js").Colour} Colour */
/**
 * `near` is the colour of the player on the near side, or null for the side as at the table; `ways`
 * draws what the last turn moved.
 * @typedef {{near?: Colour | null, dice?: boolean, cube?: boolean, ways?: boolean}} BoardOptions
 */

/**
 * The picture of a state, as the board draws it.
 * @param {TableShown} shown @param {BoardOptions} options
 * @returns {import("../board.js").Picture}
 */
export function pictureOfState(shown, { near = null, dice = true, cube = true, ways = false }) {
  const seated = { lightFar: shown.light_far, homeLeft: shown.home_left };
  const move = shown.last_move;
  const isTurned = near !== null && shown.light_far === (near === "light");
  return {
    ...(isTurned ? fromOtherSide(seated) : seated),
    places: shown.board,
    dice: dice ? shown.dice.filter(({ state }) => state !== "lifted") : [],
    cube: cube ? shown.cube : null,
    turn: shown.turn,
    lastTurn: ways && move?.moved.length ? { ...move, words: move.play, dice: [] } : null,
    counting: shown.turn ?? "light",
    names: { light: shown.players.light.name, dark: shown.players.dark.name },
  };
}

/**
 * A board without handlers, out of the way of keyboards and screen readers, which are told the same in words.
 * @param {import("../words.js").Words} words
 * @returns {{element: HTMLElement, show: (picture: import("../board.js").Picture) => void}}
 */
export function createStillBoard(words) {
  const svg = s("svg", { class: "board-svg" });
  const element = h("div", { class: "board still", "aria-hidden": true, inert: true }, svg);
  return {
    element,
    show(picture) {
      const board = geometry(picture);
      svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
      fill(svg, drawBoard({ picture, board, words, handlers: null, current: "", tap: () => {} }));
    },
  };
}
