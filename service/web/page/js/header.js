// @ts-check
// The head of the page: the table, its connection, and the menu of the views.

import { fill, h } from "./dom.js";
import { muteButton } from "./sounds.js";
import { NAMES } from "./views.js";

/** @typedef {import("./main.js").App} App */

/**
 * Keeps head and banner up to date, until the returned function is called.
 * @param {App} app
 * @param {HTMLElement} header
 * @param {HTMLElement} banner
 * @returns {() => void}
 */
export function createHeader(app, header, banner) {
  const bannerNow = createBanner(app);
  const unsubscribe = [
    app.store.on(["link", "welcome", "Devices", "Camera", "view", "preferences"], () => fill(header, head(app))),
    app.store.on(["link", "Devices"], () => {
      const shown = bannerNow();
      banner.className = shown ? `banner ${shown.kind}` : "";
      fill(banner, shown ? [shown.words, shown.more] : []);
    }),
  ];
  return () => unsubscribe.forEach((end) => end());
}

/** @param {App} app */
function head(app) {
  const { say } = app.words;
  return [
    h("a", { class: "skip", href: "#view", key: "skip", onclick: skipToBoard }, say("page.common.to_board")),
    h(
      "a",
      { class: "mark", href: "/", key: "lobby", title: say("page.lobby.back"), "aria-label": say("page.lobby.back") },
      h("img", { src: "/page/icon.svg", alt: "" }),
    ),
    h("a", { class: "mark", href: "#table", key: "mark" }, h("span", { class: "name" }, app.table)),
    menu(app),
    h("div", { class: "state", key: "state" }, muteButton(app), simulatedTag(app), roleTag(app), linkState(app)),
  ];
}

/**
 * Focuses the board, or the view if there is none; the address stays.
 * @param {Event} event
 */
function skipToBoard(event) {
  event.preventDefault();
  const place = document.querySelector("[data-place][tabindex='0']");
  const goal = place instanceof SVGElement ? place : document.getElementById("view");
  goal?.focus();
}

/** @param {App} app */
function menu(app) {
  const { say } = app.words;
  const current = app.store.parts.view ?? "table";
  const isListed = (/** @type {import("./views.js").ViewName} */ name) =>
    name !== "screen" && (name !== "camera" || app.store.parts.Camera || name === current);
  const names = NAMES.filter(isListed);
  const links = names.map((name) =>
    h("a", { href: `#${name}`, key: name, "aria-current": name === current ? "page" : null }, say(`page.common.${name}`)),
  );
  return h("nav", { key: "menu", "aria-label": say("page.common.menu") }, links);
}

/** @param {App} app */
function simulatedTag(app) {
  const { devices = [] } = app.store.parts.Devices ?? {};
  const names = devices.filter((device) => device.simulated).map(({ name_in_words }) => name_in_words);
  if (!names.length) return null;
  const { say, joinList } = app.words;
  const attributes = { class: "tag simulated", key: "simulated", title: say("page.common.simulated_about") };
  const all = names.length === devices.length;
  const words = all ? say("page.common.simulated") : say("page.common.simulated_some", { devices: joinList(names) });
  return h("strong", attributes, words);
}

/** @param {App} app */
function roleTag(app) {
  const { welcome } = app.store.parts;
  if (!welcome) return null;
  const role = welcome.may_act ? "player" : "spectator";
  const title = app.words.say(`page.common.${role}_about`);
  return h("span", { class: `tag ${role}`, key: "role", title }, app.words.say(`page.common.${role}`));
}

/** @param {App} app */
function linkState(app) {
  const link = app.store.parts.link ?? "connecting";
  const short = link === "refused" ? "lost" : link;
  const says = app.words.say(`page.link.${link}`);
  return h("span", { class: `link ${short}`, key: "link", role: "img", "aria-label": says, title: says });
}

/**
 * A function that returns the present content of the banner, or null.
 * @param {App} app
 */
function createBanner(app) {
  let wasLost = false;
  const { say } = app.words;
  return () => {
    const { link, Devices } = app.store.parts;
    if (link === "lost" || link === "refused") {
      wasLost = true;
      const reload = h("button", { onclick: () => location.reload() }, say("page.link.reload"));
      return { kind: "lost", words: say(`page.link.${link}`), more: link === "refused" ? reload : null };
    }
    if (wasLost && link === "open") {
      wasLost = false;
      app.tell(say("page.link.back"));
    }
    return troubleBanner(app, Devices);
  };
}

/** @param {App} app @param {import("../messages.js").DevicesPart | undefined} shown */
function troubleBanner(app, shown) {
  const { say, joinList } = app.words;
  if (!shown) return null;
  const { devices, journal_problem: problem } = shown;
  const lost = devices.filter(({ link }) => link === "lost");
  const names = joinList(lost.map(({ name_in_words }) => name_in_words));
  const words = [
    problem && say("page.common.unwritten", { why: problem }),
    lost.length > 0 && say("page.common.device_lost", { names }),
  ].filter(Boolean);
  return words.length ? { kind: "trouble", words: words.join(" "), more: null } : null;
}
