// @ts-check
// Keeps the newest of every part the service has shown, and tells who wants to know.

/**
 * Kinds are the parts ("Board", "Game", "Sayings", "Record", "Devices", "World", "Diagnostics",
 * "Trial", "Camera", "Sight"), "welcome" (the Welcome of this connection), "preferences" (see preferences.js), and
 * "link": "connecting", "open", "lost" or "refused".
 *
 * @typedef {Record<string, any>} Parts  By kind; what was never told is undefined.
 * @typedef {{
 *   parts: Parts,
 *   put: (kind: string, value: any) => void,
 *   on: (kinds: string | string[], listener: (parts: Parts) => void) => () => void,
 * }} Store
 */

/**
 * An empty store. `on` calls the listener at once, and again after every `put` of one of its
 * kinds, until what it returned is called.
 * @returns {Store}
 */
export function createStore() {
  /** @type {Parts} */
  const parts = {};
  /** @type {Set<{kinds: string[], listener: (parts: Parts) => void}>} */
  const followers = new Set();
  return {
    parts,
    put(kind, value) {
      parts[kind] = value;
      for (const follower of [...followers]) {
        if (followers.has(follower) && follower.kinds.includes(kind)) follower.listener(parts);
      }
    },
    on(kinds, listener) {
      const follower = { kinds: [kinds].flat(), listener };
      followers.add(follower);
      listener(parts);
      return () => void followers.delete(follower);
    },
  };
}

/**
 * The same store for a view that will be closed: `release` ends whatever was followed through it,
 * and nothing can be followed through it any more, as when something arrives too late.
 * @param {Store} store
 * @returns {Store & {release: () => void}}
 */
export function scoped(store) {
  /** @type {(() => void)[]} */
  const offs = [];
  let isReleased = false;
  return {
    parts: store.parts,
    put: store.put,
    on(kinds, listener) {
      if (isReleased) return () => {};
      const off = store.on(kinds, listener);
      offs.push(off);
      return off;
    },
    release() {
      isReleased = true;
      offs.splice(0).forEach((off) => off());
    },
  };
}
