// @ts-check
// Keeps the focus near where it was when what had it is no longer there.

import { fill } from "../dom.js";

/**
 * Fills a panel anew. Where the button in focus is gone, the panel's heading is in focus, or that
 * of the referee if the panel is hidden now.
 * @param {HTMLElement} panel
 * @param {Parameters<typeof fill>[1]} children
 */
export function refill(panel, children) {
  const had = panel.contains(document.activeElement);
  fill(panel, children);
  if (!had || (panel.contains(document.activeElement) && !panel.hidden)) return;
  const heading = panel.hidden ? document.getElementById("verdict-title") : panel.querySelector("h2");
  heading?.focus({ preventScroll: true });
}
