// @ts-check
// The card of a table in the lobby: players, score, position and what is going on.

import { fill, h } from "../dom.js";
import { createStillBoard, pictureOfState } from "../feed/still_board.js";
import { COLOURS, namedMarker } from "../panels/colours.js";

/** @typedef {import("../../messages.js").TableShown} TableShown */
/** @typedef {import("../words.js").Words} Words */

/**
 * The card of a table; empty until its first state is shown.
 * @param {Words} words @param {string} name
 * @returns {{element: HTMLElement, show: (shown: TableShown) => void}}
 */
export function createTableCard(words, name) {
  const address = `/t/${encodeURIComponent(name)}`;
  const board = createStillBoard(words);
  const players = h("ul", { class: "players" });
  const status = h("p", { class: "status" });
  const verdict = h("p", { class: "verdict" });
  const tags = h("p", { class: "tags" });
  const element = h(
    "li",
    { class: "table-card" },
    h("h2", {}, h("a", { href: address, title: name }, name)),
    board.element,
    players,
    status,
    verdict,
    tags,
  );
  return {
    element,
    show(shown) {
      board.show(pictureOfState(shown, {}));
      fill(players, COLOURS.map((colour) => player(words, shown, colour)));
      fill(status, [statusWords(words, shown)]);
      fill(verdict, [shown.verdict.words]);
      verdict.classList.toggle("alarm", shown.verdict.alarm);
      fill(tags, [
        h("a", matchesLink(words, name, address), words.say("page.common.matches")),
        shown.simulated && h("span", { class: "tag", key: "simulated" }, words.say("page.common.simulated")),
      ]);
    },
  };
}

/** @param {Words} words @param {string} table @param {string} address */
function matchesLink({ say }, table, address) {
  return { href: `${address}#matches`, key: "matches", "aria-label": say("page.lobby.matches_of", { table }) };
}

/** @param {Words} words @param {TableShown} shown @param {"light" | "dark"} colour */
function player(words, shown, colour) {
  const { name, score } = shown.players[colour];
  return h(
    "li",
    { class: shown.turn === colour ? "player turn" : "player", key: colour },
    namedMarker(words, colour),
    h("span", { class: "name", title: name }, name),
    h("b", { class: "score" }, score),
  );
}

/** @param {Words} words @param {TableShown} shown */
function statusWords(words, { length, game, crawford, winner, players }) {
  if (winner) return words.say("page.lobby.won", { player: players[winner].name });
  const match = length ? words.say("page.panel.score.to", { count: length }) : words.say("page.panel.score.stakes");
  const now = words.say(crawford ? "page.lobby.crawford" : "page.lobby.game", { number: game });
  return `${match} · ${now}`;
}
