// @ts-check
// From where a board is looked at that is not on the table.

import { fromOtherSide } from "../geometry.js";

/**
 * As the table is, and turned if this browser looks from the other side.
 * @param {import("../main.js").App} app
 */
export function seat(app) {
  const { light_far = false, home_left = false } = app.store.parts.Game ?? {};
  const seen = { lightFar: light_far, homeLeft: home_left };
  return app.preferences.get().otherSide ? fromOtherSide(seen) : seen;
}
