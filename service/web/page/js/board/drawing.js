// @ts-check
// Draws a whole board from a picture of it.

import { s } from "../dom.js";
import { PLACES, along, fieldAt } from "../geometry.js";
import { cubeOn } from "./cube.js";
import { describeCube, describeDice, describePlace } from "./descriptions.js";
import { pair } from "./dice.js";
import { number, triangle, wood } from "./frame.js";
import { isByKeyboard } from "./hand.js";
import { lampOf, markOf } from "./lamps.js";
import { drawLastTurn } from "./last_turn.js";
import { doubt, ghosts, leaningChecker, pile } from "./piles.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../board.js").Picture} Picture */
/**
 * @typedef {{
 *   picture: Picture,
 *   board: Geometry,
 *   words: import("../words.js").Words,
 *   handlers: import("./held_checkers.js").Handlers | null,
 *   current: string,
 *   tap: (place: string) => void,
 * }} Drawing  `current` is the place in the tab order.
 */

/** Distances from the rim at which the claim of a point is written, beyond its checkers. */
const AT_TIP = 200;
const BEYOND_TIP = 223;

/**
 * The elements of a whole board.
 * @param {Drawing} drawing
 */
export function drawBoard(drawing) {
  return [
    wood(drawing.board),
    PLACES.map((place) => drawPlace(drawing, place)),
    lastTurn(drawing),
    drawDice(drawing),
    drawCube(drawing),
    drawLeaning(drawing),
  ];
}

/** @param {Drawing} drawing @param {string} place */
function drawPlace({ picture, board, words, handlers, current, tap }, place) {
  const field = fieldAt(board, place);
  const shown = picture.places[place] ?? {};
  const { light = 0, dark = 0, unknown = 0, lamp } = shown;
  const count = light + dark + unknown;
  const isMarked = picture.marked === place;
  const looks = ["place", field.kind, lamp?.meaning, count > 0 && "has", isMarked && "marked"];
  return s(
    "g",
    {
      class: looks.filter(Boolean).join(" "),
      key: place,
      "data-place": place,
      role: handlers?.lift ? "button" : "img",
      tabindex: place === current ? 0 : -1,
      "aria-label": describePlace(words, place, shown, picture.counting),
      "aria-current": isMarked || null,
      onclick: (event) => isByKeyboard(event) && tap(place),
    },
    s("rect", { class: "hit", ...field.box, rx: 6, key: "hit" }),
    triangle(field),
    number(field, place, picture.counting),
    pile(field, shown),
    picture.ghosts && ghosts(field, picture.ghosts.piles[place] ?? [], shown),
    shown.doubtful && doubt(field, count),
    markOf(field, count, lamp),
    picture.claims && shown.claim && claim(field, shown.claim, count),
    lampOf(field, lamp),
  );
}

/** @param {Drawing} drawing */
function lastTurn({ picture, board, words }) {
  const { lastTurn: turn, names, places } = picture;
  if (!turn) return null;
  const player = names?.[turn.colour] ?? words.say(`page.common.${turn.colour}`);
  return drawLastTurn(turn, places, board, words.say("page.board.last_turn", { player, words: turn.words }));
}

/** @param {Drawing} drawing */
function drawDice({ picture, board, words, handlers }) {
  return (picture.dice ?? []).map((dice) => {
    const spot = board.dice[dice.colour ?? picture.turn ?? (picture.lightFar ? "dark" : "light")];
    const says = describeDice(words, dice, picture.names);
    const isToThrow = handlers?.isToThrow?.(dice.device, dice.colour ?? null);
    const action = isToThrow ? "throw" : (dice.tap ?? "pick_up");
    const number = dice.numbers?.at(-1);
    const press = handlers?.dice?.(dice.device, dice.colour ?? null);
    return pair(dice, spot, board.across, {
      ...touchable(press),
      "data-device": dice.device,
      "aria-label": press ? words.say(`page.board.dice.${action}`, { says, number }) : says,
    });
  });
}

/** @param {Drawing} drawing */
function drawCube({ picture, board, words, handlers }) {
  if (!picture.cube) return null;
  return cubeOn(picture.cube, board, {
    ...touchable(handlers?.cube),
    "aria-label": describeCube(words, picture.cube, picture.names),
  });
}

/** @param {Drawing} drawing */
function drawLeaning({ picture: { ghosts: truth }, board }) {
  const pileOf = (/** @type {string} */ place) => truth?.piles[place] ?? [];
  return (truth?.leaning ?? []).map(({ colour, places }) =>
    leaningChecker(
      colour,
      places.map((place) => ({ field: fieldAt(board, place), count: pileOf(place).length })),
    ),
  );
}

/**
 * Attributes of a button, or of an image if there is nothing to press. Ignores the second half of
 * a double click, which would pick up the dice that the first half threw.
 * @param {(() => void) | null | undefined} press
 */
function touchable(press) {
  if (!press) return { role: "img" };
  return { role: "button", tabindex: 0, onclick: (/** @type {MouseEvent} */ { detail }) => detail < 2 && press() };
}

/** @param {Field} field @param {string} text @param {number} count */
function claim(field, text, count) {
  const far = count < field.room ? AT_TIP : BEYOND_TIP;
  const { x, y } = field.kind === "point" ? along(field, far) : field.label;
  return s("text", { class: "claim", x, y, dy: "0.36em", key: "claim" }, text);
}
