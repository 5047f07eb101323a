"""A page is shown what the table knows, in its language, and nothing is worked out twice."""

import asyncio
import json
import logging
from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, bar, point
from hardware.drivers.simulated.board_sensors import SlotBoard
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import DiceState, PlayerRequestKind
from referee.effects import LampMeaning
from referee.match_settings import CASUAL_PROFILE, CLUB_PROFILE, Profile
from service.drivers.pi_drivers import PiBoardOptions
from service.web.messages.to_page import MESSAGES, NextAct, Part, RecordPart
from service.web.parts.board_part import sensor_view
from service.web.parts.game_part import recent_notices
from service.web.parts.table_parts import Viewer
from service.words.phrases import ENGLISH, Language, phrases_in
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables import table_in_memory as tables
from tests.rigs.tables.page_view import HOLDER, SETUP, PageView, open_page_view

SPECTATOR, DIAGNOSTICIAN = (
    Viewer(Language("fr"), may_act=False, diagnostics=False),
    Viewer(Language("en"), may_act=False, diagnostics=True),
)


@pytest.fixture
def page(tmp_path: Path) -> AbstractAsyncContextManager[PageView]:
    return open_page_view(tmp_path)


async def test_every_part_is_a_message_to_the_page_and_the_board_comes_first(
    page: PageView,
) -> None:
    assert list(page.look()) == [
        "Board", "Game", "Plays", "World", "Notices", "Record", "Ending", "Devices", "SelfTest",
    ]  # fmt: skip
    for name, text in page.texts.items():
        assert json.loads(text)["is"] == name
        assert MESSAGES.encode(MESSAGES.decode(text, Part), Part) == text


async def test_a_spectator_is_not_shown_what_truly_lies_there(page: PageView) -> None:
    assert "World" in page.look(HOLDER)
    assert "World" not in page.look(SPECTATOR)


async def test_there_is_no_world_where_the_board_is_no_simulated_one(tmp_path: Path) -> None:
    async with open_page_view(tmp_path, replace(SETUP, board=PiBoardOptions(pins="mock"))) as page:
        parts = page.look(HOLDER)
        assert "World" not in parts
        plugs = {device.name: device.plugged for device in parts["Devices"].devices}
        assert plugs["board"] is None
        assert plugs["dice"] is True


async def test_subscriber_of_diagnostics_sees_the_signals_of_each_device(page: PageView) -> None:
    assert "Diagnostics" not in page.look(SPECTATOR)
    diagnostics = page.look(DIAGNOSTICIAN)["Diagnostics"]
    board = next(source for source in diagnostics.sources if source.name == "board")
    assert board.signals >= 1
    assert board.claims["p6"] == "5+"
    assert json.loads(board.last[0])["is"] == "Observation"
    assert diagnostics.counters["signals"] >= board.signals
    assert diagnostics.lamps.keys() == {*page.seated.table.lamp_picture.frame.lights}


async def test_diagnostics_are_limited_in_rate_and_the_last_ones_are_shown(page: PageView) -> None:
    first = page.look(DIAGNOSTICIAN)["Diagnostics"]
    await page.lift(6)
    assert page.look(DIAGNOSTICIAN)["Diagnostics"] == first

    called = asyncio.Event()
    with page.seated.table.subscribe(called.set):
        while page.look(DIAGNOSTICIAN)["Diagnostics"] == first:
            await asyncio.wait_for(called.wait(), 5)
            called.clear()


async def test_a_board_put_together_from_its_places_reads_like_any_other_part(
    page: PageView,
) -> None:
    await page.throw(3, 1)
    await page.lift(6)
    for viewer in (HOLDER, SPECTATOR):
        board = page.board(viewer)
        assert any(place.lamp for place in board.places.values())
        assert MESSAGES.encode(board, Part) == page.texts["Board"]


async def test_unchanged_part_is_the_identical_text_for_every_viewer(page: PageView) -> None:
    await page.throw(3, 1)
    page.look()
    texts = page.texts
    page.look()
    other = dict(page.parts.texts(Viewer(Language("en"), may_act=True, diagnostics=False)))

    assert all(page.texts[name] is text for name, text in texts.items())
    assert all(texts[name] is text for name, text in other.items())


