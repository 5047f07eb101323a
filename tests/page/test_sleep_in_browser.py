"""A page that was asleep for an hour comes back to what is true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import GamePart
from tests.rigs.browser.browser_tabs import LIVE, BrowserUsers, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

LIGHT, DARK = Colour.LIGHT, Colour.DARK
HOUR = 3_600_000
"""Milliseconds."""


@dataclass
class SleepingNetwork:  # without slots: Playwright sets an attribute on its listeners
    """Connections of a page, of which those from before a sleep carry nothing any more."""

    connections: int = 0
    dead: set[int] = field(default_factory=set)
    kept: list[tuple[WebSocketRoute, str | bytes]] = field(default_factory=list)
    """The messages of dead connections to the page, which may still arrive late."""
    carried: list[str | bytes] = field(default_factory=list)
    """The messages that the service has received."""

    def sleep(self) -> None:
        self.dead |= set(range(1, self.connections + 1))

    def deliver_late(self) -> None:
        for page, message in self.kept:
            page.send(message)

    def carry(self, page: WebSocketRoute) -> None:
        self.connections += 1
        number, service = self.connections, page.connect_to_server()

        def to_page(message: str | bytes) -> None:
            if number in self.dead:
                self.kept.append((page, message))
            else:
                page.send(message)

        def to_service(message: str | bytes) -> None:
            if number not in self.dead:
                self.carried.append(message)
                service.send(message)

        service.on_message(to_page)
        page.on_message(to_service)


@dataclass(frozen=True, slots=True)
class Sleeper:
    """Alice, whose computer sleeps."""

    tab: Tab
    network: SleepingNetwork

    def wake(self) -> None:
        """Opens the lid an hour later."""
        self.tab.page.clock.fast_forward(HOUR)


@pytest.fixture
def sleeper(visitors: BrowserUsers, kibitz: ServiceProcess) -> Sleeper:
    network, alice = SleepingNetwork(), visitors.come()
    alice.context.route_web_socket(LIVE, network.carry)
    alice.context.clock.install()
    tab = alice.open(kibitz.link.full)
    expect(tab.button("Throw")).to_be_visible()
    return Sleeper(tab, network)


def end_match(hands: TableClient) -> None:
    hands.throw(3, 1)
    hands.ask(LIGHT, PlayerRequestKind.RESIGN, 3)
    hands.wait(GamePart, lambda it: bool(it.question or it.next.act.value == "answer"))
    if hands.see(GamePart).question:
        hands.ask(LIGHT, PlayerRequestKind.YES)
    hands.ask(DARK, PlayerRequestKind.YES)
    hands.wait(GamePart, lambda it: it.over)


@pytest.mark.release(after=1)
def test_page_that_slept_shows_how_the_game_has_ended(sleeper: Sleeper, hands: TableClient) -> None:
    sleeper.network.sleep()
    end_match(hands)
    expect(sleeper.tab.button("Throw")).to_be_enabled()

    sleeper.wake()

    expect(sleeper.tab.page.get_by_role("dialog")).to_contain_text("Bob wins the match")
    expect(sleeper.tab.page.locator("#banner")).not_to_contain_text("is lost")
    assert sleeper.network.connections > 1


@pytest.mark.release
def test_press_on_waking_does_nothing_to_the_game_that_has_gone_on(
    sleeper: Sleeper, hands: TableClient
) -> None:
    sleeper.network.sleep()
    hands.play_31()
    before = hands.see(GamePart).revision

    sleeper.wake()
    sleeper.tab.press("t")

    expect(sleeper.tab.verdict).to_contain_text("Bob")
    sleeper.tab.page.wait_for_timeout(200)
    assert not [message for message in sleeper.network.carried if "ThrowDice" in str(message)]
    assert hands.see(GamePart).revision == before


@pytest.mark.release
def test_messages_of_the_connection_before_the_sleep_are_not_heard(
    sleeper: Sleeper, hands: TableClient
) -> None:
    sleeper.network.sleep()
    end_match(hands)
    hands.begin(length=5)
    sleeper.wake()
    expect(sleeper.tab.page.locator(".strip", has_text="of 5").first).to_be_visible()

    sleeper.network.deliver_late()

    sleeper.tab.page.wait_for_timeout(200)
    expect(sleeper.tab.page.get_by_role("dialog")).to_have_count(0)
    expect(sleeper.tab.page.locator(".strip", has_text="of 5").first).to_be_visible()
