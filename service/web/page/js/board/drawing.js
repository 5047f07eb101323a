// @ts-check
// Draws a whole board from a picture of it.

import { s } from "../dom.js";
import { PLACES, along, at } from "../geometry.js";
import { cubeOn } from "./cube.js";
import { pair } from "./dice.js";
import { number, triangle, wood } from "./frame.js";
import { byKey } from "./hand.js";
import { lampOf, markOf } from "./lamps.js";
import { ghosts, leaning, pile } from "./piles.js";
import { cubeSays, diceSay, placeSays } from "./sayings.js";

/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../geometry.js").Field} Field */
/** @typedef {import("../board.js").Picture} Picture */
/**
 * @typedef {{
 *   picture: Picture,
 *   board: Geometry,
 *   words: import("../words.js").Words,
 *   handlers: import("./carrying.js").Handlers | null,
 *   current: string,
 *   tap: (place: string) => void,
 * }} Drawing  `current` is the place that the Tab key leads to.
 */

/** How far from the rim the claim of a point is written: beyond what lies there. */
const AT_TIP = 200;
const BEYOND_TIP = 223;

/**
 * Everything within the picture of a board.
 * @param {Drawing} drawing
 */
export function drawn(drawing) {
  return [
    wood(drawing.board),
    PLACES.map((place) => drawnPlace(drawing, place)),
    drawnDice(drawing),
    drawnCube(drawing),
    drawnLeaning(drawing),
  ];
}

/** @param {Drawing} drawing @param {string} place */
function drawnPlace({ picture, board, words, handlers, current, tap }, place) {
  const field = at(board, place);
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
      "aria-label": placeSays(words, place, shown, picture.counting),
      "aria-current": isMarked || null,
      onclick: (/** @type {MouseEvent} */ event) => byKey(event) && tap(place),
    },
    s("rect", { class: "hit", ...field.box, rx: 6, key: "hit" }),
    triangle(field),
    number(field, place, picture.counting),
    pile(field, shown),
    picture.ghosts && ghosts(field, picture.ghosts.piles[place] ?? [], shown),
    markOf(field, count, lamp),
    picture.claims && shown.claim && claim(field, shown.claim, count),
    lampOf(field, lamp),
  );
}

/** @param {Drawing} drawing */
function drawnDice({ picture, board, words, handlers }) {
  return (picture.dice ?? []).map((dice) => {
    const spot = board.dice[dice.colour ?? picture.turn ?? (picture.lightFar ? "dark" : "light")];
    const says = diceSay(words, dice, picture.names);
    const deed = dice.state === "lifted" ? "throw" : "pick_up";
    const press = handlers?.dice?.(dice.device, dice.colour ?? null);
    return pair(dice, spot, board.across, {
      ...touchable(press),
      "data-device": dice.device,
      "aria-label": press ? words.say(`page.board.dice.${deed}`, { says }) : says,
    });
  });
}

/** @param {Drawing} drawing */
function drawnCube({ picture, board, words, handlers }) {
  if (!picture.cube) return null;
  return cubeOn(picture.cube, board, {
    ...touchable(handlers?.cube),
    "aria-label": cubeSays(words, picture.cube, picture.names),
  });
}

/** @param {Drawing} drawing */
function drawnLeaning({ picture: { ghosts: truth }, board }) {
  const pileOf = (/** @type {string} */ place) => truth?.piles[place] ?? [];
  return (truth?.leaning ?? []).map(({ colour, places }) =>
    leaning(
      colour,
      places.map((place) => ({ field: at(board, place), count: pileOf(place).length })),
    ),
  );
}

/**
 * What can be pressed, or only looked at. The second half of a double click is no press: by then
 * the dice lie there, and it would pick them up.
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
