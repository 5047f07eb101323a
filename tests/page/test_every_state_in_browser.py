"""In every state of a match the page shows one next step, on every screen and in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind as Request
from service.web.messages.from_page import Arrange, Arrangement, PutDown
from service.web.messages.to_page import GamePart, NextAct
from simulation.gestures import Lift
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import USUAL_SCREENS, BrowserUsers, Tab
from tests.rigs.browser.screen_faults import screen_faults, stage_box
from tests.rigs.browser.service_process import ServiceProcess, TableClient

LIGHT, DARK = Colour.LIGHT, Colour.DARK
JUDGED = ("desktop", "upright")
"""The screens on which axe-core looks for faults."""
LONG_NAMES = {"names.one": "Maximiliane Hohenstein", "names.two": "Bartholomäus"}


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, a page of it, and the hands that lead it from state to state."""

    hands: TableClient
    tab: Tab
    boxes: dict[str, str] = field(default_factory=dict)
    """The place of the board on each screen, as it was first."""

    def wait_for(self, act: NextAct) -> GamePart:
        return self.hands.wait(GamePart, lambda it: it.next.act is act)

    def faults(self) -> Iterator[str]:
        """All faults on all screens, once the page shows the newest state."""
        act = self.hands.see(GamePart).next.act.name.lower()
        expect(self.tab.page.locator(f'.table-view[data-act="{act}"]')).to_be_visible()
        for name, size in USUAL_SCREENS.items():
            self.tab.resize(size)
            yield from (f"{name}: {fault}" for fault in screen_faults(self.tab))
            box = stage_box(self.tab)
            if box != self.boxes.setdefault(name, box):
                yield f"{name}: the board moves"
            if name in JUDGED:
                yield from (f"{name}: {fault}" for fault in accessibility_faults(self.tab))


def opening(evening: Evening) -> None:
    evening.wait_for(NextAct.THROW)


def thrown(evening: Evening) -> None:
    evening.hands.throw(3, 1)
    evening.wait_for(NextAct.MOVE)


def in_hand(evening: Evening) -> None:
    evening.hands.do(Lift(point(8), LIGHT))
    evening.hands.wait(GamePart, lambda it: "in hand" in it.verdict)


def half(evening: Evening) -> None:
    evening.hands.do(PutDown(point(5), LIGHT))
    evening.hands.wait(GamePart, lambda it: "Still to play" in it.verdict)


def complete(evening: Evening) -> None:
    evening.hands.carry(LIGHT, (6, 5))
    evening.wait_for(NextAct.DONE)


def illegal(evening: Evening) -> None:
    evening.hands.carry(LIGHT, (13, 9), (24, 23))
    evening.hands.ask(LIGHT, Request.DONE)
    evening.wait_for(NextAct.CORRECT)


def to_double(evening: Evening) -> None:
    evening.hands.do(Arrange(Arrangement.EXPECTED))
    evening.hands.carry(LIGHT, (8, 5), (6, 5))
    evening.hands.wait(GamePart, lambda it: it.verdict.startswith("Legal"))
    evening.hands.ask(LIGHT, Request.DONE)
    evening.wait_for(NextAct.THROW)


def doubled(evening: Evening) -> None:
    evening.hands.ask(DARK, Request.DOUBLE)
    evening.wait_for(NextAct.ANSWER)


def taken(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.YES)
    evening.wait_for(NextAct.THROW)


def resigned(evening: Evening) -> None:
    evening.hands.ask(DARK, Request.RESIGN, 2)
    evening.wait_for(NextAct.ANSWER)


def over(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.YES)
    evening.wait_for(NextAct.BEGIN_NEXT)


STATES: list[Callable[[Evening], None]] = [
    opening, thrown, in_hand, half, complete, illegal, to_double, doubled, taken, resigned, over,
]  # fmt: skip


@pytest.fixture(params=["en-GB", "fr-FR"])
def evening(
    request: pytest.FixtureRequest,
    kibitz: ServiceProcess,
    visitors: BrowserUsers,
    hands: TableClient,
) -> Evening:
    hands.begin(**LONG_NAMES)
    visitor = visitors.come(has_touch=True, locale=request.param, reduced_motion="reduce")
    tab = visitor.open(kibitz.link.full)
    expect(tab.page.locator(".action-bar button").first).to_be_visible()
    return Evening(hands, tab)


@pytest.mark.release
def test_every_state_has_one_next_step_in_view_and_nothing_moves(evening: Evening) -> None:
    faults: list[str] = []
    for state in STATES:
        state(evening)
        faults += [f"{state.__name__}: {fault}" for fault in evening.faults()]
    assert not faults, "\n".join(faults)
