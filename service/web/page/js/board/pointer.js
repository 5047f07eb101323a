// @ts-check
// The pointer over a board, mouse, finger or pen: taps, and drags of a checker.

import { RADIUS, between, placeAt } from "../geometry.js";
import { smallChecker } from "./hand.js";

/** @typedef {import("./held_checkers.js").HeldCheckers} HeldCheckers */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {{x: number, y: number}} Spot */
/**
 * @typedef {{pointer: number, start: Spot, place: string | null, colour: Colour | null,
 *   held: number, follower: SVGElement | null, carried?: Colour, at: Spot}} Drag
 */

/** Pixels that a pointer moves before a tap becomes a drag. */
const DRAG_DISTANCE = 5;

/**
 * @param {{
 *   element: HTMLElement,
 *   svg: SVGSVGElement,
 *   heldCheckers: HeldCheckers,
 *   geometry: () => Geometry,
 *   isLive: () => boolean,
 *   isSloppy: () => boolean,
 *   released: (colour: Colour, where: Spot) => void,
 * }} board  `released`: a dragged checker is let go at this spot of the board.
 */
export function followPointer(board) {
  const { element, heldCheckers } = board;
  /** @type {Drag | null} */
  let drag = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (drag || event.button !== 0 || !board.isLive()) return;
    const touched = targetOf(event.target);
    if (!touched) return;
    const start = spot(event);
    drag = { pointer: event.pointerId, start, at: start, follower: null, ...touched };
    element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { x, y } = spot(event);
    if (!drag.follower && Math.hypot(x - drag.start.x, y - drag.start.y) < DRAG_DISTANCE) return;
    if (!drag.follower && !begin(drag)) return stop();
    drag.at = { x, y };
    if (drag.follower) carry(drag.follower, drag.at);
  }

  /** @param {Drag} begun */
  function begin(begun) {
    if (begun.held >= 0) heldCheckers.choose(begun.held);
    else if (!begun.place || !heldCheckers.lift(begun.place, begun.colour)) return false;
    const checker = heldCheckers.held()[heldCheckers.next()];
    if (!checker) return false;
    begun.carried = checker.colour;
    begun.follower = element.appendChild(follower(checker.colour, board.svg));
    element.classList.add("is-carrying");
    return true;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { follower, place, colour, held } = drag;
    stop();
    if (follower) drop(event);
    else if (place) heldCheckers.tap(place, colour);
    else heldCheckers.choose(held);
  }

  /** @param {PointerEvent} event */
  function drop(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const beside = under?.closest(".hand");
    if (beside && element.contains(beside)) {
      const box = under?.closest("[data-place]");
      if (box) heldCheckers.put(String(box.getAttribute("data-place")));
      return;
    }
    dropOnBoard(boardSpot(board.svg, spot(event)), event.altKey || board.isSloppy());
  }

  /** @param {Spot} where @param {boolean} isSloppy */
  function dropOnBoard(where, isSloppy) {
    const astride = isSloppy ? between(board.geometry(), where) : null;
    const place = placeAt(board.geometry(), where);
    if (astride) heldCheckers.putBetween(astride.place, astride.neighbour, astride.seenBy);
    else if (place) heldCheckers.put(place);
    else heldCheckers.putBack();
  }

  function stop() {
    if (drag?.follower && drag.carried) board.released(drag.carried, boardSpot(board.svg, drag.at));
    drag?.follower?.remove();
    element.classList.remove("is-carrying");
    drag = null;
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", stop);
  element.addEventListener("lostpointercapture", stop);
  return { stop };
}

/**
 * The target of a touch: a place, or a checker in the hand.
 * @param {EventTarget | null} target
 */
function targetOf(target) {
  if (!(target instanceof Element)) return null;
  const held = target.closest("[data-held]")?.getAttribute("data-held") ?? "-1";
  const place = target.closest("[data-place]")?.getAttribute("data-place") ?? null;
  const colour = target.closest("[data-colour]")?.getAttribute("data-colour");
  /** @type {Colour | null} */
  const known = colour === "light" || colour === "dark" ? colour : null;
  return place || held !== "-1" ? { place, colour: known, held: Number(held) } : null;
}

/** @param {PointerEvent} event @returns {Spot} */
function spot(event) {
  return { x: event.clientX, y: event.clientY };
}

/** @param {SVGSVGElement} svg @param {Spot} where @returns {Spot} */
function boardSpot(svg, where) {
  const there = svg.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(where.x, where.y).matrixTransform(there);
  return { x, y };
}

/** @param {Colour} colour @param {SVGSVGElement} svg */
function follower(colour, svg) {
  const picture = smallChecker(colour);
  const size = `${2 * RADIUS * 1.15 * (svg.getScreenCTM()?.a ?? 1)}px`;
  picture.classList.add("follower");
  picture.style.width = size;
  picture.style.height = size;
  return picture;
}

/** @param {SVGElement} follower @param {Spot} where */
function carry({ style }, where) {
  style.left = `${where.x}px`;
  style.top = `${where.y}px`;
}
