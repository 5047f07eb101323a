"""Tabs of a real browser, whose unannounced faults fail the test, and screen sizes."""

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
        ViewportSize,
        WebSocketRoute,
    )

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LONG_REST = 20_000
"""Milliseconds after which a wrong play that nobody has declared is surely objected to."""
PATIENCE = 10_000
"""Milliseconds after which a wait fails; a loaded machine is slow."""
STEPS = 6
"""The number of steps of a pointer from one place to another."""
MAX_STOPS = 60
"""The largest number of key presses to reach anything."""
LAST_NEAR = 12
"""The last point on the near side, as Light counts them."""
LIVE = re.compile("/live$")
"""The path of the web socket between pages and the service."""
BAD = 400
"""The lowest status of an answer that reports an error."""
ABORTED = "net::ERR_ABORTED"
"""The failure of a request whose page was left before the answer came."""

TITLE_CHANGED = "before => document.querySelector('main h1')?.innerText !== before"
OPEN_DETAILS = "() => document.querySelectorAll('details').forEach((it) => (it.open = true))"

DRAWN = """async ({ width, height }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (innerWidth !== width || innerHeight !== height) await frame();
  // The board turns after the first frame in which it is wider than high.
  await frame();
  await frame();
}"""
FOCUS_STATE = """it =>
  !it.isConnected ? "replaced" : it === document.activeElement ? "focused" : "elsewhere"
"""

STORE = """
if (location.protocol.startsWith("http")) localStorage.kibitz ??= %s;
"""
"""Stores preferences of a page that was never open; sounds would be loaded at any time."""

Point = tuple[float, float]


@dataclass
class PageFaults:  # without slots: Playwright sets an attribute on its listeners
    """All faults of a page: errors, violations of its policy, and failed requests."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    possible: list[str] = field(default_factory=list)

    def expect(self, words: str) -> None:
        """Announces a fault that the test causes, once or more."""
        self.expected.append(words)

    def allow(self, words: str) -> None:
        """Announces a fault that the test may cause, such as a request that comes too early."""
        self.possible.append(words)

    def watch(self, page: Page) -> None:
        page.on("pageerror", self._thrown)
        page.on("console", self._logged)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def unexplained(self) -> list[str]:
        """Faults without an announcement, and announcements without a fault."""
        known = self.expected + self.possible
        surprises = [one for one in self.seen if not any(words in one for words in known)]
        absent = [words for words in self.expected if not any(words in one for one in self.seen)]
        return surprises + [f"never seen: {words}" for words in absent]

    def _thrown(self, error: Error) -> None:
        self.seen.append(f"error: {error.stack or error.message}")

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.seen.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        if request.failure == ABORTED:
            return
        self.seen.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= BAD:
            self.seen.append(f"refused: {response.status} {response.url}")


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a table, and its user."""

    page: Page
    faults: PageFaults

    def place(self, name: str) -> Locator:
        """A place of the board, as `p13` or `bar.light`."""
        return self.page.locator(f'[data-place="{name}"]').first

    def mark(self, name: str, meaning: str) -> Locator:
        """The mark on a place that repeats what its lamp means."""
        return self.page.locator(f'[data-place="{name}"] .mark.{meaning}')

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".verdict .words")

    @property
    def header(self) -> Locator:
        return self.page.locator("header")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def answers(self, player: str) -> Locator:
        """The answers that a player is to give, in the bar of actions."""
        return self.page.locator(".action-bar").get_by_role("group", name=player, exact=True)

    def answer(self, player: str, words: str) -> None:
        self.answers(player).get_by_role("button", name=words, exact=True).click()

    def ask(self, player: str, words: str) -> None:
        """Asks for something from the menu."""
        self.button("Menu").click()
        group = self.page.locator(".table-menu").get_by_role("group", name=player, exact=True)
        wanted = group.get_by_role("button", name=words, exact=True)
        if not wanted.is_visible():
            group.get_by_text("Resign …").click()
        wanted.click()

    def go(self, view: str) -> Tab:
        self.page.evaluate("view => { location.hash = view }", view)
        return self

    def unfold(self, view: str) -> None:
        """Goes to another view, and opens all that can be opened there."""
        before = self.page.locator("main h1").inner_text()
        self.go(view)
        self.page.wait_for_function(TITLE_CHANGED, arg=before)
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(OPEN_DETAILS)
        self.page.wait_for_function("() => !document.querySelector('.sections:empty')")

    def resize(self, size: ViewportSize) -> None:
        """Gives the window another size, and waits until the page has drawn itself in it."""
        self.page.set_viewport_size(size)
        self.page.evaluate(DRAWN, size)

    def drag(self, start: str, end: str) -> None:
        self.drag_from(self.place(start), end)

    def drag_from(self, start: Locator, end: str) -> None:
        """Drags what lies there, as in the hand, to a place."""
        mouse = self.page.mouse
        start.scroll_into_view_if_needed()
        box = start.bounding_box()
        assert box, f"{start} is not to be seen"
        mouse.move(*_middle(box))
        mouse.down()
        mouse.move(*self._middle(end), steps=STEPS)
        mouse.up()

    def swipe(self, start: str, end: str) -> None:
        session = self.page.context.new_cdp_session(self.page)
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        _touch(session, "touchStart", (x, y))
        for step in range(1, STEPS + 1):
            part = step / STEPS
            _touch(session, "touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        _touch(session, "touchEnd")
        session.detach()

    def play_31(self) -> None:
        """Plays 8/5 6/5 with the mouse, and waits until the play is complete."""
        self.drag("p8", "p5")
        self.drag("p6", "p5")
        self.mark("p5", "complete").wait_for()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Locator, *, back: bool = False) -> None:
        """Goes to something with the tab key alone."""
        # A handle spares a search of the whole page after each key.
        handle = wanted.element_handle()
        for _ in range(MAX_STOPS):
            if (state := handle.evaluate(FOCUS_STATE)) == "focused":
                return
            if state == "replaced":
                handle = wanted.element_handle()
                continue
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"the tab key does not lead to {wanted}")

    def walk_to(self, place: str) -> None:
        """Goes from anywhere on the board to a place with the arrow keys."""
        number = int(place.removeprefix("p"))
        self.press("Home" if number <= LAST_NEAR else "End")
        for _ in range(MAX_STOPS):
            if self.place(place).evaluate("it => it === document.activeElement"):
                return
            self.press("ArrowLeft")
        raise AssertionError(f"the arrow keys do not lead to {place}")

    def _middle(self, place: str) -> Point:
        self.place(place).scroll_into_view_if_needed()
        box = self.place(place).bounding_box()
        assert box, f"{place} is not to be seen"
        return _middle(box)


