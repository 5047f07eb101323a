"""The page mirrors a real board, reports at once that it is lost, and finds it again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from hardware.checkers import Place, point
from hardware.sensor_map import P5
from referee.state import State
from service.config.service_settings import TableSettings as Setup
from service.web.messages.device_messages import DevicesPart
from service.web.messages.to_page import GamePart
from tests.rigs.browser import service_process
from tests.rigs.browser.browser_tabs import LONG_REST, BrowserUsers, Tab, browser_users
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.micropython.simulated_pico import Pico

TABLE = """
names = ["Alice", "Bob"]
[table.board]
driver = "pico"
port = "{port}"
[table.buttons]
driver = "pico"
[table.lamps]
driver = "pico"
"""
OF_THE_BOARD = ("board", "buttons", "lamps")
CUBE = 2
"""The button for the cube, counted from 0."""
TRACED = ("Traceback", '  File "', "OSError")
"""Parts of the lines that a firmware prints when it crashes."""
ON_THE_BOARD = "Checkers are moved on the board itself"
SOON = 8_000
"""Milliseconds in which a player is notified, and a board that is back is found."""
LONGER = 30_000
"""The same, where a board must start anew first."""


@dataclass(frozen=True, slots=True)
class RealBoard:
    """Alice at a real board with a Pico in it, and the page beside it."""

    pico: Pico
    service: service_process.ServiceProcess
    hands: service_process.TableClient
    visitors: BrowserUsers
    alice: Tab

    @property
    def banner(self) -> Locator:
        return self.alice.page.locator("#banner")

    def until_green(self, *points: int) -> None:
        """Waits until just these points, where a checker may go, are green on strip and page."""
        wanted = set(map(point, points))
        self.pico.world.until(lambda: self._green() == wanted, f"green at {points}")
        marks = self.alice.page.locator(".mark.destination")
        expect(marks).to_have_count(len(points))
        for number in points:
            expect(self.alice.mark(f"p{number}", "destination")).to_be_visible()

    def finish_the_turn(self) -> None:
        """Alice plays 8/5 6/5 at the board, and picks up the dice on the page."""
        for release, press in (((8, 3), (5, 1)), ((6, 5), (5, 2))):
            self.pico.world.release(topmost(*release))
            self.pico.world.press(topmost(*press))
        expect(self.alice.mark("p5", "complete")).to_be_visible()
        self.alice.button("Done").click()
        expect(self.alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()

    def expect_loss(self) -> None:
        """Announces that the service will complain of all that is on the board."""
        for device in OF_THE_BOARD:
            self.service.expect(f"{device} cannot be reached")

    def _green(self) -> set[Place]:
        lamps = self.pico.world.lamps
        lit = zip(P5.lamps, lamps, strict=bool(lamps))
        return {place for place, (red, green, _) in lit if green > red}

    def until_missed(self) -> None:
        """Waits until the page says in words that the board cannot be reached."""
        expect(self.banner).to_contain_text("board", timeout=SOON)
        expect(self.banner).to_contain_text("No connection to")

    def until_back(self) -> None:
        """Waits until the page has nothing more to complain of, and finishes the turn."""
        expect(self.banner).not_to_contain_text("No connection", timeout=LONGER)
        self.hands.wait(DevicesPart, lambda it: all(one.link == "open" for one in it.devices))
        self.until_green(7, 5, 4)
        self.finish_the_turn()


@pytest.fixture
def real_board(browser: Browser, new_pico: MakePico, tmp_path: Path) -> Iterator[RealBoard]:
    """A real board with the checkers as a game begins, and Alice at it, who has thrown 3-1."""
    pico = new_pico()
    pico.world.lay(as_a_game_begins())
    pico.plug()
    with (
        browser_users(browser) as visitors,
        service_process.run_service(tmp_path, TABLE.format(port=pico.port)) as service,
        service_process.connect_client(service.link) as hands,
    ):
        alice = visitors.come().open(service.link.full)
        hands.wait(GamePart, lambda it: service_process.OPENING_WORDS in it.verdict)
        hands.throw(3, 1)
        expect(alice.verdict).to_contain_text("3 and 1")
        yield RealBoard(pico, service, hands, visitors, alice)
        visitors.leave()


def as_a_game_begins() -> set[int]:
    """The switches that are closed as a game begins."""
    setup = Setup(names=("Alice", "Bob"))
    piles = setup.orientation.layout(State.of(setup.match_settings).expected_layout).piles
    return {
        cell
        for place, span in P5.spans
        for cell in list(span)[: piles[place].count if place in piles else 0]
    }


def topmost(place: int, count: int) -> int:
    """The switch under the last of so many checkers on a point."""
    return P5.sensor_at(point(place), count)


def test_the_page_mirrors_what_the_switches_say(real_board: RealBoard) -> None:
    alice, world = real_board.alice, real_board.pico.world
    expect(alice.header.get_by_text("SIMULATED: the dice", exact=True)).to_be_visible()

    world.release(topmost(8, 3))
    real_board.until_green(7, 5, 4)

    real_board.finish_the_turn()


@pytest.mark.release
def test_actions_of_simulated_hands_are_not_offered_at_a_real_board(real_board: RealBoard) -> None:
    alice, world = real_board.alice, real_board.pico.world
    world.release(topmost(6, 5))
    world.press(topmost(9, 1))
    expect(alice.page.locator(".verdict.alarm")).to_be_visible(timeout=LONG_REST)

    for words in ("In hand", "Beside the board", "Put it right for me"):
        expect(alice.page.get_by_text(words)).to_have_count(0)
    alice.page.locator(".simulation summary").click()
    expect(alice.page.locator(".simulation .about").first).to_contain_text("ordinary dice")
    shown = alice.page.locator(".simulation h3:visible")
    expect(shown).to_have_text(["Dice"])
    for words in ("Throw", "Done", "Menu"):
        expect(alice.button(words)).to_be_visible()
    expect(alice.place("p6")).to_have_attribute("role", "img")


@pytest.mark.release
def test_moving_a_checker_on_the_page_of_a_real_board_is_explained(real_board: RealBoard) -> None:
    alice = real_board.alice
    alice.drag("p8", "p5")
    expect(alice.notice).to_contain_text(ON_THE_BOARD)

    second = real_board.visitors.come().open(real_board.service.link.full)
    second.place("p8").focus()
    second.press("Enter")
    expect(second.notice).to_contain_text(ON_THE_BOARD)

    phone = real_board.visitors.come(phone=True).open(real_board.service.link.full)
    phone.swipe("p8", "p17")
    expect(phone.notice).to_contain_text(ON_THE_BOARD)

    phone.button("Menu").click()
    phone.button("Keys ?").click()
    keys = phone.page.locator("dialog.keys")
    expect(keys).to_contain_text(ON_THE_BOARD)
    expect(keys).to_contain_text("throw the dice")
    expect(keys).not_to_contain_text("lift a checker")


@pytest.mark.release
def test_checker_of_a_real_board_that_cannot_move_is_explained(real_board: RealBoard) -> None:
    real_board.alice.place("p12").click()

    expect(real_board.alice.notice).to_have_text("That is Bob's checker, and it is Alice's turn.")


@pytest.mark.release
def test_spectator_is_told_that_the_real_board_is_played_on(real_board: RealBoard) -> None:
    bob = real_board.visitors.come(phone=True).open(real_board.service.link.bare)

    expect(bob.page.locator(".onlooking")).to_have_text(
        "You are watching: checkers are moved on the board itself, "
        "and the page shows where they lie."
    )
    expect(bob.page.locator('.dice[role="button"]')).to_have_count(0)
    bob.place("p8").tap()
    expect(bob.notice).to_contain_text(ON_THE_BOARD)


@pytest.mark.release
def test_simulated_dice_beside_a_real_board_are_thrown_on_the_page(real_board: RealBoard) -> None:
    alice = real_board.alice
    real_board.finish_the_turn()

    alice.page.locator('.dice[role="button"]').click()

    expect(alice.verdict).to_contain_text("Waiting for Bob to move")


@pytest.mark.release
def test_a_position_is_set_up_by_hands_that_the_lamps_lead(real_board: RealBoard) -> None:
    alice, world = real_board.alice, real_board.pico.world
    alice.link("Position").click()
    expect(alice.page.get_by_text("In hand")).to_be_visible()
    alice.drag("p8", "p7")

    alice.button("Play from here").click()
    for player in ("Bob", "Alice"):
        alice.answer(player, "Yes, go on from there")

    expect(alice.mark("p7", "missing")).to_be_visible()
    expect(alice.button("Set up for me")).to_have_count(0)
    world.release(topmost(8, 3))
    world.press(topmost(7, 1))
    expect(alice.mark("p7", "missing")).to_have_count(0)


@pytest.mark.release
def test_devices_view_does_not_move_checkers_of_a_real_board(real_board: RealBoard) -> None:
    alice = real_board.alice
    alice.link("Devices").click()
    alice.button("Test the switches").click()

    expect(alice.button("Stop the test")).to_be_visible()
    for words in ("Clear the board", "In hand"):
        expect(alice.page.get_by_text(words)).to_have_count(0)
    alice.drag("p8", "p5")
    expect(alice.notice).to_contain_text(ON_THE_BOARD)
    alice.button("Stop the test").click()
    expect(alice.button("Set up as before the turn")).to_have_count(0)


@pytest.mark.release
def test_a_page_stays_open_while_the_simulated_board_becomes_a_real_one(
    browser: Browser, new_pico: MakePico, tmp_path: Path
) -> None:
    pico = new_pico()
    pico.world.lay(as_a_game_begins())
    pico.plug()
    with browser_users(browser) as visitors:
        visitors.faults.allow("WebSocket")
        visitors.faults.allow("ERR_CONNECTION_REFUSED")
        with service_process.run_service(tmp_path, 'names = ["Alice", "Bob"]') as service:
            alice = visitors.come().open(service.link.full)
            expect(alice.page.locator(".board.touchable")).to_be_visible()
            service.stop()
        configured = tmp_path / "kibitz.toml"
        lines = configured.read_text("utf-8").split("[[table]]")[0]
        configured.write_text(f"{lines}[[table]]\n{TABLE.format(port=pico.port)}", "utf-8")

        with service_process.start_service(tmp_path) as real:
            real.expect("the checkers lay on a board of another kind")
            expect(alice.page.locator(".board.touchable")).to_have_count(0, timeout=LONGER)
            expect(alice.page.get_by_text("Knock against the board")).to_have_count(0)
            alice.drag("p8", "p5")
            expect(alice.notice).to_contain_text(ON_THE_BOARD)
            visitors.leave()


@pytest.mark.release
def test_buttons_at_the_board_are_felt(real_board: RealBoard) -> None:
    real_board.finish_the_turn()

    real_board.pico.world.push(CUBE)

    expect(real_board.alice.button("Yes, I mean it")).to_be_visible()
    real_board.pico.world.let_go(CUBE)


@pytest.mark.release
def test_dead_board_is_reported_in_words_and_found_again(real_board: RealBoard) -> None:
    real_board.pico.world.release(topmost(8, 3))
    real_board.until_green(7, 5, 4)
    real_board.expect_loss()

    real_board.pico.kill()
    real_board.until_missed()
    real_board.pico.unplug()
    real_board.pico.plug()

    real_board.until_back()


@pytest.mark.release
def test_a_board_that_is_unplugged_may_be_played_on_meanwhile(real_board: RealBoard) -> None:
    real_board.expect_loss()

    real_board.pico.unplug()
    real_board.until_missed()
    real_board.pico.world.release(topmost(8, 3))
    real_board.pico.plug()

    real_board.until_back()


@pytest.mark.release
def test_loss_of_the_board_is_reported_in_french_as_well(real_board: RealBoard) -> None:
    french = real_board.visitors.come(locale="fr-FR", phone=True).open(real_board.service.link.bare)
    expect(french.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    real_board.expect_loss()

    real_board.pico.kill()

    expect(french.page.locator("#banner")).to_contain_text("Pas de liaison", timeout=SOON)
    expect(french.verdict).to_contain_text("pas visible")
    real_board.until_missed()


@pytest.mark.release
def test_a_program_of_the_board_that_crashes_is_started_again(real_board: RealBoard) -> None:
    real_board.expect_loss()
    real_board.service.expect("the program of the board has ended")
    for words in TRACED:
        real_board.service.expect(words)
    world = real_board.pico.world
    world.release(topmost(8, 3))
    real_board.until_green(7, 5, 4)

    world.break_part("spi")
    real_board.until_missed()
    world.mend_part("spi")

    real_board.until_back()
    assert "slot_sensors.py" in world.outputs.tracebacks.pop()
