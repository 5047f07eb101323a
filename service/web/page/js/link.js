// @ts-check
// The connection of the page to the service: heartbeat, session, and answers to actions.

import { createConnection } from "./connection.js";

/** @typedef {import("../messages.js").FromPage} FromPage */
/** @typedef {import("../messages.js").ToPage} ToPage */
/** @typedef {import("../messages.js").Action} Action */
/** @typedef {import("../messages.js").Refused} Refused */
/**
 * @typedef {"connecting" | "open" | "lost" | "refused"} LinkState
 * @typedef {{is: "Refused", kind: "lost", words: ""}} Lost  The refusal without a connection.
 * @typedef {{
 *   url: string,
 *   hello: () => FromPage,
 *   onMessage: (message: ToPage) => void,
 *   onState: (state: LinkState) => void,
 *   open?: (url: string) => WebSocket,
 *   clock?: import("./connection.js").Clock,
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
/** Milliseconds of the longest wait between two attempts to connect. */
export const MAX_WAIT = 5000;

/** @type {Lost} */
const LOST = { is: "Refused", kind: "lost", words: "" };

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
  /** @type {LinkState | null} */
  let state = null;
  let session = "";
  let number = 0;
  let beats = 0;
  /** @type {Map<number, PendingAction>} */
  const waiting = new Map();

  /** @param {LinkState} next */
  function setState(next) {
    if (next === state) return;
    state = next;
    options.onState(next);
  }

  /** @param {ToPage} message */
  function onMessage(message) {
    if (message.is === "Welcome") onWelcome(message);
    if (message.is === "Done" || message.is === "Refused") onAnswer(message);
    options.onMessage(message);
    if (message.is === "Refused" && message.kind === "other_protocol") giveUp();
  }

  /** @param {import("../messages.js").Welcome} welcome */
  function onWelcome(welcome) {
    session = welcome.session;
    number = 0;
    connection.resetWait();
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

  function lose() {
    refuseUnanswered();
    setState("lost");
  }

  function giveUp() {
    close();
    setState("refused");
  }

  function refuseUnanswered() {
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const act of unanswered) act.refused(LOST);
  }

  /** @param {FromPage} message */
  function say(message) {
    connection.send(message);
  }

  /** @param {Action} action @returns {Promise<void>} */
  function act(action) {
    if (state === "open" && connection.isSilent()) connection.wake();
    const mine = number + 1;
    if (state !== "open" || !connection.send({ is: "ActionRequest", session, number: mine, action })) return Promise.reject(LOST);
    number = mine;
    return new Promise((done, refused) => void waiting.set(mine, { done, refused }));
  }

  function close() {
    connection.close();
    refuseUnanswered();
  }

  setState("connecting");
  const connection = createConnection({
    url: options.url,
    lostAfter: LOST_AFTER,
    maxWait: MAX_WAIT,
    beatInterval: HEARTBEAT,
    onOpen: () => say(options.hello()),
    onBeat: () => state === "open" && say({ is: "KeepAlive", count: ++beats }),
    onMessage,
    onLost: lose,
    open: options.open,
    clock: options.clock,
  });
  return { act, say, wake: connection.wake, close };
}

/**
 * True if an error is a refusal of `act`.
 * @param {unknown} error
 * @returns {error is Refused | Lost}
 */
export function isRefusal(error) {
  return typeof error === "object" && error !== null && "is" in error && error.is === "Refused";
}
