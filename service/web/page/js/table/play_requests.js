// @ts-check
// Requests the list of legal plays, and the reason why a checker cannot move.

import { fetchWithKey } from "../access_key.js";

/** @typedef {import("../../messages.js").PlayList} PlayList */
/**
 * @typedef {{
 *   list: (plays: number, board: number) => Promise<PlayList | null>,
 *   stuckChecker: (plays: number, board: number, place: string) => Promise<string>,
 * }} PlayHelp  About a board of the plays with this number. `list`: null if the throw is over;
 *   `stuckChecker`: the reason in words, empty if there is none.
 */

/**
 * @param {import("../access_key.js").AccessKey} key @param {import("../words.js").Words} words
 * @returns {PlayHelp}
 */
export function createPlayRequests(key, words) {
  const at = () => `${location.pathname.replace(/\/$/, "")}/plays`;

  /** @param {string} path @param {Record<string, string | number>} query */
  async function request(path, query) {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const answer = await fetchWithKey(key, `${path}?${new URLSearchParams(texts)}`);
    return /** @type {unknown} */ (answer && (await answer.json().catch(() => null)));
  }

  return {
    async list(plays, board) {
      return /** @type {PlayList | null} */ (await request(at(), { plays, board }));
    },
    async stuckChecker(plays, board, place) {
      const query = { plays, board, place, language: words.language };
      const answer = await request(`${at()}/stuck`, query);
      return /** @type {import("../../messages.js").StuckChecker | null} */ (answer)?.words ?? "";
    },
  };
}