async def test_a_signal_that_changes_nothing_to_be_seen_changes_no_text(page: PageView) -> None:
    await page.throw(3, 1)
    page.look()
    texts = page.texts
    await page.lift(6)
    page.seated.checkers.put(point(6), Colour.LIGHT)
    await page.seated.pass_seconds(1)
    page.look()

    assert all(page.texts[name] is text for name, text in texts.items())


@pytest.mark.release
async def test_a_whole_match_is_shown_in_both_languages(tmp_path: Path) -> None:
    """Each part can be read back, and the board agrees with the sensors all the time."""
    looks = 0
    async with open_page_view(tmp_path, replace(SETUP, length=1)) as page:
        table = page.seated.table
        for number, gesture in enumerate(tables.tidy_performance(tables.random_record())):
            await page.seated.do(gesture)
            if number % 7:
                continue
            looks += 1
            for viewer in (HOLDER, SPECTATOR):
                board = page.board(viewer)
                view = sensor_view(table.state)
                for place in BACKGAMMON.places:
                    shown = board.places[place]
                    count = shown.light + shown.dark + shown.unknown
                    assert count in view[place].total
    assert looks > 50


async def test_each_place_has_a_spoken_name_with_what_is_there(page: PageView) -> None:
    english, french = page.board(HOLDER).places, page.board(SPECTATOR).places

    assert english[point(12)].says == "Point 12: 5 dark checkers"
    assert french[point(12)].says.replace("\u00a0", " ") == "Flèche 12 : 5 pions foncés"
    assert english[point(2)].says == "Point 2: empty"
    assert english[bar(Colour.DARK)].says.startswith("Bob's half of the bar")


async def test_points_are_numbered_as_the_player_to_move_counts(page: PageView) -> None:
    assert page.board().places[point(12)].says == "Point 12: 5 dark checkers"

    await page.throw(1, 3)

    assert page.game().turn is Colour.DARK
    assert page.board().places[point(12)].says.startswith("Point 13: 5 dark checkers")


async def test_a_lifted_checker_lights_where_it_may_come_down_and_says_so(page: PageView) -> None:
    await page.throw(3, 1)
    await page.lift(8)
    five = page.board().places[point(5)]

    assert five.lamp
    assert five.lamp.meaning is LampMeaning.DESTINATION
    assert five.says == "Point 5: empty; lamp: it may be put down here"
    assert page.board().places[point(8)].light == 2


async def test_lamps_are_drawn_in_their_hue_however_little_current_they_are_sent(
    page: PageView,
) -> None:
    await page.throw(3, 1)
    movable = page.board().places[point(8)].lamp

    assert movable
    assert (movable.meaning, movable.colour) == (LampMeaning.MOVABLE, "#004614")


async def test_unseen_place_is_described_as_unseen(page: PageView, expected_logs: LogWatch) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "cannot be reached")

    page.seated.board.unplug()
    await page.seated.pass_seconds(1)
    six, game = page.board().places[point(6)], page.game()

    assert (six.claim, six.light) == ("?", 5)
    assert "no sensor sees it" in six.says
    assert game.alarm
    link = {one.name: one for one in page.look()["Devices"].devices}["board"]
    assert (link.link, link.plugged, link.driver) == ("lost", False, "slots")


async def test_a_switch_that_dies_is_drawn_as_it_is_felt(page: PageView) -> None:
    board = page.seated.board
    assert isinstance(board, SlotBoard)
    board.set_fault(point(8), 1, SwitchFault.DEAD)
    await page.seated.pass_seconds(1)

    shown = page.board().places[point(8)]
    assert (shown.claim, shown.light, shown.dark, shown.unknown) == ("2", 2, 0, 0)


@pytest.mark.parametrize(
    ("profile", "alarm", "words"),
    [
        (replace(CASUAL_PROFILE, least_rest=CASUAL_PROFILE.settle), True, "not right"),
        (CASUAL_PROFILE, False, "Not finished yet."),
        (CLUB_PROFILE, False, "Alice is moving."),
    ],
)
async def test_an_illegal_play_is_objected_to_at_once_only_where_that_is_agreed(
    tmp_path: Path, profile: Profile, *, alarm: bool, words: str
) -> None:
    async with open_page_view(tmp_path, replace(SETUP, referee=profile)) as page:
        await page.throw(3, 1)
        await page.carry(8, 2)
        assert page.game().alarm is alarm
        assert words in page.game().verdict


