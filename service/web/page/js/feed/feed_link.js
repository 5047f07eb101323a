// @ts-check
// The connection to a stream of the feed, which connects again for as long as the page is open.

/** @typedef {import("../../messages.js").StreamMessage} StreamMessage */
/** @typedef {import("../link.js").Clock} Clock */
/**
 * @typedef {{
 *   path: string,
 *   language: string,
 *   onMessage: (message: StreamMessage) => void,
 *   onState: (isOpen: boolean) => void,
 *   open?: (url: string) => WebSocket,
 *   clock?: Clock,
 * }} FeedOptions
 */

/** Milliseconds of the back-off, which doubles from the first to the longest wait. */
export const FIRST_WAIT = 500;
export const MAX_WAIT = 10_000;
/** Milliseconds of silence after which a connection counts as lost; the service sends a beat every 15 s. */
export const MAX_SILENCE = 40_000;

/** @type {Clock} */
const REAL_CLOCK = {
  now: () => performance.now(),
  after: (milliseconds, call) => setTimeout(call, milliseconds),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * Follows a stream until the returned function is called. Every connection begins with whole states,
 * so nothing has to be remembered of the one before.
 * @param {FeedOptions} options
 * @returns {() => void}
 */
export function followFeed({ path, language, onMessage, onState, open = (url) => new WebSocket(url), clock = REAL_CLOCK }) {
  const host = typeof location === "undefined" ? "" : location.origin.replace(/^http/, "ws");
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function connect() {
    const mine = open(`${host}${path}?language=${language}`);
    socket = mine;
    mine.onmessage = ({ data }) => socket === mine && hear(/** @type {StreamMessage} */ (JSON.parse(data)));
    mine.onclose = () => socket === mine && lose();
    schedule(MAX_SILENCE, lose);
  }

  /** @param {StreamMessage} message */
  function hear(message) {
    wait = FIRST_WAIT;
    schedule(MAX_SILENCE, lose);
    if (message.is === "Start") onState(true);
    onMessage(message);
  }

  function lose() {
    drop();
    onState(false);
    schedule(wait, connect);
    wait = Math.min(wait * 2, MAX_WAIT);
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
  return () => {
    drop();
    clock.cancel(timer);
  };
}
