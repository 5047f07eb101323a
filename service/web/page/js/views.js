// @ts-check
// Shows the view that the address names, and loads it when it is first opened.

import { scoped } from "./store.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {{element: HTMLElement, close: () => void, start?: () => HTMLElement | null}} View  `start` has
 * the focus at first, else all of it. */

/** By the name in the address: the module, and what it exports. */
const VIEWS = {
  table: () => import("./views/table.js").then((module) => module.tableView),
  new: () => import("./views/new.js").then((module) => module.newView),
  position: () => import("./views/position.js").then((module) => module.positionView),
  matches: () => import("./views/matches.js").then((module) => module.matchesView),
  devices: () => import("./views/devices.js").then((module) => module.devicesView),
  camera: () => import("./views/camera.js").then((module) => module.cameraView),
  options: () => import("./views/options.js").then((module) => module.optionsView),
};

/** The views, in the order of the menu. */
export const NAMES = /** @type {(keyof typeof VIEWS)[]} */ (Object.keys(VIEWS));

/**
 * The view and its argument that an address names; the table where it names none.
 * @param {string} hash
 * @returns {{name: keyof typeof VIEWS, argument: string}}
 */
export function viewOf(hash) {
  const [name, ...rest] = hash.replace(/^#/, "").split("/");
  const known = NAMES.find((each) => each === name);
  return known ? { name: known, argument: rest.join("/") } : { name: "table", argument: "" };
}

/**
 * Keeps the view in `place` the one that the address names. Whatever a view follows in
 * `app.store` is released when it is closed. `reopen` makes it anew, in another language say.
 * @param {App} app
 * @param {HTMLElement} place
 * @param {(name: string) => void} shown  Called with the name of each view that opens.
 */
export function createViews(app, place, shown) {
  /** @type {(() => void) | null} */
  let close = null;
  let latest = 0;

  /** @param {boolean} moved  Whether somebody asked to go there. */
  async function open(moved) {
    const mine = ++latest;
    const { name, argument } = viewOf(location.hash);
    const make = await VIEWS[name]().catch(() => null);
    if (mine !== latest) return;
    if (!make) return app.tell(app.words.say("page.common.loading_failed"));
    close?.();
    const store = scoped(app.store);
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
