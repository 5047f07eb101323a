// @ts-check
// Draws one die that shows a number.

import { PIPS } from "../board/dice.js";
import { s } from "../dom.js";

/** @param {number} number */
export function die(number) {
  const pips = PIPS[number] ?? [];
  return s(
    "svg",
    { class: "die", viewBox: "-19 -19 38 38", "aria-hidden": true, focusable: "false" },
    s("rect", { class: "cube-face", x: -18, y: -18, width: 36, height: 36, rx: 8 }),
    pips.map(([x, y]) => s("circle", { class: "pip", cx: x * 9.5, cy: y * 9.5, r: 3.7 })),
  );
}
