"""Somebody who plays at the page by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from hardware.checkers import Place
from service.simulation.gestures import Gesture, Lift, Pause, Put
from tests.rigs.tabs import Tab

FAR = (13, 14, 15, 16, 17, 18, "bar.light", 19, 20, 21, 22, 23, 24, "off.dark")
NEAR = (12, 11, 10, 9, 8, 7, "bar.dark", 6, 5, 4, 3, 2, 1, "off.light")
"""The places as one sees them from Light's chair, from left to right."""
SPOTS = {
    Place(f"p{name}" if isinstance(name, int) else str(name)): (row, column)
    for row, places in enumerate((FAR, NEAR))
    for column, name in enumerate(places)
}


@dataclass(slots=True)
class Keyboard:
    """Keys pressed one after the other; no pointer, no script."""

    tab: Tab
    here: Place | None = None
    """On which place of the board the focus is, as far as one remembers."""

    def play(self, gestures: Iterable[Gesture]) -> None:
        """Lift and put checkers, each by walking there, as fast as it goes."""
        for gesture in gestures:
            if isinstance(gesture, Lift):
                self.walk(gesture.place)
                self._lift()
            elif isinstance(gesture, Put):
                self.walk(gesture.place)
                self.tab.press("Enter")
            else:
                assert isinstance(gesture, Pause), gesture
        expect(self.tab.notice, "nothing was refused").to_be_empty()

    def _lift(self) -> None:
        """Press the key once, even where a checker has only just come down."""
        held = self.tab.page.locator(".hand .checker")
        expect(held).to_have_count(0)
        self.tab.press("Enter")
        expect(held, f"a checker of {self.here} is in the hand").to_have_count(1)

    def walk(self, goal: Place) -> None:
        """Go from place to place with the arrow keys."""
        if self.here is None:
            self.tab.press("Home")
            self.here = Place("p1")
        (row, column), (to_row, to_column) = SPOTS[self.here], SPOTS[goal]
        if row != to_row:
            self.tab.press("ArrowUp" if to_row < row else "ArrowDown")
        key = "ArrowLeft" if to_column < column else "ArrowRight"
        self.tab.press(*[key] * abs(to_column - column))
        self.here = goal

    def skip_to_board(self) -> None:
        """Back to the top of the page, where the first link leads to the board."""
        self.tab.tab_to(self.tab.page.locator("a.skip"), back=True)
        self.tab.press("Enter")
        self.here = None

    def activate(self, button: Locator) -> None:
        """Go to a button with the tab key, and press it."""
        expect(button).to_be_visible()
        self.tab.tab_to(button)
        self.tab.press("Enter")
