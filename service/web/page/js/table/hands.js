// @ts-check
// The hands at a simulated table: the world after their actions, and what they can take back.

import { createHandMoves, moveInWords } from "./hand_moves.js";
import { barOfHit, createOptimisticWorld } from "./optimistic_world.js";
import { otherColour } from "./play_tree.js";

/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../main.js").App} App */
/** @typedef {import("./hand_moves.js").HandMove} HandMove */
/** @typedef {import("./optimistic_world.js").HandAction} HandAction */
/** @typedef {import("./one_tap.js").Hands & {returnHits: (move: Omit<HandMove, "hits">) => void}} Hands */

/**
 * @param {App} app
 * @returns {Hands}
 */
export function createHands(app) {
  const optimistic = createOptimisticWorld();
  const moves = createHandMoves();
  /** @type {Colour | null | undefined} */
  let turn;
  app.store.on("World", ({ World }) => World && optimistic.show(World));
  app.store.on("Game", ({ Game }) => {
    if (Game?.turn !== turn || Game?.next.act === "throw") moves.forget();
    turn = Game?.turn;
  });

  /**
   * @param {HandAction} action
   * @param {Promise<boolean>} [lifted]  The outcome of the lift of the checker that is put.
   */
  function act(action, lifted) {
    const before = optimistic.world();
    const done = app.act(action, lifted);
    optimistic.expect(action, done);
    moves.follow(action, before, optimistic.world());
    return done;
  }

  /** @param {Colour} colour @param {string} from @param {string} to */
  function carry(colour, from, to) {
    act({ is: "Put", place: to, colour }, act({ is: "Lift", place: from, colour }));
  }

  /**
   * Takes hit checkers off the bar again whose hits a move has taken back.
   * @param {Omit<HandMove, "hits">} move
   */
  function returnHits(move) {
    const { carriesHits, sloppy } = app.preferences.get();
    if (!carriesHits || sloppy) return;
    for (const point of moves.hitsTakenBack(optimistic.world(), move)) {
      carry(otherColour(move.colour), barOfHit(move.colour), point);
    }
  }

  function undo() {
    const move = app.mayTouch() ? moves.last(optimistic.world()) : null;
    if (!move) return null;
    const { colour, from, to } = move;
    const words = app.words.say("page.taps.undo", { step: moveInWords(move, turn ?? "light") });
    const play = () => {
      carry(colour, to, from);
      if (move.hits) carry(otherColour(colour), barOfHit(colour), to);
      app.announce(words);
    };
    return { words, play };
  }

  return { world: optimistic.world, act, returnHits, undo };
}
