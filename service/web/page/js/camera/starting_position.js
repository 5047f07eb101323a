// @ts-check
// A small drawing of the starting position, with the points that are not set up yet.

import { number, triangle, wood } from "../board/frame.js";
import { pile } from "../board/piles.js";
import { h, s } from "../dom.js";
import { COLUMN, along, geometry } from "../geometry.js";
import { viewpoint } from "../views/viewpoint.js";

/** @typedef {import("../main.js").App} App */

/** The length of the frame around a point. */
const FRAME_LENGTH = 200;

/** The checkers of the starting position, by the points as Light counts them. */
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
 * @param {import("../../messages.js").Place[]} wrong  The places that are not as in the starting position.
 */
export function renderStartingPosition(app, wrong) {
  const board = geometry(viewpoint(app));
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
      points.filter(([place]) => wrong.some((each) => each === place)).map(([place, field]) => markWrongPoint(place, field)),
    ),
  );
}

/**
 * A frame around a point, visible on any colour.
 * @param {string} place @param {import("../geometry.js").Field} field
 */
function markWrongPoint(place, field) {
  const far = along(field, FRAME_LENGTH);
  const half = { x: (Math.abs(field.up.y) * COLUMN) / 2, y: (Math.abs(field.up.x) * COLUMN) / 2 };
  const { x, y } = field.base;
  const d = `M${x - half.x} ${y - half.y}L${far.x - half.x} ${far.y - half.y}L${far.x + half.x} ${far.y + half.y}L${x + half.x} ${y + half.y}Z`;
  return s(
    "g",
    { key: `wrong ${place}`, class: "wrong", "data-point": place },
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
