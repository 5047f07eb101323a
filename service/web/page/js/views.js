// @ts-check
// The router: opens the view of the address, and loads its module on first use.

import { scopedStore } from "./store.js";
import { loadStyles } from "./styles.js";

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

/** The style sheets of all views but the table. */
const VIEW = "/page/css/views.css";
const FORM = "/page/css/form.css";
/**
 * The style sheets of each view beside those of every page.
 * @type {Record<ViewName, readonly string[]>}
 */
const STYLES = {
  table: [],
  new: [FORM, VIEW],
  position: [FORM, VIEW],
  matches: [VIEW, "/page/css/past_match.css"],
  devices: [VIEW, "/page/css/devices.css"],
  camera: [VIEW, "/page/css/camera.css", "/page/css/calibration.css"],
  screen: ["/page/css/screen.css"],
  options: [FORM, VIEW, "/page/css/options.css"],
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
    const make = await Promise.all([VIEWS[name](), loadStyles(STYLES[name])]).then(
      ([made]) => made,
      () => null,
    );
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
