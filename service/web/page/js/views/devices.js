// @ts-check
// The devices from the inside: what they say, what is made of it, and how they are tried out.

import { createBoard } from "../board.js";
import { countersShown, noticesShown } from "../devices/counters.js";
import { deviceList } from "../devices/list.js";
import { sideBySide } from "../devices/side_by_side.js";
import { trialShown } from "../devices/trial.js";
import { fill, h } from "../dom.js";
import { createTouch } from "../table/touch.js";
import { pictureOf } from "./table.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../dom.js").Child} Child */

/**
 * @param {App} app
 * @returns {import("../views.js").View}
 */
export function devicesView(app) {
  const { say } = app.words;
  const element = h(
    "div",
    { class: "view devices" },
    h("h1", {}, say("page.devices.title")),
    h("p", { class: "about" }, say("page.devices.about")),
    section(app, "devices", ["Devices", "Camera", "Diagnostics"], deviceList),
    section(app, "tests", ["Trial", "World", "link", "welcome"], trialShown),
    section(app, "sight", ["Diagnostics", "Board", "Game", "Trial"], sideBySide, board(app)),
    section(app, "counters", ["Diagnostics"], countersShown),
    section(app, "notices", ["Sayings"], noticesShown),
  );
  app.follow({ diagnostics: true });
  app.store.on("Trial", announcer(app));
  return { element, close: () => app.follow({ diagnostics: false }) };
}

/**
 * A part of the view that keeps itself up to date.
 * @param {App} app @param {string} name @param {string[]} kinds @param {(app: App) => Child[]} content
 * @param {Element} [first]  What stands above what changes.
 */
function section(app, name, kinds, content, first) {
  const body = h("div", { class: "body" });
  app.store.on(kinds, () => fill(body, content(app)));
  return h(
    "section",
    { class: `panel of-${name}`, "aria-labelledby": `devices-${name}` },
    h("h2", { id: `devices-${name}` }, app.words.say(`page.devices.${name}_title`)),
    first,
    body,
  );
}

/**
 * The board as the sensors and lamps say, with the place that is being tried out; a simulated one
 * can be touched.
 * @param {App} app
 */
function board(app) {
  const board = createBoard(app, { label: app.words.say("page.devices.board") });
  const { now, hand } = createTouch(app);
  app.store.on(["World", "Devices", "welcome"], () => board.listen(now()));
  app.store.on(["Board", "Game", "World", "Trial", "preferences"], ({ Trial }) => {
    const picture = pictureOf(app);
    board.show({
      ...picture,
      hand: hand(),
      places: asLightCounts(picture.places),
      counting: "light",
      dice: [],
      cube: null,
      claims: true,
      marked: Trial?.running ? Trial.place : null,
    });
  });
  return h("div", { class: "tried" }, board.element);
}

/**
 * The same places without what the service says of them, for whom a turn makes no difference.
 * @param {import("../board.js").Picture["places"]} places
 */
function asLightCounts(places) {
  return Object.fromEntries(Object.entries(places).map(([place, shown]) => [place, { ...shown, says: "" }]));
}

/**
 * Says what is to be done next, but not what stood there before.
 * @param {App} app
 */
function announcer(app) {
  let last = app.store.parts.Trial?.words;
  return () => {
    const words = app.store.parts.Trial?.words;
    if (words && words !== last) app.announce(words);
    last = words;
  };
}
