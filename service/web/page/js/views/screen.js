// @ts-check
// The view for a screen beside a real board: the board, the players and the referee, large.

import { createBoard } from "../board.js";
import { animateLamps, lampAlone } from "../board/lamps.js";
import { byId, fill, h } from "../dom.js";
import { awaitedPlayer } from "../panels/awaited_player.js";
import { marker } from "../panels/colours.js";
import { die } from "../screen/die.js";
import { canFill, fillScreen, present } from "../screen/presentation.js";
import { pictureOf } from "./table.js";
import { coloursFromFar } from "./viewpoint.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../board.js").Picture["places"]} Places */

/** The sizes of the texts, of which the first that fits is taken. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42];
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * @param {App} app
 * @returns {import("../views.js").View}
 */
export function screenView(app) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.board.label") });
  const side = h("div", { class: "screen-side" });
  const buttons = h("div", { class: "screen-buttons" });
  const leave = () => app.go("table");
  const element = h(
    "section",
    { class: "screen-view", "aria-labelledby": "screen-title" },
    h("h1", { id: "screen-title", class: "unseen", tabindex: "-1" }, say("page.common.screen")),
    h("div", { class: "screen-board" }, board.element),
    side,
    buttons,
  );
  const showButtons = () => fill(buttons, buttonsOf(app, leave));
  const header = byId("header");
  header.inert = true;
  let spoken = "";
  app.store.on(["Board", "Game", "Devices", "preferences", "link"], ({ Game, link }) => {
    board.element.classList.toggle("is-lost", link !== "open");
    const picture = pictureOf(app);
    board.show(picture);
    fill(side, sideOf(app, Game, picture.places));
    fitText(side);
    animateLamps(side, matchMedia(STILL).matches || app.preferences.get().calm);
    if (Game && Game.verdict !== spoken) app.announce((spoken = Game.verdict), Game.alarm);
  });
  new ResizeObserver(() => fitText(side)).observe(element);
  showButtons();
  const end = present(element, { leave, changed: showButtons });
  return {
    element,
    close() {
      end();
      header.inert = false;
    },
    start: () => element.querySelector("#screen-title"),
  };
}

/** Writes everything as large as it fits beside the board. @param {HTMLElement} side */
function fitText(side) {
  for (const size of SIZES) {
    side.style.setProperty("--size", String(size));
    if (side.scrollHeight <= side.clientHeight) return;
  }
}

/** @param {App} app @param {() => void} leave */
function buttonsOf({ words }, leave) {
  return [
    canFill() && h("button", { type: "button", key: "fill", onclick: fillScreen }, words.say("page.screen.fill")),
    h("button", { type: "button", key: "leave", onclick: leave }, words.say("page.screen.leave")),
  ];
}

/** @param {App} app @param {GamePart | undefined} game @param {Places} places */
function sideOf(app, game, places) {
  const { link = "connecting" } = app.store.parts;
  const trouble = link !== "open" && h("p", { class: "screen-link", key: "link" }, app.words.say(`page.link.${link}`));
  if (!game) return [trouble];
  return [
    h("div", { class: "screen-players", key: "players" }, coloursFromFar(app).map((colour) => player(app, game, colour))),
    h("p", { class: "screen-status", key: "status" }, game.status),
    h("div", { class: "screen-dice", key: "dice" }, diceOf(game)),
    trouble || sentence(game),
    lampMeanings(app, places),
  ];
}

/** @param {App} app @param {GamePart} game @param {Colour} colour */
function player({ words }, game, colour) {
  const { name, score } = game.players[colour];
  const awaited = awaitedPlayer(game);
  const isAwaited = awaited?.colour === colour;
  return h(
    "p",
    { class: `screen-player ${isAwaited ? "turn" : ""}`, key: colour },
    marker(colour),
    h("span", { class: "name" }, name),
    isAwaited && h("span", { class: "unseen" }, ` (${words.say(`page.panel.score.${awaited.act}`)})`),
    h("span", { class: "score" }, score),
  );
}

/** The dice that lie, large. @param {GamePart} game */
function diceOf({ dice }) {
  const lying = dice.filter(({ state }) => state === "settled");
  return lying.map(({ colour, numbers, over }) =>
    h("span", { class: `dice ${colour ?? "shared"}${over ? " over" : ""}` }, numbers.map(die)));
}

/** @param {GamePart} game */
function sentence({ verdict, alarm, next }) {
  return h(
    "p",
    { class: `screen-verdict ${alarm ? "alarm" : ""}`, key: "verdict" },
    alarm && h("span", { class: "sign", "aria-hidden": "true" }, "!"),
    h("span", {}, [verdict, next.words].filter(Boolean).join(" ")),
  );
}

/** The meanings of the lamps that are lit. @param {App} app @param {Places} places */
function lampMeanings({ words }, places) {
  const lit = Object.values(places).flatMap(({ lamp }) => (lamp?.meaning ? [lamp] : []));
  const byMeaning = new Map(lit.map((lamp) => [lamp.meaning, lamp]));
  return h(
    "ul",
    { class: "screen-lamps", key: "lamps" },
    [...byMeaning].map(([meaning, lamp]) =>
      h("li", { key: String(meaning) }, lampAlone(lamp), h("span", {}, words.say(`lamp.${meaning}`))),
    ),
  );
}
