"""Accessibility faults of a page, found by axe-core."""

from importlib.resources import files

from tests.rigs.browser.browser_tabs import Tab

CORE = files("axe_playwright_python").joinpath("axe.min.js")
IS_LOADED = "() => 'axe' in window"
RUN = """() => axe.run(document, {
  resultTypes: ["violations"],
  preload: { assets: ["media"] },
})"""
"""Style sheets are not loaded anew: only a rule that axe-core leaves out by default needs them."""


def accessibility_faults(tab: Tab) -> list[str]:
    """The violations that axe-core finds in the current view."""
    if not tab.page.evaluate(IS_LOADED):
        tab.page.evaluate(CORE.read_text(encoding="utf-8"))
    found = tab.page.evaluate(RUN)["violations"]
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]
