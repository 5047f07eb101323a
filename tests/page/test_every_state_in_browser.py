"""In every state of a match the page shows one next step, on every screen and in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import PlayerRequestKind as Request
from service.web.messages.from_page import (
    Arrange,
    Arrangement,
    BreakSwitch,
    PutDown,
    RepairSwitch,
    SetUp,
)
from service.web.messages.to_page import GamePart, NextAct
from simulation.gestures import Lift
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import USUAL_SCREENS, BrowserUsers, Tab
from tests.rigs.browser.screen_faults import screen_faults, stage_box
from tests.rigs.browser.service_process import ServiceProcess, TableClient

LIGHT, DARK = Colour.LIGHT, Colour.DARK
JUDGED = ("desktop", "upright")
"""The screens of the player on which axe-core looks for faults."""
SPECTATOR = "spectator"
"""The screen of somebody without the key, as large as that of a desktop."""
DEAD_SWITCH = BreakSwitch(point(20), 2, SwitchFault.DEAD)
SHUT_OUT = "----A-E-C---cE-----bbbbbbA"
"""Dark holds every point of the home that a light checker is to enter."""
STAY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (call, ms, ...rest) => (ms === 5000 ? 0 : setTimeout(call, ms, ...rest));
}"""
"""Lets no page end a turn without a play, which would be over before all screens are measured."""
LONG_NAMES = {"names.one": "Maximiliane Hohenstein", "names.two": "Bartholomäus"}


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, a page of it, and the hands that lead it from state to state."""

    hands: TableClient
    tab: Tab
    spectator: Tab
    boxes: dict[str, str] = field(default_factory=dict)
    """The place of the board on each screen, as it was first."""

    def wait_for(self, act: NextAct) -> None:
        """Waits until the game and every screen wait for this act."""
        self.hands.wait(GamePart, lambda it: it.next.act is act)
        for tab in (self.tab, self.spectator):
            expect(tab.page.locator(f'.table-view[data-act="{act.name.lower()}"]')).to_be_visible()

    def faults(self) -> Iterator[str]:
        """All faults on all screens, once they show the newest state."""
        self.wait_for(self.hands.see(GamePart).next.act)
        for name, size in USUAL_SCREENS.items():
            self.tab.resize(size)
            yield from (f"{name}: {fault}" for fault in screen_faults(self.tab))
            box = stage_box(self.tab)
            if box != self.boxes.setdefault(name, box):
                yield f"{name}: the board moves"
            if name in JUDGED:
                yield from (f"{name}: {fault}" for fault in accessibility_faults(self.tab))
        for faults in (screen_faults, accessibility_faults):
            yield from (f"{SPECTATOR}: {fault}" for fault in faults(self.spectator))


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


def undo_asked(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.UNDO)
    evening.wait_for(NextAct.ANSWER)


def doubled(evening: Evening) -> None:
    evening.hands.ask(DARK, Request.NO)
    evening.wait_for(NextAct.THROW)
    evening.hands.ask(DARK, Request.DOUBLE)
    evening.wait_for(NextAct.ANSWER)


def taken(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.YES)
    evening.wait_for(NextAct.THROW)


def void_asked(evening: Evening) -> None:
    evening.hands.throw(3, 1)
    evening.wait_for(NextAct.MOVE)
    evening.hands.ask(LIGHT, Request.VOID)
    evening.wait_for(NextAct.ANSWER)


def switch_doubted(evening: Evening) -> None:
    evening.hands.ask(DARK, Request.NO)
    evening.wait_for(NextAct.MOVE)
    evening.hands.do(DEAD_SWITCH)
    evening.hands.carry(DARK, (17, 20), (19, 20))
    for _ in range(3):
        evening.hands.ask(DARK, Request.DONE)
    evening.wait_for(NextAct.ANSWER)


def position_asked(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.YES)
    evening.wait_for(NextAct.THROW)
    evening.hands.do(RepairSwitch(DEAD_SWITCH.place, DEAD_SWITCH.slot), SetUp(SHUT_OUT, LIGHT))
    evening.wait_for(NextAct.ANSWER)


def to_set_up(evening: Evening) -> None:
    for colour in (DARK, LIGHT):
        evening.hands.ask(colour, Request.YES)
    evening.hands.wait(GamePart, lambda it: it.setting_up and "lie still" not in it.verdict)
    evening.wait_for(NextAct.SET_UP)


def dance(evening: Evening) -> None:
    evening.hands.do(Arrange(Arrangement.EXPECTED))
    evening.wait_for(NextAct.THROW)
    for tab in (evening.tab, evening.spectator):
        tab.page.evaluate(STAY)
    evening.hands.throw(3, 1)
    evening.wait_for(NextAct.DONE)


def resigned(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.DONE)
    evening.wait_for(NextAct.THROW)
    evening.hands.ask(DARK, Request.RESIGN, 2)
    evening.wait_for(NextAct.ANSWER)


def over(evening: Evening) -> None:
    evening.hands.ask(LIGHT, Request.YES)
    evening.wait_for(NextAct.BEGIN_NEXT)


STATES: list[Callable[[Evening], None]] = [
    opening, thrown, in_hand, half, complete, illegal, to_double, undo_asked, doubled, taken,
    void_asked, switch_doubted, position_asked, to_set_up, dance, resigned, over,
]  # fmt: skip


@pytest.fixture(params=["en-GB", "fr-FR"])
def evening(
    request: pytest.FixtureRequest,
    kibitz: ServiceProcess,
    visitors: BrowserUsers,
    hands: TableClient,
) -> Evening:
    hands.begin(**LONG_NAMES)
    options = {"has_touch": True, "locale": request.param, "reduced_motion": "reduce"}
    tab = visitors.come(**options).open(kibitz.link.full)
    spectator = visitors.come(viewport=USUAL_SCREENS["desktop"], **options).open(kibitz.link.bare)
    for it in (tab, spectator):
        expect(it.page.locator(".action-bar button").first).to_be_visible()
    return Evening(hands, tab, spectator)


@pytest.mark.release
def test_every_state_has_one_next_step_in_view_and_nothing_moves(evening: Evening) -> None:
    faults: list[str] = []
    for state in STATES:
        state(evening)
        faults += [f"{state.__name__}: {fault}" for fault in evening.faults()]
    assert not faults, "\n".join(faults)
