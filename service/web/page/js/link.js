// @ts-check
// The connection to the service: heartbeat, reconnection with back-off, and answers to actions.

/** @typedef {import("../messages.js").FromPage} FromPage */
/** @typedef {import("../messages.js").ToPage} ToPage */
/** @typedef {import("../messages.js").Action} Action */
/** @typedef {import("../messages.js").Refused} Refused */
/**
 * @typedef {"connecting" | "open" | "lost" | "refused"} LinkState
 * @typedef {{is: "Refused", kind: "lost", words: ""}} Lost  The refusal without a connection.
 * @typedef {ReturnType<typeof setTimeout>} Timer
 * @typedef {{
 *   now: () => number,
 *   after: (milliseconds: number, call: () => void) => Timer,
 *   cancel: (timer: Timer | undefined) => void,
 * }} Clock
 * @typedef {{
 *   url: string,
 *   hello: () => FromPage,
 *   onMessage: (message: ToPage) => void,
 *   onState: (state: LinkState) => void,
 *   open?: (url: string) => WebSocket,
 *   clock?: Clock,
 * }} LinkOptions
 * @typedef {{
 *   act: (action: Action) => Promise<void>,
 *   say: (message: FromPage) => void,
 *   wake: () => void,
 *   close: () => void,
 * }} Link
 * @typedef {{done: () => void, refused: (refusal: Refused | Lost) => void}} PendingAction
 */

/** Milliseconds between two heartbeats. */
export const HEARTBEAT = 2000;
/** Milliseconds without a message after which the connection counts as lost. */
export const LOST_AFTER = 5000;
/** Milliseconds of the back-off, which doubles from the first to the longest wait. */
export const FIRST_WAIT = 500;
export const MAX_WAIT = 5000;

/** @type {Lost} */
const LOST = { is: "Refused", kind: "lost", words: "" };

/** @type {Clock} */
const REAL_CLOCK = {
  // Unlike `performance.now` it goes on while the computer sleeps.
  now: () => Date.now(),
  after: (milliseconds, call) => setTimeout(call, milliseconds),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * A link that reconnects after every loss, until it is closed or the service speaks another
 * protocol. It is open from the Welcome on.
 *
 * `act` resolves when the action is done and rejects with the Refused. It rejects with `Lost` without
 * a connection, and when the connection is lost before the answer: nothing is ever sent twice.
 *
 * `wake` is for a page that may have been asleep: it connects again at once instead of showing what
 * was true before.
 * @param {LinkOptions} options
 * @returns {Link}
 */
export function createLink(options) {
  const clock = options.clock ?? REAL_CLOCK;
  const open = options.open ?? ((url) => new WebSocket(url));
  /** @type {LinkState | null} */
  let state = null;
  /** @type {WebSocket | null} */
  let socket = null;
  let session = "";
  let number = 0;
  let beats = 0;
  let lastHeard = 0;
  let wait = FIRST_WAIT;
  /** @type {Timer | undefined} */
  let timer;
  /** @type {Map<number, PendingAction>} */
  const waiting = new Map();

  /** @param {LinkState} next */
  function setState(next) {
    if (next === state) return;
    state = next;
    options.onState(next);
  }

  function connect() {
    if (state === null) setState("connecting");
    const mine = open(options.url);
    socket = mine;
    lastHeard = clock.now();
    mine.onopen = () => socket === mine && say(options.hello());
    mine.onmessage = ({ data }) => socket === mine && onMessage(/** @type {ToPage} */ (JSON.parse(data)));
    mine.onclose = () => socket === mine && lose();
    schedule(HEARTBEAT, sendHeartbeat);
  }

  /** @param {ToPage} message */
  function onMessage(message) {
    lastHeard = clock.now();
    if (message.is === "Welcome") onWelcome(message);
    if (message.is === "Done" || message.is === "Refused") onAnswer(message);
    options.onMessage(message);
    if (message.is === "Refused" && message.kind === "other_protocol") giveUp();
  }

  /** @param {import("../messages.js").Welcome} welcome */
  function onWelcome(welcome) {
    session = welcome.session;
    number = 0;
    wait = FIRST_WAIT;
    setState("open");
  }

  /** @param {import("../messages.js").ActionDone | Refused} answer */
  function onAnswer(answer) {
    if (answer.number === null) return;
    const act = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (answer.is === "Done") act?.done();
    else act?.refused(answer);
  }

  function sendHeartbeat() {
    if (isSilent()) return lose();
    if (state === "open") say({ is: "KeepAlive", count: ++beats });
    schedule(HEARTBEAT, sendHeartbeat);
  }

  /** True if nothing has been heard for so long that the connection counts as lost. */
  function isSilent() {
    return clock.now() - lastHeard >= LOST_AFTER;
  }

  function wake() {
    if (state === "open" && isSilent()) lose();
    if (state === "lost" && !socket) connect();
  }

  function lose() {
    drop();
    setState("lost");
    schedule(wait, connect);
    wait = Math.min(wait * 2, MAX_WAIT);
  }

  function giveUp() {
    drop();
    clock.cancel(timer);
    setState("refused");
  }

  function drop() {
    const old = socket;
    socket = null;
    old?.close();
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const act of unanswered) act.refused(LOST);
  }

  /**
   * @param {number} milliseconds
   * @param {() => void} call
   */
  function schedule(milliseconds, call) {
    clock.cancel(timer);
    timer = clock.after(milliseconds, call);
  }

  /** @param {FromPage} message */
  function say(message) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  /** @param {Action} action @returns {Promise<void>} */
  function act(action) {
    if (state === "open" && isSilent()) wake();
    if (state !== "open" || socket?.readyState !== 1) return Promise.reject(LOST);
    const mine = ++number;
    say({ is: "ActionRequest", session, number: mine, action });
    return new Promise((done, refused) => void waiting.set(mine, { done, refused }));
  }

  function close() {
    drop();
    clock.cancel(timer);
  }

  connect();
  return { act, say, wake, close };
}

/**
 * True if an error is a refusal of `act`.
 * @param {unknown} error
 * @returns {error is Refused | Lost}
 */
export function isRefusal(error) {
  return typeof error === "object" && error !== null && "is" in error && error.is === "Refused";
}
