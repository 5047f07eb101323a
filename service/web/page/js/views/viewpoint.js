// @ts-check
// The side from which a board is seen.

import { fromOtherSide } from "../geometry.js";
import { COLOURS } from "../panels/colours.js";

/**
 * The view as at the table, or opposite if the preferences of this browser say so.
 * @param {import("../main.js").App} app
 */
export function viewpoint(app) {
  const { light_far = false, home_left = false } = app.store.parts.Game ?? {};
  const view = { lightFar: light_far, homeLeft: home_left };
  return app.preferences.get().otherSide ? fromOtherSide(view) : view;
}

/**
 * The colours as the board is seen, the far side first.
 * @param {import("../main.js").App} app
 */
export function coloursFromFar(app) {
  return viewpoint(app).lightFar ? COLOURS : [...COLOURS].reverse();
}
