"""A person who plays on the page by keyboard alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from hardware.checkers import Place
from simulation.gestures import Gesture, Lift, Pause, Put
from tests.rigs.browser.browser_tabs import Tab

FAR = (13, 14, 15, 16, 17, 18, "bar.light", 19, 20, 21, 22, 23, 24, "off.dark")
NEAR = (12, 11, 10, 9, 8, 7, "bar.dark", 6, 5, 4, 3, 2, 1, "off.light")
"""The places as seen from Light's chair, from left to right."""
SPOTS = {
    Place(f"p{name}" if isinstance(name, int) else str(name)): (row, column)
    for row, places in enumerate((FAR, NEAR))
    for column, name in enumerate(places)
}


@dataclass(slots=True)
class Keyboard:
    """Key presses one after the other; no pointer, no script."""

    tab: Tab
    here: Place | None = None
    """The place of the board with the focus, as far as it is known."""

    def play(self, gestures: Iterable[Gesture]) -> None:
        """Lifts and puts checkers, each by walking to its place, as fast as possible."""
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
        """Presses Enter once, after the last checker has come down."""
        held = self.tab.page.locator(".hand .checker")
        expect(held).to_have_count(0)
        self.tab.press("Enter")
        expect(held, f"a checker of {self.here} is in the hand").to_have_count(1)

    def walk(self, goal: Place) -> None:
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
        """Goes back to the top of the page, whose first link leads to the board."""
        self.tab.tab_to(self.tab.page.locator("a.skip"), back=True)
        self.tab.press("Enter")
        self.here = None

    def activate(self, button: Locator) -> None:
        expect(button).to_be_visible()
        self.tab.tab_to(button)
        self.tab.press("Enter")
