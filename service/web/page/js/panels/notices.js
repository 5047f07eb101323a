// @ts-check
// The log of the announcements and events, the newest last.

import { fill, h } from "../dom.js";
import { mergeLog, turnsOf } from "./notice_log.js";

/** @typedef {import("../main.js").App} App */

/** @typedef {ReturnType<typeof turnsOf>[number]} Turn */

/** Pixels from the end of the log within which it keeps scrolling to new entries. */
const SCROLL_MARGIN = 40;

/** @type {import("./notice_log.js").KeptLine[]} */
let kept = [];

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function noticesPanel(app) {
  const { say } = app.words;
  const list = h("div", { class: "said" });
  const log = h("div", { class: "log", role: "log", tabindex: "0", "aria-labelledby": "notices-title" }, list);
  const whole = h("p", { class: "whole" });
  const element = h(
    "section",
    { class: "panel notices" },
    h("h2", { id: "notices-title" }, say("page.panel.notices.title")),
    log,
    whole,
  );
  /** The turns on the page, so that only what has changed is rendered. @type {Map<string, {said: string, element: Element}>} */
  let shown = new Map();
  followEnd(log, list);
  const show = () => {
    const { Notices, welcome } = app.store.parts;
    kept = mergeLog(kept, Notices?.lines ?? [], welcome?.boot ?? "");
    const turns = turnsOf(kept).map((turn) => ({ turn, said: textOf(turn), before: shown.get(turn.key) }));
    fill(list, turns.map(({ turn, said, before }) => (before?.said === said ? before.element : renderTurn(app, turn))));
    shown = new Map(turns.map(({ turn, said }, at) => [turn.key, { said, element: /** @type {Element} */ (list.children[at]) }]));
  };
  app.store.on(["Notices"], show);
  app.store.on(["Record"], ({ Record }) => {
    fill(whole, Record ? [h("a", { href: `#matches/${Record.match}` }, say("page.panel.notices.whole"))] : []);
  });
  return element;
}

/**
 * Scrolls a log to its end whenever its list or its own size changes, unless people have scrolled back.
 * @param {HTMLElement} log @param {HTMLElement} list
 */
function followEnd(log, list) {
  let [isFollowing, top, height] = [true, 0, 0];
  log.addEventListener("scroll", () => {
    // Where lines wrap anew, the place changes as well, but so does the height.
    const isBack = log.scrollTop < top && log.scrollHeight === height;
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < SCROLL_MARGIN;
    isFollowing = isAtEnd || (isFollowing && !isBack);
    [top, height] = [log.scrollTop, log.scrollHeight];
  });
  const sizes = new ResizeObserver(() => {
    if (isFollowing) log.scrollTop = log.scrollHeight;
    [top, height] = [log.scrollTop, log.scrollHeight];
  });
  for (const sized of [log, list]) sizes.observe(sized);
}

/** @param {Turn} turn */
function textOf({ lines }) {
  return lines.map(({ number, words }) => `${number} ${words}`).join("\n");
}

/** @param {App} app @param {Turn} turn */
function renderTurn(app, { game, turn, key, lines }) {
  return h(
    "div",
    { key },
    h("h3", { class: "of-turn" }, app.words.say("page.panel.notices.turn", { game, turn })),
    h("ol", {}, ...lines.map((line) => renderLine(app, line))),
  );
}

/** @param {App} app @param {import("../../messages.js").LogLine} line */
function renderLine(app, { number, words, alarm, at }) {
  return h(
    "li",
    { key: number, class: alarm ? "alarm" : "" },
    at && h("time", { datetime: at, "aria-hidden": "true" }, timeOfDay(app, at)),
    h(
      "span",
      { class: "words" },
      alarm && h("span", { class: "sign", "aria-hidden": "true" }, "!"),
      alarm && h("span", { class: "unseen" }, `${app.words.say("page.panel.notices.alarm")} `),
      words,
    ),
  );
}

/** @param {App} app @param {string} at */
function timeOfDay(app, at) {
  const options = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return new Date(at).toLocaleTimeString(app.words.language, options);
}
