// @ts-check
// Makes the app: all that panels and views are given to see the table, and to act at it.

import { createAnnouncer } from "./announcer.js";
import { cameraOf } from "./camera/asking.js";
import { keyOfTable } from "./key.js";
import { createLink } from "./link.js";
import { createOrder } from "./order.js";
import { keepPreferences } from "./preferences.js";
import { createStore } from "./store.js";
import { LANGUAGES, loadWords } from "./words.js";

/** @typedef {import("./link.js").Message} Message */
/** @typedef {import("./link.js").Link} Link */
/** @typedef {{words: string, mistakes?: Record<string, string>}} Refusal */

/**
 * What every panel and view is given.
 *
 * - `table`: its name.
 * - `store`: the newest parts; a view's own copy forgets its followers when the view closes.
 * - `words`: `say(key, values)`, `listed(items)`, `language`. The view is made anew when the
 *   language changes, so a panel may keep what it said.
 * - `act(deed, possible)`: resolves to true when it is done; a refusal is shown in the notice line
 *   and resolves to false, and so does what turns out not to be `possible`. It never rejects.
 * - `attempt(deed)`: the same with nothing shown; resolves to null, or to the refusal.
 * - `ask(colour, wish, number)`: the same for what a player asks or answers, at the moment shown.
 * - `mayAct()`: whether this page is connected and holds the table's key.
 * - `simulated()`: whether any device is.
 * - `isTwin("board")`: whether hands on the page touch this device, `isReal("board")`: whether only
 *   those at the table do; neither as long as nobody knows.
 * - `mayTouch()`: whether checkers can be handled on the page.
 * - `go("matches/3")`: another view.
 * - `announce(text, assertive)`: for screen readers only; `tell(text)`: for everyone, for a while.
 * - `follow({diagnostics, camera})`: whether the devices are shown from the inside, and what the
 *   camera sees; what is left out stays as it is.
 * - `picture()`: the next picture of the camera; null if there is none. `findBoard()`: the
 *   corners of the board in it; null if they are not found.
 * - `preferences`: `get()`, `set(change)`; `store.on("preferences", …)` tells of changes.
 *
 * @typedef {{
 *   table: string,
 *   store: import("./store.js").Store,
 *   words: import("./words.js").Words,
 *   preferences: import("./preferences.js").Keeping,
 *   act: (deed: Message, possible?: Promise<boolean>) => Promise<boolean>,
 *   attempt: (deed: Message) => Promise<Refusal | null>,
 *   ask: (colour: string, wish: string, number?: number) => Promise<boolean>,
 *   mayAct: () => boolean,
 *   simulated: () => boolean,
 *   isTwin: (device: string) => boolean,
 *   isReal: (device: string) => boolean,
 *   mayTouch: () => boolean,
 *   go: (view: string) => void,
 *   announce: (text: string, assertive?: boolean) => void,
 *   tell: (text: string) => void,
 *   follow: (what: {diagnostics?: boolean, camera?: boolean}) => void,
 *   picture: () => Promise<Blob | null>,
 *   findBoard: () => Promise<import("./camera/corners.js").Corners | null>,
 * }} App
 */

const PROTOCOL = 1;
const TOLD_FOR = 6000;
/** How long (ms) words that could not be loaded are waited for. */
const AGAIN = 2000;

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The app of this page, connected to its table.
 * @returns {Promise<App>}
 */
export async function createApp() {
  const key = keyOfTable();
  const store = createStore();
  const preferences = keepPreferences((likes) => store.put("preferences", likes));
  store.put("preferences", preferences.get());
  const words = { ...(await firstWords(preferences)) };
  const { announce } = createAnnouncer(byId("polite"), byId("assertive"));
  const tell = createNotice(byId("notice"));
  const { link, follow } = connect(store, words, tell, key);
  const { parts } = store;
  const inOrder = createOrder();
  /** @type {App} */
  const app = {
    table: decodeURIComponent(location.pathname.split("/")[2] ?? ""),
    store,
    words,
    preferences,
    attempt: (deed) => inOrder(() => attempted(link, deed, words)),
    async act(deed, possible) {
      const done = await inOrder(async () => ({ refused: await attempted(link, deed, words) }), possible);
      if (done?.refused) tell(done.refused.words);
      return Boolean(done && !done.refused);
    },
    ask: (colour, wish, number = 0) =>
      app.act({ is: "Ask", colour, wish, number, moment: parts.Game?.moment ?? null }),
    mayAct: () => parts.link === "open" && Boolean(parts.welcome?.may_act),
    simulated: () => (parts.Devices?.devices ?? []).some(isSimulated),
    isTwin: (device) => typeof plugOf(parts.Devices, device) === "boolean",
    isReal: (device) => plugOf(parts.Devices, device) === null,
    mayTouch: () => app.mayAct() && Boolean(parts.World),
    go: (view) => void (location.hash = view),
    announce,
    tell,
    follow,
    ...cameraOf(key),
  };
  store.on("Devices", () => {
    if (parts.World && app.isReal("board")) store.put("World", undefined);
  });
  return app;
}

