// @ts-check
// A tiny drawing of the board with the seats of the players and the way home.

import { fill, h, s } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("./form_field.js").Settings} Settings */

const WIDTH = 260;
const HEIGHT = 150;

/** @param {App} app */
export function createSeats(app) {
  const element = h("figure", { class: "seats" });
  /** @param {Settings} values */
  const show = (values) => fill(element, drawing(app, values));
  return { element, show };
}

/** @param {App} app @param {Settings} values */
function drawing(app, values) {
  const far = player(values, values.light_far ? "light" : "dark");
  const near = player(values, values.light_far ? "dark" : "light");
  const homeLeft = Boolean(values.home_left);
  const side = homeLeft ? "left" : "right";
  const words = app.words.say(`page.new.seats_${side}`, { far: far.name, near: near.name });
  return [
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" },
      seat(far, 16),
      s("rect", { class: "frame", x: 20, y: 28, width: 220, height: 94, rx: 4 }),
      home(app, homeLeft),
      ...points(),
      s("rect", { class: "bar", x: 126, y: 28, width: 8, height: 94 }),
      way(homeLeft),
      seat(near, 142),
    ),
    h("figcaption", {}, words),
  ];
}

/** @param {Settings} values @param {Colour} colour */
function player(values, colour) {
  const one = (values.light === "one") === (colour === "light");
  return { colour, name: String(values[one ? "names.one" : "names.two"]) };
}

/** @param {{colour: Colour, name: string}} who @param {number} y */
function seat({ colour, name }, y) {
  return s(
    "g",
    {},
    s("circle", { class: `checker ${colour}`, cx: 70, cy: y - 4, r: 7 }),
    s("text", { x: 84, y }, shorten(name)),
  );
}

/** @param {string} name */
function shorten(name) {
  return name.length > 20 ? `${name.slice(0, 19)}…` : name;
}

/** @param {App} app @param {boolean} left */
function home(app, left) {
  const x = left ? 20 : 134;
  return s(
    "g",
    {},
    s("rect", { class: "home", x, y: 28, width: 106, height: 94 }),
    s("text", { class: "word", x: x + 53, y: 79, "text-anchor": "middle" }, app.words.say("page.new.home")),
  );
}

function points() {
  return Array.from({ length: 24 }, (_, at) => {
    const column = at % 12;
    const x = 22 + column * 17 + (column > 5 ? 12 : 0);
    const [base, tip] = at < 12 ? [28, 62] : [122, 88];
    const shade = (column + Number(at < 12)) % 2 ? "even" : "odd";
    return s("polygon", { class: `point ${shade}`, points: `${x},${base} ${x + 16},${base} ${x + 8},${tip}` });
  });
}

/**
 * The way of the near player, from the far side round to home.
 * @param {boolean} left
 */
function way(left) {
  const x = left ? (/** @type {number} */ at) => at : (/** @type {number} */ at) => WIDTH - at;
  const line = `M${x(60)},44 H${x(222)} V106 H${x(70)}`;
  const head = `M${x(80)},99 L${x(68)},106 L${x(80)},113`;
  return s("path", { class: "way", d: `${line} ${head}` });
}
