// @ts-check
// Polls the camera for pictures while somebody watches.

/**
 * @typedef {{
 *   fetchOne: () => Promise<Blob | null>,
 *   show: (picture: Blob) => Promise<void>,
 *   isWatched: () => boolean,
 *   now?: () => number,
 *   wait?: (milliseconds: number) => Promise<void>,
 * }} PictureLoop  `fetchOne` resolves to null if there is no picture just now.
 */

/** Milliseconds from one picture to the next, at least. */
export const PICTURE_INTERVAL = 300;
/** Milliseconds until the next try if there was no picture. */
export const RETRY_INTERVAL = 1500;

/**
 * Shows picture after picture until `stop`. It requests the next one when the last is shown, so
 * none ever queues, and none while nobody watches; `resume` goes on.
 * @param {PictureLoop} loop
 */
export function createPictureLoop({ fetchOne, show, isWatched, now = () => performance.now(), wait = delay }) {
  let isRunning = false;
  let isStopped = false;

  async function run() {
    while (isWatched() && !isStopped) {
      const began = now();
      const picture = await fetchOne().catch(() => null);
      if (isStopped) return;
      if (picture) await show(picture);
      const pause = picture ? PICTURE_INTERVAL - (now() - began) : RETRY_INTERVAL;
      if (pause > 0) await wait(pause);
    }
  }

  return {
    resume() {
      if (isRunning) return;
      isRunning = true;
      run().finally(() => (isRunning = false));
    },
    stop() {
      isStopped = true;
    },
  };
}

/** @param {number} milliseconds @returns {Promise<void>} */
function delay(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
