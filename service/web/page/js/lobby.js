// @ts-check
// Starts the lobby: all tables of the service, live, and their latest matches.

import { wakeWithPage } from "./connection.js";
import { byId } from "./dom.js";
import { followFeed } from "./feed/feed_link.js";
import { createMatchList } from "./lobby/match_list.js";
import { createTableCard } from "./lobby/table_card.js";
import { createPreferences } from "./preferences.js";
import { loadFirstWords } from "./words.js";

const preferences = createPreferences(() => {}).get();
Object.assign(document.documentElement.dataset, { theme: preferences.theme, look: preferences.look });

async function start() {
  const words = await loadFirstWords(() => preferences.language);
  document.documentElement.lang = words.language;
  byId("title").textContent = words.say("page.lobby.title");
  const matches = createMatchList(words, byId("matches"));
  const list = byId("tables");
  /** @type {Map<string, ReturnType<typeof createTableCard>>} */
  const cards = new Map();

  /** @param {string[]} tables */
  const begin = (tables) => {
    for (const name of tables) cards.set(name, cards.get(name) ?? createTableCard(words, name));
    list.classList.add("live");
    list.replaceChildren(...tables.map((name) => /** @type {{element: Node}} */ (cards.get(name)).element));
    matches.setTables(tables);
  };

  const feed = followFeed({
    path: "/api/live",
    language: words.language,
    onState: (isOpen) => (byId("link").textContent = isOpen ? "" : words.say("page.link.lost")),
    onNewProgram: () => location.reload(),
    onMessage(message) {
      if (message.is === "Start") begin(message.tables);
      if (message.is !== "State") return;
      cards.get(message.table)?.show(message);
      matches.onState(message);
    },
  });
  wakeWithPage(feed);
}

start();
