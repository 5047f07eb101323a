// @ts-check
// The legal steps of a throw as a tree of boards, and the steps that a tap on a place stands for.

/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").PlaysPart} PlaysPart */
/**
 * @typedef {{source: number, target: number, die: number, hits: boolean, before: number, after: number}} Step
 *   One checker moved by one die between two boards. Places are 25 (the bar) to 0 (off) as the
 *   player counts them.
 * @typedef {{
 *   colour: Colour,
 *   steps: (board: number) => readonly Step[],
 *   stepsTo: (board: number) => readonly Step[],
 *   boardOf: (piles: Record<string, readonly Colour[]>) => number | null,
 *   hasChecker: (board: number, place: number) => boolean,
 *   placeName: (place: number) => string,
 *   placeNumber: (name: string) => number | null,
 * }} PlayTree  Boards are numbered as in the part. `boardOf`: the board with these checkers, null if
 *   it is not on the way to a legal play.
 */

const BAR = 25;
const OFF = 0;
const HOME = 6;
const POINTS = 24;
/** The index of the opponent’s bar, the last of the counts. */
const OTHER_BAR = 25;
const BLOT = -1;

/**
 * @param {PlaysPart & {colour: Colour}} part
 * @returns {PlayTree}
 */
export function createPlayTree({ colour, counts, boards }) {
  /** @type {number[][]} The counts of each board, without the trays. */
  const countsOf = [counts.slice(0, OTHER_BAR + 1)];
  /** @type {Step[][]} */
  const into = boards.map(() => []);
  const steps = boards.map((numbered, before) => {
    const from = countsOf[before];
    // No step leads to some boards where the computer has chosen its play.
    if (!from) return [];
    return numbered.map(([source, die, after]) => {
      const target = Math.max(source - die, OFF);
      const hits = target > OFF && from[target - 1] === BLOT;
      const step = { source, target, die, hits, before, after };
      countsOf[after] ??= countsAfter(from, step);
      into[after]?.push(step);
      return step;
    });
  });
  /** @type {Map<string, number>} */
  const boardsByCounts = new Map();
  countsOf.forEach((each, board) => boardsByCounts.set(String(each), board));
  return {
    colour,
    steps: (board) => steps[board] ?? [],
    stepsTo: (board) => into[board] ?? [],
    boardOf: (piles) => boardsByCounts.get(String(countPiles(piles, colour))) ?? null,
    hasChecker: (board, place) => place > OFF && (countsOf[board]?.[place - 1] ?? 0) > 0,
    placeName: (place) => nameOf(place, colour),
    placeNumber: (name) => numberOf(name, colour),
  };
}

/** @param {readonly number[]} counts @param {Step} step */
function countsAfter(counts, { source, target, hits }) {
  const after = [...counts];
  after[source - 1] = (after[source - 1] ?? 0) - 1;
  if (target > OFF) after[target - 1] = hits ? 1 : (after[target - 1] ?? 0) + 1;
  if (hits) after[OTHER_BAR] = (after[OTHER_BAR] ?? 0) + 1;
  return after;
}

/**
 * The counts of a board as the player of a colour sees it; null if both colours share a point.
 * @param {Record<string, readonly Colour[]>} piles @param {Colour} colour
 */
function countPiles(piles, colour) {
  const other = otherColour(colour);
  /** @param {string} place @param {Colour} which */
  const count = (place, which) => (piles[place] ?? []).filter((each) => each === which).length;
  const counts = [];
  for (let place = 1; place <= POINTS; place += 1) {
    const [own, others] = [count(nameOf(place, colour), colour), count(nameOf(place, colour), other)];
    if (own && others) return null;
    counts.push(own - others);
  }
  // Both halves of the bar are one place.
  for (const which of [colour, other]) counts.push(count("bar.light", which) + count("bar.dark", which));
  return counts;
}

/** @param {Colour} colour @returns {Colour} */
export function otherColour(colour) {
  return colour === "light" ? "dark" : "light";
}

/** @param {number} place @param {Colour} colour */
function nameOf(place, colour) {
  if (place === BAR) return `bar.${colour}`;
  if (place === OFF) return `off.${colour}`;
  return `p${colour === "light" ? place : BAR - place}`;
}

/** @param {string} name @param {Colour} colour */
export function numberOf(name, colour) {
  if (name === `bar.${colour}`) return BAR;
  if (name === `off.${colour}`) return OFF;
  const point = Number(/^p(\d+)$/.exec(name)?.[1]);
  if (!point) return null;
  return colour === "light" ? point : BAR - point;
}

/**
 * The steps that a tap on a place stands for, none if it stands for nothing: the checker there moves
 * by one number; else checkers come there, two if they make the point; a tap on the tray bears off as
 * many as the numbers allow. Null if several checkers could come, and the tap does not say which.
 * @param {PlayTree} tree @param {number} board @param {number} place
 * @param {boolean} lowFirst  True if the smaller number is to be played first.
 * @returns {readonly Step[] | null}
 */
