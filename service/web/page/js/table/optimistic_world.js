// @ts-check
// The optimistic state of a simulated table: as shown, plus the pending actions of this page.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {{
 *   piles: Record<string, readonly Colour[]>,
 *   leaning: readonly {colour: Colour, places: readonly string[]}[],
 *   hand: readonly Colour[],
 * }} World
 * @typedef {{is: "Lift", place: string, colour: Colour}
 *   | {is: "LiftForStep", place: string, colour: Colour, plays: number, count: number}
 *   | {is: "Put", place: string, colour: Colour, carry_hit?: boolean}
 *   | {is: "PutBetween", place: string, neighbour: string, colour: Colour, seen_by: string[]}} HandAction
 * @typedef {{action: HandAction, isDone: boolean}} PendingAction
 * @typedef {{
 *   show: (world: World) => void,
 *   expect: (action: HandAction, done: Promise<boolean>) => void,
 *   world: () => World,
 * }} OptimisticWorld  `world` is the state of the table and the hand after all pending actions.
 */

/**
 * A world that is ahead of the service: a checker that was put down can be lifted again at once. A
 * refused action is rolled back.
 * @returns {OptimisticWorld}
 */
export function createOptimisticWorld() {
  /** @type {World} */
  let shown = { piles: {}, leaning: [], hand: [] };
  /** @type {PendingAction[]} In the order of their execution. */
  let pending = [];
  return {
    show(world) {
      pending = pending.slice(countApplied(world, shown, pending));
      shown = world;
    },
    expect(action, done) {
      const mine = { action, isDone: false };
      pending = [...pending, mine];
      done.then((isDone) => {
        mine.isDone = isDone;
        if (!isDone) pending = pending.filter((each) => each !== mine);
      });
    },
    world: () => applyAll(shown, pending),
  };
}

/**
 * The number of pending actions that a new world contains. It contains every answered action; the
 * checkers at the places of the others show how many of these. If no number fits, as another hand
 * was there too, the world contains all.
 * @param {World} world @param {World} before @param {PendingAction[]} pending
 */
function countApplied(world, before, pending) {
  const answered = pending.filter(({ isDone }) => isDone).length;
  const places = pending.flatMap(({ action }) => placesOf(action));
  for (let count = answered; count < pending.length; count += 1) {
    const expected = applyAll(before, pending.slice(0, count));
    if (places.every((place) => contentText(expected, place) === contentText(world, place))) return count;
  }
  return pending.length;
}

/** @param {HandAction} action */
function placesOf(action) {
  if (action.is === "PutBetween") return [action.place, action.neighbour];
  return action.is === "Put" && action.carry_hit ? [action.place, barOfHit(action.colour)] : [action.place];
}

/** @param {World} world @param {string} place */
function contentText(world, place) {
  const leaning = world.leaning.filter(({ places }) => places.includes(place));
  return [[...(world.piles[place] ?? [])].sort(), leaning.map(({ colour }) => colour).sort()].join("/");
}

/** @param {World} world @param {PendingAction[]} pending */
function applyAll(world, pending) {
  return pending.reduce((expected, { action }) => apply(expected, action), world);
}

/**
 * The world after an action; a checker that leans is lifted after those that lie.
 * @param {World} world @param {HandAction} action
 * @returns {World}
 */
function apply({ piles, leaning, hand }, action) {
  const { place, colour } = action;
  const pile = piles[place] ?? [];
  if (action.is === "Put" && action.carry_hit) {
    const bar = barOfHit(colour);
    const carried = { [place]: [colour], [bar]: [...(piles[bar] ?? []), ...pile] };
    return { piles: { ...piles, ...carried }, leaning, hand: without(hand, colour) };
  }
  if (action.is === "Put") {
    return { piles: { ...piles, [place]: [...pile, colour] }, leaning, hand: without(hand, colour) };
  }
  if (action.is === "PutBetween") {
    const leant = { colour, places: [place, action.neighbour] };
    return { piles, leaning: [...leaning, leant], hand: without(hand, colour) };
  }
  const taken = leaning.find((each) => each.colour === colour && each.places.includes(place));
  return {
    piles: { ...piles, [place]: without(pile, colour) },
    leaning: pile.includes(colour) ? leaning : leaning.filter((each) => each !== taken),
    hand: [...hand, colour],
  };
}

/** @param {Colour} hitter */
export const barOfHit = (hitter) => (hitter === "light" ? "bar.dark" : "bar.light");

/** @param {readonly Colour[]} pile @param {Colour} colour */
function without(pile, colour) {
  const last = pile.lastIndexOf(colour);
  return pile.filter((_, at) => at !== last);
}
