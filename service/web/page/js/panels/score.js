// @ts-check
// The terms of the match: its length, the game, the cube, the rules and the referee.

import { fill, h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").CubeShown} CubeShown */
/** @typedef {import("../../messages.js").GamePart} GamePart */
/** @typedef {import("../words.js").Words["say"]} Say */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function scorePanel(app) {
  const element = h("section", { class: "panel score", "aria-labelledby": "score-title" });
  app.store.on(["Game"], () => fill(element, content(app)));
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
    h("p", { class: "about", key: "rules" }, say("page.panel.score.rules", { rulebook: presetName(app, "rules", game.rulebook), profile: presetName(app, "referee", game.profile) })),
  ];
}

/**
 * The name of a rulebook or of a profile, without its explanation; one's own has no phrase.
 * @param {App} app @param {"rules" | "referee"} what @param {string} name
 */
function presetName({ words }, what, name) {
  const key = `page.agreement.choice.${what}.preset.${name}`;
  return words.has(key) ? (words.say(key).split(/\s?:/)[0] ?? name) : name;
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
