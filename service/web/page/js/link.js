// @ts-check
// Keeps the connection to the service alive, and brings acts there and answers back.

/**
 * @typedef {"connecting" | "open" | "lost" | "refused"} LinkState
 * @typedef {{is: string, [field: string]: any}} Message
 * @typedef {{
 *   now: () => number,
 *   after: (milliseconds: number, call: () => void) => any,
 *   cancel: (timer: any) => void,
 * }} Clock
 * @typedef {{
 *   url: string,
 *   hello: () => Message,
 *   onMessage: (message: Message) => void,
 *   onState: (state: LinkState) => void,
 *   open?: (url: string) => WebSocket,
 *   clock?: Clock,
 * }} Wanted
 * @typedef {{
 *   act: (deed: Message) => Promise<void>,
 *   say: (message: Message) => void,
 *   close: () => void,
 * }} Link
 * @typedef {{done: () => void, refused: (why: Message) => void}} Waiting
 */

export const HEARTBEAT = 2000;
/** After so long without a word the connection is taken for lost. */
export const SILENCE = 5000;
export const FIRST_WAIT = 500;
export const LONGEST_WAIT = 5000;

/** @type {Clock} */
const REAL_CLOCK = {
  now: () => performance.now(),
  after: (milliseconds, call) => setTimeout(call, milliseconds),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * A link that connects, and connects again after every loss, until it is closed or the service
 * speaks another protocol. It is open once it was welcomed.
 *
 * `act` resolves when the deed is done and rejects with the Refused; without a connection it
 * rejects with `{why: "lost"}`, and so does what was under way when the connection was lost:
 * nothing is ever sent twice.
 * @param {Wanted} wanted
 * @returns {Link}
 */
export function createLink(wanted) {
  const clock = wanted.clock ?? REAL_CLOCK;
  const open = wanted.open ?? ((url) => new WebSocket(url));
  /** @type {LinkState | null} */
  let state = null;
  /** @type {WebSocket | null} */
  let socket = null;
  let session = "";
  let number = 0;
  let beats = 0;
  let heard = 0;
  let wait = FIRST_WAIT;
  /** @type {any} */
  let timer = null;
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();

  /** @param {LinkState} next */
  function become(next) {
    if (next === state) return;
    state = next;
    wanted.onState(next);
  }

  function connect() {
    if (state === null) become("connecting");
    const mine = open(wanted.url);
    socket = mine;
    heard = clock.now();
    mine.onopen = () => socket === mine && say(wanted.hello());
    mine.onmessage = (event) => socket === mine && hear(JSON.parse(event.data));
    mine.onclose = () => socket === mine && lose();
    again(HEARTBEAT, beat);
  }

  /** @param {Message} message */
  function hear(message) {
    heard = clock.now();
    if (message.is === "Welcome") welcomed(message);
    if (message.is === "Done" || message.is === "Refused") answered(message);
    wanted.onMessage(message);
    if (message.is === "Refused" && message.why === "other_protocol") giveUp();
  }

  /** @param {Message} welcome */
  function welcomed(welcome) {
    session = welcome.session;
    number = 0;
    wait = FIRST_WAIT;
    become("open");
  }

  /** @param {Message} answer */
  function answered(answer) {
    const act = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (answer.is === "Done") act?.done();
    else act?.refused(answer);
  }

  function beat() {
    if (clock.now() - heard >= SILENCE) return lose();
    if (state === "open") say({ is: "Alive", count: ++beats });
    again(HEARTBEAT, beat);
  }

  function lose() {
    drop();
    become("lost");
    again(wait, connect);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function giveUp() {
    drop();
    clock.cancel(timer);
    become("refused");
  }

  function drop() {
    const old = socket;
    socket = null;
    old?.close();
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const act of unanswered) act.refused({ is: "Refused", why: "lost", words: "" });
  }

  /**
   * @param {number} milliseconds
   * @param {() => void} call
   */
  function again(milliseconds, call) {
    clock.cancel(timer);
    timer = clock.after(milliseconds, call);
  }

  /** @param {Message} message */
  function say(message) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  /** @param {Message} deed */
  function act(deed) {
    if (state !== "open" || socket?.readyState !== 1) {
      return Promise.reject({ is: "Refused", why: "lost", words: "" });
    }
    const mine = ++number;
    say({ is: "Act", session, number: mine, deed });
    /** @type {Promise<void>} */
    const answer = new Promise((done, refused) => void waiting.set(mine, { done, refused }));
    return answer;
  }

  function close() {
    drop();
    clock.cancel(timer);
  }

  connect();
  return { act: /** @type {any} */ (act), say, close };
}
