// @ts-check
// The connection to a stream of the feed, which connects again for as long as the page is open.

import { createConnection } from "../connection.js";

/** @typedef {import("../../messages.js").StreamMessage} StreamMessage */
/**
 * `onNewProgram` is called when another program serves the stream than at first.
 * @typedef {{
 *   path: string,
 *   language: string,
 *   onMessage: (message: StreamMessage) => void,
 *   onState: (isOpen: boolean) => void,
 *   onNewProgram: () => void,
 *   open?: (url: string) => WebSocket,
 *   clock?: import("../connection.js").Clock,
 * }} FeedOptions
 */

/** Milliseconds of the longest wait between two attempts to connect. */
export const MAX_WAIT = 10_000;
/** Milliseconds of silence after which a connection counts as lost; the service sends a beat every 15 s. */
export const MAX_SILENCE = 40_000;

/**
 * Follows a stream until it is closed. Every connection begins with whole states, so nothing has to be
 * remembered of the one before.
 * @param {FeedOptions} options
 * @returns {Pick<import("../connection.js").Connection, "wake" | "close">}
 */
export function followFeed({ path, language, onMessage, onState, onNewProgram, open, clock }) {
  const host = typeof location === "undefined" ? "" : location.origin.replace(/^http/, "ws");
  /** @type {string | null} */
  let program = null;

  /** @param {StreamMessage} message */
  function hear(message) {
    connection.resetWait();
    if (message.is === "Start") {
      if (program !== null && program !== message.kibitz) return onNewProgram();
      program = message.kibitz;
      onState(true);
    }
    onMessage(message);
  }

  const connection = createConnection({
    url: `${host}${path}?language=${language}`,
    lostAfter: MAX_SILENCE,
    maxWait: MAX_WAIT,
    onMessage: hear,
    onLost: () => onState(false),
    open,
    clock,
  });
  return connection;
}
