// @ts-check
// The sentence of the referee about now, large and read out, and the plays among which to choose.

import { fill, h } from "../dom.js";
import { limitsInWords, isDance } from "../table/dance.js";
import { findOffers, nextControl } from "../table/next_control.js";
import { passingAnswer, passingObjection } from "./notice_log.js";
import { offerButton } from "./offers.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").GamePart} GamePart */

/** The lengths of a sentence, in characters, from which it is written smaller. */
const LONG = 100;
const LONGER = 140;
const LONGEST = 240;

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function verdictPanel(app) {
  const element = h("section", { class: "panel verdict", "aria-labelledby": "verdict-title" });
  let spoken = "";
  const show = () => {
    const game = app.store.parts.Game;
    const words = game ? sentence(app, game) : app.words.say("page.panel.verdict.waiting");
    element.classList.toggle("alarm", Boolean(game?.alarm));
    element.classList.toggle("long", words.length > LONG);
    element.classList.toggle("longer", words.length > LONGER);
    element.classList.toggle("longest", words.length > LONGEST);
    element.toggleAttribute("data-next", Boolean(game && nextControl(app, game).name === "speech"));
    fill(element, content(app, game, words));
    if (game && words !== spoken) {
      spoken = words;
      app.announce(spoken, game.alarm);
    }
  };
  app.store.on(["Game", "Board", "World", "Plays", "Devices", "preferences", "welcome", "link", "asksNames"], show);
  tellPassingNotices(app);
  return element;
}

/** @param {App} app @param {GamePart} game */
function sentence(app, game) {
  const { verdict, next, setting_up: isSetUp } = game;
  if (app.store.parts.asksNames) return app.words.say("page.panel.verdict.names");
  if (isSetUp && nextControl(app, game).name === "arrange") return app.words.say("page.panel.verdict.set_up");
  return [verdict, limitsInWords(app), isDance(app) ? "" : next.words].filter(Boolean).join(" ");
}

/** @param {App} app @param {GamePart | undefined} game @param {string} words */
function content(app, game, words) {
  const { say } = app.words;
  const title = say(game?.alarm ? "page.panel.verdict.objects" : "page.panel.verdict.title");
  return [
    h("span", { class: "sign", key: "sign", "aria-hidden": "true" }, game?.alarm ? "!" : ""),
    h("h2", { id: "verdict-title", key: "title", tabindex: "-1" }, title),
    h("p", { class: "words", key: "words" }, words),
    game?.question && app.mayAct() && choices(app, game.question),
    game && app.mayAct() && challenge(app, game),
  ];
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
      const isShown = number === chosen;
      const words = isShown ? app.words.say("page.panel.offers.lamps_show", { play }) : play;
      const attributes = { class: isShown ? "shown" : "", "aria-pressed": isShown };
      return h("button", { type: "button", key: play, ...attributes, onclick: () => void app.ask(to, "choose", number) }, words);
    }),
  );
}

/**
 * The button with which a player does not accept the opponent's last play; beside the words about it.
 * @param {App} app @param {GamePart} game
 */
function challenge(app, game) {
  const [found] = findOffers(game, ({ request }) => request === "challenge");
  return found && h("div", { class: "choices", key: "challenge" }, offerButton(app, found.colour, found.offer));
}

/**
 * Shows for a while what the computer answers to an offer, and what the referee objects to without
 * being about the board as it is now, such as a request that was refused.
 * @param {App} app
 */
function tellPassingNotices(app) {
  /** @type {number | null} */
  let last = null;
  let about = "";
  let withdraw = () => {};
  app.store.on("Game", ({ Game }) => {
    if (Game?.verdict === about) return;
    about = Game?.verdict ?? "";
    withdraw();
  });
  app.store.on("Notices", ({ Notices, Game }) => {
    const lines = Notices?.lines ?? [];
    const objection = last === null ? undefined : passingObjection(lines, last, Game?.verdict);
    const answer = last === null ? undefined : passingAnswer(lines, last);
    last = lines.at(-1)?.number ?? 0;
    // What waits for an answer is said by the verdict.
    if (objection && Game?.next.act !== "answer") withdraw = app.tell(objection.words);
    else if (answer) app.tell(answer.words);
  });
}
