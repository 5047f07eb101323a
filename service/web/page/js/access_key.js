// @ts-check
// The access key of the table, with which this browser may act.

import { readStorage, writeStorage } from "./preferences.js";

const OK = 200;

/** @typedef {{get: () => string, forget: () => void}} AccessKey */

/**
 * The key from the address, or else the stored one. It is removed from the address, so that nobody
 * reads it there.
 * @returns {AccessKey}
 */
export function tableAccessKey() {
  const storageName = `kibitz.key.${location.pathname}`;
  const inAddress = /^#key=([\w-]+)/.exec(location.hash)?.[1];
  if (inAddress) {
    writeStorage(storageName, inAddress);
    history.replaceState(null, "", location.pathname + location.search);
  }
  let key = inAddress ?? readStorage(storageName) ?? "";
  return {
    get: () => key,
    forget() {
      key = "";
      writeStorage(storageName, null);
    },
  };
}

/**
 * The answer to a request that carries the key; null if there is none, or no success.
 * @param {AccessKey} key @param {string} path
 */
export async function fetchWithKey(key, path) {
  const headers = { Authorization: `Bearer ${key.get()}` };
  const answer = await fetch(path, { headers, cache: "no-store" }).catch(() => null);
  return answer?.status === OK ? answer : null;
}
