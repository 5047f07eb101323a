// @ts-check
// What each player may ask for and answer now, as buttons.

import { h } from "../dom.js";
import { refill } from "./focus.js";
import { isLeading } from "./leading.js";
import { COLOURS, marker } from "./players.js";

/** @typedef {import("../main.js").App} App */

/** What has a place of its own, or a menu. */
const ELSEWHERE = new Set(["hints", "choose", "resign"]);
/** What must not be asked for by the second half of a double click on what stood there before. */
const GRAVE = new Set(["double", "beaver", "undo", "resign"]);

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function offersPanel(app) {
  const element = h("section", { class: "panel offers", "aria-labelledby": "offers-title" });
  const show = () => {
    const children = shown(app);
    element.hidden = children.length === 0;
    const attributes = { id: "offers-title", key: "title", tabindex: "-1" };
    refill(element, [h("h2", attributes, app.words.say("page.panel.offers.title")), ...children]);
  };
  app.store.on(["Game", "Board", "World", "welcome", "link"], show);
  return element;
}

/** @param {App} app */
function shown(app) {
  const game = app.store.parts.Game;
  if (!game) return [];
  const either = game.players.light.offers.filter((/** @type {any} */ offer) => isShared(game, offer));
  const parts = [
    setUpForMe(app, game),
    app.mayAct() && either.length > 0 && shared(app, either),
    ...COLOURS.map((colour) => group(app, game, colour)),
  ];
  return parts.filter(Boolean);
}

/**
 * Whether both players may ask for this, and it makes no difference who does.
 * @param {any} game @param {any} offer
 */
function isShared(game, { wish }) {
  if (wish !== "next" && !(wish === "done" && game.setting_up)) return false;
  return COLOURS.every((colour) =>
    game.players[colour].offers.some((/** @type {any} */ offer) => offer.wish === wish),
  );
}

/** @param {App} app @param {any[]} offers */
function shared(app, offers) {
  const buttons = offers.map((offer) => asking(app, "light", offer));
  return h("div", { class: "group", key: "shared" }, h("div", { class: "buttons" }, ...buttons));
}

/**
 * Simulated hands put every checker where the referee expects it.
 * @param {App} app @param {any} game
 */
function setUpForMe(app, game) {
  if (!app.mayTouch() || !(game.alarm || isLeading(app.store.parts.Board))) return null;
  const words = app.words.say(
    game.setting_up ? "page.panel.offers.set_up" : "page.panel.offers.put_right",
  );
  const arrange = () => app.act({ is: "Arrange", how: "expected" });
  return h("div", { class: "group", key: "arrange" }, button(words, arrange, game.setting_up));
}

/** @param {App} app @param {any} game @param {string} colour */
function group(app, game, colour) {
  const player = game.players[colour];
  const question = game.question?.to === colour ? game.question : null;
  const offers = app.mayAct() ? player.offers.filter((/** @type {any} */ offer) => !isShared(game, offer)) : [];
  const isElsewhere = (/** @type {any} */ { wish }) => wish === "hints" || wish === "choose";
  if (!question && offers.every(isElsewhere)) return null;
  return h(
    "div",
    { class: "group", key: colour, role: "group", "aria-labelledby": `offers-${colour}` },
    h("h3", { id: `offers-${colour}` }, marker(colour), player.name),
    question && h("p", { class: "question", key: "question" }, question.words),
    question && app.mayAct() && choices(app, question),
    buttons(app, colour, offers),
    resignations(app, colour, offers),
  );
}

/**
 * The plays among which a player is to choose.
 * @param {App} app @param {any} question
 */
function choices(app, { choices: plays, chosen, to }) {
  if (plays.length < 2) return null;
  return h(
    "div",
    { class: "choices", key: "choices" },
    ...plays.map((/** @type {string} */ play, /** @type {number} */ number) => {
      const shown = number === chosen && plays.length > 1;
      const words = shown ? app.words.say("page.panel.offers.lamps_show", { play }) : play;
      return h(
        "button",
        { type: "button", key: play, class: shown ? "main" : "", onclick: () => void app.ask(to, "choose", number) },
        words,
      );
    }),
  );
}

/** @param {App} app @param {string} colour @param {any[]} offers */
function buttons(app, colour, offers) {
  const plain = offers.filter((offer) => !ELSEWHERE.has(offer.wish));
  if (plain.length === 0) return null;
  plain.sort((one, other) => Number(other.main) - Number(one.main));
  return h(
    "div",
    { class: "buttons", key: "buttons" },
    ...plain.map((offer) => asking(app, colour, offer)),
  );
}

/** @param {App} app @param {string} colour @param {any[]} offers */
function resignations(app, colour, offers) {
  const ways = offers.filter((offer) => offer.wish === "resign");
  if (ways.length === 0) return null;
  return h(
    "details",
    { class: "resign", key: "resign" },
    h("summary", {}, app.words.say("page.panel.offers.resign")),
    h("div", { class: "buttons" }, ...ways.map((offer) => asking(app, colour, offer))),
  );
}

/**
 * The button of one offer.
 * @param {App} app @param {string} colour @param {any} offer
 */
export function asking(app, colour, offer) {
  const { wish, number, words, main } = offer;
  const ask = (/** @type {MouseEvent} */ { detail }) => {
    if (detail < 2 || !GRAVE.has(wish)) app.ask(colour, wish, number);
  };
  return button(words, ask, main, `${wish}${number}`, wish);
}

/**
 * @param {string} words @param {(event: MouseEvent) => void} onclick @param {boolean} main
 * @param {string} [key] @param {string} [wish]
 */
function button(words, onclick, main, key = words, wish = "") {
  return h("button", { type: "button", key, class: main ? `${wish} main` : wish, onclick }, words);
}
