// @ts-check
// The requests and answers of each player as buttons.

import { h } from "../dom.js";
import { fillKeepingFocus } from "./focus.js";
import { hasMisplacedCheckers } from "./misplaced.js";
import { COLOURS, marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../../messages.js").Offer} Offer */
/** @typedef {import("../../messages.js").PlayerRequestKind} PlayerRequestKind */

/** Requests with a panel or menu of their own. @type {ReadonlySet<PlayerRequestKind>} */
const SHOWN_ELSEWHERE = new Set(["hints", "choose", "resign"]);
/**
 * Requests that ignore the second half of a double click, which was meant for another button.
 * @type {ReadonlySet<PlayerRequestKind>}
 */
const SINGLE_CLICK_ONLY = new Set(["double", "beaver", "undo", "resign"]);

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function offersPanel(app) {
  const element = h("section", { class: "panel offers", "aria-labelledby": "offers-title" });
  const show = () => {
    const children = content(app);
    element.hidden = children.length === 0;
    const attributes = { id: "offers-title", key: "title", tabindex: "-1" };
    fillKeepingFocus(element, [h("h2", attributes, app.words.say("page.panel.offers.title")), ...children]);
  };
  app.store.on(["Game", "Board", "World", "welcome", "link"], show);
  return element;
}

/** @param {App} app */
function content(app) {
  const game = app.store.parts.Game;
  if (!game) return [];
  const either = game.players.light.offers.filter((offer) => isShared(game, offer));
  const parts = [
    setUpForMe(app, game),
    app.mayAct() && either.length > 0 && sharedButtons(app, either),
    ...COLOURS.map((colour) => group(app, game, colour)),
  ];
  return parts.filter(Boolean);
}

/**
 * True if both players may ask for this, with the same effect.
 * @param {GamePart} game @param {Offer} offer
 */
function isShared(game, { request }) {
  if (request !== "next" && !(request === "done" && game.setting_up)) return false;
  return COLOURS.every((colour) =>
    game.players[colour].offers.some((offer) => offer.request === request),
  );
}

/** @param {App} app @param {Offer[]} offers */
function sharedButtons(app, offers) {
  const buttons = offers.map((offer) => offerButton(app, "light", offer));
  return h("div", { class: "group", key: "shared" }, h("div", { class: "buttons" }, ...buttons));
}

/**
 * The button that has simulated hands put every checker where the referee expects it.
 * @param {App} app @param {GamePart} game
 */
function setUpForMe(app, game) {
  if (!app.mayTouch() || !(game.alarm || hasMisplacedCheckers(app.store.parts.Board))) return null;
  const words = app.words.say(
    game.setting_up ? "page.panel.offers.set_up" : "page.panel.offers.put_right",
  );
  const arrange = () => app.act({ is: "Arrange", how: "expected" });
  return h("div", { class: "group", key: "arrange" }, button(words, arrange, game.setting_up));
}

/** @param {App} app @param {GamePart} game @param {Colour} colour */
function group(app, game, colour) {
  const player = game.players[colour];
  const question = game.question?.to === colour ? game.question : null;
  const offers = app.mayAct() ? player.offers.filter((offer) => !isShared(game, offer)) : [];
  if (!question && offers.every(({ request }) => request === "hints" || request === "choose")) return null;
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
 * A button for each play of a choice.
 * @param {App} app @param {import("../../messages.js").Question} question
 */
function choices(app, { choices: plays, chosen, to }) {
  if (plays.length < 2) return null;
  return h(
    "div",
    { class: "choices", key: "choices" },
    ...plays.map((play, number) => {
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

/** @param {App} app @param {Colour} colour @param {Offer[]} offers */
function buttons(app, colour, offers) {
  const plain = offers.filter((offer) => !SHOWN_ELSEWHERE.has(offer.request));
  if (plain.length === 0) return null;
  plain.sort((one, other) => Number(other.main) - Number(one.main));
  return h(
    "div",
    { class: "buttons", key: "buttons" },
    ...plain.map((offer) => offerButton(app, colour, offer)),
  );
}

/** @param {App} app @param {Colour} colour @param {Offer[]} offers */
function resignations(app, colour, offers) {
  const ways = offers.filter((offer) => offer.request === "resign");
  if (ways.length === 0) return null;
  return h(
    "details",
    { class: "resign", key: "resign" },
    h("summary", {}, app.words.say("page.panel.offers.resign")),
    h("div", { class: "buttons" }, ...ways.map((offer) => offerButton(app, colour, offer))),
  );
}

/**
 * The button of one offer.
 * @param {App} app @param {Colour} colour @param {Offer} offer
 */
export function offerButton(app, colour, offer) {
  const { request, number, words, main } = offer;
  const ask = (/** @type {MouseEvent} */ { detail }) => {
    if (detail < 2 || !SINGLE_CLICK_ONLY.has(request)) app.ask(colour, request, number);
  };
  return button(words, ask, main, `${request}${number}`, request);
}

/**
 * @param {string} words @param {(event: MouseEvent) => void} onclick @param {boolean} main
 * @param {string} [key] @param {string} [request]
 */
function button(words, onclick, main, key = words, request = "") {
  return h("button", { type: "button", key, class: main ? `${request} main` : request, onclick }, words);
}
