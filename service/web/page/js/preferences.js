// @ts-check
// The preferences of this browser, in its storage.

import { findLanguage, preferredLanguage } from "./words.js";

/**
 * @typedef {{
 *   language: import("../messages.js").Language,
 *   theme: (typeof THEMES)[number],
 *   otherSide: boolean,
 *   calm: boolean,
 *   letters: boolean,
 *   lastTurn: boolean,
 *   sloppy: boolean,
 *   claims: boolean,
 *   truth: boolean,
 *   oneTap: boolean,
 * }} Preferences
 *
 * `otherSide`: the board is seen from the other side. `calm`: no lamp blinks. `letters`: single
 * letters are keys of the table. `lastTurn`: the board shows what the last turn moved. `sloppy`: a
 * checker dropped near the border of two places lies half on each. `claims`: the claims of the
 * sensors are written on the places. `truth`: the true checkers of a simulated table are outlined.
 *
 * @typedef {{get: () => Preferences, set: (change: Partial<Preferences>) => void}} PreferenceStore
 */

/** The colours of the page, in the order in which they are offered. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const STORAGE_KEY = "kibitz";

/** @returns {Preferences} */
function defaultPreferences() {
  return {
    language: preferredLanguage(navigator.languages),
    theme: "auto",
    otherSide: false,
    calm: false,
    letters: true,
    lastTurn: true,
    sloppy: false,
    claims: false,
    truth: false,
    oneTap: true,
  };
}

/**
 * The preferences of this browser; `changed` is called after every change.
 * @param {(preferences: Preferences) => void} changed
 * @returns {PreferenceStore}
 */
export function createPreferences(changed) {
  let preferences = readPreferences(readStorage(STORAGE_KEY));
  return {
    get: () => preferences,
    set(change) {
      preferences = { ...preferences, ...change };
      writeStorage(STORAGE_KEY, JSON.stringify(preferences));
      changed(preferences);
    },
  };
}

/**
 * The stored preferences; an invalid one is the default.
 * @param {string | null} text
 * @returns {Preferences}
 */
function readPreferences(text) {
  const [defaults, stored] = [defaultPreferences(), parseObject(text)];
  /** @param {"otherSide" | "calm" | "letters" | "lastTurn" | "sloppy" | "claims" | "truth" | "oneTap"} name */
  const isOn = (name) => (typeof stored[name] === "boolean" ? stored[name] : defaults[name]);
  return {
    language: findLanguage(stored.language) ?? defaults.language,
    theme: THEMES.find((each) => each === stored.theme) ?? defaults.theme,
    otherSide: isOn("otherSide"),
    calm: isOn("calm"),
    letters: isOn("letters"),
    lastTurn: isOn("lastTurn"),
    sloppy: isOn("sloppy"),
    claims: isOn("claims"),
    truth: isOn("truth"),
    oneTap: isOn("oneTap"),
  };
}

/**
 * The entries of a JSON object; none if the text is not one.
 * @param {string | null} text
 * @returns {Record<string, unknown>}
 */
function parseObject(text) {
  try {
    const value = /** @type {unknown} */ (JSON.parse(text ?? "{}"));
    return typeof value === "object" ? { ...value } : {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

/**
 * An item in the storage of this browser; null if it is missing or storage is forbidden.
 * @param {string} name
 * @returns {string | null}
 */
export function readStorage(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Stores an item in this browser; does nothing if storage is forbidden.
 * @param {string} name
 * @param {string | null} text  Null removes it.
 */
export function writeStorage(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    return;
  }
}
