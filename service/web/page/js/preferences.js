// @ts-check
// The preferences of this browser, in its storage.

import { findLanguage, preferredLanguage } from "./words.js";

/**
 * @typedef {{
 *   language: import("../messages.js").Language,
 *   theme: (typeof THEMES)[number],
 *   look: (typeof LOOKS)[number],
 *   sounds: boolean,
 *   volume: number,
 *   otherSide: boolean,
 *   calm: boolean,
 *   letters: boolean,
 *   lastTurn: boolean,
 *   sloppy: boolean,
 *   carriesHits: boolean,
 *   claims: boolean,
 *   truth: boolean,
 *   oneTap: boolean,
 * }} Preferences
 *
 * `look`: the materials of board and checkers. `volume`: of the sounds, in percent. `otherSide`: the
 * board is seen from the other side. `calm`: nothing moves and no lamp blinks. `letters`: single
 * letters are keys of the table. `lastTurn`: the board shows what the last turn moved. `sloppy`: a
 * checker dropped near the border of two places lies half on each. `carriesHits`: a checker that is
 * hit goes to the bar by itself. `claims`: the claims of the sensors are written on the places.
 * `truth`: the true checkers of a simulated table are outlined.
 *
 * @typedef {{get: () => Preferences, set: (change: Partial<Preferences>) => void}} PreferenceStore
 */

/** The colours of the page, in the order in which they are offered. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
/** The looks of the board, in the order in which they are offered; css/looks.css has their colours. */
export const LOOKS = /** @type {const} */ (["walnut", "cloth", "slate", "maple", "contrast"]);
export const LOUDEST = 100;
const STORAGE_KEY = "kibitz";

/** @returns {Preferences} */
function defaultPreferences() {
  return {
    language: preferredLanguage(navigator.languages),
    theme: "auto",
    look: "walnut",
    sounds: true,
    volume: 60,
    otherSide: false,
    calm: false,
    letters: true,
    lastTurn: true,
    sloppy: false,
    carriesHits: true,
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
  const { volume } = stored;
  /** @param {"sounds" | "otherSide" | "calm" | "letters" | "lastTurn" | "sloppy" | "carriesHits" | "claims" | "truth" | "oneTap"} name */
  const isOn = (name) => (typeof stored[name] === "boolean" ? stored[name] : defaults[name]);
  return {
    language: findLanguage(stored.language) ?? defaults.language,
    theme: THEMES.find((each) => each === stored.theme) ?? defaults.theme,
    look: LOOKS.find((each) => each === stored.look) ?? defaults.look,
    sounds: isOn("sounds"),
    volume: typeof volume === "number" && volume >= 0 && volume <= LOUDEST ? volume : defaults.volume,
    otherSide: isOn("otherSide"),
    calm: isOn("calm"),
    letters: isOn("letters"),
    lastTurn: isOn("lastTurn"),
    sloppy: isOn("sloppy"),
    carriesHits: isOn("carriesHits"),
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
