// @ts-check
// Starts the page: its head, and the view that the address names.

import { byId, createApp, speak } from "./app.js";
import { createHeader } from "./header.js";
import { createViews } from "./views.js";

/** @typedef {import("./app.js").App} App  What every panel and view is given: see app.js. */

const app = await createApp();
const views = createViews(app, byId("view"), shown);
let closeHeader = () => {};

/** @param {string} name */
function shown(name) {
  app.store.put("view", name);
  document.title = `${app.words.say(`page.common.${name}`)} · ${app.table} · Kibitz`;
}

function open() {
  closeHeader();
  closeHeader = createHeader(app, byId("header"), byId("banner"));
  views.reopen();
}

app.store.on("preferences", async ({ preferences }) => {
  document.documentElement.dataset.theme = preferences.theme;
  try {
    if (await speak(app)) open();
  } catch {
    app.tell(app.words.say("page.common.loading_failed"));
  }
});
open();
