// @ts-check
// Starts the sounds with the first gesture, before which browsers allow none; and the button that mutes them.

import { h, s } from "./dom.js";

/** @typedef {import("./main.js").App} App */

/** The events that browsers count as a gesture. */
const GESTURES = ["pointerup", "keydown"];
const SPEAKER = "M3 9V15H7L12 19V5L7 9Z";
const WAVES = "M15 9Q17.5 12 15 15M17.5 6.5Q22 12 17.5 17.5";
const CROSS = "M15.5 9L21.5 15M21.5 9L15.5 15";

/**
 * Loads and plays sounds from the first gesture on, unless they are off until they are switched on.
 * @param {App} app
 */
export function followSounds(app) {
  let isTouched = false;
  let hasBegun = false;

  async function begin() {
    if (hasBegun || !isTouched || !app.preferences.get().sounds) return;
    hasBegun = true;
    try {
      (await import("./sounds/player.js")).playSounds(app);
    } catch {
      hasBegun = false; // The table is out of reach: the next gesture tries again.
    }
  }

  const touch = () => {
    isTouched = true;
    begin();
  };
  GESTURES.forEach((name) => addEventListener(name, touch));
  app.store.on("preferences", begin);
}

/**
 * The button that switches all sounds off or on.
 * @param {App} app
 */
export function muteButton(app) {
  const { sounds } = app.preferences.get();
  const words = app.words.say("page.common.sounds");
  return h(
    "button",
    {
      class: "mute",
      key: "mute",
      type: "button",
      "aria-label": words,
      "aria-pressed": sounds,
      title: words,
      onclick: () => app.preferences.set({ sounds: !app.preferences.get().sounds }),
    },
    s(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      s("path", { class: "speaker", d: SPEAKER }),
      s("path", { class: "waves", d: sounds ? WAVES : CROSS }),
    ),
  );
}
