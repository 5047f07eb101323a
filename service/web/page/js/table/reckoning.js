// @ts-check
// Reckons what lies on a simulated table, with what this page has done and was not shown yet.

/**
 * @typedef {import("../../messages.js").Colour} Colour
 * @typedef {{
 *   piles: Record<string, readonly Colour[]>,
 *   leaning: readonly {colour: Colour, places: readonly string[]}[],
 *   hand: readonly Colour[],
 * }} World
 * @typedef {{is: "Lift" | "Put", place: string, colour: Colour}
 *   | {is: "PutBetween", place: string, neighbour: string, colour: Colour, seen_by: string[]}} Deed
 * @typedef {{deed: Deed, isDone: boolean}} Own
 * @typedef {{
 *   show: (world: World) => void,
 *   reckon: (deed: Deed, done: Promise<boolean>) => void,
 *   world: () => World,
 * }} Reckoning  `world` is what lies there, and in the hand, as soon as the service knows all of it.
 */

/**
 * A hand is faster than what it does is shown: what was put down can be lifted again at once, and
 * what was lifted is not there any more. A deed that is refused never was.
 * @returns {Reckoning}
 */
export function createReckoning() {
  /** @type {World} */
  let shown = { piles: {}, leaning: [], hand: [] };
  /** @type {Own[]} In the order in which the service does them. */
  let own = [];
  return {
    show(world) {
      own = own.slice(countIn(world, shown, own));
      shown = world;
    },
    reckon(deed, done) {
      const mine = { deed, isDone: false };
      own = [...own, mine];
      done.then((isDone) => {
        mine.isDone = isDone;
        if (!isDone) own = own.filter((each) => each !== mine);
      });
    },
    world: () => afterAll(shown, own),
  };
}

/**
 * How many deeds a new world has in it. What the service has answered is in whatever it shows
 * from then on; of the others, what lies where they were done tells. Where somebody else's hands
 * were there as well, the world counts as it is.
 * @param {World} world @param {World} before @param {Own[]} own
 */
function countIn(world, before, own) {
  const answered = own.filter(({ isDone }) => isDone).length;
  const places = own.flatMap(({ deed }) => placesOf(deed));
  for (let count = answered; count < own.length; count += 1) {
    const reckoned = afterAll(before, own.slice(0, count));
    if (places.every((place) => spelled(reckoned, place) === spelled(world, place))) return count;
  }
  return own.length;
}

/** @param {Deed} deed */
function placesOf(deed) {
  return deed.is === "PutBetween" ? [deed.place, deed.neighbour] : [deed.place];
}

/** @param {World} world @param {string} place */
function spelled(world, place) {
  const leaning = world.leaning.filter(({ places }) => places.includes(place));
  return [[...(world.piles[place] ?? [])].sort(), leaning.map(({ colour }) => colour).sort()].join("/");
}

/** @param {World} world @param {Own[]} own */
function afterAll(world, own) {
  return own.reduce((reckoned, { deed }) => after(reckoned, deed), world);
}

/**
 * The world after a deed; where both lie, one that leans is lifted last.
 * @param {World} world @param {Deed} deed
 * @returns {World}
 */
function after({ piles, leaning, hand }, deed) {
  const { place, colour } = deed;
  const pile = piles[place] ?? [];
  if (deed.is === "Put") {
    return { piles: { ...piles, [place]: [...pile, colour] }, leaning, hand: without(hand, colour) };
  }
  if (deed.is === "PutBetween") {
    const leant = { colour, places: [place, deed.neighbour] };
    return { piles, leaning: [...leaning, leant], hand: without(hand, colour) };
  }
  const taken = leaning.find((each) => each.colour === colour && each.places.includes(place));
  return {
    piles: { ...piles, [place]: without(pile, colour) },
    leaning: pile.includes(colour) ? leaning : leaning.filter((each) => each !== taken),
    hand: [...hand, colour],
  };
}

/** @param {readonly Colour[]} pile @param {Colour} colour */
function without(pile, colour) {
  const last = pile.lastIndexOf(colour);
  return pile.filter((_, at) => at !== last);
}
