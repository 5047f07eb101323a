// @ts-check
// The dice of the table; simulated ones can be thrown, picked up and cocked.

import { h } from "../dom.js";
import { die } from "./die.js";
import { fillKeepingFocus } from "./focus.js";
import { hasMisplacedCheckers } from "./misplaced.js";
import { COLOURS, marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").DiceShown} DiceShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {{faults: Map<string, string>, show: () => void}} Entered  The faults of the
 *   numbers that were entered, and a function that shows them. */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function dicePanel(app) {
  const element = h("section", { class: "panel dice", "aria-labelledby": "dice-title" });
  /** @type {Map<string, string>} */
  const faults = new Map();
  const show = () => {
    const game = app.store.parts.Game;
    const pairs = game?.dice ?? [];
    element.hidden = pairs.length === 0;
    const title = h("h2", { id: "dice-title", key: "title", tabindex: "-1" }, app.words.say("page.panel.dice.title"));
    fillKeepingFocus(element, [title, ...pairs.map((pair) => game && renderPair(app, game, pair, { faults, show }))]);
  };
  app.store.on(["Game", "Board", "World", "Devices", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {GamePart} game @param {DiceShown} pair @param {Entered} entered */
function renderPair(app, game, pair, entered) {
  const { players } = game;
  const title = `dice-${pair.device}-${pair.colour ?? "both"}`;
  return h(
    "div",
    { class: "pair", key: title, role: "group", "aria-labelledby": title },
    h(
      "h3",
      { id: title },
      pair.colour && marker(pair.colour),
      pair.colour ? players[pair.colour].name : app.words.say("page.panel.dice.both"),
    ),
    state(app, pair),
    app.isTouchable(pair.device) && app.mayAct() && gestures(app, game, pair, entered),
  );
}

/** @param {App} app @param {DiceShown} pair */
function state(app, { state: doing, numbers }) {
  const words = app.words.say(`page.panel.dice.${doing}`, { numbers: numbers.join("-") });
  return h(
    "p",
    { class: `state ${doing}` },
    h("span", { class: "faces" }, ...numbers.map(die)),
    h("span", { class: "words" }, words),
  );
}

/** @param {App} app @param {GamePart} game @param {DiceShown} pair @param {Entered} entered */
function gestures(app, game, pair, entered) {
  const { say } = app.words;
  const { colour } = pair;
  const lying = pair.state === "settled" || pair.state === "cocked";
  const due = isDue(app, game, colour);
  /** @param {import("../../messages.js").Action} action */
  const act = (action) => () => app.act(action);
  return h(
    "div",
    { class: "gestures" },
    h(
      "div",
      { class: "buttons" },
      button(say("page.panel.dice.throw"), act({ is: "ThrowDice", colour }), due && pair.state !== "settled" && !(colour === null && isMoving(game))),
      lying && button(say("page.panel.dice.pick_up"), act({ is: "LiftDice", colour }), due && mayBeOver(game)),
    ),
    chosenThrow(app, pair, entered),
  );
}

/**
 * True if these dice are the next to be touched: those of the player to move.
 * @param {App} app @param {GamePart} game @param {Colour | null} colour
 */
function isDue(app, game, colour) {
  const { Board: board, World: world } = app.store.parts;
  const { turn } = game;
  const byItself = turn && game.players[turn].computer && world?.computer_by_itself;
  if (hasMisplacedCheckers(board) || byItself) return false;
  return colour === null || turn === null || turn === colour;
}

/**
 * True during a turn: shared dice cannot be thrown before it has ended.
 * @param {GamePart} game
 */
function isMoving({ players, setting_up: settingUp }) {
  return !settingUp && COLOURS.some((colour) => players[colour].offers.some(({ request }) => request === "done"));
}

/**
 * True if the turn may be over, so that the dice can be picked up.
 * @param {GamePart} game
 */
function mayBeOver({ players, turn }) {
  const done = players[turn ?? "light"].offers.find(({ request }) => request === "done");
  return done ? done.main : true;
}

/**
 * Two fields for a throw of certain numbers, and the button that cocks the dice.
 * @param {App} app @param {DiceShown} pair @param {Entered} entered
 */
function chosenThrow(app, { device, colour }, { faults, show }) {
  const { say } = app.words;
  const fault = `dice-fault-${device}-${colour ?? "both"}`;
  /** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
  const throwThese = (event) => {
    event.preventDefault();
    const numbers = numbersIn(event.currentTarget);
    faults.set(fault, numbers ? "" : say("page.panel.dice.no_number"));
    show();
    if (numbers) app.act({ is: "ThrowDice", colour, numbers });
  };
  return h(
    "details",
    { class: "chosen", key: "chosen" },
    h("summary", {}, say("page.panel.dice.more")),
    h(
      "form",
      { class: "fields", novalidate: true, onsubmit: throwThese },
      dieField(say("page.panel.dice.first"), "first", fault),
      dieField(say("page.panel.dice.second"), "second", fault),
      h("button", { type: "submit" }, say("page.panel.dice.throw_these")),
      h("p", { class: "about" }, say("page.panel.dice.throw_these_about")),
      h("p", { class: "fault", id: fault, role: "alert" }, faults.get(fault)),
    ),
    button(say("page.panel.dice.cock"), () => app.act({ is: "Cock", colour }), false),
  );
}

/** @param {string} words @param {string} name @param {string} fault */
function dieField(words, name, fault) {
  return h(
    "label",
    {},
    h("span", {}, words),
    h("input", { type: "number", name, min: "1", max: "6", step: "1", inputmode: "numeric", "aria-describedby": fault }),
  );
}

/**
 * The one or two numbers that were entered; null if dice cannot show them.
 * @param {HTMLFormElement} form
 */
function numbersIn(form) {
  const fields = [...form.querySelectorAll("input")];
  const given = fields.filter((field) => field.value !== "" || !field.validity.valid);
  const numbers = given.map((field) => Number(field.value));
  const good = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 6);
  return good && numbers.length > 0 ? numbers : null;
}

/** @param {string} words @param {() => void} onclick @param {boolean} main */
function button(words, onclick, main) {
  return h("button", { type: "button", key: words, class: main ? "main" : "", onclick }, words);
}
