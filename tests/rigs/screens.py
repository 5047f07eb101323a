"""Screens of all sizes, and how to see that a page fits them."""

SCREENS = {
    "upright": {"width": 390, "height": 844},
    "lying": {"width": 844, "height": 390},
    "small": {"width": 320, "height": 640},
    "a desk, at twice the size": {"width": 640, "height": 400},
}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, summary, input, select, [data-place]")]
  .filter((it) => it.checkVisibility() && !it.closest(".unseen"))
  .map((it) => [it, (it.closest("label") ?? it).getBoundingClientRect()])
  .filter(([, { width }]) => width > 0)
  .map(([it, box]) => [it, box, it.matches("[data-place]") ? 20 : 24])
  .filter(([, { width, height }, least]) => Math.min(width, height) < least)
  .map(([it, { width, height }]) => `${it.outerHTML.slice(0, 90)} ${width} ${height}`)"""
"""What is too small for a finger; the points share the width of the screen."""
