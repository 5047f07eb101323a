// @ts-check
// A setting that shows what a person has chosen here while the service does not show it yet.

/**
 * `value` is what to show. `choose` shows a value at once, and calls `show` if the service refuses it.
 * @template Value
 * @typedef {{value: () => Value, choose: (value: Value, done: Promise<boolean>) => Promise<void>}} PendingChoice
 */

/**
 * A choice over a setting of the table. The service answers before it shows the setting, and parts
 * from before may arrive meanwhile; so a choice gives way when the setting changes after its answer,
 * and on another connection.
 * @template Value
 * @param {{parts: {welcome?: object}}} store
 * @param {() => Value} current  The setting that the service has shown last.
 * @param {() => void} show
 * @returns {PendingChoice<Value>}
 */
export function createPendingChoice({ parts }, current, show) {
  /** @type {{value: Value, welcome: object | undefined, answered?: Value} | null} */
  let pending = null;
  return {
    value() {
      const isShown = pending && "answered" in pending && pending.answered !== current();
      if (isShown || pending?.welcome !== parts.welcome) pending = null;
      return pending ? pending.value : current();
    },
    async choose(value, done) {
      /** @type {NonNullable<typeof pending>} */
      const mine = { value, welcome: parts.welcome };
      pending = mine;
      const isDone = await done;
      if (pending !== mine) return;
      if (isDone && current() !== value) mine.answered = current();
      else pending = null;
      show();
    },
  };
}
