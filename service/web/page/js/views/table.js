// @ts-check
// The view of the table: the board and its panels.

import { createBoard } from "../board.js";
import { fill, h } from "../dom.js";
import { cameraPanel } from "../panels/camera.js";
import { actionBar } from "../panels/action_bar.js";
import { computerPanel } from "../panels/computer.js";
import { doubleHelpPanel } from "../panels/double_help.js";
import { hintsPanel } from "../panels/hints.js";
import { createPlayList } from "../panels/plays.js";
import { playerStrip } from "../panels/player_strip.js";
import { recordPanel } from "../panels/record.js";
import { noticesPanel } from "../panels/notices.js";
import { scorePanel } from "../panels/score.js";
import { simulationPanel } from "../panels/simulation.js";
import { createTableMenu } from "../panels/table_menu.js";
import { verdictPanel } from "../panels/verdict.js";
import { endDances } from "../table/dance.js";
import { ignoreDoubleClicks } from "../table/double_clicks.js";
import { createShortcuts } from "../table/shortcuts.js";
import { createLegend } from "../table/legend.js";
import { nextControl } from "../table/next_control.js";
import { createTouch } from "../table/touch.js";
import { viewpoint } from "./viewpoint.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../preferences.js").Preferences} Preferences */

/** The kinds that the board draws. @type {readonly import("../store.js").PartKind[]} */
const DRAWN = ["Board", "Game", "World", "Devices", "preferences", "link", "welcome", "Plays", "swapped"];

/**
 * @param {App} app
 * @returns {import("../views.js").View}
 */
export function tableView(app) {
  const { say } = app.words;
  const board = createBoard(app, { label: say("page.board.label") });
  const touch = createTouch(app);
  const playList = createPlayList(app, touch.oneTap);
  const dances = endDances(app);
  const shortcuts = createShortcuts(app, touch, playList.open);
  const legend = createLegend(app);
  const menu = createTableMenu(app, () => menuEntries(app, shortcuts.open, legend.open, touch.oneTap.mayList() && playList.open));
  const bar = actionBar(app, menu.open, touch.oneTap);
  const onlooking = h("p", { class: "onlooking", hidden: true });
  const stage = h("div", { class: "stage" }, board.element);
  addCards(app, stage, board.element);
  const element = h(
    "div",
    { class: "table-view" },
    h("h1", { class: "unseen" }, app.table),
    verdictPanel(app),
    h(
      "div",
      { class: "play" },
      playerStrip(app, "far"),
      stage,
      playerStrip(app, "near"),
      bar,
    ),
    h(
      "div",
      { class: "desk" },
      onlooking,
      cameraPanel(app),
      doubleHelpPanel(app),
      recordPanel(app),
      noticesPanel(app),
      scorePanel(app),
      hintsPanel(app),
      computerPanel(app),
      simulationPanel(app),
    ),
    menu.dialog,
    shortcuts.dialog,
    legend.dialog,
    playList.dialog,
  );
  ignoreDoubleClicks(bar, menu.dialog);
  app.store.on(DRAWN, () => {
    board.element.classList.toggle("is-lost", app.store.parts.link !== "open");
    board.element.classList.toggle("is-waiting", !app.store.parts.Board);
    const { Game: game } = app.store.parts;
    element.dataset.act = game?.next.act ?? "";
    const isNext = game && nextControl(app, game).name === "board" && !touch.oneTap.forcedPlay();
    board.element.toggleAttribute("data-next", Boolean(isNext));
    board.show({ ...pictureOf(app), hand: touch.hand(), dice: touch.oneTap.drawnDice() });
  });
  app.store.on(["World", "Devices", "welcome"], () => board.listen(touch.currentHandlers()));
  app.store.on(["Devices", "welcome"], ({ Devices, welcome }) => {
    onlooking.hidden = welcome?.may_act !== false || !Devices;
    fill(onlooking, [say(app.isReal("board") ? "page.board.onlooking_real" : "page.board.onlooking")]);
  });
  /** @returns {HTMLElement | null} */
  const start = () => element.querySelector("#verdict-title");
  const close = () => {
    dances.close();
    shortcuts.close();
  };
  return { element, close, start };
}

