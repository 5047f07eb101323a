// @ts-check
// The strip of a player at the board: name, turn, pips, checkers off and score.

import { fill, h } from "../dom.js";
import { nextControl } from "../table/next_control.js";
import { coloursFromFar } from "../views/viewpoint.js";
import { awaitedPlayer } from "./awaited_player.js";
import { marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").GamePart} GamePart */

/**
 * @param {App} app
 * @param {"far" | "near"} side
 * @returns {HTMLElement}
 */
export function playerStrip(app, side) {
  const element = h("div", { class: `strip ${side}` });
  const show = () => {
    const game = app.store.parts.Game;
    if (!game) return;
    const [far = "light", near = "dark"] = coloursFromFar(app);
    const colour = side === "far" ? far : near;
    const next = nextControl(app, game);
    const isNext = next.name === "strip" && next.colour === colour;
    element.toggleAttribute("data-next", isNext);
    element.classList.toggle("turn", awaitedPlayer(game)?.colour === colour);
    fill(element, content(app, game, colour));
  };
  app.store.on(["Game", "Board", "World", "Devices", "preferences", "welcome", "link"], show);
  return element;
}

/** @param {App} app @param {GamePart} game @param {Colour} colour */
function content(app, game, colour) {
  const { say } = app.words;
  const { name, score, pips, off, computer } = game.players[colour];
  const awaited = awaitedPlayer(game);
  return [
    marker(colour),
    h("span", { class: "name", key: "name" }, name),
    h("span", { class: "unseen", key: "checkers" }, `(${say(`page.panel.score.${colour}`)})`),
    computer && badge(say("page.panel.score.computer"), "computer"),
    awaited?.colour === colour && badge(say(`page.panel.score.${awaited.act}`), "to_play"),
    game.winner === colour && badge(say("page.panel.score.winner"), "winner"),
    h("span", { class: "gap", key: "gap" }),
    pips !== null && !game.winner && count(say("page.strip.pips", { count: pips }), say("page.strip.pips_about"), "pips"),
    off > 0 && count(say("page.strip.off", { count: off }), "", "off"),
    count(points(say, game, score), "", "score"),
  ];
}

/** @param {App["words"]["say"]} say @param {GamePart} game @param {number} score */
function points(say, { length }, score) {
  return length ? say("page.strip.score_of", { score, length }) : say("page.strip.score", { count: score });
}

/** @param {string} words @param {string} about @param {string} name */
function count(words, about, name) {
  return h("span", { class: `figure ${name}`, key: name, title: about || null }, words);
}

/** @param {string} words @param {string} name */
function badge(words, name) {
  return h("span", { class: `badge ${name}`, key: name }, words);
}
