// @ts-check
// One tap a turn: the taps on a board as steps of a legal play, which simulated hands carry out.

import {
  bearingOffAfter,
  createPlayTree,
  onlyEnd,
  stepsBetween,
  stepsOfTap,
  usedDice,
} from "./play_tree.js";
import { carry, drawnPiles, stepInWords, takeBack } from "./step_actions.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").DiceShown} DiceShown */
/** @typedef {import("./play_tree.js").PlayTree} PlayTree */
/** @typedef {import("./play_tree.js").Step} Step */
/** @typedef {"swap" | "unfinished" | "pick_up"} DiceTap */
/** @typedef {import("./hands.js").Hands} Hands */
/**
 * @typedef {{words: string, play: () => void}} OneTapAction
 * @typedef {{
 *   tap: (place: string) => boolean,
 *   explain: (place: string) => boolean,
 *   forcedPlay: () => OneTapAction | null,
 *   undoStep: () => OneTapAction | null,
 *   diceTap: (pair: {colour?: Colour | null}) => DiceTap,
 *   swapDice: () => void,
 *   drawnDice: () => (DiceShown & {tap: DiceTap, used?: boolean[]})[],
 *   board: () => number | null,
 *   playTo: (board: number) => boolean,
 *   isOn: () => boolean,
 *   mayList: () => boolean,
 * }} OneTap
 *
 * `tap` and `explain` return true if the tap has been dealt with, or else the hand lifts the checker.
 * `forcedPlay`: the only legal play, to be made at once; `undoStep`: the last step, to be taken back, or
 * the last move by hand where the board is on no way to a play; null while there is none. `board`: the
 * number of the board from which plays are listed, null if none can be; `playTo` makes the rest of a
 * play, and returns false if the board is on no way to it. `diceTap`: what a tap on dice does that lie on the board.
 */

/** Milliseconds between the two halves of a double tap. */
const DOUBLE_TAP = 400;
/** Milliseconds for which a second tap on a checker that cannot move lifts it all the same. */
const INSIST_TIME = 8000;
const BOX = "box";

/**
 * @param {App} app @param {Hands} hands
 * @param {() => number} [now]  The time in milliseconds.
 * @returns {OneTap}
 */
