// @ts-check
// The checkers that this page has lifted, with where they came from.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {{colour: Colour, from: string | null, lifted?: Promise<boolean>}} HeldChecker
 * @typedef {{colour: Colour, done: Promise<boolean>}} PendingLift  A lift that the service may still refuse.
 * @typedef {{
 *   lift?: (place: string, colour: Colour | null) => Colour | PendingLift | null | undefined,
 *   put?: (place: string, colour: Colour, lifted: Promise<boolean> | undefined,
 *     from: string | null) => Promise<boolean> | void,
 *   putBetween?: (place: string, neighbour: string, colour: Colour, seenBy: string[],
 *     lifted?: Promise<boolean>) => Promise<boolean> | void,
 *   tap?: (place: string) => boolean,
 *   explain?: (place: string) => void,
 *   dice?: (device: string, colour: Colour | null) => (() => void) | null,
 *   isToThrow?: (device: string, colour: Colour | null) => boolean,
 *   cube?: () => void,
 *   isLive?: () => boolean,
 * }} Handlers  `lift` gets the colour that was touched, or null, and returns the lifted colour, or
 *   null if there is none to lift. `put` and `putBetween` get the outcome of a lift that is still
 *   pending; `put` also gets the origin of the checker, if it is known. `tap` returns true if it has
 *   dealt with a tap of an empty hand. A board that nobody can
 *   touch has no `lift`, and calls `explain` instead. `dice` returns the action of a press on them,
 *   and `isToThrow` is true if that throws them. `isLive`: true while the board may be touched.
 * @typedef {{
 *   held: () => HeldChecker[],
 *   next: () => number,
 *   choose: (at: number) => void,
 *   lift: (place: string, colour: Colour | null) => boolean,
 *   put: (place: string, at?: number) => void,
 *   putBetween: (place: string, neighbour: string, seenBy: string[]) => void,
 *   putBack: (at?: number) => void,
 *   tap: (place: string, colour?: Colour | null) => void,
 *   sync: (hand: readonly Colour[] | undefined) => void,
 * }} HeldCheckers
 */

/**
 * The hand over one board: a stack, unless another checker is chosen.
 * @param {{
 *   handlers: () => Handlers | null,
 *   cameFrom: (colour: Colour) => string | null,
 *   changed: () => void,
 *   returned?: (checker: HeldChecker, isInHand: boolean) => void,
 * }} board  `cameFrom`: the origin of a checker that another page has lifted, if a lamp marks it.
 *   `returned`: an action was refused, so the checker lies where it did, or is in the hand again.
 * @returns {HeldCheckers}
 */
export function createHeldCheckers(board) {
  /** @type {HeldChecker[]} */
  let held = [];
  /** @type {HeldChecker[]} Checkers that left the hand, whose origin may be needed again. */
  let remembered = [];
  /** @type {readonly Colour[] | undefined} */
  let synced;
  let chosen = -1;

  const next = () => (chosen >= 0 && chosen < held.length ? chosen : held.length - 1);
  const handlers = () => {
    const present = board.handlers();
    return present && (present.isLive?.() ?? true) ? present : null;
  };

  /** @param {string} place @param {Colour | null} colour */
  function lift(place, colour) {
    const hands = handlers();
    if (hands && !hands.lift) hands.explain?.(place);
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

  /** @param {HeldChecker} checker  One whose lift was refused. */
  function drop(checker) {
    held = held.filter((each) => each !== checker);
    board.changed();
    board.returned?.(checker, false);
  }

  /** @param {number} at @returns {HeldChecker | undefined} */
  function release(at) {
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
    const checker = release(at);
    if (checker) bringDown(checker, handlers()?.put?.(place, checker.colour, checker.lifted, checker.from));
  }

  /** @param {string} place @param {string} neighbour @param {string[]} seenBy */
  function putBetween(place, neighbour, seenBy) {
    const astride = handlers()?.putBetween;
    const checker = astride && release(next());
    if (checker) bringDown(checker, astride(place, neighbour, checker.colour, seenBy, checker.lifted));
  }

  /**
   * Returns a checker to the hand if putting it down fails.
   * @param {HeldChecker} checker @param {Promise<boolean> | void} action
   */
  async function bringDown(checker, action) {
    if ((await action) !== false || (await checker.lifted) === false) return;
    held = [...held, checker];
    board.changed();
    board.returned?.(checker, true);
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
    else if (!handlers()?.tap?.(place)) lift(place, colour);
  }

  /** @param {readonly Colour[] | undefined} hand  The hand as the service knows it, if it does. */
  function sync(hand) {
    if (hand === undefined || hand === synced) return;
    synced = hand;
    const known = held.map(({ colour }) => colour);
    if (String([...hand].sort()) !== String(known.sort())) replaceHeld(hand);
  }

  /** @param {readonly Colour[]} hand */
  function replaceHeld(hand) {
    const known = [...held, ...remembered];
    remembered = known;
    held = hand.map((colour) => {
      const at = known.findIndex((each) => each.colour === colour);
      const [own] = at < 0 ? [] : known.splice(at, 1);
      return own ?? { colour, from: null };
    });
  }

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    board.changed();
  }

  return { held: () => held, next, choose, lift, put, putBetween, putBack, tap, sync };
}
