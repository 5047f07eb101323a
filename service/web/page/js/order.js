// @ts-check
// Keeps the order in which hands do things, though one of them may have to wait.

/**
 * What is done goes its way in the order in which it was done: what waits to be possible, as a
 * checker that comes down waits for its lift, is not overtaken. What is not possible is left out.
 * @returns {<T>(send: () => Promise<T>, possible?: boolean | Promise<boolean>) => Promise<T | null>}
 */
export function createOrder() {
  /** @type {Promise<boolean>} */
  let before = Promise.resolve(true);
  return (send, possible = true) => {
    const turn = before.then(() => possible);
    before = turn;
    return turn.then((isPossible) => (isPossible ? send() : null));
  };
}
