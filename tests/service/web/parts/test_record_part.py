"""Each line of a score sheet has words, with its fault and the board after it."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import Colour
from referee.effects import RecordEvent
from referee.match_settings import CASUAL_PROFILE, MatchSettings
from service.records.score_sheet import (
    AcceptedResignation,
    CompletedTurn,
    MatchSheet,
    SetUpPosition,
    SheetLine,
    StakeAnswer,
    StakeOffer,
)
from service.web.parts.game_part import RecordCache, RowWriter
from service.words.phrases import Language, load_phrases
from tests.rigs.engine.play_notation import after
from tests.rigs.engine.sample_matches import random_match

ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
NAMES = ByPlayer("Alice", "Bob")
SETTINGS = MatchSettings(NAMES, TOURNAMENT, 3, Player.ONE, CASUAL_PROFILE)
WRITER, FRENCH_WRITER = RowWriter(SETTINGS, ENGLISH), RowWriter(SETTINGS, FRENCH)
BEGUN = after(Match(TOURNAMENT, 3), events.OpeningThrow(3, 1))
ONE, TWO = Player
THROW = Dice(3, 1)


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        (CompletedTurn(ONE, BEGUN, BEGUN, THROW, "8/5 6/5"), "31: 8/5 6/5", "31 : 8/5 6/5"),
        (CompletedTurn(ONE, BEGUN, BEGUN, THROW, ""), "31: no play", "31 : rien à jouer"),
        (StakeOffer(ONE, BEGUN, BEGUN, 2), "Doubles to 2", "Double à 2"),
        (StakeOffer(TWO, BEGUN, BEGUN, 4, beaver=True), "Beavers to 4", "« Beaver » à 4"),
        (StakeAnswer(TWO, BEGUN, BEGUN, takes=True), "Takes", "Prend"),
        (StakeAnswer(TWO, BEGUN, BEGUN, takes=False), "Drops", "Passe"),
        (AcceptedResignation(ONE, BEGUN, BEGUN, Win.GAMMON), "Resigns a gammon",
         "Concède un gammon"),
        (SetUpPosition(TWO, BEGUN, BEGUN), "Position set up", "Position mise en place"),
    ],
)  # fmt: skip
def test_line_is_available_in_every_language(line: SheetLine, english: str, french: str) -> None:
    row = WRITER.row(line)

    assert row.words == english
    assert FRENCH_WRITER.row(line).words.replace("\u00a0", " ") == french
    assert row.colour is (Colour.LIGHT if line.player is ONE else Colour.DARK)
    assert row.xgid.startswith(f"XGID={row.board}:")


def test_position_set_up_by_hand_is_noted() -> None:
    line = SetUpPosition(TWO, BEGUN, BEGUN)

    assert WRITER.row(line).note == "Set up by hand; the next thing is a throw."
    assert "à la main" in FRENCH_WRITER.row(line).note


def test_illegal_play_that_stood_is_noted_with_its_reason() -> None:
    reason = Reason(ReasonKind.NO_DIE, source=8, target=2, count=6, numbers=(3, 1))
    row = WRITER.row(CompletedTurn(ONE, BEGUN, BEGUN, THROW, "8/2", (reason, reason)))

    assert row.note.startswith("Not legal, but it stood. From point 8 to point 2")
    assert row.note.count("point 8") == 1
    assert not WRITER.row(CompletedTurn(ONE, BEGUN, BEGUN, THROW, "8/5 6/5")).note


def test_a_record_that_goes_on_is_the_same_as_one_that_is_written_anew() -> None:
    record = replace(random_match(TOURNAMENT, 5, 2), names=NAMES)
    sheet, written = MatchSheet(record.start), RecordCache(WRITER)

    for scene in record.replay():
        sheet.add(RecordEvent(scene.event, scene.before, scene.after))
        written.record(1, sheet)

    part = written.record(1, sheet)
    assert part == RecordCache(WRITER).record(1, sheet)
    assert len(part.results) == len(sheet.games) - 1
    assert all("wins" in result for result in part.results)
