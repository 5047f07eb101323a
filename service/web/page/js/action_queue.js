// @ts-check
// A queue that keeps actions in order, though one of them may have to wait.

/**
 * A queue of actions, which are sent in order. An action may wait until it is known to be possible,
 * as a put waits for its lift, and holds up those behind it; an impossible one is skipped.
 * @returns {<T>(send: () => Promise<T>, possible?: boolean | Promise<boolean>) => Promise<T | null>}
 */
export function createActionQueue() {
  /** @type {Promise<boolean>} */
  let before = Promise.resolve(true);
  return (send, possible = true) => {
    const turn = before.then(() => possible);
    before = turn;
    return turn.then((isPossible) => (isPossible ? send() : null));
  };
}
