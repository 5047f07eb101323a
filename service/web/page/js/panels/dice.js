// @ts-check
// The dice as they were last seen; simulated ones can be thrown, picked up and leant.

import { h } from "../dom.js";
import { die } from "./die.js";
import { refill } from "./focus.js";
import { isLeading } from "./leading.js";
import { COLOURS, marker } from "./players.js";

/** @typedef {import("../main.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function dicePanel(app) {
  const element = h("section", { class: "panel dice", "aria-labelledby": "dice-title" });
  /** @type {Map<string, string>} */
  const faults = new Map();
  const show = () => {
    const pairs = app.store.parts.Game?.dice ?? [];
    element.hidden = pairs.length === 0;
    const title = h("h2", { id: "dice-title", key: "title", tabindex: "-1" }, app.words.say("page.panel.dice.title"));
    refill(element, [title, ...pairs.map((/** @type {any} */ pair) => shown(app, pair, { faults, show }))]);
  };
  app.store.on(["Game", "Board", "World", "Devices", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {any} pair @param {any} given  What is wrong with the numbers given, and how to show it. */
function shown(app, pair, given) {
  const { players } = app.store.parts.Game;
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
    app.isTwin(pair.device) && app.mayAct() && gestures(app, pair, given),
  );
}

/** @param {App} app @param {any} pair */
function state(app, { state: doing, numbers }) {
  const words = app.words.say(`page.panel.dice.${doing}`, { numbers: numbers.join("-") });
  return h(
    "p",
    { class: `state ${doing}` },
    h("span", { class: "faces" }, ...numbers.map(die)),
    h("span", { class: "words" }, words),
  );
}

/** @param {App} app @param {any} pair @param {any} given */
function gestures(app, pair, given) {
  const { say } = app.words;
  const { colour } = pair;
  const lying = pair.state === "settled" || pair.state === "cocked";
  const due = isDue(app, colour);
  /** @param {any} deed */
  const act = (deed) => () => app.act(deed);
  return h(
    "div",
    { class: "gestures" },
    h(
      "div",
      { class: "buttons" },
      button(say("page.panel.dice.throw"), act({ is: "ThrowDice", colour }), due && pair.state !== "settled" && !(colour === null && isMoving(app))),
      lying && button(say("page.panel.dice.pick_up"), act({ is: "LiftDice", colour }), due && mayBeOver(app)),
    ),
    chosenThrow(app, pair, given),
  );
}

/**
 * Whether these dice may be touched next: they are the ones of whoever is to move.
 * @param {App} app @param {string | null} colour
 */
function isDue(app, colour) {
  const { Board: board, Game: game, World: world } = app.store.parts;
  const { turn } = game;
  const byItself = turn && game.players[turn].computer && world?.computer_by_itself;
  if (isLeading(board) || byItself) return false;
  return colour === null || turn === null || turn === colour;
}

/**
 * Whether somebody's turn lasts: shared dice are not thrown before it has been ended.
 * @param {App} app
 */
function isMoving(app) {
  const { players, setting_up: settingUp } = app.store.parts.Game;
  const isDone = (/** @type {any} */ { wish }) => wish === "done";
  return !settingUp && COLOURS.some((colour) => players[colour].offers.some(isDone));
}

/**
 * Whether nothing is left to be moved, so that the dice can be picked up.
 * @param {App} app
 */
function mayBeOver(app) {
  const { players, turn } = app.store.parts.Game;
  const done = players[turn ?? "light"].offers.find((/** @type {any} */ offer) => offer.wish === "done");
  return done ? done.main : true;
}

/**
 * Two fields for whoever wants certain numbers, and the button that leaves the dice askew.
 * @param {App} app @param {any} pair @param {any} given
 */
function chosenThrow(app, { device, colour }, { faults, show }) {
  const { say } = app.words;
  const fault = `dice-fault-${device}-${colour ?? "both"}`;
  /** @param {SubmitEvent} event */
  const throwThese = (event) => {
    event.preventDefault();
    const numbers = numbersIn(/** @type {HTMLFormElement} */ (event.target));
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
 * The one or two numbers that were given; null if they are none that dice can show.
 * @param {HTMLFormElement} form
 */
function numbersIn(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]);
  const given = fields.filter((field) => field.value !== "" || !field.validity.valid);
  const numbers = given.map((field) => Number(field.value));
  const good = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 6);
  return good && numbers.length > 0 ? numbers : null;
}

/** @param {string} words @param {() => void} onclick @param {boolean} main */
function button(words, onclick, main) {
  return h("button", { type: "button", key: words, class: main ? "main" : "", onclick }, words);
}