@dataclass
class MessageFilter:  # without slots: Playwright sets an attribute on its listeners
    """Messages of the service, some kinds of which are withheld from the pages of a visitor."""

    kinds: set[str] = field(default_factory=set)
    actions: list[str] = field(default_factory=list)
    """The actions that these pages have requested."""
    withheld: list[Callable[[], None]] = field(default_factory=list)

    def intercept(self, context: BrowserContext) -> None:
        """Intercepts the web sockets of a context, before a page is opened there."""
        context.route_web_socket(LIVE, self._pass_on)

    def release(self) -> None:
        self.kinds.clear()
        while self.withheld:
            self.withheld.pop(0)()

    def _pass_on(self, page: WebSocketRoute) -> None:
        service = page.connect_to_server()

        def to_page(message: str | bytes) -> None:
            if json.loads(message)["is"] in self.kinds:
                self.withheld.append(partial(page.send, message))
            else:
                page.send(message)

        def to_service(message: str | bytes) -> None:
            data = json.loads(message)
            if data["is"] == "ActionRequest":
                self.actions.append(data["action"]["is"])
            service.send(message)

        service.on_message(to_page)
        page.on_message(to_service)


OpenTab = Callable[..., Tab]
"""Opens a tab in a new browser with these options."""


@dataclass(frozen=True, slots=True)
class BrowserUser:
    """A user with a browser; all its tabs share the same key."""

    context: BrowserContext
    faults: PageFaults

    def open(self, link: str) -> Tab:
        page = self.context.new_page()
        self.faults.watch(page)
        page.goto(link)
        return Tab(page, self.faults)


@dataclass(frozen=True, slots=True)
class BrowserUsers:
    browser: Browser
    faults: PageFaults = field(default_factory=PageFaults)

    def come(
        self, *, phone: bool = False, sounds: bool = False, by_hand: bool = False, **options: Any
    ) -> BrowserUser:
        """A new user without stored data, but for sounds that are off unless they are wanted.

        With `by_hand`, one tap lifts a checker, the next puts it down, and no other one moves.
        Options are as Playwright has them for a context.
        """
        usual: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB"}
        if phone:
            usual |= {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        context = self.browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        stored = {} if sounds else {"sounds": False}
        stored |= {"oneTap": False, "carriesHits": False} if by_hand else {}
        if stored:
            context.add_init_script(STORE % json.dumps(json.dumps(stored)))
        return BrowserUser(context, self.faults)

    def leave(self) -> None:
        for context in self.browser.contexts:
            context.close()


@contextmanager
def browser_users(browser: Browser) -> Iterator[BrowserUsers]:
    """Users for one test, which fails if a page of theirs had a fault."""
    visitors = BrowserUsers(browser)
    try:
        yield visitors
    finally:
        visitors.leave()
    faults = visitors.faults.unexplained()
    assert not faults, "\n".join(faults)


def _middle(box: FloatRect) -> Point:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _touch(session: Any, kind: str, *fingers: Point) -> None:
    points = [{"x": x, "y": y} for x, y in fingers]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


USUAL_SCREENS: dict[str, ViewportSize] = {
    "upright": PHONE,
    "lying": {"width": 844, "height": 390},
    "desktop": {"width": 1366, "height": 768},
    "desktop at twice the size": {"width": 683, "height": 384},
    "small": {"width": 360, "height": 640},
}
"""The screens on which no text is cut, and all that a turn needs is in view."""
SCREENS = USUAL_SCREENS | {
    "tiny": {"width": 320, "height": 640},
    "laptop at twice the size": {"width": 640, "height": 400},
}
"""The screens that every view fits in width."""
OVERFLOW_WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TARGETS = """() =>
  [...document.querySelectorAll("button, summary, input, select, [data-place]")]
  .filter((it) => it.checkVisibility() && !it.closest(".unseen"))
  .map((it) => [it, (it.closest("label") ?? it).getBoundingClientRect()])
  .filter(([, { width }]) => width > 0)
  .map(([it, box]) => [it, box, it.matches("[data-place]") ? 20 : 24])
  .filter(([, { width, height }, least]) => Math.min(width, height) < least)
  .map(([it, { width, height }]) => `${it.outerHTML.slice(0, 90)} ${width} ${height}`)"""
"""Elements too small for a finger; the points share the width of the screen."""
