// @ts-check
// Creates the app, through which panels and views see the table and act at it.

import { createActionQueue } from "./action_queue.js";
import { createAnnouncer } from "./announcer.js";
import { createCameraRequests } from "./camera/requests.js";
import { tableAccessKey } from "./access_key.js";
import { wakeWithPage } from "./connection.js";
import { byId } from "./dom.js";
import { createLink, isRefusal } from "./link.js";
import { createPreferences } from "./preferences.js";
import { createStore } from "./store.js";
import { createPlayRequests } from "./table/play_requests.js";
import { loadFirstWords, loadWords } from "./words.js";

/** @typedef {import("../messages.js").Colour} Colour */
/** @typedef {import("../messages.js").Action} Action */
/** @typedef {import("./link.js").Link} Link */
/** @typedef {{words: string, mistakes?: Record<string, string>}} Refusal */

/**
 * The interface of every panel and view to the table.
 *
 * - `table`: its name.
 * - `store`: the newest parts; the store of a view releases its listeners when the view closes.
 * - `words`: `say(key, values)`, `joinList(items)`, `language`. A change of the language creates
 *   the view again, so a panel may keep its texts.
 * - `act(action, possible)`: resolves to true when the action is done, to false when it is refused,
 *   which the notice line shows, or not `possible` in the end. It never rejects.
 * - `attempt(action)`: the same without a notice; resolves to null or to the refusal.
 * - `ask(colour, request, number)`: `act` with a request or answer of a player at the state shown.
 * - `mayAct()`: true if this page is connected and holds the table's key.
 * - `isTouchable("board")`: true if the page can operate this simulated device; `isReal("board")`:
 *   true if only people at the table can. Both are false until the device is known.
 * - `mayTouch()`: true if checkers can be moved on the page.
 * - `go("matches/3")`: opens another view.
 * - `announce(text, assertive)`: speaks to screen readers only; `tell(text)`: shows a notice to
 *   everyone for a while.
 * - `follow({diagnostics, camera})`: subscribes to the diagnostics of the devices and to what the
 *   camera sees, or ends that; a key that is missing changes nothing.
 * - `picture()`: resolves to the next picture of the camera, or null. `findBoard()`: resolves to
 *   the corners of the board in it, or null.
 * - `playHelp`: the legal plays of the throw, and why a checker cannot move.
 * - `preferences`: `get()`, `set(change)`; `store.on("preferences", …)` hears of changes.
 *
 * @typedef {{
 *   table: string,
 *   store: import("./store.js").Store,
 *   words: import("./words.js").Words,
 *   preferences: import("./preferences.js").PreferenceStore,
 *   act: (action: Action, possible?: Promise<boolean>) => Promise<boolean>,
 *   attempt: (action: Action) => Promise<Refusal | null>,
 *   ask: (colour: Colour, request: import("../messages.js").PlayerRequestKind, number?: number) => Promise<boolean>,
 *   mayAct: () => boolean,
 *   isTouchable: (device: string) => boolean,
 *   isReal: (device: string) => boolean,
 *   mayTouch: () => boolean,
 *   go: (view: string) => void,
 *   announce: (text: string, assertive?: boolean) => void,
 *   tell: (text: string) => () => void,
 *   follow: (what: {diagnostics?: boolean, camera?: boolean}) => void,
 *   picture: () => Promise<Blob | null>,
 *   playHelp: import("./table/play_requests.js").PlayHelp,
 *   findBoard: () => Promise<import("./camera/corners.js").Corners | null>,
 * }} App
 */

/** @type {import("../messages.js").Protocol} */
const PROTOCOL = 2;
/** Milliseconds for which a notice is shown. */
const NOTICE_TIME = 6000;

/**
 * The app of this page, connected to its table.
 * @returns {Promise<App>}
 */
