// @ts-check
// The log that a page keeps of all announcements, longer than what the service repeats.

/** @typedef {import("../../messages.js").LogLine} LogLine */
/**
 * @typedef {LogLine & {boot: string}} KeptLine  `boot` is the run of the service that counts it.
 */

/** The number of lines that a page keeps: an evening, and not a season. */
export const MAX_LINES = 600;

/**
 * The log with the newest lines of a run of the service, which replace those it has kept of the
 * same time; the oldest lines are dropped.
 * @param {readonly KeptLine[]} kept @param {readonly LogLine[]} lines @param {string} boot
 * @returns {KeptLine[]}
 */
export function mergeLog(kept, lines, boot) {
  const first = lines[0]?.number ?? Infinity;
  const earlier = kept.filter((line) => line.boot !== boot || line.number < first);
  return [...earlier, ...lines.map((line) => ({ ...line, boot }))].slice(-MAX_LINES);
}

/**
 * The newest objection among the lines after number `last` that the verdict does not repeat.
 * @param {readonly LogLine[]} lines @param {number} last @param {string} [verdict]
 * @returns {LogLine | undefined}
 */
export function passingObjection(lines, last, verdict = "") {
  return lines.filter(({ number, alarm, words }) => number > last && alarm && !verdict.includes(words)).at(-1);
}

/**
 * The newest answer of the computer to an offer among the lines after number `last`.
 * @param {readonly LogLine[]} lines @param {number} last
 * @returns {LogLine | undefined}
 */
export function passingAnswer(lines, last) {
  return lines.filter(({ number, answer }) => number > last && answer).at(-1);
}

/**
 * The lines grouped by the turn in which they were said, in order.
 * @param {readonly KeptLine[]} lines
 * @returns {{game: number, turn: number, key: string, lines: KeptLine[]}[]}
 */
export function turnsOf(lines) {
  /** @type {ReturnType<typeof turnsOf>} */
  const turns = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last && isSameTurn(last.lines[0], line)) last.lines.push(line);
    else turns.push({ game: line.game, turn: line.turn, key: `${line.boot}.${line.number}`, lines: [line] });
  }
  return turns;
}

/** @param {KeptLine | undefined} one @param {KeptLine} other */
function isSameTurn(one, other) {
  return one && /** @type {const} */ (["boot", "match", "game", "turn"]).every((what) => one[what] === other[what]);
}
