"""The score sheet of a table has what stood, and its sayings what was said, in both languages."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.notation.record.script import Moved, Script, Tag, Took, Won
from engine.backgammon.notation.record.transcript import script_of
from engine.backgammon.position import START
from hardware.checkers import Colour, point
from hardware.signals import SetUpWanted, Wish, Wished
from referee.effects import NextMatch, Notice, What
from referee.profiles import MONEY
from referee.words import Language, load_phrases
from service.config.drivers import SimulatedHall
from service.config.settings import Table as Setup
from service.journal.reading import read_match
from service.tables.chronicle import REMEMBERED, Chronicle
from service.tables.recorded import recorded
from service.tables.retelling import judged_again, retold
from service.tables.running import Running, journal_of, running
from service.tables.sheets import GameSheet, MatchSheet, SetUp, Turned
from service.web.boards import read_board
from service.web.parts.records import Writer
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

MIDDLE = "-b----E-C---eEA--c-e----A-"
ENGLISH, FRENCH = map(load_phrases, Language)
LONG = Setup(names=("Alice", "Bob"), length=7, board=SimulatedHall())
STAKES = Setup(names=("Alice", "Bob"), length=3, board=SimulatedHall(), referee=MONEY)


@dataclass
class Kept:
    """An evening, and who wrote it down."""

    seated: Sitting
    chronicle: Chronicle

    @property
    def game(self) -> GameSheet:
        return self.chronicle.sheet.games[-1]

    @property
    def turns(self) -> list[str]:
        return [line.play for line in self.game.lines if isinstance(line, Turned)]

    async def throw(self, one: int, two: int) -> None:
        self.seated.dice().lift()
        await self.seated.passes(1)
        self.seated.dice().roll(one, two)
        await self.seated.passes(2)

    async def carry(self, *ways: tuple[int, int]) -> None:
        for source, target in ways:
            self.seated.checkers.put(point(target), self.seated.checkers.lift(point(source)))
            await self.seated.passes(1)

    async def ask(self, colour: Colour, wish: Wish) -> None:
        self.seated.table.say(Wished("page", self.seated.clock.now(), colour, wish))
        await self.seated.passes(1)


Rule = Callable[[Kept], Awaitable[None]]


def evening(folder: Path, rule: Rule, setup: Setup = SETUP) -> Kept:
    """What was written down of an evening at which this happened."""
    written: list[Chronicle] = []

    def write(table: Running) -> None:
        journal, happened = table.journal, table.resumption.happened
        written.append(Chronicle(table.table, lambda: journal.match, happened))
        table.table.listeners.append(written[0])

    async def run() -> Kept:
        async with running(setup, ways(folder), write) as table:
            kept = Kept(seated_at(table), written[0])
            await kept.seated.passes(1)
            await rule(kept)
            return kept

    return asyncio.run(run())


async def whole_match(kept: Kept) -> None:
    await kept.seated.play(performance(a_match()))


async def begin(kept: Kept) -> None:
    await kept.throw(3, 1)
    await kept.carry((8, 5), (6, 5))
    await kept.throw(6, 5)


async def nothing(_kept: Kept) -> None:
    """Nobody is there."""


def moves(sheet: MatchSheet) -> list[tuple[int, str, bool]]:
    """Every turn: the game, the dice, and whether anything was moved."""
    return [
        (game.start.number, str(line.dice), bool(line.play))
        for game in sheet.games
        for line in game.lines
        if isinstance(line, Turned)
    ]


def script_moves(script: Script) -> list[tuple[int, str, bool]]:
    return [
        (game.number, str(entry.dice), bool(entry.text))
        for game in script.games
        for entry in game.entries
        if isinstance(entry, Moved) and entry.played
    ]


def test_every_turn_of_a_match_is_on_its_sheet(tmp_path: Path) -> None:
    sheet = evening(tmp_path, whole_match).chronicle.sheet

    assert moves(sheet) == script_moves(script_of(a_match()))
    assert sheet.match.score == a_match().final.score


def test_each_line_follows_from_the_one_before(tmp_path: Path) -> None:
    for game in evening(tmp_path, whole_match).chronicle.sheet.games:
        for line in game.lines:
            if isinstance(line, Turned):
                assert line.before.game.dice == line.dice
                assert line.before.game.turn is line.player
                assert line.after.game.position != line.before.game.position or not line.play


def test_the_sheet_goes_on_where_it_was_when_the_service_begins_anew(tmp_path: Path) -> None:
    before = evening(tmp_path, begin, LONG)
    after = evening(tmp_path, nothing, LONG)

    assert before.turns == after.turns == ["8/5 6/5"]
    assert before.game.lines == after.game.lines
    assert before.chronicle.match == after.chronicle.match == 1


def test_a_turn_that_is_taken_back_is_on_no_sheet(tmp_path: Path) -> None:
    async def take_back(kept: Kept) -> None:
        await begin(kept)
        assert kept.turns == ["8/5 6/5"]
        await kept.ask(Colour.DARK, Wish.UNDO)

    assert evening(tmp_path, take_back, LONG).turns == []


def test_an_illegal_play_that_stood_is_on_the_sheet_with_what_was_wrong(tmp_path: Path) -> None:
    async def stand(kept: Kept) -> None:
        await kept.throw(3, 1)
        await kept.carry((8, 4), (6, 4))
        await kept.throw(6, 5)

    (line,) = evening(tmp_path, stand, STAKES).game.lines
    assert isinstance(line, Turned)
    assert line.reasons
    assert line.play == "8/4 6/4"


def test_offers_and_answers_are_on_the_sheet(tmp_path: Path) -> None:
    async def double(kept: Kept) -> None:
        await begin(kept)
        kept.seated.dice().lift()
        await kept.seated.passes(1)
        kept.seated.checkers.put(point(12), kept.seated.checkers.lift(point(1)))
        await kept.seated.passes(1)
        await kept.ask(Colour.DARK, Wish.DONE)
        await kept.ask(Colour.LIGHT, Wish.DOUBLE)
        await kept.ask(Colour.DARK, Wish.NO)

    kinds = [type(line).__name__ for line in evening(tmp_path, double, LONG).game.lines]
    assert kinds == ["Turned", "Turned", "Offered", "Answered"]


def test_a_position_set_up_by_hand_is_on_the_sheet(tmp_path: Path) -> None:
    async def set_up(kept: Kept) -> None:
        await begin(kept)
        table, checkers = kept.seated.table, kept.seated.checkers
        wanted = table.state.seating.layout(START, table.state.turn)
        table.say(SetUpWanted("page", kept.seated.clock.now(), wanted, Colour.LIGHT))
        await kept.seated.passes(1)
        checkers.arrange(wanted)
        await kept.seated.passes(1)
        await kept.throw(4, 2)

    kept = evening(tmp_path, set_up, LONG)
    *_, line = kept.game.lines
    assert isinstance(line, SetUp)
    assert line.after.game.position == START
    again = evening(tmp_path, nothing, LONG)
    assert again.game.lines == kept.game.lines
    assert retold(journal_of(tmp_path, LONG.name)).sheet.games[-1].lines == kept.game.lines


def test_a_position_set_up_before_the_first_turn_is_what_the_game_began_with(
    tmp_path: Path,
) -> None:
    async def set_up(kept: Kept) -> None:
        table, checkers = kept.seated.table, kept.seated.checkers
        wanted = read_board(MIDDLE)
        table.say(SetUpWanted("page", kept.seated.clock.now(), wanted, Colour.LIGHT))
        await kept.seated.passes(1)
        checkers.arrange(wanted)
        await kept.seated.passes(1)
        await kept.throw(3, 1)
        await kept.carry((8, 5), (6, 5))
        await kept.throw(4, 2)

    kept = evening(tmp_path, set_up, LONG)
    writer, past = Writer.of(LONG.match, ENGLISH), retold(journal_of(tmp_path, LONG.name))
    told = writer.game(kept.game)
    assert told.start == MIDDLE
    assert [row.words for row in told.rows] == ["Position set up", "31: 8/5 6/5"]
    assert writer.game(past.sheet.games[-1]) == told


def test_a_game_begins_with_the_board_that_lay_there_whatever_came_later(tmp_path: Path) -> None:
    game = evening(tmp_path, begin, LONG).game
    told = Writer.of(LONG.match, ENGLISH).game(game)
    assert told.start == "-b----E-C---eE---c-e----B-"
    assert told.rows


def test_of_games_that_are_over_only_the_ends_are_kept_at_the_table(tmp_path: Path) -> None:
    async def two_games(kept: Kept) -> None:
        await begin(kept)
        await kept.carry((24, 23))
        kept.seated.table.say(
            Wished("page", kept.seated.clock.now(), Colour.DARK, Wish.RESIGN, number=1)
        )
        await kept.ask(Colour.LIGHT, Wish.YES)
        assert kept.turns == ["8/5 6/5"]
        await kept.ask(Colour.LIGHT, Wish.NEXT)

    kept = evening(tmp_path, two_games, LONG)
    over, playing = kept.chronicle.sheet.games
    first, second = retold(journal_of(tmp_path, LONG.name)).sheet.games

    assert over.match.game.result == first.match.game.result is not None
    assert not over.lines
    assert [type(line).__name__ for line in first.lines] == ["Turned", "Resigned"]
    assert (playing.lines, second.lines) == ((), ())
    assert playing.start.number == 2


def test_another_match_has_another_sheet(tmp_path: Path) -> None:
    async def two(kept: Kept) -> None:
        await whole_match(kept)
        await kept.ask(Colour.LIGHT, Wish.NEXT)

    kept = evening(tmp_path, two)
    assert kept.chronicle.match == 2
    assert [game.lines for game in kept.chronicle.sheet.games] == [()]
    assert kept.chronicle.sheet.match.game.phase is Phase.OPENING


def test_a_match_that_is_begun_instead_has_a_sheet_of_its_own(tmp_path: Path) -> None:
    async def instead(kept: Kept) -> None:
        await begin(kept)
        table = kept.seated.table
        await table.begin(STAKES.match, None, table.facing)
        await kept.seated.passes(1)

    kept = evening(tmp_path, instead, LONG)
    assert kept.chronicle.match == 2
    assert kept.chronicle.sheet.match == STAKES.match.match()
    assert not kept.game.lines


def test_a_kept_match_is_told_alike_by_its_decisions_and_by_its_signals(tmp_path: Path) -> None:
    live = evening(tmp_path, whole_match).chronicle.sheet
    path = journal_of(tmp_path, SETUP.name)
    kept = read_match(path)

    for sheet in (retold(path).sheet, judged_again(kept)):
        assert [game.lines for game in sheet.games] == [game.lines for game in live.games]
    script = script_of(recorded(kept).record, [Tag("a", "b")])
    assert any(isinstance(entry, Won | Took) for game in script.games for entry in game.entries)


@pytest.mark.parametrize("phrases", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_what_is_said_is_said_in_every_language(tmp_path: Path, phrases: object) -> None:
    heard = evening(tmp_path, begin, LONG).chronicle.said
    words = [one.words(ENGLISH if phrases is ENGLISH else FRENCH) for one in heard]

    assert any("8/5 6/5" in said for said in words)
    assert any(("begins" if phrases is ENGLISH else "commence") in said for said in words)


def test_objections_are_marked(tmp_path: Path) -> None:
    async def wrong(kept: Kept) -> None:
        await kept.throw(3, 1)
        await kept.carry((8, 2))
        await kept.ask(Colour.LIGHT, Wish.DONE)

    alarms = {one.words(ENGLISH): one.alarm for one in evening(tmp_path, wrong).chronicle.said}
    assert any("not right" in said for said, alarm in alarms.items() if alarm)
    assert any("Alice begins" in said for said, alarm in alarms.items() if not alarm)


def test_of_devices_that_are_lost_one_after_the_other_one_saying_is_left(tmp_path: Path) -> None:
    async def unplugged(kept: Kept) -> None:
        for devices in (("lamps",), ("board", "lamps"), ("board", "buttons", "lamps")):
            kept.chronicle(Notice(What.DEVICE_LOST, devices=devices))
        kept.chronicle(Notice(What.RESUMED))
        for names in (["board"], ["lamps"], []):
            kept.chronicle(Notice(What.DEVICE_BACK, devices=tuple(names)))

    chronicle = evening(tmp_path, unplugged).chronicle
    lost, _, back = chronicle.said[-3:]
    assert lost.words(ENGLISH).startswith("I cannot reach the board, the buttons and the lamps.")
    assert back.words(ENGLISH) == "I can reach everything again."
    assert back.number == chronicle.total == lost.number + 4
    assert "cannot reach" not in "".join(one.words(ENGLISH) for one in chronicle.said[:-3])


def test_devices_that_are_back_each_have_a_saying_while_others_are_lost(tmp_path: Path) -> None:
    async def plugged_in(kept: Kept) -> None:
        for devices in (("board",), ("lamps",)):
            kept.chronicle(Notice(What.DEVICE_BACK, devices=devices))

    words = [one.words(ENGLISH) for one in evening(tmp_path, plugged_in).chronicle.said]
    assert words[-2:] == ["I can reach the board again.", "I can reach the lamps again."]


def test_only_what_was_said_last_is_remembered_and_numbers_go_on(tmp_path: Path) -> None:
    async def chatter(kept: Kept) -> None:
        for _ in range(2 * REMEMBERED):
            kept.chronicle(Notice(What.RESUMED))
        kept.chronicle(NextMatch())

    chronicle = evening(tmp_path, chatter).chronicle
    assert len(chronicle.said) == REMEMBERED
    assert [one.number for one in chronicle.said][-1] == chronicle.total > REMEMBERED
    assert not chronicle.said[-1].alarm
    assert chronicle.said[-1].words(ENGLISH) == "A new match begins."
