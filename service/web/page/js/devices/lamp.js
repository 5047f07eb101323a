// @ts-check
// A lamp as a small still picture: its hue, and its rhythm in eighths of a second.

import { brightColour } from "../board/lamps.js";
import { h, s } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Lamp} Lamp */

const EIGHTH = 5;
const HEIGHT = 10;

/**
 * @param {App} app
 * @param {Lamp | null | undefined} lamp
 */
export function renderLamp(app, lamp) {
  if (!lamp) return h("span", { class: "dark-lamp" }, app.words.say("page.devices.lamp_off"));
  const meaning = lamp.meaning ? app.words.say(`lamp.${lamp.meaning}`) : "";
  return h(
    "span",
    { class: "lamp-shown" },
    rhythm(lamp),
    h("span", { class: "lamp-colour", key: "colour" }, lamp.colour),
    meaning && h("span", { class: "lamp-meaning", key: "meaning" }, meaning),
  );
}

/** @param {Lamp} lamp */
function rhythm({ colour, rhythm }) {
  const size = { width: rhythm.length * EIGHTH, height: HEIGHT };
  const hue = brightColour(colour).colour;
  return s(
    "svg",
    { ...size, key: "rhythm", class: "rhythm", "aria-hidden": "true" },
    ...[...rhythm].map((eighth, at) =>
      s("rect", {
        x: at * EIGHTH,
        width: EIGHTH,
        height: HEIGHT,
        key: at,
        fill: eighth === "#" ? hue : "none",
      }),
    ),
  );
}
