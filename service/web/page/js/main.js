// @ts-check
// Starts the page: its head, and the view of the address.

import { createApp, followLanguage } from "./app.js";
import { byId } from "./dom.js";
import { createHeader } from "./header.js";
import { followSounds } from "./sounds.js";
import { createViews } from "./views.js";

/** @typedef {import("./app.js").App} App  See app.js. */

const app = await createApp();
const views = createViews(app, byId("view"), onViewOpened);
let closeHeader = () => {};

/** @param {import("./views.js").ViewName} name */
function onViewOpened(name) {
  app.store.put("view", name);
  document.title = `${app.words.say(`page.common.${name}`)} · ${app.table} · Kibitz`;
}

function open() {
  closeHeader();
  closeHeader = createHeader(app, byId("header"), byId("banner"));
  views.reopen();
}

app.store.on("preferences", async () => {
  const { theme, look, calm } = app.preferences.get();
  Object.assign(document.documentElement.dataset, { theme, look, calm });
  try {
    if (await followLanguage(app)) open();
  } catch {
    app.tell(app.words.say("page.common.loading_failed"));
  }
});
open();
followSounds(app);
