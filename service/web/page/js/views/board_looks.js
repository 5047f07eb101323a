// @ts-check
// The choice of a look for the board, with a small picture of each.

import { lampOf } from "../board/lamps.js";
import { checker } from "../board/piles.js";
import { h, s } from "../dom.js";
import { LOOKS } from "../preferences.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../preferences.js").Preferences["look"]} Look */

const LIT = { colour: "#00ff00", rhythm: "#" };

/** @param {App} app */
export function boardLooks(app) {
  const { say } = app.words;
  const chosen = app.preferences.get().look;
  return h(
    "fieldset",
    { key: "look", class: "looks" },
    h("legend", {}, say("page.options.look.title")),
    LOOKS.map((look) =>
      h(
        "label",
        { key: look },
        preview(look),
        h(
          "span",
          {},
          h("input", {
            type: "radio",
            name: "look",
            value: look,
            checked: look === chosen,
            onchange: () => app.preferences.set({ look }),
          }),
          h("span", {}, say(`page.options.look.${look}`)),
        ),
      ),
    ),
  );
}

/**
 * Two points with a checker of each player, under a lamp.
 * @param {Look} look
 */
function preview(look) {
  return s(
    "svg",
    { class: "look", viewBox: "0 0 112 96", "data-look": look, "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "frame", width: 112, height: 96, rx: 8 }),
    s("rect", { class: "felt", x: 8, y: 8, width: 96, height: 60, rx: 3 }),
    s("path", { class: "triangle shade-0", d: "M12 67L32 9L52 67Z" }),
    s("path", { class: "triangle shade-1", d: "M60 67L80 9L100 67Z" }),
    checker("light", { transform: "translate(32 46)" }),
    checker("dark", { transform: "translate(80 46)" }),
    lampOf({ lamp: { x: 32, y: 82 } }, LIT),
    lampOf({ lamp: { x: 80, y: 82 } }, null),
  );
}