export function createOneTap(app, hands, now = () => performance.now()) {
  const { parts } = app.store;
  const { say } = app.words;
  /** @type {PlayTree | null} */
  let tree = null;
  /** @type {Map<number, Step>} The step that this page last made to each board. */
  let taken = new Map();
  /** @type {{place: string, time: number, step: Step} | null} */
  let last = null;
  /** @type {{place: string, time: number} | null} The tap that has been answered with a reason. */
  let stuck = null;
  let number = -1;
  /** The plays, among those of all runs of the service. */
  let shown = "";

  app.store.on("Plays", ({ Plays, welcome }) => {
    const before = shown;
    number = Plays?.number ?? -1;
    shown = `${welcome?.boot} ${number}`;
    if (shown !== before) [taken, last, stuck] = [new Map(), null, null];
    tree = Plays?.colour && Plays.boards.length ? createPlayTree({ ...Plays, colour: Plays.colour }) : null;
  });

  const isOn = () => Boolean(tree && app.mayTouch() && app.preferences.get().oneTap);
  const isSwapped = () => parts.swapped === shown;

  function board() {
    if (!tree) return null;
    if (!parts.World) return tree.boardOf(drawnPiles(app));
    const { piles, hand, leaning } = hands.world();
    return hand.length || leaning.length ? null : tree.boardOf(piles);
  }

  /** @param {readonly Step[]} steps */
  function play(steps) {
    for (const step of steps) {
      taken.set(step.after, step);
      if (tree) carry(hands, tree, step);
    }
    if (steps.length) app.announce(steps.map(stepInWords).join(" "));
  }

  /** @param {string} place @param {number} at @param {PlayTree} plays */
  function stepsOf(place, at, plays) {
    const isSecond = last?.place === place && now() - last.time < DOUBLE_TAP && last.step.after === at;
    const off = isSecond && last ? bearingOffAfter(plays, last.step) : null;
    const target = plays.placeNumber(place);
    return off ? [off] : target === null ? [] : stepsOfTap(plays, at, target, isSwapped());
  }

  /** @param {string} place */
  function tap(place) {
    const at = isOn() && place !== BOX ? board() : null;
    if (at === null || !tree) return false;
    const steps = stepsOf(place, at, tree);
    if (steps === null) app.tell(say("page.taps.several"));
    const [step] = steps ?? [];
    if (steps === null || !step) return steps === null || explain(place);
    [last, stuck] = [{ place, time: now(), step: steps.at(-1) ?? step }, null];
    play(steps);
    return true;
  }

  /** @param {string} place */
  function explain(place) {
    const at = board();
    const rest = stuck !== null && stuck.place === place ? now() - stuck.time : Infinity;
    // The second half of a double tap came before anybody could read the reason.
    if (rest < DOUBLE_TAP) return true;
    stuck = null;
    if (at === null || rest < INSIST_TIME || !parts.Plays?.explains || !hasCheckers(place)) return false;
    const asked = (stuck = { place, time: now() });
    app.playHelp.stuckChecker(number, at, place).then((words) => {
      if (stuck !== asked) return;
      if (!parts.World) app.tell(words || say("page.board.real"));
      else if (words) app.tell(`${words} ${say("page.taps.insist")}`);
    });
    return true;
  }

  /** @param {string} place */
  function hasCheckers(place) {
    const { piles } = parts.World ? hands.world() : { piles: drawnPiles(app) };
    return Boolean(piles[place]?.length);
  }

  function forcedPlay() {
    const words = parts.Plays?.forced;
    const at = isOn() && words ? board() : null;
    if (!tree || !words || at === null || tree.steps(at).length === 0) return null;
    const end = onlyEnd(tree, at);
    return end === null ? null : { words: say("page.taps.forced", { play: words }), play: () => playTo(end) };
  }

  /** @param {number} end */
  function playTo(end) {
    const at = isOn() ? board() : null;
    const steps = (tree && at !== null && stepsBetween(tree, at, end)) || [];
    play(steps);
    return steps.length > 0;
  }

  function undoStep() {
    const at = isOn() ? board() : null;
    const plays = tree;
    if (!plays || at === null) return hands.undo();
    const step = taken.get(at) ?? plays.stepsTo(at)[0];
    if (!step) return null;
    const words = say("page.taps.undo", { step: stepInWords(step) });
    const undo = () => {
      last = null;
      takeBack(hands, plays, step);
      app.announce(words);
    };
    return { words, play: undo };
  }

  /** @param {{colour?: Colour | null}} pair @returns {DiceTap} */
  function diceTap({ colour }) {
    const at = isOn() && (colour ?? tree?.colour) === tree?.colour ? board() : null;
    const steps = (at !== null && tree?.steps(at)) || [];
    if (steps.length === 0) return "pick_up";
    return new Set(steps.map(({ die }) => die)).size > 1 ? "swap" : "unfinished";
  }

  function swapDice() {
    app.store.put("swapped", isSwapped() ? undefined : shown);
  }

  /** The dice; those that are being played begin with the number to be played first. */
  function drawnDice() {
    const at = isOn() ? board() : null;
    return (parts.Game?.dice ?? []).map((pair) => {
      const tap = diceTap(pair);
      if (!isOn() || pair.state !== "settled" || (pair.colour ?? tree?.colour) !== tree?.colour) {
        return { ...pair, tap };
      }
      const numbers = [...pair.numbers].sort((one, other) => (isSwapped() ? one - other : other - one));
      const used = tree && at !== null ? usedDice(tree, at, numbers) : [];
      return { ...pair, numbers, tap, ...(used.includes(true) && { used }) };
    });
  }

  // Of a throw with too many boards to send, the plays are listed from the first one.
  const listedFrom = () => (tree ? board() : parts.Plays?.colour ? 0 : null);
  const mayList = () => Boolean(parts.Plays?.explains && listedFrom() !== null && app.mayAct());
  return { tap, explain, forcedPlay, undoStep, diceTap, swapDice, drawnDice, board: listedFrom, playTo, isOn, mayList };
}
