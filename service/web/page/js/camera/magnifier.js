// @ts-check
// A magnifier for one spot of a picture, away from the finger.

import { h } from "../dom.js";

/** @typedef {import("./corners.js").Spot} Spot */

/** The part of the width of the picture that it shows. */
const PART = 1 / 14;
/** Pixels along a side of it. */
const SIDE = 320;
/** The free middle of the cross, as a part of the side. */
const FREE = 0.06;

export function createMagnifier() {
  const lens = h("canvas", { class: "magnifier", width: SIDE, height: SIDE, hidden: true, "aria-hidden": "true" });

  /**
   * Shows the surroundings of a spot; hides the magnifier if there is no spot.
   * @param {HTMLCanvasElement} picture @param {Spot | null} spot
   */
  function show(picture, spot) {
    lens.hidden = spot === null;
    const pen = lens.getContext("2d");
    if (!spot || !pen) return;
    const shown = picture.width * PART;
    const [x, y] = [spot.x + 0.5 - shown / 2, spot.y + 0.5 - shown / 2];
    pen.fillStyle = "#111";
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(picture, x, y, shown, shown, 0, 0, SIDE, SIDE);
    drawCross(pen);
    lens.classList.toggle("at-right", spot.x < picture.width / 2);
    lens.classList.toggle("at-bottom", spot.y < picture.height / 2);
  }

  return { element: lens, show };
}

/** @param {CanvasRenderingContext2D} pen */
function drawCross(pen) {
  const [middle, free] = [SIDE / 2, SIDE * FREE];
  for (const [colour, width] of /** @type {const} */ ([["#000", 5], ["#ffd23e", 2]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const [from, to] of /** @type {const} */ ([[0, middle - free], [middle + free, SIDE]])) {
      pen.moveTo(from, middle);
      pen.lineTo(to, middle);
      pen.moveTo(middle, from);
      pen.lineTo(middle, to);
    }
    pen.stroke();
  }
}
