// @ts-check
// Knows which checkers this page has lifted, from where, and brings them down again.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {{colour: Colour, from: string | null, lifted?: Promise<boolean>}} Held
 * @typedef {{colour: Colour, done: Promise<boolean>}} Lifting  A lift that may yet turn out not to be possible.
 * @typedef {{
 *   lift?: (place: string, colour: Colour | null) => Colour | Lifting | null | undefined,
 *   put?: (place: string, colour: Colour, lifted?: Promise<boolean>) => Promise<boolean> | void,
 *   putBetween?: (place: string, neighbour: string, colour: Colour, seenBy: string[],
 *     lifted?: Promise<boolean>) => Promise<boolean> | void,
 *   tried?: () => void,
 *   dice?: (device: string, colour: Colour | null) => (() => void) | null,
 *   cube?: () => void,
 *   live?: () => boolean,
 * }} Handlers  `lift` is told the colour that was touched, null where it is not known, and answers
 *   with the colour that is in the hand now, or null if there was none to lift. What brings a
 *   checker down is told whether it was `lifted`, where that is not known yet. Where checkers are
 *   only looked at there is no `lift`, and `tried` is told of every try. `dice` answers with what a
 *   press on them does. `live` tells whether anything may be touched at this moment.
 * @typedef {{
 *   held: () => Held[],
 *   next: () => number,
 *   choose: (at: number) => void,
 *   lift: (place: string, colour: Colour | null) => boolean,
 *   put: (place: string, at?: number) => void,
 *   putBetween: (place: string, neighbour: string, seenBy: string[]) => void,
 *   putBack: (at?: number) => void,
 *   tap: (place: string, colour?: Colour | null) => void,
 *   agree: (hand: readonly Colour[] | undefined) => void,
 * }} Carrying
 */

/**
 * The hand over one board. What was lifted last is put first, unless another one is chosen.
 * @param {{
 *   handlers: () => Handlers | null,
 *   cameFrom: (colour: Colour) => string | null,
 *   changed: () => void,
 * }} board  `cameFrom`: where a checker belongs that this page has not lifted, if anything tells.
 * @returns {Carrying}
 */
export function createCarrying(board) {
  /** @type {Held[]} */
  let held = [];
  /** @type {Held[]} Where those come from that the hand does not show just now. */
  let remembered = [];
  /** @type {readonly Colour[] | undefined} */
  let agreed;
  let chosen = -1;

  const next = () => (chosen >= 0 && chosen < held.length ? chosen : held.length - 1);
  const handlers = () => {
    const present = board.handlers();
    return present && (present.live?.() ?? true) ? present : null;
  };

  /** @param {string} place @param {Colour | null} colour */
  function lift(place, colour) {
    const hands = handlers();
    if (hands && !hands.lift) hands.tried?.();
    const lifted = hands?.lift?.(place, colour);
    if (!lifted) return false;
    const { colour: found, done } = typeof lifted === "string" ? { colour: lifted, done: undefined } : lifted;
    const checker = { colour: found, from: place, lifted: done };
    held = [...held, checker];
    chosen = -1;
    board.changed();
    done?.then((isLifted) => isLifted || drop(checker));
    return true;
  }

  /** @param {Held} checker  One that never was in the hand. */
  function drop(checker) {
    held = held.filter((each) => each !== checker);
    board.changed();
  }

  /** @param {number} at @returns {Held | undefined} */
  function letGo(at) {
    const checker = handlers() ? held[at] : undefined;
    if (!checker) return undefined;
    held = held.filter((each) => each !== checker);
    remembered = [checker];
    chosen = -1;
    board.changed();
    return checker;
  }

  /** @param {string} place @param {number} [at] */
  function put(place, at = next()) {
    const checker = letGo(at);
    if (checker) bringDown(checker, handlers()?.put?.(place, checker.colour, checker.lifted));
  }

  /** @param {string} place @param {string} neighbour @param {string[]} seenBy */
  function putBetween(place, neighbour, seenBy) {
    const astride = handlers()?.putBetween;
    const checker = astride && letGo(next());
    if (checker) bringDown(checker, astride(place, neighbour, checker.colour, seenBy, checker.lifted));
  }

  /**
   * A checker that was lifted and cannot come down is still in the hand.
   * @param {Held} checker @param {Promise<boolean> | void} deed
   */
  async function bringDown(checker, deed) {
    if ((await deed) !== false || (await checker.lifted) === false) return;
    held = [...held, checker];
    board.changed();
  }

  /** @param {number} [at] */
  function putBack(at = next()) {
    const checker = held[at];
    const home = checker && (checker.from ?? board.cameFrom(checker.colour));
    if (home) put(home, at);
  }

  /** @param {string} place @param {Colour | null} [colour] */
  function tap(place, colour = null) {
    if (held.length) put(place);
    else lift(place, colour);
  }

  /** @param {readonly Colour[] | undefined} hand  What truly is in the hand, if anybody knows. */
  function agree(hand) {
    if (hand === undefined || hand === agreed) return;
    agreed = hand;
    const known = held.map(({ colour }) => colour);
    if (String([...hand].sort()) !== String(known.sort())) believe(hand);
  }

  /** @param {readonly Colour[]} hand */
  function believe(hand) {
    const known = [...held, ...remembered];
    remembered = known;
    held = hand.map((colour) => {
      const at = known.findIndex((each) => each.colour === colour);
      return at < 0 ? { colour, from: null } : known.splice(at, 1)[0];
    });
  }

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    board.changed();
  }

  return { held: () => held, next, choose, lift, put, putBetween, putBack, tap, agree };
}
