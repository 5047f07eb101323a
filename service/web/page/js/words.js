// @ts-check
// The phrases of the page in one language, by the same rules as service/words/phrases.py.

/** @typedef {import("../messages.js").Language} Language */
/**
 * @typedef {Record<string, string | number | null | undefined>} Values
 * @typedef {{
 *   language: Language,
 *   say: (key: string, values?: Values) => string,
 *   has: (key: string) => boolean,
 *   joinList: (items: (string | number)[], joinedBy?: "and" | "or") => string,
 * }} Words
 * @typedef {{code: Language, name: string, former_names: string[]}} LanguageChoice
 */

/** Milliseconds between two attempts to load the first words. */
const RETRY_AFTER = 2000;

/**
 * The languages that the service offers, in its order; each has its name in its own words.
 * @returns {LanguageChoice[]}
 */
export function availableLanguages() {
  const offered = document.querySelector('meta[name="languages"]')?.getAttribute("content");
  return /** @type {LanguageChoice[]} */ (JSON.parse(offered ?? "[]"));
}

/**
 * The language of this code or former name; undefined if it is not offered.
 * @param {unknown} name
 * @param {LanguageChoice[]} [offered]
 * @returns {Language | undefined}
 */
export function findLanguage(name, offered = availableLanguages()) {
  return offered.find(({ code, former_names }) => [code, ...former_names].some((each) => each === name))?.code;
}

/**
 * The first of these languages of a browser, such as "fr-CA", that is offered, or else the first one offered.
 * @param {readonly string[]} accepted
 * @param {LanguageChoice[]} [offered]
 * @returns {Language}
 */
export function preferredLanguage(accepted, offered = availableLanguages()) {
  const [first] = offered;
  const codes = accepted.map((tag) => findLanguage(tag.toLowerCase().split("-")[0], offered));
  return codes.find((code) => code !== undefined) ?? first?.code ?? "en";
}

/**
 * The words of a language.
 * @param {Language} language
 * @param {(address: string) => Promise<Pick<Response, "ok" | "status" | "json">>} [get]
 * @returns {Promise<Words>}
 */
export async function loadWords(language, get = fetch) {
  const answer = await get(`/words/${language}.json`);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  return createWords(language, /** @type {Record<string, string>} */ (await answer.json()));
}

/**
 * The first words of a page, asked for until they load; `onFailure` is called whenever they do not.
 * @param {() => Language} language
 * @param {() => void} [onFailure]
 * @returns {Promise<Words>}
 */
export async function loadFirstWords(language, onFailure = () => {}) {
  for (;;) {
    try {
      return await loadWords(language());
    } catch {
      onFailure();
      await new Promise((again) => setTimeout(again, RETRY_AFTER));
    }
  }
}

/**
 * Words from phrases by key; a missing phrase is replaced by its key, with an error on the console.
 * @param {Language} language
 * @param {Record<string, string>} phrases
 * @returns {Words}
 */
export function createWords(language, phrases) {
  /** @type {Words["say"]} */
  function say(key, values = {}) {
    const form = `${key}.many` in phrases ? `${key}.${values.count === 1 ? "one" : "many"}` : key;
    const phrase = phrases[form];
    if (phrase === undefined) console.error(`no phrase ${form}`);
    return fillIn(phrase ?? form, values);
  }

  /** @type {Words["joinList"]} */
  function joinList(items, joinedBy = "and") {
    const first = items.slice(0, -1).join(", ");
    const last = String(items.at(-1) ?? "");
    return first ? `${first} ${say(`language.${joinedBy}`)} ${last}` : last;
  }

  return { language, say, has: (key) => key in phrases, joinList };
}

/**
 * @param {string} phrase
 * @param {Values} values
 */
function fillIn(phrase, values) {
  return phrase.replace(/\{\{|\}\}|\{(\w+)\}/g, (braces, name) =>
    name ? String(values[name] ?? braces) : braces.charAt(0),
  );
}