export function stepsOfTap(tree, board, place, lowFirst) {
  if (place === OFF) return mostBorneOff(tree, board);
  const steps = inOrder(tree.steps(board), lowFirst);
  const own = steps.find(({ source }) => source === place);
  if (own) return [own];
  const [first] = steps.filter(({ target }) => target === place);
  if (!first) return carriedThere(tree, board, place, lowFirst);
  if (tree.hasChecker(board, place)) return [first];
  return madePoint(tree, board, place, lowFirst) ?? [first];
}

/** @param {readonly Step[]} steps @param {boolean} lowFirst */
function inOrder(steps, lowFirst) {
  return [...steps].sort((one, other) => (lowFirst ? one.die - other.die : other.die - one.die));
}

/**
 * Two steps of two checkers to the same point; null if there are none.
 * @param {PlayTree} tree @param {number} board @param {number} place @param {boolean} lowFirst
 */
function madePoint(tree, board, place, lowFirst) {
  for (const one of inOrder(tree.steps(board), lowFirst)) {
    if (one.target !== place) continue;
    const other = tree.steps(one.after).find(({ target }) => target === place);
    if (other) return [one, other];
  }
  return null;
}

/**
 * The steps by which one checker comes to a place; none if no checker can, null if several can.
 * @param {PlayTree} tree @param {number} board @param {number} place @param {boolean} lowFirst
 */
function carriedThere(tree, board, place, lowFirst) {
  const ways = inOrder(tree.steps(board), lowFirst).map((step) => continued(tree, [step], place));
  const found = ways.filter((way) => way.length > 0);
  return new Set(found.map(([first]) => first?.source)).size > 1 ? null : (found[0] ?? []);
}

/**
 * Steps, continued by the same checker until it comes to a place; none if it cannot.
 * @param {PlayTree} tree @param {readonly Step[]} way @param {number} place
 * @returns {readonly Step[]}
 */
function continued(tree, way, place) {
  const last = way.at(-1);
  if (!last || last.target === place) return way;
  for (const step of tree.steps(last.after)) {
    const longer = step.source === last.target ? continued(tree, [...way, step], place) : [];
    if (longer.length) return longer;
  }
  return [];
}

/**
 * The longest way on which every step bears off; larger numbers first.
 * @param {PlayTree} tree @param {number} board
 * @returns {readonly Step[]}
 */
function mostBorneOff(tree, board) {
  /** @type {readonly Step[]} */
  let best = [];
  for (const step of inOrder(tree.steps(board), false)) {
    const way = step.target === OFF ? [step, ...mostBorneOff(tree, step.after)] : [];
    if (way.length > best.length) best = way;
  }
  return best;
}

/**
 * The step that bears off a checker which has just moved within its home; null if there is none.
 * @param {PlayTree} tree @param {Step} last
 */
export function bearingOffAfter(tree, { target, after }) {
  if (target === OFF || target > HOME) return null;
  return tree.steps(after).find((step) => step.source === target && step.target === OFF) ?? null;
}

/**
 * The steps from one board to another; null if none lead there.
 * @param {PlayTree} tree @param {number} from @param {number} to
 * @returns {readonly Step[] | null}
 */
export function stepsBetween(tree, from, to) {
  /** @type {Step[]} */
  const back = [];
  /** @type {Map<number, Step | null>} */
  const reached = new Map([[from, null]]);
  for (const board of reached.keys()) {
    for (const step of tree.steps(board)) if (!reached.has(step.after)) reached.set(step.after, step);
  }
  if (!reached.has(to)) return null;
  for (let step = reached.get(to); step; step = reached.get(step.before)) back.unshift(step);
  return back;
}

/**
 * The board at the end of the only way from a board; null if there are several ends.
 * @param {PlayTree} tree @param {number} from
 */
export function onlyEnd(tree, from) {
  const reached = new Set([from]);
  for (const board of reached) for (const { after } of tree.steps(board)) reached.add(after);
  const ends = [...reached].filter((board) => tree.steps(board).length === 0);
  return ends.length === 1 ? (ends[0] ?? null) : null;
}

/**
 * Of each die, whether its number has been played; two steps use up one of a double.
 * @param {PlayTree} tree @param {number} board @param {readonly number[]} numbers
 */
export function usedDice(tree, board, numbers) {
  const [high, low] = numbers;
  /** @type {number[]} */
  const played = [];
  for (let [step] = tree.stepsTo(board); step; [step] = tree.stepsTo(step.before)) played.push(step.die);
  if (high === low) return numbers.map((_, at) => played.length >= 2 * (at + 1));
  // A step that either number allows leaves open which one it was.
  const isOpen = played.length === 1 && new Set(tree.stepsTo(board).map(({ die }) => die)).size > 1;
  return numbers.map((number) => !isOpen && played.includes(number));
}
