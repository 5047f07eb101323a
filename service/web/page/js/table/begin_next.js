// @ts-check
// Begins the next game or match, with the checkers set up by the hands of a simulated table.

/**
 * @param {import("../main.js").App} app
 * @param {import("../../messages.js").Colour} colour  That of a player who may begin it.
 * @returns {Promise<boolean>}  True if it has begun.
 */
export async function beginNext(app, colour) {
  const sets = app.mayTouch();
  const done = await app.ask(colour, "next");
  if (done && sets) await app.act({ is: "Arrange", how: "expected" });
  return done;
}
