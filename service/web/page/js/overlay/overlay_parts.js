// @ts-check
// The elements of an overlay: a plate for each player, the board, and a line about the last move.

import { pair } from "../board/dice.js";
import { fill, h, s } from "../dom.js";
import { createStillBoard, pictureOfState } from "../feed/still_board.js";
import { namedMarker } from "../panels/colours.js";

/** @typedef {import("../../messages.js").TableShown} TableShown */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./overlay_options.js").OverlayOptions} OverlayOptions */

/**
 * The overlay of a table; empty until its first state is shown.
 * @param {Words} words @param {string} table @param {OverlayOptions} options
 */
export function createOverlay(words, table, options) {
  const board = createStillBoard(words);
  const shows = new Set(options.show);
  const [far, near] = [h("div", { class: "plates" }), h("div", { class: "plates" })];
  const line = h("p", { class: "line" });
  const element = h("div", { class: "overlay-parts" }, h("h1", { class: "unseen" }, table), far, shows.has("board") && board.element, near, line);
  return {
    element,
    /** @param {TableShown} shown */
    show(shown) {
      const nearColour = options.side === "table" ? null : options.side;
      const drawn = { dice: shows.has("dice"), cube: shows.has("cube"), ways: shows.has("move") };
      const picture = pictureOfState(shown, { near: nearColour, ...drawn });
      const farColour = picture.lightFar ? "light" : "dark";
      if (shows.has("board")) board.show(picture);
      fill(far, plate(words, shown, farColour, options));
      fill(near, plate(words, shown, farColour === "light" ? "dark" : "light", options));
      fill(line, lineWords(words, shown, options));
    },
  };
}

/** @param {Words} words @param {TableShown} shown @param {Colour} colour @param {OverlayOptions} options */
function plate(words, shown, colour, { show }) {
  const { name, score, pips } = shown.players[colour];
  const has = (/** @type {typeof show[number]} */ element) => show.includes(element);
  const parts = [
    has("names") && h("span", { class: "name", key: "name" }, name),
    has("score") && h("b", { class: "score", key: "score" }, scoreText(shown, score)),
    has("pips") && pips !== null && h("span", { class: "pips", key: "pips" }, words.say("page.strip.pips", { count: pips })),
    has("dice") && !has("board") && throwOf(shown, colour),
    has("cube") && !has("board") && shown.cube?.owner === colour && h("span", { class: "cube-value", key: "cube" }, shown.cube.value),
  ];
  if (!parts.some(Boolean)) return [];
  return [h("div", { class: shown.turn === colour ? "plate turn" : "plate", key: colour }, namedMarker(words, colour), parts)];
}

/** @param {TableShown} shown @param {number} score */
function scoreText({ length }, score) {
  return length ? `${score} / ${length}` : String(score);
}

/** @param {TableShown} shown @param {Colour} colour */
function throwOf(shown, colour) {
  const dice = shown.dice.find((one) => one.state === "settled" && !one.over && (one.colour ?? shown.turn) === colour);
  if (!dice) return null;
  const label = dice.numbers.join(" ");
  return h(
    "span",
    { class: "throw", key: "dice", role: "img", "aria-label": label },
    s("svg", { viewBox: "-46 -20 92 40", "aria-hidden": true, class: "dice-svg" }, pair(dice, { x: 0, y: 0 }, { x: 1, y: 0 }, {})),
  );
}

/** @param {Words} words @param {TableShown} shown @param {OverlayOptions} options */
function lineWords({ say }, { last_move: move, players, verdict, winner }, { show }) {
  const parts = [];
  if (winner && (show.includes("move") || show.includes("verdict"))) {
    return [h("span", { key: "winner" }, say("page.lobby.won", { player: players[winner].name }))];
  }
  if (move && show.includes("move")) {
    const values = { player: players[move.colour].name, dice: move.dice.join(""), play: move.play };
    parts.push(h("span", { key: "move" }, say(move.play ? "page.overlay.move" : "page.overlay.no_move", values)));
  }
  if (show.includes("verdict")) {
    parts.push(h("span", { class: verdict.alarm ? "alarm" : "", key: "verdict" }, verdict.words));
  }
  return parts;
}
