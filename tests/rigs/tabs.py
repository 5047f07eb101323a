"""Tabs of a real browser, in which nothing may go wrong that the test has not announced."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Error,
        FloatRect,
        Locator,
        Page,
        Request,
        Response,
        WebSocketRoute,
    )

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 10_000
"""Milliseconds till something must be seen; a loaded machine takes its time."""
STEPS = 6
"""In so many strokes the pointer goes from one place to another."""
MOST_STOPS = 60
"""After so many keys one has been everywhere."""
LAST_NEAR = 12
"""The last point on the near side, as Light counts them."""
LIVE = re.compile("/live$")
"""Where pages and the service talk."""
BAD = 400
"""From here on, an answer says that something was not found or not allowed."""

Point = tuple[float, float]


@dataclass
class Faults:  # without slots: Playwright leaves a mark on whoever listens to it
    """Whatever goes wrong in a page: errors, what its policy forbids, and requests that fail."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    possible: list[str] = field(default_factory=list)

    def expect(self, words: str) -> None:
        """Announce a fault that the test causes, once or more."""
        self.expected.append(words)

    def allow(self, words: str) -> None:
        """Announce a fault that the test may cause, as a page that comes too early to a door."""
        self.possible.append(words)

    def watch(self, page: Page) -> None:
        page.on("pageerror", self._thrown)
        page.on("console", self._told)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def left(self) -> list[str]:
        """What nobody announced, and what was announced in vain."""
        known = self.expected + self.possible
        surprises = [one for one in self.seen if not any(words in one for words in known)]
        absent = [words for words in self.expected if not any(words in one for one in self.seen)]
        return surprises + [f"never seen: {words}" for words in absent]

    def _thrown(self, error: Error) -> None:
        self.seen.append(f"error: {error.stack or error.message}")

    def _told(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.seen.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        self.seen.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= BAD:
            self.seen.append(f"refused: {response.status} {response.url}")


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a table, and whoever sits in front of it."""

    page: Page
    faults: Faults

    def place(self, name: str) -> Locator:
        """A place of the board, as `p13` or `bar.light`."""
        return self.page.locator(f'[data-place="{name}"]').first

    def mark(self, name: str, meaning: str) -> Locator:
        """The mark on a place that repeats what its lamp means."""
        return self.page.locator(f'[data-place="{name}"] .mark.{meaning}')

    @property
    def verdict(self) -> Locator:
        """What the referee makes of the board."""
        return self.page.locator(".verdict .words")

    @property
    def header(self) -> Locator:
        return self.page.locator("header")

    @property
    def notice(self) -> Locator:
        """What everyone is told for a while, as that something could not be done."""
        return self.page.locator("#notice")

    def button(self, name: str) -> Locator:
        """A button by the words on it."""
        return self.page.get_by_role("button", name=name, exact=True)

    def drag(self, start: str, end: str) -> None:
        """Drag a checker with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self._middle(start))
        mouse.down()
        mouse.move(*self._middle(end), steps=STEPS)
        mouse.up()

    def swipe(self, start: str, end: str) -> None:
        """Drag a checker with a finger."""
        hand = self.page.context.new_cdp_session(self.page)
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        _touch(hand, "touchStart", (x, y))
        for step in range(1, STEPS + 1):
            part = step / STEPS
            _touch(hand, "touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        _touch(hand, "touchEnd")
        hand.detach()

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Locator, *, back: bool = False) -> None:
        """Go to something with the tab key alone."""
        for _ in range(MOST_STOPS):
            if wanted.evaluate("it => it === document.activeElement"):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"the tab key does not lead to {wanted}")

    def walk_to(self, place: str) -> None:
        """Go from anywhere on the board to a place with the keys that walk over it."""
        number = int(place.removeprefix("p"))
        self.press("Home" if number <= LAST_NEAR else "End")
        for _ in range(MOST_STOPS):
            if self.place(place).evaluate("it => it === document.activeElement"):
                return
            self.press("ArrowLeft")
        raise AssertionError(f"the arrow keys do not lead to {place}")

    def close(self) -> None:
        self.page.close()

    def _middle(self, place: str) -> Point:
        self.place(place).scroll_into_view_if_needed()
        box = self.place(place).bounding_box()
        assert box, f"{place} is not to be seen"
        return _middle(box)


@dataclass
class Withheld:  # without slots: Playwright leaves a mark on whoever listens to it
    """What the service tells does not reach the pages of a visitor for as long as it is said so."""

    kinds: set[str] = field(default_factory=set)
    deeds: list[str] = field(default_factory=list)
    """What these pages have asked for."""
    kept: list[Callable[[], None]] = field(default_factory=list)

    def stand_between(self, context: BrowserContext) -> None:
        """Before a page is opened there."""
        context.route_web_socket(LIVE, self._pass_on)

    def let_go(self) -> None:
        """It comes late, but it comes."""
        self.kinds.clear()
        while self.kept:
            self.kept.pop(0)()

    def _pass_on(self, page: WebSocketRoute) -> None:
        service = page.connect_to_server()

        def told(message: str | bytes) -> None:
            if json.loads(message)["is"] in self.kinds:
                self.kept.append(partial(page.send, message))
            else:
                page.send(message)

        def asked(message: str | bytes) -> None:
            said = json.loads(message)
            if said["is"] == "Act":
                self.deeds.append(said["deed"]["is"])
            service.send(message)

        service.on_message(told)
        page.on_message(asked)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with a browser; all tabs of one browser remember the same key."""

    context: BrowserContext
    faults: Faults

    def open(self, link: str) -> Tab:
        """Another tab."""
        page = self.context.new_page()
        self.faults.watch(page)
        page.goto(link)
        return Tab(page, self.faults)


@dataclass(frozen=True, slots=True)
class Visitors:
    """Lets people with browsers of their own come and see a page."""

    browser: Browser
    faults: Faults = field(default_factory=Faults)

    def come(self, *, phone: bool = False, **options: Any) -> Visitor:
        """Somebody new, who remembers nothing; options as Playwright has them for a context."""
        usual: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB"}
        if phone:
            usual |= {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        context = self.browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        return Visitor(context, self.faults)

    def leave(self) -> None:
        """All of them close their browsers."""
        for context in self.browser.contexts:
            context.close()


@contextmanager
def visiting(browser: Browser) -> Iterator[Visitors]:
    """Visitors till the end of a test, which fails if a page of theirs had a fault."""
    visitors = Visitors(browser)
    try:
        yield visitors
    finally:
        visitors.leave()
    faults = visitors.faults.left()
    assert not faults, "\n".join(faults)


def _middle(box: FloatRect) -> Point:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _touch(hand: Any, kind: str, *fingers: Point) -> None:
    points = [{"x": x, "y": y} for x, y in fingers]
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
