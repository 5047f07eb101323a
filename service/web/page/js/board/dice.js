// @ts-check
// Draws dice in the cup, rolling, lying, or cocked.

import { s } from "../dom.js";

/** @typedef {import("../geometry.js").Spot} Spot */
/**
 * @typedef {{device: string, state: import("../../messages.js").DiceState,
 *   numbers?: number[], colour?: import("../../messages.js").Colour | null, over?: boolean, used?: boolean[], says?: string,
 *   tap?: "swap" | "unfinished" | "pick_up"}} Die  `used`: which of them have been played; `tap`: what a tap on
 *   them does, if it does not throw them.
 */

const SIZE = 36;
const GAP = 9;
const PIP = 9.5;
/**
 * The pips of each number, in steps from the middle.
 * @type {Readonly<Record<number, [number, number][]>>}
 */
export const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const CUP = "M-20-17H20L15 15Q14 19 10 19H-10Q-14 19-15 15Z";

/**
 * A pair of dice around a spot.
 * @param {Die} dice
 * @param {Spot} spot
 * @param {Spot} across
 * @param {import("../dom.js").Attributes} attributes
 */
export function pair(dice, spot, across, attributes) {
  const look = `dice ${dice.state} ${dice.colour ?? "shared"}${dice.over ? " over" : ""}`;
  return s(
    "g",
    { ...attributes, class: look, key: `dice.${dice.device}.${dice.colour}`, transform: `translate(${spot.x} ${spot.y})` },
    s("rect", { class: "hit", x: -48, y: -27, width: 96, height: 54, rx: 10, ...rotationOf(across) }),
    dice.state === "lifted" ? cup() : lyingDice(dice, across),
  );
}

/** @param {Spot} across */
function rotationOf(across) {
  return across.y ? { transform: "rotate(90)" } : {};
}

function cup() {
  return s(
    "g",
    { class: "cup", key: "cup" },
    s("path", { class: "leather", d: CUP }),
    s("path", { class: "seam", d: "M-19.5-11H19.5M-16.5 9H16.5" }),
    s("ellipse", { class: "mouth", cy: -17, rx: 20, ry: 5 }),
  );
}

/** @param {Die} dice @param {Spot} across */
function lyingDice(dice, across) {
  const numbers = dice.numbers?.length ? dice.numbers : [0, 0];
  const first = (-(numbers.length - 1) / 2) * (SIZE + GAP);
  return numbers.map((number, at) => {
    const far = first + at * (SIZE + GAP);
    const x = Math.abs(across.x) * far;
    const y = Math.abs(across.y) * far;
    return s(
      "g",
      { class: dice.used?.[at] ? "die used" : "die", key: `die${at}`, transform: `translate(${x} ${y})` },
      s("g", { class: `turning nr-${at}`, key: "turning" }, body(), face(number, dice.state)),
    );
  });
}

function body() {
  return s("rect", { class: "cube-face", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 8 });
}

/** @param {number} number @param {Die["state"]} state */
function face(number, state) {
  if (number) return pips(number);
  if (state === "cocked") return s("text", { class: "askew", dy: "0.36em" }, "?");
  return [-1, 0, 1].map((x) => s("circle", { class: "blur", cx: x * PIP, cy: 0, r: 3 }));
}

/** @param {number} number */
function pips(number) {
  const spots = PIPS[number] ?? [];
  return spots.map(([x, y]) => s("circle", { class: "pip", cx: x * PIP, cy: y * PIP, r: 3.7 }));
}
