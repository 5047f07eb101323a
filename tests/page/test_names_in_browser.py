"""Players without names are asked for them once at a table, and no name breaks the page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour
from service.web.messages.from_page import Arrange, Arrangement
from service.web.messages.to_page import GamePart
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import SCREENS, SMALL_TARGETS, OpenTab, Tab
from tests.rigs.browser.service_process import (
    OPENING_WORDS,
    ServiceProcess,
    TableClient,
    connect_client,
    run_service,
    start_service,
)

LIGHT, DARK = Colour.LIGHT, Colour.DARK
PRINTABLE = "Light: please choose a name of at most 24 visible letters"


@pytest.fixture
def kibitz(tmp_path: Path) -> Iterator[ServiceProcess]:
    """A simulated table as `make play` has it: nobody has named the players."""
    with run_service(tmp_path) as service, connect_client(service.link) as somebody:
        somebody.do(Arrange(Arrangement.EXPECTED))
        somebody.wait(GamePart, lambda it: OPENING_WORDS in it.verdict)
        yield service


def card_of(tab: Tab) -> Locator:
    return tab.page.get_by_role("dialog", name="Who is playing?")


def fill_in(tab: Tab, light: str, dark: str) -> None:
    card_of(tab).get_by_label("Light").fill(light)
    card_of(tab).get_by_label("Dark").fill(dark)
    card_of(tab).get_by_role("button", name="Use these names").click()


def names(hands: TableClient) -> list[str]:
    return [hands.see(GamePart).players[colour].name for colour in Colour]


@pytest.mark.release(after=1)
def test_players_are_asked_for_their_names_once(
    alice: Tab, hands: TableClient, kibitz: ServiceProcess, tmp_path: Path
) -> None:
    fill_in(alice, "  Zoë ", "Bob")

    expect(card_of(alice)).to_have_count(0)
    hands.wait(GamePart, lambda it: it.players[LIGHT].name == "Zoë")
    assert names(hands) == ["Zoë", "Bob"]
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is LIGHT)
    alice.page.close()
    kibitz.stop()
    with start_service(tmp_path) as again, connect_client(again.link) as somebody:
        assert names(somebody) == ["Zoë", "Bob"]
        assert not somebody.see(GamePart).names_wanted


@pytest.mark.release
def test_players_who_want_no_names_are_not_asked_again(
    alice: Tab, bob: Tab, hands: TableClient, kibitz: ServiceProcess, tmp_path: Path
) -> None:
    expect(card_of(alice)).to_be_focused()
    expect(card_of(bob)).to_have_count(0)
    expect(alice.verdict).to_have_text(re.compile("^Who is playing.*“Use these names”"))
    expect(bob.verdict).to_contain_text("dice to begin")

    card_of(alice).get_by_role("button", name="Play without names").click()

    expect(alice.verdict).to_contain_text("dice to begin")

    expect(card_of(alice)).to_have_count(0)
    hands.wait(GamePart, lambda it: not it.names_wanted)
    assert names(hands) == ["O", "X"]
    alice.page.close()
    bob.page.close()
    kibitz.stop()
    with start_service(tmp_path) as again, connect_client(again.link) as somebody:
        assert not somebody.see(GamePart).names_wanted


@pytest.mark.release
def test_game_can_begin_without_an_answer_and_what_is_typed_stays_until_then(
    alice: Tab, hands: TableClient
) -> None:
    card_of(alice).get_by_label("Light").fill("Zo")
    card_of(alice).get_by_label("Dark").focus()
    hands.do(Arrange(Arrangement.EMPTY))
    hands.wait(GamePart, lambda it: OPENING_WORDS not in it.verdict)
    expect(card_of(alice).get_by_label("Light")).to_have_value("Zo")
    hands.do(Arrange(Arrangement.EXPECTED))
    hands.wait(GamePart, lambda it: OPENING_WORDS in it.verdict)

    hands.throw(3, 1)

    expect(card_of(alice)).to_have_count(0)


@pytest.mark.release
def test_escape_closes_the_question_and_leaves_it_to_others(open_tab: OpenTab) -> None:
    alice, carol = open_tab(), open_tab()
    expect(card_of(alice)).to_be_focused()

    alice.press("Escape")

    expect(card_of(alice)).to_have_count(0)
    expect(card_of(carol)).to_be_visible()


@pytest.mark.release
@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ("<img src=x onerror=a()>", "<b>dark</b>"),
        ("😀🎲", "שלום"),
        ("W" * 24, "{player}"),
        ("", "Bob"),
    ],
)
def test_every_name_is_shown_as_text(alice: Tab, hands: TableClient, light: str, dark: str) -> None:
    fill_in(alice, light, dark)

    hands.wait(GamePart, lambda it: it.players[DARK].name == dark)
    assert names(hands) == [light or "O", dark]
    for name in (light or "O", dark):
        expect(alice.page.locator(".strip", has_text=name).first).to_be_visible()
    assert alice.page.locator(".strip img").count() == 0


@pytest.mark.release
@pytest.mark.parametrize(
    ("light", "dark", "told"),
    [
        ("Bob", "Bob", "Dark: the players need different names"),
        ("a:b", "Bob", PRINTABLE),
        ("\u202eevil", "Bob", PRINTABLE),
    ],
)
def test_name_that_no_record_can_hold_is_refused_with_one_sentence_and_stays(
    alice: Tab, hands: TableClient, light: str, dark: str, told: str
) -> None:
    fill_in(alice, light, dark)

    expect(card_of(alice).get_by_role("alert")).to_contain_text(told)
    expect(card_of(alice).get_by_label("Light")).to_have_value(light)
    assert names(hands) == ["O", "X"]


@pytest.mark.release
def test_question_fits_every_screen(open_tab: OpenTab) -> None:
    tab = open_tab(has_touch=True, reduced_motion="reduce")
    expect(card_of(tab)).to_be_visible()

    for name, size in SCREENS.items():
        tab.resize(size)
        assert card_of(tab).evaluate("it => it.scrollWidth <= it.clientWidth"), name
        assert tab.page.evaluate(SMALL_TARGETS) == [], name
        assert accessibility_faults(tab) == [], name


@pytest.mark.release
def test_name_that_is_being_typed_stays_when_somebody_else_gives_only_his(
    open_tab: OpenTab, hands: TableClient
) -> None:
    alice, bob = open_tab(), open_tab(phone=True)
    dark = card_of(bob).get_by_label("Dark")
    dark.press_sequentially("Bru")

    card_of(alice).get_by_label("Light").fill("Anna")
    card_of(alice).get_by_role("button", name="Use these names").click()
    expect(card_of(alice)).to_have_count(0)
    expect(card_of(bob).get_by_label("Light")).to_have_count(0)
    expect(dark).to_be_focused()
    dark.press_sequentially("no")
    card_of(bob).get_by_role("button", name="Use these names").click()

    expect(card_of(bob)).to_have_count(0)
    hands.wait(GamePart, lambda it: it.players[DARK].name == "Bruno")
    assert names(hands) == ["Anna", "Bruno"]
    expect(alice.notice).to_be_empty()


@pytest.mark.release
def test_somebody_who_is_typing_hears_that_the_names_are_settled(open_tab: OpenTab) -> None:
    alice, bob = open_tab(), open_tab()
    card_of(bob).get_by_label("Dark").fill("Bru")

    fill_in(alice, "Anna", "Bert")

    expect(card_of(bob)).to_have_count(0)
    expect(bob.notice).to_contain_text("Anna plays Light, Bert plays Dark")
    expect(alice.notice).to_be_empty()
