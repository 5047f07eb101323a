// @ts-check
// Presents a page to a room: fills the screen, hides a resting pointer, keeps the screen awake.

/** Milliseconds after which a pointer that rests is hidden. */
const REST = 3000;
/** The events that show the pointer and the buttons again. */
const ACTIVITY = ["pointermove", "pointerdown", "keydown"];

/** True if this browser can fill the whole screen. */
export const canFill = () => document.fullscreenEnabled === true && !document.fullscreenElement;

/** Fills the whole screen; stays within the window if the browser refuses. */
export async function fillScreen() {
  try {
    if (canFill()) await document.documentElement.requestFullscreen();
  } catch {
    return;
  }
}

/**
 * Presents an element until the returned function is called. `leave` is called when a person ends
 * it, and `changed` when the screen is filled or no longer.
 * @param {HTMLElement} element
 * @param {{leave: () => void, changed: () => void}} calls
 * @returns {() => void}
 */
export function present(element, { leave, changed }) {
  const ended = new AbortController();
  const { signal } = ended;
  let wasFilled = Boolean(document.fullscreenElement);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && leave(), { signal });
  document.addEventListener(
    "fullscreenchange",
    () => {
      const isFilled = Boolean(document.fullscreenElement);
      if (wasFilled && !isFilled) leave();
      else changed();
      wasFilled = isFilled;
    },
    { signal },
  );
  hideRestingPointer(element, signal);
  keepAwake(signal);
  // A person has just asked for this view, or else the page was opened at its address.
  if (navigator.userActivation?.isActive !== false) fillScreen();
  return () => {
    ended.abort();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  };
}

/** @param {HTMLElement} element @param {AbortSignal} signal */
function hideRestingPointer(element, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const wake = () => {
    element.classList.remove("resting");
    clearTimeout(resting);
    resting = setTimeout(() => element.classList.add("resting"), REST);
  };
  for (const name of ACTIVITY) document.addEventListener(name, wake, { signal });
  signal.addEventListener("abort", () => clearTimeout(resting));
  wake();
}

/**
 * Keeps the screen awake while the page is seen, where the browser can.
 * @param {AbortSignal} signal
 */
function keepAwake(signal) {
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  const release = () => lock?.release().catch(() => {});
  async function request() {
    if (document.hidden || signal.aborted) return;
    try {
      lock = await navigator.wakeLock?.request("screen");
    } catch {
      return; // Refused, as when the battery is low.
    }
    if (signal.aborted) release();
  }
  document.addEventListener("visibilitychange", request, { signal });
  signal.addEventListener("abort", release);
  request();
}
