// @ts-check
// What touching the board does: at a simulated table each touch becomes a gesture of the hands.

import { createReckoning } from "./reckoning.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../board/carrying.js").Colour} Colour */
/** @typedef {import("../board/carrying.js").Handlers} Handlers */
/** @typedef {import("./reckoning.js").Deed} Deed */
/** @typedef {import("./reckoning.js").World} World */

/**
 * @param {App} app
 * @returns {{
 *   now: () => Handlers | null,
 *   hand: () => readonly Colour[] | undefined,
 *   throwDice: () => void,
 *   pickUp: () => void,
 *   double: () => void,
 * }}  `now`: what becomes of a touch as things are; null where nothing does. `hand` is what is truly
 *   in it, undefined where nobody knows.
 */
export function createTouch(app) {
  const { say } = app.words;
  const { parts } = app.store;
  const { world, act } = handsOf(app);
  /** @type {Handlers} */
  const atTwin = {
    live: app.mayTouch,
    lift(place, touched) {
      const colour = liftable(world(), place, touched, parts.Game?.turn);
      if (!colour) app.announce(say("page.board.hand.none"));
      if (!colour) return null;
      app.announce(say(`page.board.hand.lifted_${colour}`));
      return { colour, done: act({ is: "Lift", place, colour }) };
    },
    put: (place, colour, lifted) => act({ is: "Put", place, colour }, lifted),
    putBetween: (place, neighbour, colour, seenBy, lifted) =>
      act({ is: "PutBetween", place, neighbour, colour, seen_by: seenBy }, lifted),
    ...besideCheckers(app),
  };

  /** Whoever tries to move a checker is told where that is done. */
  const atReal = () => ({
    tried: () => app.tell(say("page.board.real")),
    ...(parts.welcome?.may_act && besideCheckers(app)),
  });

  return {
    now: () => (parts.World ? atTwin : app.isReal("board") ? atReal() : null),
    hand: () => parts.World && world().hand,
    throwDice() {
      const dice = toThrow(app) ?? sharedDice(app);
      if (dice) throwOne(app, dice);
      else if (app.mayAct() && hasTwinDice(app)) app.tell(say("page.board.dice.lying"));
    },
    pickUp: () => pickUp(app, toPickUp(app)),
    double: () => double(app),
  };
}

/**
 * What hands do to the checkers, and what lies there then.
 * @param {App} app
 */
function handsOf(app) {
  const reckoning = createReckoning();
  app.store.on("World", ({ World }) => World && reckoning.show(World));

  /**
   * @param {Deed} deed
   * @param {Promise<boolean>} [lifted]  Whether the checker that it brings down could be lifted.
   */
  function act(deed, lifted) {
    const done = app.act(deed, lifted);
    reckoning.reckon(deed, done);
    return done;
  }

  return { world: reckoning.world, act };
}

/**
 * The colour of the checker that a hand takes from a place: the one that was touched if it truly
 * lies there; where both lie and none was touched, the one of whoever does not move.
 * @param {World} world @param {string} place @param {Colour | null} touched
 * @param {Colour | null} [turn]
 * @returns {Colour | null}
 */
export function liftable(world, place, touched, turn) {
  const lying = [...(world.piles[place] ?? [])];
  for (const leaning of world.leaning) {
    if (leaning.places.includes(place)) lying.unshift(leaning.colour);
  }
  if (touched && lying.includes(touched)) return touched;
  const others = lying.filter((colour) => colour !== turn);
  return (others.at(-1) ?? lying.at(-1)) || null;
}

/**
 * What is touched at any table, as long as the dice are simulated.
 * @param {App} app
 * @returns {Handlers}
 */
function besideCheckers(app) {
  return {
    dice: (device, colour) =>
      app.isTwin(device) ? () => touchDice(app, diceOf(app, device, colour)) : null,
    cube: () => double(app),
  };
}

/** @param {App} app @returns {any[]} */
const dicePairs = (app) => app.store.parts.Game?.dice ?? [];

/** @param {App} app */
const hasTwinDice = (app) => dicePairs(app).some(({ device }) => app.isTwin(device));

/** @param {App} app @param {string} device @param {Colour | null} colour */
function diceOf(app, device, colour) {
  return dicePairs(app).find((each) => each.device === device && (each.colour ?? null) === colour);
}

/** @param {App} app @param {any} dice */
function touchDice(app, dice) {
  if (!dice || !app.mayAct()) return;
  if (dice.state === "lifted") throwOne(app, dice);
  else pickUp(app, dice);
}

/** @param {App} app @param {any} dice */
function throwOne(app, dice) {
  if (dice && app.mayAct()) app.act({ is: "ThrowDice", colour: dice.colour ?? null, numbers: [] });
}

/** @param {App} app @param {any} dice */
function pickUp(app, dice) {
  if (!app.mayAct()) return;
  if (dice && app.isTwin(dice.device)) app.act({ is: "LiftDice", colour: dice.colour ?? null });
  else done(app);
}

/**
 * The dice that are thrown next: those of whoever is to move, else any in the cup.
 * @param {App} app
 */
function toThrow(app) {
  const { dice = [], turn } = app.store.parts.Game ?? {};
  const inCup = dice.filter((/** @type {any} */ each) => each.state === "lifted");
  return inCup.find((/** @type {any} */ each) => !turn || (each.colour ?? turn) === turn) ?? inCup[0];
}

/**
 * The simulated pair of both players, which is picked up by whoever throws it.
 * @param {App} app
 */
function sharedDice(app) {
  return dicePairs(app).find(({ device, colour }) => (colour ?? null) === null && app.isTwin(device));
}

/** @param {App} app */
function toPickUp(app) {
  const { dice = [], turn } = app.store.parts.Game ?? {};
  const lying = dice.filter((/** @type {any} */ each) => each.state !== "lifted");
  return lying.find((/** @type {any} */ each) => (each.colour ?? turn) === turn) ?? lying[0];
}

/** @param {App} app */
function done(app) {
  offered(app, "done");
}

/** @param {App} app */
function double(app) {
  offered(app, "double");
}

/**
 * Asks for what a player may ask for now; nothing if nobody may.
 * @param {App} app @param {string} wish
 */
function offered(app, wish) {
  const players = app.store.parts.Game?.players ?? {};
  for (const colour of ["light", "dark"]) {
    const offer = players[colour]?.offers.find((/** @type {any} */ each) => each.wish === wish);
    if (offer) return void app.ask(colour, wish, offer.number);
  }
}
