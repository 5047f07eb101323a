// @ts-check
// Says things in the language of this browser, by the same rules as referee/words.py.

/**
 * @typedef {Record<string, any>} Values
 * @typedef {{
 *   language: string,
 *   say: (key: string, values?: Values) => string,
 *   has: (key: string) => boolean,
 *   listed: (items: (string | number)[], joinedBy?: "and" | "or") => string,
 * }} Words
 */

/** The languages by the names the service gives them, with the codes that browsers give them. */
export const LANGUAGES = { english: "en", french: "fr" };

/**
 * The words of a language ("english" or "french").
 * @param {keyof typeof LANGUAGES} language
 * @param {typeof fetch} [get]
 * @returns {Promise<Words>}
 */
export async function loadWords(language, get = fetch) {
  const answer = await get(`/words/${LANGUAGES[language]}.json`);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  return createWords(language, await answer.json());
}

/**
 * Words out of phrases by key; a key without a phrase is said itself, and told on the console.
 * @param {string} language
 * @param {Record<string, string>} phrases
 * @returns {Words}
 */
export function createWords(language, phrases) {
  /** @type {Words["say"]} */
  function say(key, values = {}) {
    const form = `${key}.many` in phrases ? `${key}.${values.count === 1 ? "one" : "many"}` : key;
    const phrase = phrases[form];
    if (phrase === undefined) console.error(`no phrase ${form}`);
    return filled(phrase ?? form, values);
  }

  /** @type {Words["listed"]} */
  function listed(items, joinedBy = "and") {
    const first = items.slice(0, -1).join(", ");
    const last = String(items.at(-1) ?? "");
    return first ? `${first} ${say(`language.${joinedBy}`)} ${last}` : last;
  }

  return { language, say, has: (key) => key in phrases, listed };
}

/**
 * @param {string} phrase
 * @param {Values} values
 */
function filled(phrase, values) {
  return phrase.replace(/\{\{|\}\}|\{(\w+)\}/g, (braces, name) =>
    name ? String(values[name] ?? braces) : braces[0],
  );
}
