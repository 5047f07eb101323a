"""Cut texts, and things beyond the first screen."""

from __future__ import annotations

from tests.rigs.browser.browser_tabs import Tab

CUT_TEXTS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const isWide = (it) => {
    const whole = it.parentElement.querySelector(".whole");
    if (whole?.checkVisibility() && whole.textContent === it.selectedOptions[0]?.text) return false;
    const style = getComputedStyle(it);
    pen.font = style.font;
    const room = it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(it.selectedOptions[0]?.text ?? "").width > room + 1;
  };
  const isClipped = (it) => {
    const { overflowX, overflowY } = getComputedStyle(it);
    const hides = (how) => how === "hidden" || how === "clip";
    return (hides(overflowX) && it.scrollWidth > it.clientWidth + 1)
      || (hides(overflowY) && it.scrollHeight > it.clientHeight + 1);
  };
  const isOverfull = (it) => {
    const hasText = [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const cutsOff = it.matches("button") || getComputedStyle(it).overflow !== "visible";
    const isFixed = it.matches(".panel.verdict, .strip, .action-bar button");
    const isOver = it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;
    return it.clientWidth && isOver && (isFixed || (hasText && cutsOff));
  };
  const isCut = (it) =>
    it.matches("select") ? isWide(it) : it.textContent.trim() && (isClipped(it) || isOverfull(it));
  return [...document.querySelectorAll("main *, header *")]
    .filter((it) => it instanceof HTMLElement && it.checkVisibility({ visibilityProperty: true }))
    .filter((it) => !it.closest(".unseen") && getComputedStyle(it).clipPath === "none" && isCut(it))
    .map((it) => `${it.outerHTML.slice(0, 120)} ${it.scrollWidth}/${it.clientWidth}`);
}"""
"""Elements that hide a part of their text or are too small for it, and selections longer than
their field, unless they are repeated in full beside it."""


def cut_texts(tab: Tab) -> list[str]:
    """The elements of the view that cut their text."""
    found: list[str] = tab.page.evaluate(CUT_TEXTS)
    return found


def is_on_first_screen(tab: Tab, selector: str) -> bool:
    """True if the whole element is visible without scrolling the page."""
    box, size = tab.page.locator(selector).first.bounding_box(), tab.page.viewport_size
    if not (box and size):
        return False
    inside_width = box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1
    return inside_width and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1
