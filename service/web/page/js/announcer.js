// @ts-check
// Tells screen readers what matters, once and without chatter.

/** Milliseconds in which a newer polite text replaces the one that waits. */
const DEBOUNCE_TIME = 400;

/**
 * @typedef {{announce: (text: string, assertive?: boolean) => void}} Announcer
 */

/**
 * An announcer that writes into two live regions. It debounces polite texts, of which only the
 * last is read out, and never repeats a text. Only the region of the newest text has one, so nobody
 * who reads on finds what is not true any more.
 * @param {{textContent: string | null}} polite
 * @param {{textContent: string | null}} assertive
 * @param {(milliseconds: number, call: () => void) => void} [after]
 * @returns {Announcer}
 */
export function createAnnouncer(polite, assertive, after = (ms, call) => setTimeout(call, ms)) {
  let last = "";
  let next = "";
  let waits = false;

  /** @param {{textContent: string | null}} region @param {string} text */
  function write(region, text) {
    if (text === last) return;
    const other = region === polite ? assertive : polite;
    if (other.textContent) other.textContent = "";
    last = text;
    region.textContent = text;
  }

  function speak() {
    waits = false;
    write(polite, next);
  }

  return {
    announce(text, isAssertive = false) {
      if (!text) return;
      if (isAssertive) {
        next = text;
        write(assertive, text);
        return;
      }
      next = text;
      if (!waits) after(DEBOUNCE_TIME, speak);
      waits = true;
    },
  };
}
