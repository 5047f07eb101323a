// @ts-check
// The texts of a match in a list: its state, and the time when it began.

/** @typedef {import("./words.js").Words} Words */

const STYLE = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });

/** @param {Pick<Words, "say">} words @param {{winner: string | null, under_way: boolean}} match  `winner` is a name. */
export function stateOfMatch({ say }, { winner, under_way }) {
  if (winner) return say("page.matches.won", { winner });
  return say(under_way ? "page.matches.under_way" : "page.matches.unfinished");
}

/**
 * A date and its time in a language, as people write it in the region of the browser.
 * @param {string} when  As ISO 8601.
 * @param {string} language @param {readonly string[]} [accepted]  The languages of the browser.
 */
export function dateInWords(when, language, accepted = navigator.languages) {
  const region = accepted.find((each) => each.split("-")[0] === language) ?? language;
  return new Intl.DateTimeFormat(region, STYLE).format(new Date(when));
}
