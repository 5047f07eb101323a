// @ts-check
// Requests pictures of the camera, and the board in them, with the key of the table.

/** @typedef {import("./corners.js").Corners} Corners */

const OK = 200;

/** @param {import("../access_key.js").AccessKey} key */
export function createCameraRequests(key) {
  const at = () => `${location.pathname.replace(/\/$/, "")}/camera`;

  /** @param {string} path */
  async function request(path) {
    const headers = { Authorization: `Bearer ${key.get()}` };
    const answer = await fetch(path, { headers, cache: "no-store" }).catch(() => null);
    return answer?.status === OK ? answer : null;
  }

  return {
    /** @returns {Promise<Blob | null>} */
    async picture() {
      const answer = await request(`${at()}/picture`);
      return answer ? answer.blob().catch(() => null) : null;
    },
    /** @returns {Promise<Corners | null>} */
    async findBoard() {
      const answer = await request(`${at()}/board`);
      const found = answer?.json().catch(() => null);
      return /** @type {Corners | null | undefined} */ (await found) ?? null;
    },
  };
}
