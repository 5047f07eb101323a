// @ts-check
// Ends the turn of a player who cannot move, once the page has shown why for a while.

/** @typedef {import("../main.js").App} App */

/** Milliseconds for which the page shows why nobody can move. */
const DANCE_TIME = 5000;
/** @type {{set: (end: () => void, time: number) => number, clear: (timer: number) => void}} */
const TIMERS = { set: (end, time) => window.setTimeout(end, time), clear: (timer) => window.clearTimeout(timer) };

/**
 * Ends turns without a play at tables whose checkers and dice are all simulated; the preference for
 * one tap a turn switches it off. If another page was faster, the refusal is not shown. Stops at
 * `close`.
 * @param {App} app
 */
export function endDances(app, timers = TIMERS) {
  const { parts } = app.store;
  /** @type {number | null} */
  let timer = null;
  let due = -1;

  function stop() {
    if (timer !== null) timers.clear(timer);
    timer = null;
    due = -1;
  }

  function check() {
    const number = isDance(app) ? (parts.Plays?.number ?? -1) : -1;
    if (number === due) return;
    stop();
    if (number < 0) return;
    due = number;
    timer = timers.set(end, DANCE_TIME);
  }

  function end() {
    timer = null;
    const colour = parts.Plays?.colour;
    if (!colour || !isDance(app)) return;
    const revision = parts.Game?.revision ?? null;
    app.attempt({ is: "MakeRequest", colour, request: "done", number: 0, revision });
  }

  app.store.on(["Plays", "Game", "World", "Devices", "preferences", "link", "welcome"], check);
  return { close: stop };
}

/**
 * True if a player without a play only has to end the turn, and nothing else waits for anybody.
 * @param {App} app
 */
export function isDance(app) {
  const { Game, Plays, World } = app.store.parts;
  if (!Game || !Plays?.dance || !Plays.colour || !World || !app.mayTouch()) return false;
  const mayEnd = Game.players[Plays.colour].offers.some(({ request }) => request === "done");
  const isAtRest = !Game.question && !Game.alarm && World.hand.length === 0;
  const isSimulated = Game.dice.every(({ device }) => app.isTouchable(device));
  return mayEnd && isAtRest && isSimulated && app.preferences.get().oneTap;
}

/**
 * The reason why the player to move cannot play, or not all numbers, and whether the turn ends by itself.
 * @param {App} app
 */
export function limitsInWords(app) {
  const { Plays, Game } = app.store.parts;
  if (Plays?.limits && Game?.next.act === "move") return Plays.limits;
  const reason = Plays?.dance ?? "";
  return reason && isDance(app) ? `${reason} ${app.words.say("page.plays.ends")}` : reason;
}
