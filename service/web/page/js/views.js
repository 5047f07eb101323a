// @ts-check
// The router: opens the view of the address, and loads its module on first use.

import { h } from "./dom.js";
import { scopedStore } from "./store.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {{element: HTMLElement, close: () => void, start?: () => HTMLElement | null}} View  `start`: the
 * element to focus first, else the view. */
/** @typedef {(app: App, argument: string) => View} MakeView */
/** @typedef {keyof typeof VIEWS} ViewName */

/**
 * The loader of each view, by the name in the address.
 * @satisfies {Record<string, () => Promise<MakeView>>}
 */
const VIEWS = {
  table: () => import("./views/table.js").then((module) => module.tableView),
  new: () => import("./views/new_match.js").then((module) => module.newMatchView),
  position: () => import("./views/position.js").then((module) => module.positionView),
  matches: () => import("./views/matches.js").then((module) => module.matchesView),
  devices: () => import("./views/devices.js").then((module) => module.devicesView),
  camera: () => import("./views/camera.js").then((module) => module.cameraView),
  screen: () => import("./views/screen.js").then((module) => module.screenView),
  options: () => import("./views/options.js").then((module) => module.optionsView),
};

/**
 * The style sheets that only some views need, loaded with them.
 * @type {Partial<Record<string, string[]>>}
 */
const STYLES = {
  new: ["views", "form"],
  position: ["views", "form"],
  matches: ["views"],
  devices: ["views"],
  camera: ["views", "camera", "calibration"],
  screen: ["screen"],
  options: ["views", "form", "options"],
};

/** The views, in the order of the menu. */
export const NAMES = /** @type {ViewName[]} */ (Object.keys(VIEWS));

/**
 * The view and its argument in an address; the table if it has none.
 * @param {string} hash
 * @returns {{name: ViewName, argument: string}}
 */
export function viewOf(hash) {
  const [name, ...rest] = hash.replace(/^#/, "").split("/");
  const known = NAMES.find((each) => each === name);
  return known ? { name: known, argument: rest.join("/") } : { name: "table", argument: "" };
}

/**
 * Keeps the view of the address in `place`. Closing a view releases its listeners in `app.store`.
 * `reopen` creates it again, as for another language.
 * @param {App} app
 * @param {HTMLElement} place
 * @param {(name: ViewName) => void} shown  Gets the name of each view that opens.
 */
export function createViews(app, place, shown) {
  /** @type {(() => void) | null} */
  let close = null;
  let latest = 0;

  /** @param {boolean} moved  True if a person went there. */
  async function open(moved) {
    const mine = ++latest;
    const { name, argument } = viewOf(location.hash);
    /** @type {MakeView | null} */
    const make = await loadView(name).catch(() => null);
    if (mine !== latest) return;
    if (!make) return app.tell(app.words.say("page.common.loading_failed"));
    close?.();
    const store = scopedStore(app.store);
    const view = make({ ...app, store }, argument);
    close = () => {
      view.close();
      store.release();
    };
    place.replaceChildren(view.element);
    shown(name);
    if (!moved) return;
    (view.start?.() ?? place).focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  addEventListener("hashchange", () => open(true));
  return { reopen: () => open(false) };
}

/** @param {ViewName} name @returns {Promise<MakeView>} */
async function loadView(name) {
  const styles = STYLES[name] ?? [];
  const [make] = await Promise.all([VIEWS[name](), ...styles.map((style) => loadStyle(`/page/css/${style}.css`))]);
  return make;
}

/** The style sheets that were added to the page, by their addresses. @type {Map<string, Promise<unknown>>} */
const styleSheets = new Map();

/**
 * Adds a style sheet to the page once; rejects if it does not load.
 * @param {string} href
 */
function loadStyle(href) {
  const known = styleSheets.get(href);
  if (known) return known;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  }).catch((error) => {
    link.remove();
    styleSheets.delete(href);
    throw error;
  });
  document.head.append(link);
  styleSheets.set(href, loaded);
  return loaded;
}
