// @ts-check
// Ignores the second halves of double clicks, which meet what the first halves have brought there.

/** Milliseconds and pixels within which a click is the second half of a double click. */
const DOUBLE_CLICK = 500;
const SAME_SPOT = 16;

/**
 * Ignores a click in these elements where shortly before a button was clicked. Only the same button
 * may be clicked again, unless it has `data-once`.
 * @param {...HTMLElement} elements
 */
export function ignoreDoubleClicks(...elements) {
  let last = { at: -Infinity, x: 0, y: 0, words: "" };
  /** @param {MouseEvent} event */
  const filter = (event) => {
    // A click by keyboard has no spot.
    if (event.detail === 0) return;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const words = button?.textContent ?? "";
    const isNear = at - last.at < DOUBLE_CLICK && Math.hypot(x - last.x, y - last.y) < SAME_SPOT;
    const isAgain = button && words === last.words && !("once" in button.dataset);
    if (isNear && !isAgain) event.stopImmediatePropagation();
    else if (button) last = { at, x, y, words };
  };
  for (const element of elements) element.addEventListener("click", filter, { capture: true });
}