/**
 * Adds the cards over the board; the code of each is loaded when it is first shown.
 * @param {App} app @param {HTMLElement} stage @param {HTMLElement} board
 */
function addCards(app, stage, board) {
  const ending = () => import("../panels/ending_card.js").then(({ endingCard }) => endingCard(app, board));
  const names = () => import("../panels/names_card.js").then(({ namesCard }) => namesCard(app, board));
  addWhen(app, stage, "Ending", ({ Ending }) => Boolean(Ending?.ended), ending);
  addWhen(app, stage, "Game", ({ Game }) => Boolean(Game?.names_wanted.length) && app.mayAct(), names);
}

/**
 * Adds an element to a place once it is needed; tries again if it could not be loaded.
 * @param {App} app @param {HTMLElement} place @param {import("../store.js").PartKind} kind
 * @param {(parts: import("../store.js").Parts) => boolean} isNeeded @param {() => Promise<HTMLElement>} load
 */
function addWhen(app, place, kind, isNeeded, load) {
  let isAsked = false;
  const add = async () => {
    if (isAsked || !isNeeded(app.store.parts)) return;
    isAsked = true;
    const element = await load().catch(() => null);
    isAsked = element !== null;
    if (element) place.append(element);
  };
  app.store.on([kind, "welcome", "link"], add);
}

/**
 * The picture of the board: sensors and lamps, and the true checkers only if the preferences say so.
 * @param {App} app
 * @returns {import("../board.js").Picture}
 */
export function pictureOf(app) {
  const { Game, World } = app.store.parts;
  const preferences = app.preferences.get();
  return {
    ...viewpoint(app),
    places: { ...placesOf(app), box: countBox(World) },
    dice: Game?.dice ?? [],
    cube: Game?.cube,
    turn: Game?.turn,
    counting: Game?.turn ?? "light",
    names: Game && { light: Game.players.light.name, dark: Game.players.dark.name },
    ghosts: preferences.truth ? World : null,
    claims: preferences.claims,
    sloppy: preferences.sloppy,
    lastTurn: preferences.lastTurn ? Game?.last_turn : null,
  };
}

/**
 * The places; at a simulated board, whose next game sets itself up, without the lamps that lead to it.
 * @param {App} app
 */
function placesOf(app) {
  const { Board, Game } = app.store.parts;
  const places = Board?.places ?? {};
  if (Game?.next.act !== "begin_next" || !app.isTouchable("board")) return places;
  return Object.fromEntries(Object.entries(places).map(([place, shown]) => [place, { ...shown, lamp: null }]));
}

/** @param {import("../../messages.js").WorldPart | undefined} world */
function countBox(world) {
  const box = world?.piles.box ?? [];
  const light = box.filter((colour) => colour === "light").length;
  return { light, dark: box.length - light };
}

/**
 * The entries of the menu that concern the view.
 * @param {App} app @param {() => void} openShortcuts @param {() => void} openLegend
 * @param {(() => void) | false} openPlays  False while there is no play to list.
 * @returns {import("../panels/table_menu.js").Entry[]}
 */
function menuEntries(app, openShortcuts, openLegend, openPlays) {
  const { say } = app.words;
  const { otherSide, letters } = app.preferences.get();
  const plays = openPlays && { words: say("page.plays.open"), open: openPlays, ...(letters && { key: "L" }) };
  return [
    ...(plays ? [plays] : []),
    { words: say("page.board.other_side"), pressed: otherSide, open: () => app.preferences.set({ otherSide: !otherSide }) },
    { words: say("page.common.screen"), open: () => app.go("screen") },
    { words: say("page.board.legend.open"), open: openLegend },
    { words: say("page.board.help"), open: openShortcuts, ...(letters && { key: "?" }) },
  ];
}
