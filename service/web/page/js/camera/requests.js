// @ts-check
// Requests pictures of the camera, and the board in them, with the key of the table.

import { fetchWithKey } from "../access_key.js";

/** @typedef {import("./corners.js").Corners} Corners */

/** @param {import("../access_key.js").AccessKey} key */
export function createCameraRequests(key) {
  const at = () => `${location.pathname.replace(/\/$/, "")}/camera`;

  return {
    /** @returns {Promise<Blob | null>} */
    async picture() {
      const answer = await fetchWithKey(key, `${at()}/picture`);
      return answer ? answer.blob().catch(() => null) : null;
    },
    /** @returns {Promise<Corners | null>} */
    async findBoard() {
      const answer = await fetchWithKey(key, `${at()}/board`);
      const found = answer?.json().catch(() => null);
      return /** @type {Corners | null | undefined} */ (await found) ?? null;
    },
  };
}
