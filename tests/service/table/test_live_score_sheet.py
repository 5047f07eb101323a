"""The score sheet of a table lists the turns that stood, and the announcements."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Phase
from engine.backgammon.notation.record.record import MoveEntry, Script, Tag, TakeEntry, WinEntry
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.position import START
from hardware.checkers import Colour, Layout, point
from hardware.signals import PlayerRequestKind, PositionSetUp
from referee import notices
from referee.effects import StartNextMatch
from referee.match_settings import MONEY_PROFILE
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedHallOptions
from service.records.objections import MAX_OBJECTIONS
from service.records.position_ids import read_board
from service.records.score_sheet import (
    CompletedTurn,
    GameSheet,
    MatchSheet,
    SetUpPosition,
)
from service.records.stored_matches import record_of_match, sheet_by_replay, sheet_of_match
from service.storage.journal_reader import read_match
from service.table.live_score_sheet import STORED_ANNOUNCEMENTS, LiveScoreSheet, TurnNumber
from service.table.table_runtime import TableRuntime, journal_path
from service.web.parts.game_part import RowWriter
from service.words.phrases import Language, load_phrases
from tests.rigs.tables import table_in_memory as tables

MIDDLE = "-b----E-C---eEA--c-e----A-"
ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
LONG = Setup(names=("Alice", "Bob"), length=7, board=SimulatedHallOptions())
STAKES = Setup(
    names=("Alice", "Bob"), length=3, board=SimulatedHallOptions(), referee=MONEY_PROFILE
)


@dataclass
class ScoredEvening:
    """An evening with its score sheet."""

    seated: tables.HandsAtTable
    score_sheet: LiveScoreSheet

    @property
    def game(self) -> GameSheet:
        return self.score_sheet.sheet.games[-1]

    @property
    def turns(self) -> list[str]:
        return [line.play for line in self.game.lines if isinstance(line, CompletedTurn)]

    async def throw(self, one: int, two: int) -> None:
        self.seated.dice().lift()
        await self.seated.pass_seconds(1)
        self.seated.dice().roll(one, two)
        await self.seated.pass_seconds(2)

    async def carry(self, *ways: tuple[int, int]) -> None:
        for source, target in ways:
            self.seated.checkers.put(point(target), self.seated.checkers.lift(point(source)))
            await self.seated.pass_seconds(1)

    async def set_up(self, layout: Layout) -> None:
        """Has this position set up, with Light to throw."""
        request = PositionSetUp("page", self.seated.clock.now(), layout, Colour.LIGHT)
        self.seated.table.submit(request)
        await self.seated.pass_seconds(1)
        await self.seated.arrange(layout)

    async def ask(self, colour: Colour, kind: PlayerRequestKind) -> None:
        self.seated.request(colour, kind)
        await self.seated.pass_seconds(1)


Actions = Callable[[ScoredEvening], Awaitable[None]]


@asynccontextmanager
async def open_scored_evening(
    folder: Path, setup: Setup = tables.TABLE_SETTINGS
) -> AsyncIterator[ScoredEvening]:
    """Opens an evening with its score sheet."""
    written: list[LiveScoreSheet] = []

    def write(table: TableRuntime) -> None:
        journal, resumed = table.journal, table.resumed_sheet
        written.append(LiveScoreSheet(table.table, lambda: journal.match, resumed))
        table.table.listeners.append(written[0])

    async with tables.open_evening(folder, setup, write) as table:
        yield ScoredEvening(tables.hands_at(table), written[0])


def evening(folder: Path, act: Actions, setup: Setup = tables.TABLE_SETTINGS) -> ScoredEvening:
    """The score sheet of an evening at which this happened."""

    async def run() -> ScoredEvening:
        async with open_scored_evening(folder, setup) as scored:
            await act(scored)
        return scored

    return asyncio.run(run())


async def whole_match(scored: ScoredEvening) -> None:
    await scored.seated.play(tables.tidy_performance(tables.random_record()))


async def begin(scored: ScoredEvening) -> None:
    await scored.throw(3, 1)
    await scored.carry((8, 5), (6, 5))
    await scored.throw(6, 5)


async def do_nothing(_scored: ScoredEvening) -> None:
    """Does nothing at the table."""


def moves(sheet: MatchSheet) -> list[tuple[int, str, bool]]:
    """Every turn: the game, the dice, and whether anything was moved."""
    return [
        (game.start.number, str(line.dice), bool(line.play))
        for game in sheet.games
        for line in game.lines
        if isinstance(line, CompletedTurn)
    ]


def script_moves(script: Script) -> list[tuple[int, str, bool]]:
    return [
        (game.number, str(entry.dice), bool(entry.text))
        for game in script.games
        for entry in game.entries
        if isinstance(entry, MoveEntry) and entry.played
    ]


def test_every_turn_of_a_match_is_on_its_sheet(tmp_path: Path) -> None:
    sheet = evening(tmp_path, whole_match).score_sheet.sheet

    assert moves(sheet) == script_moves(write_script(tables.random_record()))
    assert sheet.match.score == tables.random_record().final.score


def test_each_line_follows_from_the_one_before(tmp_path: Path) -> None:
    for game in evening(tmp_path, whole_match).score_sheet.sheet.games:
        for line in game.lines:
            if isinstance(line, CompletedTurn):
                assert line.before.game.dice == line.dice
                assert line.before.game.turn is line.player
                assert line.after.game.position != line.before.game.position or not line.play


def test_the_sheet_goes_on_where_it_was_when_the_service_begins_anew(tmp_path: Path) -> None:
    before = evening(tmp_path, begin, LONG)
    after = evening(tmp_path, do_nothing, LONG)

    assert before.turns == after.turns == ["8/5 6/5"]
    assert before.game.lines == after.game.lines
    assert before.score_sheet.match_number == after.score_sheet.match_number == 1


async def test_a_turn_that_is_taken_back_is_on_no_sheet(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await begin(scored)
        assert scored.turns == ["8/5 6/5"]
        await scored.ask(Colour.DARK, PlayerRequestKind.UNDO)
        await scored.ask(Colour.LIGHT, PlayerRequestKind.YES)

    assert scored.turns == []


async def test_an_illegal_play_that_stood_is_on_the_sheet_with_what_was_wrong(
    tmp_path: Path,
) -> None:
    async with open_scored_evening(tmp_path, STAKES) as scored:
        await scored.throw(3, 1)
        await scored.carry((8, 4), (6, 4))
        await scored.throw(6, 5)

    (line,) = scored.game.lines
    assert isinstance(line, CompletedTurn)
    assert line.reasons
    assert line.play == "8/4 6/4"


async def test_offers_and_answers_are_on_the_sheet(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await begin(scored)
        scored.seated.dice().lift()
        await scored.seated.pass_seconds(1)
        scored.seated.checkers.put(point(12), scored.seated.checkers.lift(point(1)))
        await scored.seated.pass_seconds(1)
        await scored.ask(Colour.DARK, PlayerRequestKind.DONE)
        await scored.ask(Colour.LIGHT, PlayerRequestKind.DOUBLE)
        await scored.ask(Colour.DARK, PlayerRequestKind.NO)

    kinds = [type(line).__name__ for line in scored.game.lines]
    assert kinds == ["CompletedTurn", "CompletedTurn", "StakeOffer", "StakeAnswer"]


def test_a_position_set_up_by_hand_is_on_the_sheet(tmp_path: Path) -> None:
    async def set_up(scored: ScoredEvening) -> None:
        await begin(scored)
        state = scored.seated.table.state
        await scored.set_up(state.seating.layout(START, state.turn))
        await scored.throw(4, 2)

    scored = evening(tmp_path, set_up, LONG)
    *_, line = scored.game.lines
    assert isinstance(line, SetUpPosition)
    assert line.after.game.position == START
    again = evening(tmp_path, do_nothing, LONG)
    assert again.game.lines == scored.game.lines
    again_by_file = sheet_of_match(journal_path(tmp_path, LONG.name)).sheet
    assert again_by_file.games[-1].lines == scored.game.lines


async def test_a_position_set_up_before_the_first_turn_is_what_the_game_began_with(
    tmp_path: Path,
) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await scored.set_up(read_board(MIDDLE))
        await scored.throw(3, 1)
        await scored.carry((8, 5), (6, 5))
        await scored.throw(4, 2)

    writer = RowWriter(LONG.match_settings, ENGLISH)
    past = sheet_of_match(journal_path(tmp_path, LONG.name))
    game_record = writer.game(scored.game)
    assert game_record.start == MIDDLE
    assert [row.words for row in game_record.rows] == ["Position set up", "31: 8/5 6/5"]
    assert writer.game(past.sheet.games[-1]) == game_record


def test_initial_board_of_a_game_is_the_first_one(tmp_path: Path) -> None:
    game = evening(tmp_path, begin, LONG).game
    game_record = RowWriter(LONG.match_settings, ENGLISH).game(game)
    assert game_record.start == "-b----E-C---eE---c-e----B-"
    assert game_record.rows


async def test_only_the_results_of_finished_games_are_held_in_memory(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await begin(scored)
        await scored.carry((24, 23))
        scored.seated.request(Colour.DARK, PlayerRequestKind.RESIGN, number=1)
        await scored.ask(Colour.LIGHT, PlayerRequestKind.YES)
        assert scored.turns == ["8/5 6/5"]
        await scored.ask(Colour.LIGHT, PlayerRequestKind.NEXT)

    over, playing = scored.score_sheet.sheet.games
    first, second = sheet_of_match(journal_path(tmp_path, LONG.name)).sheet.games

    assert over.match.game.result == first.match.game.result is not None
    assert not over.lines
    assert [type(line).__name__ for line in first.lines] == ["CompletedTurn", "AcceptedResignation"]
    assert (playing.lines, second.lines) == ((), ())
    assert playing.start.number == 2


async def test_another_match_has_another_sheet(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path) as scored:
        await whole_match(scored)
        await scored.ask(Colour.LIGHT, PlayerRequestKind.NEXT)

    assert scored.score_sheet.match_number == 2
    assert [game.lines for game in scored.score_sheet.sheet.games] == [()]
    assert scored.score_sheet.sheet.match.game.phase is Phase.OPENING


async def test_a_match_that_is_begun_instead_has_a_sheet_of_its_own(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await begin(scored)
        table = scored.seated.table
        await table.begin_match(STAKES.match_settings, None, table.orientation)
        await scored.seated.pass_seconds(1)

    assert scored.score_sheet.match_number == 2
    assert scored.score_sheet.sheet.match == STAKES.match_settings.match()
    assert not scored.game.lines


def test_stored_match_gives_the_same_sheet_from_decisions_and_signals(tmp_path: Path) -> None:
    live = evening(tmp_path, whole_match).score_sheet.sheet
    path = journal_path(tmp_path, tables.TABLE_SETTINGS.name)
    stored = read_match(path)

    for sheet in (sheet_of_match(path).sheet, sheet_by_replay(stored)):
        assert [game.lines for game in sheet.games] == [game.lines for game in live.games]
    script = write_script(record_of_match(stored).record, [Tag("a", "b")])
    entries = (entry for game in script.games for entry in game.entries)
    assert any(isinstance(entry, WinEntry | TakeEntry) for entry in entries)


@pytest.mark.parametrize("phrases", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_announcements_are_available_in_every_language(tmp_path: Path, phrases: object) -> None:
    announcements = evening(tmp_path, begin, LONG).score_sheet.announcements
    words = [one.text(ENGLISH if phrases is ENGLISH else FRENCH) for one in announcements]

    assert any("8/5 6/5" in said for said in words)
    assert any(("begins" if phrases is ENGLISH else "commence") in said for said in words)


async def test_objections_are_marked(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path) as scored:
        await scored.throw(3, 1)
        await scored.carry((8, 2))
        await scored.ask(Colour.LIGHT, PlayerRequestKind.DONE)

    alarms = {one.text(ENGLISH): one.is_objection for one in scored.score_sheet.announcements}
    assert any("not right" in said for said, alarm in alarms.items() if alarm)
    assert any("Alice begins" in said for said, alarm in alarms.items() if not alarm)


async def object_and_mend(scored: ScoredEvening) -> None:
    await scored.throw(3, 1)
    await scored.carry((8, 2))
    await scored.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    await scored.carry((2, 5), (6, 5))
    await scored.throw(6, 5)


def test_objection_stands_before_its_turn_whoever_reads_the_sheet(tmp_path: Path) -> None:
    live = evening(tmp_path, object_and_mend, LONG)
    again = evening(tmp_path, do_nothing, LONG)
    path = journal_path(tmp_path, LONG.name)

    (line,) = live.game.lines
    assert [type(it) for it in line.objections] == [notices.IllegalPlayRefused]
    assert again.game.lines == live.game.lines
    assert sheet_of_match(path).sheet.games[-1].lines == live.game.lines
    assert sheet_by_replay(read_match(path)).games[-1].lines == live.game.lines


async def test_objections_to_one_turn_are_limited(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path, LONG) as scored:
        await scored.throw(3, 1)
        for number in range(2 * MAX_OBJECTIONS):
            player = Colour.LIGHT if number % 2 else Colour.DARK
            scored.score_sheet(notices.ThrowStands(player, Dice(1 + number % 6, 1)))
            scored.score_sheet(notices.NotYourThrow(player))
        await scored.carry((8, 5), (6, 5))
        await scored.throw(6, 5)

    (line,) = scored.game.lines
    assert len(line.objections) == len(set(line.objections)) <= MAX_OBJECTIONS


async def test_each_announcement_has_its_time_and_its_turn(tmp_path: Path) -> None:
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    async with open_scored_evening(tmp_path, LONG) as scored:
        table = scored.seated.table
        hour = (noon + timedelta(minutes=minute) for minute in range(60))
        sheet = LiveScoreSheet(table, lambda: 1, wall_clock=lambda: next(hour))
        table.listeners.append(sheet)
        await begin(scored)

    said = {one.text(ENGLISH): one for one in sheet.announcements}
    first, last = said["Alice plays 8/5 6/5."], said["Bob throws 65."]
    assert (first.turn, last.turn) == (TurnNumber(1, 1, 1), TurnNumber(1, 1, 2))
    assert noon < first.at < last.at


async def test_devices_lost_one_after_the_other_leave_one_announcement(tmp_path: Path) -> None:
    async with open_scored_evening(tmp_path) as scored:
        for devices in (("lamps",), ("board", "lamps"), ("board", "buttons", "lamps")):
            scored.score_sheet(notices.DevicesLost(devices))
        scored.score_sheet(notices.MatchResumed())
        for names in (["board"], ["lamps"], []):
            scored.score_sheet(notices.DevicesBack(tuple(names)))

    score_sheet = scored.score_sheet
    lost, _, back = score_sheet.announcements[-3:]
    assert lost.text(ENGLISH).startswith("I cannot reach the board, the buttons and the lamps.")
    assert back.text(ENGLISH) == "I can reach everything again."
    assert back.number == score_sheet.announcement_count == lost.number + 4
    earlier = score_sheet.announcements[:-3]
    assert "cannot reach" not in "".join(one.text(ENGLISH) for one in earlier)


async def test_devices_that_are_back_each_have_an_announcement_while_others_are_lost(
    tmp_path: Path,
) -> None:
    async with open_scored_evening(tmp_path) as scored:
        for devices in (("board",), ("lamps",)):
            scored.score_sheet(notices.DevicesBack(devices))

    words = [one.text(ENGLISH) for one in scored.score_sheet.announcements]
    assert words[-2:] == ["I can reach the board again.", "I can reach the lamps again."]


async def test_only_the_last_announcements_are_remembered_and_numbers_continue(
    tmp_path: Path,
) -> None:
    async with open_scored_evening(tmp_path) as scored:
        for _ in range(2 * STORED_ANNOUNCEMENTS):
            scored.score_sheet(notices.MatchResumed())
        scored.score_sheet(StartNextMatch())

    score_sheet = scored.score_sheet
    assert len(score_sheet.announcements) == STORED_ANNOUNCEMENTS
    last = score_sheet.announcements[-1].number
    assert last == score_sheet.announcement_count > STORED_ANNOUNCEMENTS
    assert not score_sheet.announcements[-1].is_objection
    assert score_sheet.announcements[-1].text(ENGLISH) == "A new match begins."
