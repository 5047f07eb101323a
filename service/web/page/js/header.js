// @ts-check
// The head of the page: which table this is, how it is reached, and the way to every view.

import { fill, h } from "./dom.js";
import { NAMES } from "./views.js";

/** @typedef {import("./main.js").App} App */

/**
 * Keeps head and banner up to date.
 * @param {App} app
 * @param {HTMLElement} header
 * @param {HTMLElement} banner
 * @returns {() => void}  Ends that.
 */
export function createHeader(app, header, banner) {
  const heard = banners(app);
  const offs = [
    app.store.on(["link", "welcome", "Devices", "Camera", "view"], () => fill(header, head(app))),
    app.store.on(["link", "Devices"], () => {
      const told = heard();
      banner.className = told ? `banner ${told.kind}` : "";
      fill(banner, told ? [told.words, told.more] : []);
    }),
  ];
  return () => offs.forEach((off) => off());
}

/** @param {App} app */
function head(app) {
  const { say } = app.words;
  return [
    h("a", { class: "skip", href: "#view", key: "skip", onclick: skipped }, say("page.common.to_board")),
    h(
      "a",
      { class: "mark", href: "#table", key: "mark" },
      h("img", { src: "/page/icon.svg", alt: "" }),
      h("span", { class: "name" }, app.table),
    ),
    menu(app),
    h("div", { class: "state", key: "state" }, simulated(app), role(app), linkState(app)),
  ];
}

/**
 * To the board, or to the view where there is none; the address stays.
 * @param {Event} event
 */
function skipped(event) {
  event.preventDefault();
  const place = document.querySelector("[data-place][tabindex='0']");
  const goal = place instanceof SVGElement ? place : document.getElementById("view");
  goal?.focus();
}

/** @param {App} app */
function menu(app) {
  const { say } = app.words;
  const current = app.store.parts.view ?? "table";
  const names = NAMES.filter((name) => name !== "camera" || app.store.parts.Camera || name === current);
  const links = names.map((name) =>
    h("a", { href: `#${name}`, key: name, "aria-current": name === current ? "page" : null }, say(`page.common.${name}`)),
  );
  return h("nav", { key: "menu", "aria-label": say("page.common.menu") }, links);
}

/** @param {App} app */
function simulated(app) {
  if (!app.simulated()) return null;
  const { say, listed } = app.words;
  const attributes = { class: "tag simulated", key: "simulated", title: say("page.common.simulated_about") };
  /** @type {{called: string, simulated: boolean}[]} */
  const devices = app.store.parts.Devices.devices;
  const names = devices.filter((device) => device.simulated).map(({ called }) => called);
  const all = names.length === devices.length;
  const words = all ? say("page.common.simulated") : say("page.common.simulated_some", { devices: listed(names) });
  return h("strong", attributes, words);
}

/** @param {App} app */
function role(app) {
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
 * What the banner has to tell at this moment, if anything.
 * @param {App} app
 */
function banners(app) {
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
    return trouble(app, Devices);
  };
}

/** @param {App} app @param {any} devices */
function trouble(app, devices) {
  const { say, listed } = app.words;
  if (!devices) return null;
  const lost = devices.devices.filter((/** @type {any} */ each) => each.link === "lost");
  const names = listed(lost.map((/** @type {any} */ each) => each.called));
  const words = [
    devices.unwritten && say("page.common.unwritten", { why: devices.unwritten }),
    lost.length > 0 && say("page.common.device_lost", { names }),
  ].filter(Boolean);
  return words.length ? { kind: "trouble", words: words.join(" "), more: null } : null;
}
