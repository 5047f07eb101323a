"""What axe-core finds on a page that would keep somebody from using it."""

from __future__ import annotations

from importlib.resources import files

from tests.rigs.tabs import Tab

CORE = files("axe_playwright_python").joinpath("axe.min.js")
RUN = "() => axe.run(document, {resultTypes: ['violations']})"


def faults(tab: Tab) -> list[str]:
    """What axe-core finds in what is shown just now."""
    tab.page.evaluate(CORE.read_text(encoding="utf-8"))
    found = tab.page.evaluate(RUN)["violations"]
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]
