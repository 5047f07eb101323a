"""Faults of the table on a screen: controls out of view, overlaps, cut texts, other next steps."""

from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.page_layout import cut_texts

_MEASURE = """() => {
  const faults = [];
  const shown = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest(".unseen");
  const clipped = (it) => getComputedStyle(it).clipPath !== "none" || it.closest("svg");
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((it) => shown(it) && !clipped(it));
  const box = (it) => it.getBoundingClientRect();
  const name = (it) => `${it.tagName}.${it.className} "${it.textContent.trim().slice(0, 40)}"`;
  const isWithin = ({ left, right, top, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

  const next = all("[data-next]");
  if (next.length !== 1) faults.push(`${next.length} next steps: ${next.map(name).join(", ")}`);
  const parts = all("header, .panel.verdict, .strip, .stage, .action-bar");
  for (const it of [...next, ...parts]) {
    if (!isWithin(box(it))) faults.push(`out of view: ${name(it)} ${JSON.stringify(box(it))}`);
  }
  const buttons = all(".action-bar button");
  for (const it of buttons) {
    const { width, height } = box(it);
    if (Math.min(width, height) < 44) faults.push(`small: ${name(it)} ${width} x ${height}`);
  }
  for (const group of [parts, buttons]) {
    group.forEach((one, at) => group.slice(at + 1).forEach((other) => {
      if (overlap(box(one), box(other))) faults.push(`overlap: ${name(one)} and ${name(other)}`);
    }));
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return faults;
}"""
_STAGE = """() => {
  const { x, y, width, height } = document.querySelector(".stage").getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
}"""


def screen_faults(tab: Tab) -> list[str]:
    """The faults of the table as this tab shows it; empty if all is well."""
    return [*tab.page.evaluate(_MEASURE), *(f"cut: {text}" for text in cut_texts(tab))]


def stage_box(tab: Tab) -> str:
    """The position of the board on the screen, in pixels."""
    return str(tab.page.evaluate(_STAGE))
