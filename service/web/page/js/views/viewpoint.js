// @ts-check
// The side from which a board is seen.

import { fromOtherSide } from "../geometry.js";

/**
 * The view as at the table, or opposite if the preferences of this browser say so.
 * @param {import("../main.js").App} app
 */
export function viewpoint(app) {
  const { light_far = false, home_left = false } = app.store.parts.Game ?? {};
  const view = { lightFar: light_far, homeLeft: home_left };
  return app.preferences.get().otherSide ? fromOtherSide(view) : view;
}
