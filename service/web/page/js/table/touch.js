// @ts-check
// The actions of touches on the board: at a simulated table, gestures of the hands.

import { COLOURS } from "../panels/colours.js";
import { createHands } from "./hands.js";
import { carriesHit } from "./hits.js";
import { diceToThrow } from "./next_control.js";
import { createOneTap } from "./one_tap.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").DiceShown} DiceShown */
/** @typedef {import("../board/held_checkers.js").Handlers} Handlers */
/** @typedef {import("./optimistic_world.js").World} World */

/**
 * @param {App} app
 * @returns {{
 *   currentHandlers: () => Handlers | null,
 *   hand: () => readonly Colour[] | undefined,
 *   throwDice: () => void,
 *   pickUp: () => void,
 *   double: () => void,
 *   oneTap: import("./one_tap.js").OneTap,
 * }}  `currentHandlers`: for the board as things are; null if touches do nothing. `hand`: the checkers in
 *   it, undefined if they are not known.
 */
export function createTouch(app) {
  const { say } = app.words;
  const { parts } = app.store;
  const hands = createHands(app);
  const { world, act } = hands;
  const oneTap = createOneTap(app, hands);
  /** @type {Handlers} */
  const atSimulated = {
    isLive: app.mayTouch,
    lift(place, touched) {
      const colour = liftableColour(world(), place, touched, parts.Game?.turn);
      if (!colour) app.announce(say("page.board.hand.none"));
      if (!colour) return null;
      app.announce(say(`page.board.hand.lifted_${colour}`));
      return { colour, done: act({ is: "Lift", place, colour }) };
    },
    put(place, colour, lifted, from) {
      const hits = carriesHit(app, world(), place, colour, from);
      const done = act({ is: "Put", place, colour, ...(hits && { carry_hit: true }) }, lifted);
      if (from) hands.returnHits({ colour, from, to: place });
      return done;
    },
    putBetween: (place, neighbour, colour, seenBy, lifted) =>
      act({ is: "PutBetween", place, neighbour, colour, seen_by: seenBy }, lifted),
    tap: oneTap.tap,
    ...diceAndCube(app, oneTap),
  };

  /** Handlers that explain where checkers are moved. */
  const atReal = () => ({
    explain: (/** @type {string} */ place) => oneTap.explain(place) || app.tell(say("page.board.real")),
    ...(parts.welcome?.may_act && diceAndCube(app, oneTap)),
  });

  return {
    currentHandlers: () => (parts.World ? atSimulated : app.isReal("board") ? atReal() : null),
    hand: () => parts.World && world().hand,
    throwDice() {
      if (!parts.Game || parts.Game.next.act === "begin_next") return;
      const dice = diceToThrow(app, parts.Game) ?? diceInCup(app) ?? sharedDice(app);
      if (dice) throwOne(app, dice);
      else if (app.mayAct() && hasTouchableDice(app)) app.tell(say("page.board.dice.lying"));
    },
    pickUp: () => pickUp(app, diceToPickUp(app)),
    double: () => askDouble(app),
    oneTap,
  };
}

/**
 * The colour that a hand lifts from a place: the one that was touched, if it is there; of two
 * colours, if none was touched, that of the player who is not to move.
 * @param {World} world @param {string} place @param {Colour | null} touched
 * @param {Colour | null} [turn]
 * @returns {Colour | null}
 */
export function liftableColour(world, place, touched, turn) {
  const lying = [...(world.piles[place] ?? [])];
  for (const leaning of world.leaning) {
    if (leaning.places.includes(place)) lying.unshift(leaning.colour);
  }
  if (touched && lying.includes(touched)) return touched;
  const others = lying.filter((colour) => colour !== turn);
  return (others.at(-1) ?? lying.at(-1)) || null;
}

/**
 * The handlers of dice and cube, which are the same at every table.
 * @param {App} app @param {import("./one_tap.js").OneTap} oneTap
 * @returns {Handlers}
 */
function diceAndCube(app, oneTap) {
  return {
    dice: (device, colour) =>
      app.isTouchable(device) ? () => touchDice(app, oneTap, diceOf(app, device, colour)) : null,
    isToThrow(device, colour) {
      const dice = diceOf(app, device, colour);
      return dice !== undefined && isToThrow(app, dice);
    },
    cube: () => askDouble(app),
  };
}

/** @param {App} app */
const dicePairs = (app) => app.store.parts.Game?.dice ?? [];

/** @param {App} app */
const hasTouchableDice = (app) => dicePairs(app).some(({ device }) => app.isTouchable(device));

/** @param {App} app @param {string} device @param {Colour | null} colour */
function diceOf(app, device, colour) {
  return dicePairs(app).find((each) => each.device === device && each.colour === colour);
}

/** @param {App} app @param {import("./one_tap.js").OneTap} oneTap @param {DiceShown | undefined} dice */
function touchDice(app, oneTap, dice) {
  if (!dice || !app.mayAct()) return;
  const taps = {
    swap: oneTap.swapDice,
    unfinished: () => app.tell(app.words.say("page.taps.unfinished", { done: app.words.say("page.offer.done") })),
    pick_up: () => pickUp(app, dice),
  };
  if (isToThrow(app, dice)) throwOne(app, dice);
  else taps[oneTap.diceTap(dice)]();
}

/**
 * True if a touch throws these dice: they are in the cup, or the game waits for them.
 * @param {App} app @param {DiceShown} dice
 */
function isToThrow(app, dice) {
  const { Game: game } = app.store.parts;
  return dice.state === "lifted" || (game !== undefined && diceToThrow(app, game) === dice);
}

/** @param {App} app @param {DiceShown} dice */
function throwOne(app, { colour }) {
  if (app.mayAct()) app.act({ is: "ThrowDice", colour, numbers: [] });
}

/** @param {App} app @param {DiceShown | undefined} dice */
function pickUp(app, dice) {
  if (!app.mayAct()) return;
  if (dice && app.isTouchable(dice.device)) app.act({ is: "LiftDice", colour: dice.colour });
  else askDone(app);
}

/**
 * The dice to throw next: those of the player to move, else any in the cup.
 * @param {App} app
 */
function diceInCup(app) {
  const { dice = [], turn } = app.store.parts.Game ?? {};
  return dice.find(({ state, colour }) => state === "lifted" && (!turn || (colour ?? turn) === turn));
}

/**
 * The simulated pair that both players share, which a throw picks up.
 * @param {App} app
 */
function sharedDice(app) {
  return dicePairs(app).find(({ device, colour }) => colour === null && app.isTouchable(device));
}

/** @param {App} app */
function diceToPickUp(app) {
  const { dice = [], turn } = app.store.parts.Game ?? {};
  const lying = dice.filter(({ state }) => state !== "lifted");
  return lying.find(({ colour }) => (colour ?? turn) === turn) ?? lying[0];
}

/** @param {App} app */
function askDone(app) {
  askIfOffered(app, "done");
}

/** @param {App} app */
function askDouble(app) {
  askIfOffered(app, "double");
}

/**
 * Makes a request for the player who may; does nothing if nobody may.
 * @param {App} app @param {import("../../messages.js").PlayerRequestKind} request
 */
function askIfOffered(app, request) {
  const players = app.store.parts.Game?.players;
  for (const colour of COLOURS) {
    const offer = players?.[colour].offers.find((each) => each.request === request);
    if (offer) return void app.ask(colour, request, offer.number);
  }
}
