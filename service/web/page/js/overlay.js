// @ts-check
// Starts the overlay of a table: what a stream shows over its own picture.

import { wakeWithPage } from "./connection.js";
import { byId } from "./dom.js";
import { followFeed } from "./feed/feed_link.js";
import { createOverlay } from "./overlay/overlay_parts.js";
import { readOptions } from "./overlay/overlay_options.js";
import { availableLanguages, loadFirstWords, preferredLanguage } from "./words.js";

/** Milliseconds for which a wrong option is shown. */
const MISTAKE_TIME = 20_000;

const languages = availableLanguages().map(({ code }) => code);
const { options, mistakes } = readOptions(new URLSearchParams(location.search), languages);
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const root = document.documentElement;
Object.assign(root.dataset, { theme: options.theme, look: options.look });
root.style.fontSize = `${options.scale}%`;
root.style.setProperty("--overlay-ground", options.ground);
root.style.setProperty("--overlay-ink", options.ink);
root.style.setProperty("--overlay-plate", options.plate);

async function start() {
  const words = await loadFirstWords(() => options.language ?? preferredLanguage(navigator.languages));
  root.lang = words.language;
  document.title = `${table} · Kibitz`;
  const overlay = createOverlay(words, table, options);
  byId("view").replaceChildren(overlay.element);
  showProblem(mistakes.map((mistake) => words.say("page.overlay.wrong", mistake)).join(" "));
  const feed = followFeed({
    path: `/api/tables/${encodeURIComponent(table)}/live`,
    language: words.language,
    onState: (isOpen) => overlay.element.classList.toggle("is-lost", !isOpen),
    onNewProgram: () => location.reload(),
    onMessage: (message) => message.is === "State" && overlay.show(message),
  });
  wakeWithPage(feed);
}

/** @param {string} text */
function showProblem(text) {
  const line = byId("problem");
  line.hidden = !text;
  line.textContent = text;
  setTimeout(() => (line.hidden = true), MISTAKE_TIME);
}

start();
