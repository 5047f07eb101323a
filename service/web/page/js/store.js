// @ts-check
// The store of the newest parts that the service has shown, with listeners.

/** @typedef {import("../messages.js").Part} Part */
/**
 * The content of the store by its kind; missing until it is put there. `welcome` is the Welcome of
 * this connection, `view` the name of the open view, `swapped` the run of the service and the number of
 * the plays of which the smaller die number is played first, `asksNames` true while the card does.
 *
 * @typedef {{[Shown in Part as Shown["is"]]?: Shown | undefined} & {
 *   welcome?: import("../messages.js").Welcome,
 *   preferences?: import("./preferences.js").Preferences,
 *   link?: import("./link.js").LinkState,
 *   swapped?: string,
 *   asksNames?: boolean,
 *   view?: import("./views.js").ViewName,
 * }} Parts
 * @typedef {keyof Parts} PartKind
 * @typedef {(parts: Readonly<Parts>) => void} Listener
 * @typedef {{
 *   parts: Readonly<Parts>,
 *   put: <K extends PartKind>(kind: K, value: Parts[K]) => void,
 *   on: (kinds: PartKind | readonly PartKind[], listener: Listener) => () => void,
 * }} Store
 */

/**
 * An empty store. `on` calls the listener at once, and after every `put` of one of its kinds, until
 * the function that it returns is called.
 * @returns {Store}
 */
export function createStore() {
  /** @type {Parts} */
  const parts = {};
  /** @type {Set<{kinds: PartKind[], listener: Listener}>} */
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
 * The same store for a view that will be closed: `release` removes all listeners that were added
 * through it, and from then on it adds none.
 * @param {Store} store
 * @returns {Store & {release: () => void}}
 */
export function scopedStore(store) {
  /** @type {(() => void)[]} */
  const unsubscribers = [];
  let isReleased = false;
  return {
    parts: store.parts,
    put: store.put,
    on(kinds, listener) {
      if (isReleased) return () => {};
      const unsubscribe = store.on(kinds, listener);
      unsubscribers.push(unsubscribe);
      return unsubscribe;
    },
    release() {
      isReleased = true;
      unsubscribers.splice(0).forEach((unsubscribe) => unsubscribe());
    },
  };
}
