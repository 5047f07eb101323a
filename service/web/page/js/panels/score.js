// @ts-check
// The scoreboard: who plays, with which checkers, and how the match stands.

import { fill, h } from "../dom.js";
import { COLOURS, marker } from "./colours.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").CubeShown} CubeShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../words.js").Words["say"]} Say */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function scorePanel(app) {
  const element = h("section", { class: "panel score", "aria-labelledby": "score-title" });
  const show = () => fill(element, content(app));
  app.store.on(["Game"], show);
  return element;
}

/** @param {App} app */
function content(app) {
  const { say } = app.words;
  const game = app.store.parts.Game;
  const title = h("h2", { id: "score-title", key: "title" }, say("page.panel.score.title"));
  if (!game) return [title];
  return [
    title,
    h("p", { class: "terms", key: "terms" }, terms(say, game)),
    h("p", { class: "about", key: "rules" }, say("page.panel.score.rules", { rulebook: game.rulebook, profile: profile(app, game) })),
    h(
      "table",
      { class: "scores", key: "scores" },
      h("thead", {}, headings(say)),
      h("tbody", {}, ...COLOURS.map((colour) => row(say, game, colour))),
    ),
  ];
}

/**
 * The name of the referee's profile; a profile of one's own has no phrase.
 * @param {App} app @param {GamePart} game
 */
function profile({ words }, { profile: name }) {
  const key = `page.agreement.choice.referee.preset.${name}`;
  return words.has(key) ? words.say(key) : name;
}

/**
 * The terms of the match in one line.
 * @param {Say} say @param {GamePart} game
 */
function terms(say, game) {
  const played = game.length
    ? say("page.panel.score.to", { count: game.length })
    : say("page.panel.score.stakes");
  const parts = [played, say("page.panel.score.game", { number: game.number })];
  if (game.crawford) parts.push(say("page.panel.score.crawford"));
  if (game.cube) parts.push(cubeWords(say, game, game.cube));
  return parts.join(" · ");
}

/** @param {Say} say @param {GamePart} game @param {CubeShown} cube */
function cubeWords(say, { players }, { owner, value }) {
  if (!owner) return say("page.panel.score.cube", { value });
  return say("page.panel.score.cube_of", { value, player: players[owner].name });
}

/** @param {Say} say */
function headings(say) {
  const columns = ["player", "points", "pips", "off"];
  return h(
    "tr",
    {},
    ...columns.map((column) =>
      h("th", { scope: "col", key: column }, say(`page.panel.score.${column}`)),
    ),
  );
}

/** @param {Say} say @param {GamePart} game @param {Colour} colour */
function row(say, game, colour) {
  const player = game.players[colour];
  const turn = game.turn === colour && !game.over;
  return h(
    "tr",
    { key: colour, class: turn ? "turn" : "" },
    h(
      "th",
      { scope: "row" },
      marker(colour),
      h("span", { class: "name" }, player.name),
      h("span", { class: "unseen" }, ` (${say(`page.panel.score.${colour}`)})`),
      badge(say, "computer", player.computer),
      badge(say, "to_play", turn),
      badge(say, "winner", game.winner === colour),
    ),
    h("td", { class: "points" }, String(player.score)),
    h("td", {}, player.pips === null ? say("page.panel.score.unknown") : String(player.pips)),
    h("td", {}, String(player.off)),
  );
}

/** @param {Say} say @param {string} what @param {boolean} holds */
function badge(say, what, holds) {
  return holds ? h("span", { class: `badge ${what}`, key: what }, say(`page.panel.score.${what}`)) : null;
}
