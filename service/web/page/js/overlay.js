// @ts-check
// Starts the overlay of a table: what a stream shows over its own picture.

import { followFeed } from "./feed/feed_link.js";
import { createOverlay } from "./overlay/overlay_parts.js";
import { readOptions } from "./overlay/overlay_options.js";
import { availableLanguages, loadWords, preferredLanguage } from "./words.js";

/** Milliseconds between two attempts to load the words, and for which a wrong option is told. */
const RETRY_AFTER = 5000;
const TELL_FOR = 20_000;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

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
  const words = await loadWords(options.language ?? preferredLanguage(navigator.languages)).catch(() => null);
  if (!words) return void setTimeout(start, RETRY_AFTER);
  root.lang = words.language;
  document.title = `${table} · Kibitz`;
  const overlay = createOverlay(words, table, options);
  byId("view").replaceChildren(overlay.element);
  tell(mistakes.map((mistake) => words.say("page.overlay.wrong", mistake)).join(" "));
  followFeed({
    path: `/api/tables/${encodeURIComponent(table)}/live`,
    language: words.language,
    onState: (isOpen) => overlay.element.classList.toggle("is-lost", !isOpen),
    onMessage: (message) => message.is === "State" && overlay.show(message),
  });
}

/** @param {string} text */
function tell(text) {
  const line = byId("problem");
  line.hidden = !text;
  line.textContent = text;
  setTimeout(() => (line.hidden = true), TELL_FOR);
}

start();
