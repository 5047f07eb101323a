// @ts-check
// The bar of actions below the board: the next step large, what else is common, and the menu.

import { h } from "../dom.js";
import { beginNext } from "../table/begin_next.js";
import { diceToThrow, findOffers, nextControl } from "../table/next_control.js";
import { fillKeepingFocus } from "./focus.js";
import { marker } from "./colours.js";
import { offerButton } from "./offers.js";
import { forcedButton, undoButton } from "./plays.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../../messages.js").PlayerRequestKind} PlayerRequestKind */
/** @typedef {import("../table/next_control.js").NextControl} NextControl */

/** The answers to an offer or a question. @type {ReadonlySet<PlayerRequestKind>} */
const ANSWERS = new Set(["yes", "no", "beaver", "double"]);
/** Milliseconds within which nobody can have read a question and answered it. */
export const HASTY = 1000;

/**
 * @param {App} app
 * @param {() => void} openMenu
 * @param {import("../table/one_tap.js").OneTap} oneTap
 * @returns {HTMLElement}
 */
export function actionBar(app, openMenu, oneTap) {
  const { say } = app.words;
  const element = h("section", { class: "action-bar", "aria-labelledby": "bar-title" });
  const title = () => h("h2", { id: "bar-title", class: "unseen", key: "title", tabindex: "-1" }, say("page.bar.title"));
  const menu = () =>
    h("button", { type: "button", class: "menu", key: "menu", "aria-haspopup": "dialog", "aria-label": say("page.bar.menu"), onclick: openMenu }, "⋯");
  const asked = createReadingTime(() => show());
  const show = () => {
    const game = app.store.parts.Game;
    fillKeepingFocus(element, [title(), game ? content(app, game, oneTap, asked) : null, menu()]);
  };
  app.store.on(["Game", "Board", "World", "Plays", "Devices", "preferences", "welcome", "link"], show);
  return element;
}

/**
 * Tells for how long the answers to a question are not taken yet: they stand where another button
 * was, and a click that was meant for that one would answer.
 * @param {() => void} changed  Called when the answers are taken.
 * @returns {(question: string) => boolean}  True while nobody can have read this question.
 */
function createReadingTime(changed) {
  let last = "";
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  const read = () => {
    timer = null;
    changed();
  };
  return (question) => {
    if (question !== last && timer) clearTimeout(timer);
    if (question !== last) timer = question ? setTimeout(read, HASTY) : null;
    last = question;
    return timer !== null;
  };
}

/**
 * @param {App} app @param {GamePart} game @param {import("../table/one_tap.js").OneTap} oneTap
 * @param {ReturnType<typeof createReadingTime>} isNew
 */
function content(app, game, oneTap, isNew) {
  if (!app.mayAct()) return null;
  const next = nextControl(app, game);
  if (next.name === "answers" && next.colour) return answers(app, game, next.colour, isNew);
  isNew("");
  // Each place belongs to one kind of action for good, so that no button takes another's place.
  return [
    place("aside", offerOf(app, game, "double", next)),
    place("begin", forcedButton(oneTap, next.name === "board") ?? beginning(app, game, next)),
    place("step", undoButton(oneTap)),
    place("end", ending(app, game, next)),
  ];
}

/** @param {string} name @param {import("../dom.js").Child} button */
function place(name, button) {
  return h("div", { class: `place ${name}`, key: name }, button);
}

/** @param {App} app @param {GamePart} game @param {NextControl} next */
function beginning(app, game, next) {
  const { say } = app.words;
  if (next.name === "arrange") {
    const words = say(game.setting_up ? "page.panel.offers.set_up" : "page.panel.offers.put_right");
    return h("button", { ...nextButton("arrange"), onclick: () => app.act({ is: "Arrange", how: "corrected" }) }, words);
  }
  const dice = diceToThrow(app, game);
  if (next.name === "throw" && dice) {
    const { colour } = dice;
    const onclick = () => app.act({ is: "ThrowDice", colour, numbers: [] });
    return h("button", { ...nextButton("throw"), onclick }, next.colour && marker(next.colour), say("page.panel.dice.throw"));
  }
  const [begins] = findOffers(game, ({ request }) => request === "next");
  if (begins) {
    const attributes = next.name === "begin_next" ? nextButton("begin_next") : { type: /** @type {const} */ ("button"), key: "next" };
    return h("button", { ...attributes, onclick: () => beginNext(app, begins.colour) }, begins.offer.words);
  }
  const isThrown = game.dice.some(({ device }) => app.isTouchable(device));
  return isThrown && idleButton(say("page.panel.dice.throw"), "throw");
}

/** @param {App} app @param {GamePart} game @param {NextControl} next */
function ending(app, game, next) {
  // While people wait for the computer's hands, nobody ends its turn for it.
  const ends = game.next.act === "wait" ? null : offerOf(app, game, "done", next);
  return ends ?? idleButton(app.words.say("page.offer.done"), "done");
}

/**
 * The button of the first offer of a kind; of a shared one, for either player.
 * @param {App} app @param {GamePart} game @param {PlayerRequestKind} request @param {NextControl} next
 */
function offerOf(app, game, request, next) {
  const [found, other] = findOffers(game, (offer) => offer.request === request);
  if (!found) return null;
  const isNext = next.name === request;
  const whose = other ? null : found.colour;
  return offerButton(app, found.colour, found.offer, { isNext, sign: whose && marker(whose) });
}

/**
 * The answers of one player to an offer or a question.
 * @param {App} app @param {GamePart} game @param {Colour} colour
 * @param {ReturnType<typeof createReadingTime>} isNew
 */
function answers(app, game, colour, isNew) {
  const { name, offers } = game.players[colour];
  const possible = offers.filter(({ request, main }) => main && ANSWERS.has(request));
  const isDimmed = isNew([colour, ...possible.map(({ words }) => words)].join());
  return h(
    "div",
    { class: "answers", key: "answers", role: "group", "aria-labelledby": "answers-title", "data-next": "answers" },
    h("h3", { id: "answers-title", key: "title" }, marker(colour), h("span", { class: "name" }, name)),
    h("div", { class: "buttons", key: "buttons" }, ...possible.map((offer) => offerButton(app, colour, offer, { isDimmed }))),
  );
}

/** @param {string} name */
function nextButton(name) {
  return { type: /** @type {const} */ ("button"), key: name, class: `${name} main`, "data-next": name };
}

/**
 * A button that keeps its place while there is nothing for it to do.
 * @param {string} words @param {string} name
 */
function idleButton(words, name) {
  return h("button", { type: "button", key: `idle ${name}`, class: "idle", disabled: true }, words);
}
