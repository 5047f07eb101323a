// @ts-check
// Loads the style sheets of views when they are first needed: the table does without them.

import { h } from "./dom.js";

/** @type {Map<string, Promise<unknown>>} */
const loading = new Map();

/**
 * Loads style sheets, each once; rejects if one of them cannot be loaded.
 * @param {readonly string[]} addresses
 */
export function loadStyles(addresses) {
  return Promise.all(addresses.map((address) => loading.get(address) ?? load(address)));
}

/** @param {string} address */
function load(address) {
  const loaded = new Promise((resolve, reject) => {
    /** @type {HTMLLinkElement} */
    const link = h("link", {
      rel: "stylesheet",
      href: address,
      onload: resolve,
      onerror: () => {
        // The next attempt tries again.
        loading.delete(address);
        link.remove();
        reject(new Error(address));
      },
    });
    document.head.append(link);
  });
  loading.set(address, loaded);
  return loaded;
}
