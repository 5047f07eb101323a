// @ts-check
// The buttons with which a player asks for something or answers.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../../messages.js").Colour} Colour */
/** @typedef {import("../../messages.js").Offer} Offer */

/**
 * The button of one offer.
 * @param {App} app @param {Colour} colour @param {Offer} offer
 * @param {{isNext?: boolean, isDimmed?: boolean, sign?: import("../dom.js").Child, done?: () => void}} [shown]
 *   A dimmed button takes no press yet; `sign` stands before the words; `done` is called when the button has been pressed.
 */
export function offerButton(app, colour, { request, number, words }, { isNext = false, isDimmed = false, sign = null, done } = {}) {
  const ask = async () => {
    done?.();
    const isTaken = await app.ask(colour, request, number);
    const { alarm, next } = app.store.parts.Game ?? {};
    if (isTaken && request === "done" && alarm && next?.act === "correct") app.tell(app.words.say("page.bar.objected"));
  };
  return h(
    "button",
    {
      type: "button",
      key: `${colour}.${request}.${number}`,
      class: isNext ? `${request} main` : request,
      "data-next": isNext ? request : null,
      "data-once": true,
      "aria-disabled": isDimmed || null,
      onclick: isDimmed ? undefined : ask,
    },
    sign,
    words,
  );
}
