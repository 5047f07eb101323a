// @ts-check
// Asks the service for what is not pushed to the page.

import { LANGUAGES } from "../words.js";

/** What the service could not give, or could not be asked for. */
export class NotThere extends Error {}

/**
 * The JSON at an address; NotThere if there is none to be had.
 * @param {string} address
 * @param {Record<string, string>} [parameters]
 */
export async function fetchJson(address, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  const answer = await fetch(query ? `${address}?${query}` : address).catch(() => null);
  if (!answer || !answer.ok) throw new NotThere(address);
  return answer.json();
}

/**
 * In which language the service is to answer.
 * @param {import("../main.js").App} app
 */
export function language(app) {
  return { language: LANGUAGES[/** @type {"english" | "french"} */ (app.words.language)] };
}
