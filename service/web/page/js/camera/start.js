// @ts-check
// A small drawing of where the thirty checkers lie when a game begins, and where they do not just now.

import { number, triangle, wood } from "../board/frame.js";
import { pile } from "../board/piles.js";
import { h, s } from "../dom.js";
import { COLUMN, along, geometry } from "../geometry.js";
import { seat } from "../views/facing.js";

/** @typedef {import("../main.js").App} App */

/** How far the frame around a point reaches from its rim. */
const LONG = 200;

/** Whose checkers lie on each point, and how many, as Light counts them. */
const START = {
  p24: { light: 2 },
  p13: { light: 5 },
  p8: { light: 3 },
  p6: { light: 5 },
  p1: { dark: 2 },
  p12: { dark: 5 },
  p17: { dark: 3 },
  p19: { dark: 5 },
};

/**
 * @param {App} app
 * @param {import("../../messages.js").Place[]} amiss  Where something else lies than should.
 */
export function startShown(app, amiss) {
  const board = geometry(seat(app));
  const points = [...board.fields].filter(([, { kind }]) => kind === "point");
  const lying = Object.entries(START);
  return h(
    "figure",
    { class: "board start", key: "start" },
    s(
      "svg",
      {
        class: "board-svg",
        viewBox: `0 0 ${board.width} ${board.height}`,
        role: "img",
        "aria-label": app.words.say("page.camera.start_says"),
      },
      wood(board),
      points.map(([place, field]) => [triangle(field), number(field, place, "light")]),
      lying.map(([place, counts]) => pileOn(board, place, counts)),
      points.filter(([place]) => amiss.some((each) => each === place)).map(([place, field]) => amissAt(place, field)),
    ),
  );
}

/**
 * A frame around a point, seen on any colour.
 * @param {string} place @param {import("../geometry.js").Field} field
 */
function amissAt(place, field) {
  const far = along(field, LONG);
  const half = { x: (Math.abs(field.up.y) * COLUMN) / 2, y: (Math.abs(field.up.x) * COLUMN) / 2 };
  const { x, y } = field.base;
  const d = `M${x - half.x} ${y - half.y}L${far.x - half.x} ${far.y - half.y}L${far.x + half.x} ${far.y + half.y}L${x + half.x} ${y + half.y}Z`;
  return s(
    "g",
    { key: `amiss ${place}`, class: "amiss", "data-point": place },
    s("path", { class: "around", d }),
    s("path", { d }),
  );
}

/**
 * @param {import("../geometry.js").Geometry} board @param {string} place
 * @param {import("../board/piles.js").Counts} counts
 */
function pileOn(board, place, counts) {
  const field = board.fields.get(place);
  return field ? pile(field, counts) : null;
}