/**
 * The words to begin with; as long as there are none the page says so, and asks again.
 * @param {App["preferences"]} preferences
 * @returns {Promise<App["words"]>}
 */
async function firstWords(preferences) {
  const wordless = byId("wordless");
  try {
    const words = await loadWords(preferences.get().language);
    wordless.hidden = true;
    return words;
  } catch {
    wordless.hidden = false;
    await new Promise((again) => setTimeout(again, AGAIN));
    return firstWords(preferences);
  }
}

/**
 * Speaks the language that is preferred now; true if that is another one than before. Where yet
 * another is chosen while its words are on their way, that one is spoken.
 * @param {App} app
 */
export async function speak({ words, preferences }) {
  const { language } = preferences.get();
  const isOther = language !== words.language;
  const loaded = isOther ? await loadWords(language) : null;
  if (language !== preferences.get().language) return false;
  Object.assign(words, loaded);
  document.documentElement.lang = LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (words.language)];
  return isOther;
}

/** @param {{simulated: boolean}} device */
const isSimulated = ({ simulated }) => simulated;

/**
 * Whether the plug of a device is in; null where it cannot be pulled on a page, and undefined
 * as long as nobody knows the device.
 * @param {import("../messages.js").Devices | undefined} known @param {string} device
 */
function plugOf(known, device) {
  const called = (/** @type {string} */ wanted) => known?.devices.find(({ name }) => name === wanted);
  // Where there is no board beside the camera, the camera alone sees the checkers.
  return (called(device) ?? (device === "board" ? called("camera") : undefined))?.plugged;
}

/**
 * @param {Link} link @param {Message} deed @param {App["words"]} words
 * @returns {Promise<Refusal | null>}
 */
async function attempted(link, deed, words) {
  try {
    await link.act(deed);
    return null;
  } catch (error) {
    const refused = /** @type {any} */ (error);
    if (refused.is !== "Refused") throw error;
    return refused.why === "lost" ? { words: words.say("page.link.not_sent") } : refused;
  }
}

/**
 * A line that is shown for a while.
 * @param {HTMLElement} line
 * @returns {App["tell"]}
 */
function createNotice(line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let quiet;
  return (text) => {
    line.textContent = text;
    clearTimeout(quiet);
    quiet = setTimeout(() => (line.textContent = ""), TOLD_FOR);
  };
}

/**
 * The link of this page, which puts whatever it hears into the store.
 * @param {App["store"]} store @param {App["words"]} words @param {App["tell"]} tell
 * @param {ReturnType<typeof keyOfTable>} key
 */
function connect(store, words, tell, key) {
  let follows = { diagnostics: false, camera: false };
  const language = () => store.parts.preferences.language;

  /** @param {any} welcome */
  function welcomed(welcome) {
    const before = store.parts.welcome;
    if (before && before.version !== welcome.version) return location.reload();
    store.put("welcome", welcome);
    if (welcome.language !== language()) link.say({ is: "Speak", language: language() });
    if (follows.diagnostics || follows.camera) link.say({ is: "Follow", ...follows });
  }

  /** @param {Message} message */
  function hear({ is, ...part }) {
    if (is === "Welcome") return welcomed(part);
    if (["Alive", "Done"].includes(is)) return;
    if (is !== "Refused") return store.put(is, part);
    if (part.why === "wrong_key") key.forget();
    if (part.number == null) tell(part.words);
  }

  const link = createLink({
    url: `${location.origin.replace(/^http/, "ws")}${location.pathname.replace(/\/$/, "")}/live`,
    hello: () => ({ is: "Hello", protocol: PROTOCOL, language: language(), key: key.get() }),
    onMessage: hear,
    onState: (state) => store.put("link", state),
  });
  let spoken = language();
  store.on("preferences", () => {
    if (language() !== spoken) link.say({ is: "Speak", language: language() });
    spoken = language();
  });
  return {
    link,
    /** @param {{diagnostics?: boolean, camera?: boolean}} what */
    follow(what) {
      follows = { ...follows, ...what };
      link.say({ is: "Follow", ...follows });
    },
  };
}
