// @ts-check
// Picks a place on the board without touching its checkers.

const PRESSES = ["pointerdown", "pointerup", "mousedown", "mouseup", "touchstart", "touchend"];
const KEYS = ["Enter", " "];

/**
 * Resolves to the place that is clicked, tapped or chosen by key; to null for any other target, for
 * Escape, or when another view opens.
 * @param {Element} asking  The button that asks for it; a second click on it gives up.
 * @returns {Promise<string | null>}
 */
export function pickPlace(asking) {
  const page = document;
  return new Promise((resolve) => {
    const over = new AbortController();
    const listening = { capture: true, signal: over.signal };
    /** @param {Event} event @param {string | null} place */
    const pick = (event, place) => {
      if (place || isWithin(asking, event)) stopEvent(event);
      over.abort();
      resolve(place);
    };
    for (const press of PRESSES) {
      page.addEventListener(press, (event) => placeOf(event) && event.stopPropagation(), listening);
    }
    addEventListener("hashchange", (event) => pick(event, null), listening);
    page.addEventListener("click", (event) => pick(event, placeOf(event)), listening);
    page.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") pick(event, null);
        else if (KEYS.includes(event.key) && placeOf(event)) pick(event, placeOf(event));
      },
      listening,
    );
  });
}

/** @param {Element} asking @param {Event} event */
function isWithin(asking, { target }) {
  return target instanceof Node && asking.contains(target);
}

/** @param {Event} event */
function stopEvent(event) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The place of the target of an event.
 * @param {Event} event
 * @returns {string | null}
 */
export function placeOf({ target }) {
  const element = target instanceof Element ? target.closest("[data-place]") : null;
  return element?.getAttribute("data-place") ?? null;
}
