// @ts-check
// Keeps what each browser likes: its language, its colours, and from where it looks.

/**
 * @typedef {{
 *   language: "english" | "french",
 *   theme: "auto" | "light" | "dark",
 *   otherSide: boolean,
 *   calm: boolean,
 *   letters: boolean,
 *   sloppy: boolean,
 *   claims: boolean,
 *   truth: boolean,
 * }} Preferences
 *
 * `otherSide`: the board is looked at from the other side. `calm`: no lamp
 * blinks. `letters`: single letters are keys of the table. `sloppy`: a checker dropped near the
 * border of two places lies half on each. `claims`: what sensors claim is written on the places.
 * `truth`: where checkers of a simulated table truly lie is outlined.
 *
 * @typedef {{get: () => Preferences, set: (change: Partial<Preferences>) => void}} Keeping
 */

const KEPT_AS = "kibitz";

/** @returns {Preferences} */
function usual() {
  const french = (navigator.language ?? "").toLowerCase().startsWith("fr");
  return {
    language: french ? "french" : "english",
    theme: "auto",
    otherSide: false,
    calm: false,
    letters: true,
    sloppy: false,
    claims: false,
    truth: false,
  };
}

/**
 * What this browser likes; `changed` is called after every change.
 * @param {(preferences: Preferences) => void} changed
 * @returns {Keeping}
 */
export function keepPreferences(changed) {
  let preferences = known(recall(KEPT_AS));
  return {
    get: () => preferences,
    set(change) {
      preferences = { ...preferences, ...change };
      keep(KEPT_AS, JSON.stringify(preferences));
      changed(preferences);
    },
  };
}

/**
 * What was kept, as far as it makes sense.
 * @param {string | null} text
 * @returns {Preferences}
 */
function known(text) {
  const likes = /** @type {any} */ (usual());
  try {
    const kept = JSON.parse(text ?? "{}");
    for (const name of Object.keys(likes)) {
      if (typeof kept?.[name] === typeof likes[name]) likes[name] = kept[name];
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!["english", "french"].includes(likes.language)) likes.language = usual().language;
  if (!["auto", "light", "dark"].includes(likes.theme)) likes.theme = "auto";
  return likes;
}

/**
 * Something kept in this browser, or null where there is none or keeping is forbidden.
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps something in this browser; where that is forbidden it holds until the page is closed.
 * @param {string} name
 * @param {string | null} text  Null forgets it.
 */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    return;
  }
}
