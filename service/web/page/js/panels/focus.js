// @ts-check
// Keeps the focus near its place when the focused element disappears.

import { fill } from "../dom.js";

/**
 * Fills a panel. If the focused button disappears, the focus goes to the heading of the panel, or
 * to that of the verdict if the panel is hidden now.
 * @param {HTMLElement} panel
 * @param {Parameters<typeof fill>[1]} children
 */
export function fillKeepingFocus(panel, children) {
  const had = panel.contains(document.activeElement);
  fill(panel, children);
  if (!had || (panel.contains(document.activeElement) && !panel.hidden)) return;
  const heading = panel.hidden ? document.getElementById("verdict-title") : panel.querySelector("h2");
  heading?.focus({ preventScroll: true });
}