export async function createApp() {
  const key = tableAccessKey();
  const store = createStore();
  const preferences = createPreferences((changed) => store.put("preferences", changed));
  store.put("preferences", preferences.get());
  const wordless = byId("wordless");
  const words = { ...(await loadFirstWords(() => preferences.get().language, () => (wordless.hidden = false))) };
  wordless.hidden = true;
  const { announce } = createAnnouncer(byId("polite"), byId("assertive"));
  const tell = createNotice(byId("notice"));
  const { link, follow } = connect({ store, preferences, tell, key });
  const { parts } = store;
  const inOrder = createActionQueue();
  /** @type {App} */
  const app = {
    table: decodeURIComponent(location.pathname.split("/")[2] ?? ""),
    store,
    words,
    preferences,
    attempt: (action) => inOrder(() => tryAct(link, action, words)),
    async act(action, possible) {
      const done = await inOrder(async () => ({ refused: await tryAct(link, action, words) }), possible);
      if (done?.refused) tell(done.refused.words);
      return Boolean(done && !done.refused);
    },
    ask: (colour, request, number = 0) =>
      app.act({ is: "MakeRequest", colour, request, number, revision: parts.Game?.revision ?? null }),
    mayAct: () => parts.link === "open" && Boolean(parts.welcome?.may_act),
    isTouchable: (device) => typeof plugOf(parts.Devices, device) === "boolean",
    isReal: (device) => plugOf(parts.Devices, device) === null,
    mayTouch: () => app.mayAct() && Boolean(parts.World),
    go: (view) => void (location.hash = view),
    announce,
    tell,
    follow,
    ...createCameraRequests(key),
    playHelp: createPlayRequests(key, words),
  };
  store.on("Devices", () => {
    if (parts.World && app.isReal("board")) store.put("World", undefined);
  });
  return app;
}

/**
 * Loads the preferred language; resolves to true if it has changed. A language that is chosen
 * while another one loads wins.
 * @param {App} app
 */
export async function followLanguage({ words, preferences }) {
  const { language } = preferences.get();
  const isOther = language !== words.language;
  const loaded = isOther ? await loadWords(language) : null;
  if (language !== preferences.get().language) return false;
  Object.assign(words, loaded);
  document.documentElement.lang = words.language;
  return isOther;
}

/**
 * True if the plug of a device is in; null if the page cannot pull it, undefined if the device is
 * not known yet.
 * @param {import("../messages.js").DevicesPart | undefined} known @param {string} device
 */
function plugOf(known, device) {
  const find = (/** @type {string} */ wanted) => known?.devices.find(({ name }) => name === wanted);
  // A table without a board sensor has its checkers seen by the camera.
  return (find(device) ?? (device === "board" ? find("camera") : undefined))?.plugged;
}

/**
 * @param {Link} link @param {Action} action @param {App["words"]} words
 * @returns {Promise<Refusal | null>}
 */
async function tryAct(link, action, words) {
  try {
    await link.act(action);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.kind === "lost" ? { words: words.say("page.link.not_sent") } : error;
  }
}

/**
 * A function that shows a text in this line for a while, and returns one that withdraws it.
 * @param {HTMLElement} line
 * @returns {App["tell"]}
 */
function createNotice(line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let quiet;
  return (text) => {
    line.textContent = text;
    clearTimeout(quiet);
    const own = (quiet = setTimeout(() => (line.textContent = ""), NOTICE_TIME));
    return () => {
      if (quiet === own) line.textContent = "";
    };
  };
}

/**
 * Connects this page, and puts every part that the service shows into the store.
 * @param {Pick<App, "store" | "preferences" | "tell"> & {key: import("./access_key.js").AccessKey}} page
 */
function connect({ store, preferences, tell, key }) {
  let follows = { diagnostics: false, camera: false };
  const language = () => preferences.get().language;

  /** @param {import("../messages.js").Welcome} welcome */
  function onWelcome(welcome) {
    const before = store.parts.welcome;
    if (before && before.version !== welcome.version) return location.reload();
    store.put("welcome", welcome);
    if (welcome.language !== language()) link.say({ is: "ChooseLanguage", language: language() });
    if (follows.diagnostics || follows.camera) link.say({ is: "Subscribe", ...follows });
  }

  /** @param {import("../messages.js").ToPage} message */
  function onMessage(message) {
    if (message.is === "Welcome") return onWelcome(message);
    if (message.is === "KeepAlive" || message.is === "Done") return;
    if (message.is !== "Refused") return store.put(message.is, message);
    if (message.kind === "wrong_key") key.forget();
    if (message.number === null) tell(message.words);
  }

  const link = createLink({
    url: `${location.origin.replace(/^http/, "ws")}${location.pathname.replace(/\/$/, "")}/live`,
    hello: () => ({ is: "Hello", protocol: PROTOCOL, language: language(), key: key.get() }),
    onMessage,
    onState: (state) => store.put("link", state),
  });
  wakeWithPage(link);
  let spoken = language();
  store.on("preferences", () => {
    if (language() !== spoken) link.say({ is: "ChooseLanguage", language: language() });
    spoken = language();
  });
  return {
    link,
    /** @param {{diagnostics?: boolean, camera?: boolean}} what */
    follow(what) {
      follows = { ...follows, ...what };
      link.say({ is: "Subscribe", ...follows });
    },
  };
}
