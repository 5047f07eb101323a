// @ts-check
// A WebSocket that is opened again after every loss and every long silence, later and later.

/**
 * @typedef {ReturnType<typeof setTimeout>} Timer
 * @typedef {{
 *   now: () => number,
 *   after: (milliseconds: number, call: () => void) => Timer,
 *   cancel: (timer: Timer | undefined) => void,
 * }} Clock
 * @typedef {{next: () => number, reset: () => void}} BackOff
 */
/**
 * `onMessage` is given the parsed JSON. `onBeat` is called every `beatInterval` milliseconds of a connection.
 * @typedef {{
 *   url: string,
 *   lostAfter: number,
 *   maxWait: number,
 *   onMessage: (message: any) => void,
 *   onLost: () => void,
 *   onOpen?: () => void,
 *   onBeat?: () => void,
 *   beatInterval?: number,
 *   open?: (url: string) => WebSocket,
 *   clock?: Clock,
 * }} ConnectionOptions
 * @typedef {{
 *   send: (message: object) => boolean,
 *   isSilent: () => boolean,
 *   resetWait: () => void,
 *   wake: () => void,
 *   close: () => void,
 * }} Connection
 */

/** Milliseconds of the first wait of a back-off. */
export const FIRST_WAIT = 500;

/** @type {Clock} */
export const REAL_CLOCK = {
  // Unlike `performance.now` it goes on while the computer sleeps.
  now: () => Date.now(),
  after: (milliseconds, call) => setTimeout(call, milliseconds),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * Waits that double up to the longest, until they are reset.
 * @param {number} longest
 * @returns {BackOff}
 */
export function createBackOff(longest) {
  let wait = FIRST_WAIT;
  return {
    next() {
      const now = wait;
      wait = Math.min(wait * 2, longest);
      return now;
    },
    reset: () => void (wait = FIRST_WAIT),
  };
}

/**
 * A connection that is opened again until it is closed; the waits grow until `resetWait`. It counts as
 * lost after `lostAfter` milliseconds without a message.
 *
 * `send` is false if the message could not be sent. `wake` is for a page that may have been asleep: it
 * connects again at once instead of showing what was true before.
 * @param {ConnectionOptions} options
 * @returns {Connection}
 */
export function createConnection(options) {
  const { clock = REAL_CLOCK, open = (url) => new WebSocket(url), beatInterval = Infinity, lostAfter } = options;
  const backOff = createBackOff(options.maxWait);
  /** @type {WebSocket | null} */
  let socket = null;
  let isClosed = false;
  let lastHeard = 0;
  /** @type {Timer | undefined} */
  let timer;

  function connect() {
    const mine = open(options.url);
    socket = mine;
    lastHeard = clock.now();
    mine.onopen = () => socket === mine && options.onOpen?.();
    mine.onmessage = ({ data }) => socket === mine && hear(JSON.parse(data));
    mine.onclose = () => socket === mine && lose();
    scheduleBeat();
  }

  /** @param {unknown} message */
  function hear(message) {
    lastHeard = clock.now();
    options.onMessage(message);
  }

  function scheduleBeat() {
    schedule(Math.min(beatInterval, lastHeard + lostAfter - clock.now()), beat);
  }

  function beat() {
    if (isSilent()) return lose();
    options.onBeat?.();
    scheduleBeat();
  }

  function isSilent() {
    return clock.now() - lastHeard >= lostAfter;
  }

  function lose() {
    drop();
    options.onLost();
    schedule(backOff.next(), connect);
  }

  function drop() {
    const old = socket;
    socket = null;
    old?.close();
  }

  /** @param {number} milliseconds @param {() => void} call */
  function schedule(milliseconds, call) {
    clock.cancel(timer);
    timer = clock.after(milliseconds, call);
  }

  connect();
  return {
    send(message) {
      if (socket?.readyState !== 1) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    isSilent,
    resetWait: backOff.reset,
    wake() {
      if (socket && isSilent()) lose();
      if (!socket && !isClosed) connect();
    },
    close() {
      isClosed = true;
      drop();
      clock.cancel(timer);
    },
  };
}

/**
 * Wakes a connection whenever the page may have been asleep.
 * @param {{wake: () => void}} connection
 */
export function wakeWithPage({ wake }) {
  for (const [target, event] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pageshow"], [window, "online"]])) {
    target.addEventListener(event, () => document.visibilityState === "visible" && wake());
  }
}
