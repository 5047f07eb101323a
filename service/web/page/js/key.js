// @ts-check
// Keeps the key of the table, which lets this browser act.

import { keep, recall } from "./preferences.js";

/** @typedef {{get: () => string, forget: () => void}} Key */

/**
 * The key from the address, which is taken out of there so that nobody reads it, or else the one
 * that this browser was given before.
 * @returns {Key}
 */
export function keyOfTable() {
  const kept = `kibitz.key.${location.pathname}`;
  const given = /^#key=([\w-]+)/.exec(location.hash)?.[1];
  if (given) {
    keep(kept, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  let key = given ?? recall(kept) ?? "";
  return {
    get: () => key,
    forget() {
      key = "";
      keep(kept, null);
    },
  };
}
