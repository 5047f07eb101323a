// @ts-check
// Asks the service for pictures of the camera, and for the board in them, as whoever has the key.

/** @typedef {import("./corners.js").Corners} Corners */

const OK = 200;

/** @param {import("../key.js").Key} key */
export function cameraOf(key) {
  const at = () => `${location.pathname.replace(/\/$/, "")}/camera`;

  /** @param {string} path */
  async function asked(path) {
    const headers = { Authorization: `Bearer ${key.get()}` };
    const answer = await fetch(path, { headers, cache: "no-store" }).catch(() => null);
    return answer?.status === OK ? answer : null;
  }

  return {
    /** @returns {Promise<Blob | null>} */
    async picture() {
      const answer = await asked(`${at()}/picture`);
      return answer ? answer.blob().catch(() => null) : null;
    },
    /** @returns {Promise<Corners | null>} */
    async findBoard() {
      const answer = await asked(`${at()}/board`);
      return answer ? answer.json().catch(() => null) : null;
    },
  };
}
