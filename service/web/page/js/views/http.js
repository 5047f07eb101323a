// @ts-check
// Requests JSON that the service does not push.

/** A request that the service refused or did not get. */
export class NotAvailable extends Error {}

/**
 * The JSON at an address; throws NotAvailable if there is none.
 * @param {string} address
 * @param {Record<string, string>} [parameters]
 * @returns {Promise<unknown>}
 */
export async function fetchJson(address, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  const answer = await fetch(query ? `${address}?${query}` : address).catch(() => null);
  if (!answer || !answer.ok) throw new NotAvailable(address);
  return answer.json();
}

/**
 * The query parameter for the language of the answer.
 * @param {import("../main.js").App} app
 */
export function languageParameter(app) {
  return { language: app.words.language };
}