async def test_end_of_a_turn_is_next_once_all_pips_are_played_where_nothing_tells_if_it_is_legal(
    tmp_path: Path,
) -> None:
    async with open_page_view(tmp_path, replace(SETUP, referee=CLUB_PROFILE)) as page:
        await page.throw(3, 1)
        await page.carry(8, 5)
        half = page.game().next
        await page.carry(6, 5)
        whole = page.game().next
    assert (half.act, whole.act) == (NextAct.MOVE, NextAct.DONE)
    assert half.words == whole.words
    assert "Done" in whole.words


async def test_a_checker_keeps_its_colour_wherever_it_is_put_down(page: PageView) -> None:
    """It does so even before the referee has judged, and though switches feel no colour."""
    await page.throw(3, 1)
    for source, target in ((8, 5), (6, 1), (6, 2), (13, 4)):
        page.seated.checkers.put(point(target), page.seated.checkers.lift(point(source)))
        await page.seated.table.wait_until_quiet()
        places = page.board().places
        assert not any(shown.unknown for shown in places.values()), (source, target)
        assert places[point(target)].light == 1


async def test_players_dice_and_cube_are_shown(tmp_path: Path) -> None:
    computer = replace(SETUP, computer=Player.TWO)
    async with open_page_view(tmp_path, computer) as page:
        await page.play_31()
        game = page.game()
        light, dark = game.players[Colour.LIGHT], game.players[Colour.DARK]

        assert (light.name, light.pips, light.off, light.hints) == ("Alice", 163, 0, 2)
        assert (dark.name, dark.pips, dark.computer) == ("Bob", 167, True)
        assert game.turn is Colour.LIGHT
        assert (game.dice[0].state, game.dice[0].numbers) == (DiceState.SETTLED, (3, 1))
        assert game.cube
        assert (game.cube.value, game.cube.owner) == (1, None)
        assert game.xgid.startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:")
        assert game.verdict == "Legal: 8/5 6/5."


async def test_dice_are_shown_as_they_lie(page: PageView) -> None:
    shown = [page.game().dice]
    await page.throw(2, 2)
    shown.append(page.game().dice)
    page.seated.dice().lift()
    await page.seated.pass_seconds(1)
    shown.append(page.game().dice)

    states = [[dice.state for dice in pairs] for pairs in shown]
    assert states[1:] == [[DiceState.SETTLED], [DiceState.LIFTED]]


async def test_the_revision_rises_whenever_other_requests_are_possible(page: PageView) -> None:
    revisions = [page.parts.revision]

    async def then(doing: Awaitable[None]) -> None:
        await doing
        revisions.append(page.parts.revision)
        assert page.game().revision == revisions[-1]

    await then(page.throw(3, 1))
    await then(page.carry(8, 5))
    await then(page.carry(6, 5))
    await then(page.throw(6, 5))
    await then(page.ask(Colour.DARK, PlayerRequestKind.HINTS, 0))
    await then(page.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1))
    await then(page.ask(Colour.DARK, PlayerRequestKind.NO))
    begun, thrown, carried, *_ = revisions

    assert revisions == sorted(revisions)
    assert begun < thrown == carried == revisions[3]
    assert revisions[3] < revisions[4] < revisions[5] < revisions[6] < revisions[7]


async def test_the_record_has_the_turns_with_the_board_after_each(page: PageView) -> None:
    await page.play_31()
    await page.throw(6, 5)
    record = page.look()["Record"]
    assert isinstance(record, RecordPart)
    (row,) = record.game.rows

    assert (row.colour, row.words, row.note) == (Colour.LIGHT, "31: 8/5 6/5", "")
    assert row.board == "-b---BD-B---eE---c-e----B-"
    assert row.xgid.startswith(f"XGID={row.board}:0:0:-1:00:")
    assert record.match == 1


