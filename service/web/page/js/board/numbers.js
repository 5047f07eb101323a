// @ts-check
// The numbers of the points: each player counts from his own home.

/**
 * The number of a point (`p6`) as the player of this colour counts it, or else Light.
 * @param {string} place
 * @param {"light" | "dark" | null} [counting]
 */
export function numberOf(place, counting) {
  const number = Number(place.slice(1));
  return counting === "dark" ? 25 - number : number;
}
