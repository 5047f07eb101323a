"""Each line of a score sheet is told in words, with what was wrong and the board after it."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT
from engine.backgammon.why.reasons import Reason, Why
from hardware.checkers import Colour
from referee.words import Language, load_phrases
from service.tables.resuming import Happening
from service.tables.sheets import Answered, Line, MatchSheet, Offered, Resigned, SetUp, Turned
from service.web.parts.records import Writer, Written
from tests.rigs.matches import made_up
from tests.rigs.play import after

ENGLISH, FRENCH = map(load_phrases, Language)
NAMES = ByPlayer("Alice", "Bob")
WRITER = Writer(NAMES, Player.ONE, ENGLISH)
FRENCH_WRITER = Writer(NAMES, Player.ONE, FRENCH)
BEGUN = after(Match(TOURNAMENT, 3), events.OpeningThrow(3, 1))
ONE, TWO = Player
THROW = Dice(3, 1)


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        (Turned(ONE, BEGUN, BEGUN, THROW, "8/5 6/5"), "31: 8/5 6/5", "31 : 8/5 6/5"),
        (Turned(ONE, BEGUN, BEGUN, THROW, ""), "31: no play", "31 : rien à jouer"),
        (Offered(ONE, BEGUN, BEGUN, 2), "Doubles to 2", "Double à 2"),
        (Offered(TWO, BEGUN, BEGUN, 4, beaver=True), "Beavers to 4", "« Beaver » à 4"),
        (Answered(TWO, BEGUN, BEGUN, takes=True), "Takes", "Prend"),
        (Answered(TWO, BEGUN, BEGUN, takes=False), "Drops", "Passe"),
        (Resigned(ONE, BEGUN, BEGUN, Win.GAMMON), "Resigns a gammon", "Concède un gammon"),
        (SetUp(TWO, BEGUN, BEGUN), "Position set up", "Position mise en place"),
    ],
)
def test_a_line_is_told_in_every_language(line: Line, english: str, french: str) -> None:
    row = WRITER.row(line)

    assert row.words == english
    assert FRENCH_WRITER.row(line).words.replace("\u00a0", " ") == french
    assert row.colour is (Colour.LIGHT if line.player is ONE else Colour.DARK)
    assert row.xgid.startswith(f"XGID={row.board}:")


def test_beside_a_position_that_was_set_up_it_is_told_that_files_end_there() -> None:
    line = SetUp(TWO, BEGUN, BEGUN)

    assert "(.mat, SGF, text) have the game only as far as this" in WRITER.row(line).note
    assert "ont la partie que jusque-là" in FRENCH_WRITER.row(line).note


def test_what_was_not_legal_is_noted_with_why() -> None:
    reason = Reason(Why.NO_DIE, source=8, target=2, count=6)
    row = WRITER.row(Turned(ONE, BEGUN, BEGUN, THROW, "8/2", (reason, reason)))

    assert row.note.startswith("Not legal, but it stood. From point 8 to point 2")
    assert row.note.count("point 8") == 1
    assert not WRITER.row(Turned(ONE, BEGUN, BEGUN, THROW, "8/5 6/5")).note


def test_a_record_that_goes_on_is_the_same_as_one_that_is_written_anew() -> None:
    record = replace(made_up(TOURNAMENT, 5, 2), names=NAMES)
    sheet, written = MatchSheet(record.start), Written(WRITER)

    for scene in record.scenes():
        sheet.follow(Happening(scene.before, scene.event, scene.after))
        written.record(1, sheet)

    told = written.record(1, sheet)
    assert told == Written(WRITER).record(1, sheet)
    assert len(told.results) == len(sheet.games) - 1
    assert all("wins" in result for result in told.results)