async def test_a_game_that_is_over_says_who_has_won(page: PageView) -> None:
    await page.throw(3, 1)
    await page.carry(8, 5)
    await page.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1)
    await page.ask(Colour.DARK, PlayerRequestKind.YES)
    over = page.look()

    assert page.seated.table.state.match.game.phase is Phase.OVER
    assert over["Game"].over
    assert over["Game"].verdict.startswith("Alice resigns a game: Bob wins 1 point.")
    assert over["Record"].game.result == "Alice resigns a game: Bob wins 1 point."
    await page.ask(Colour.DARK, PlayerRequestKind.NEXT)
    record = page.look()["Record"]
    assert record.results == ("Alice resigns a game: Bob wins 1 point.",)
    assert record.game.scores == {Colour.LIGHT: 0, Colour.DARK: 1}


@pytest.mark.parametrize("viewer", [HOLDER, SPECTATOR], ids=["en", "fr"])
async def test_while_switches_are_tried_out_the_board_shows_what_they_feel(
    page: PageView, viewer: Viewer
) -> None:
    table = page.seated.table
    table.start_switch_test()
    page.seated.checkers.lift(point(6))
    page.seated.checkers.lift(point(6))
    await page.lift(8)
    shown = page.look(viewer)

    assert shown["SelfTest"].running
    assert shown["SelfTest"].words
    assert shown["Board"].places[point(8)].claim == "2"


async def test_end_of_a_game_is_shown_again_after_a_restart(tmp_path: Path) -> None:
    async with open_page_view(tmp_path) as page:
        await page.play_31()
        await page.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1)
        await page.ask(Colour.DARK, PlayerRequestKind.YES)
        ended = page.look()["Ending"].ended
    async with open_page_view(tmp_path) as page:
        assert page.look()["Ending"].ended == ended
        await page.ask(Colour.DARK, PlayerRequestKind.NEXT)
        assert page.look()["Ending"].ended == ended
        await page.seated.arrange(page.seated.table.state.expected_layout)
        await page.throw(6, 2)
        assert page.look()["Ending"].ended is None
        assert page.look(SPECTATOR)["Ending"].ended is None


async def test_end_of_a_match_is_shown_again_after_a_restart_until_people_begin_another(
    tmp_path: Path,
) -> None:
    one_point = replace(SETUP, length=1)
    async with open_page_view(tmp_path, one_point) as page:
        await page.play_31()
        await page.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1)
        await page.ask(Colour.DARK, PlayerRequestKind.YES)
        ended = page.look()["Ending"].ended
        assert ended.is_match
    async with open_page_view(tmp_path, one_point) as page:
        assert page.look()["Ending"].ended == ended
        await page.runtime.begin_match(replace(one_point, length=3))
        assert page.look()["Ending"].ended is None


async def test_dice_are_over_from_the_end_of_their_turn_to_the_next_throw(page: PageView) -> None:
    seen = [is_over(page)]
    await page.play_31()
    seen.append(is_over(page))
    await page.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    seen.append(is_over(page))
    await page.ask(Colour.DARK, PlayerRequestKind.DOUBLE)
    seen.append(is_over(page))
    await page.ask(Colour.LIGHT, PlayerRequestKind.YES)
    await page.ask(Colour.DARK, PlayerRequestKind.RESIGN, 1)
    seen.append(is_over(page))
    await page.ask(Colour.LIGHT, PlayerRequestKind.NO)
    await page.throw(6, 2)
    seen.append(is_over(page))

    assert seen == [None, False, True, True, True, False]


async def test_dice_of_a_tie_are_over(page: PageView) -> None:
    await page.throw(3, 3)
    assert is_over(page) is True


def is_over(page: PageView) -> bool | None:
    """True if the dice that lie show no throw that counts; None if none lie."""
    lying = [dice.over for dice in page.game().dice if dice.state is DiceState.SETTLED]
    return lying[0] if lying else None


async def test_answer_of_the_computer_is_marked_in_the_log(page: PageView) -> None:
    await page.play_31()
    await page.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    await page.ask(Colour.DARK, PlayerRequestKind.DOUBLE)
    await page.ask(Colour.LIGHT, PlayerRequestKind.YES)
    said = page.score_sheet.announcements

    def marked(computer: Player | None) -> list[str]:
        lines = recent_notices(said, phrases_in(ENGLISH), computer).lines
        return [line.words for line in lines if line.answer]

    assert marked(Player.ONE) == ["Alice takes at 2."]
    assert marked(Player.TWO) == marked(None) == []
