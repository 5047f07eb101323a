// @ts-check
// The view of the devices: signals, claims, lamps, counters and self-test.

import { createBoard } from "../board.js";
import { renderCounters, renderNotices } from "../devices/counters.js";
import { deviceList } from "../devices/device_list.js";
import { sideBySide } from "../devices/side_by_side.js";
import { renderSelfTest } from "../devices/self_test.js";
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
    section(app, "tests", ["SelfTest", "World", "link", "welcome"], renderSelfTest),
    section(app, "sensors", ["Diagnostics", "Board", "Game", "SelfTest"], sideBySide, board(app)),
    section(app, "counters", ["Diagnostics"], renderCounters),
    section(app, "notices", ["Notices"], renderNotices),
  );
  app.follow({ diagnostics: true });
  app.store.on("SelfTest", announcer(app));
  return { element, close: () => app.follow({ diagnostics: false }) };
}

/**
 * A part of the view that keeps itself up to date.
 * @param {App} app @param {string} name @param {readonly import("../store.js").PartKind[]} kinds
 * @param {(app: App) => Child[]} content
 * @param {Element} [first]  A fixed element above the content.
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
 * The board as the sensors and lamps show it, with the place under test; a simulated one can be
 * touched.
 * @param {App} app
 */
function board(app) {
  const board = createBoard(app, { label: app.words.say("page.devices.board") });
  const { currentHandlers, hand } = createTouch(app);
  app.store.on(["World", "Devices", "welcome"], () => board.listen(currentHandlers()));
  app.store.on(["Board", "Game", "World", "SelfTest", "preferences"], ({ SelfTest }) => {
    const picture = pictureOf(app);
    board.show({
      ...picture,
      hand: hand(),
      places: asLightCounts(picture.places),
      counting: "light",
      dice: [],
      cube: null,
      claims: true,
      marked: SelfTest?.running ? SelfTest.place : null,
    });
  });
  return h("div", { class: "tried" }, board.element);
}

/**
 * The places without the descriptions of the service, which number the points by the turn.
 * @param {import("../board.js").Picture["places"]} places
 */
function asLightCounts(places) {
  return Object.fromEntries(Object.entries(places).map(([place, shown]) => [place, { ...shown, says: "" }]));
}

/**
 * A listener that announces new instructions of the self-test.
 * @param {App} app
 */
function announcer(app) {
  let last = app.store.parts.SelfTest?.words;
  return () => {
    const words = app.store.parts.SelfTest?.words;
    if (words && words !== last) app.announce(words);
    last = words;
  };
}
