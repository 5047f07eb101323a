// @ts-check
// Fetches one picture of the camera after the other, for as long as somebody looks at them.

/**
 * @typedef {{
 *   fetchOne: () => Promise<Blob | null>,
 *   show: (picture: Blob) => Promise<void>,
 *   isWatched: () => boolean,
 *   now?: () => number,
 *   wait?: (milliseconds: number) => Promise<void>,
 * }} Film  `fetchOne` gives null where there is no picture just now.
 */

/** From one picture to the next (ms), at least; a slow line or a slow page takes longer. */
export const PACE = 300;
/** How long (ms) to wait where there was no picture. */
export const PAUSE = 1500;

/**
 * Shows picture after picture until it is stopped. The next one is asked for when the last has
 * been shown, so that none ever waits, and none at all while nobody watches: `look` must be called
 * when somebody does again.
 * @param {Film} film
 */
export function createPictures({ fetchOne, show, isWatched, now = () => performance.now(), wait = waited }) {
  let isRunning = false;
  let isOver = false;

  async function run() {
    while (isWatched() && !isOver) {
      const began = now();
      const picture = await fetchOne().catch(() => null);
      if (isOver) return;
      if (picture) await show(picture);
      const pause = picture ? PACE - (now() - began) : PAUSE;
      if (pause > 0) await wait(pause);
    }
  }

  return {
    look() {
      if (isRunning) return;
      isRunning = true;
      run().finally(() => (isRunning = false));
    },
    stop() {
      isOver = true;
    },
  };
}

/** @param {number} milliseconds @returns {Promise<void>} */
function waited(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
