"""What a referee did wrong is told in sentences, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import EndTurn, Event, Play
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play.play_text import read_play
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import TOURNAMENT
from engine.backgammon.why.reasons import Reason, Why
from referee.effects import Judged, Notice, What
from referee.profiles import CASUAL
from referee.settings import MatchSettings
from referee.verdicts import Disturbed, Illegal
from referee.words import Language, Phrases, load_phrases
from service.simulation.complaints import (
    Complaint,
    FalseAlarm,
    LostPlay,
    MissedError,
    Strayed,
    WrongReason,
    WrongTurn,
    tell_slip,
)
from service.simulation.marks import ErrorPlanted, TurnBegins
from service.simulation.slips import SLIPS
from service.simulation.umpire import AT_ONCE

ENGLISH, FRENCH = LANGUAGES = [load_phrases(language) for language in Language]
ONE, TWO = Player
SETTINGS = MatchSettings(ByPlayer("Alice", "Bob"), TOURNAMENT, 5, ONE, CASUAL)
THROW = TurnBegins(ONE, Dice(3, 1), START)
PLAYS = LegalPlays(START, THROW.dice, TOURNAMENT)
BACKWARDS = Reason(Why.WRONG_DIRECTION, source=13, target=14)
PLANTED = ErrorPlanted(("a pip short", "an opponents checker missing"), START.setup, frozenset())
MATCH = Match(TOURNAMENT, 5)

in_both_languages = pytest.mark.parametrize(
    "phrases", LANGUAGES, ids=lambda phrases: phrases.language.value
)


def played(text: str) -> Play:
    return Play(ONE, read_play(text, PLAYS).position())


POINT, RUN = played("8/5 6/5"), played("24/20")


def lost(*kept: Event, expected: Play | None = POINT) -> LostPlay:
    return LostPlay(2, 7, THROW, TOURNAMENT, expected, kept)


def every_complaint() -> list[Complaint]:
    game = replace(MATCH.game, phase=Phase.TO_PLAY, dice=Dice(6, 2))
    phases = [MATCH.going_on_with(replace(MATCH.game, phase=phase)) for phase in Phase]
    return [
        FalseAlarm(1, 2, Judged(Illegal((BACKWARDS,), (), START.setup)), SETTINGS),
        FalseAlarm(1, 2, Notice(What.DISTURBED), SETTINGS),
        FalseAlarm(1, 2, Judged(Disturbed(())), SETTINGS),
        lost(),
        lost(POINT),
        lost(RUN, EndTurn(ONE)),
        lost(POINT, EndTurn(TWO)),
        lost(RUN, expected=None),
        MissedError(1, 2, PLANTED),
        WrongReason(1, 2, PLANTED, (BACKWARDS,)),
        WrongReason(1, 2, PLANTED, ()),
        WrongTurn(1, 2, THROW, MATCH),
        WrongTurn(1, 2, THROW, MATCH.going_on_with(game)),
        WrongTurn(1, 2, THROW, MATCH.going_on_with(replace(game, dice=THROW.dice))),
        Strayed(1, 0, MATCH, MATCH),
        *(Strayed(1, 2, MATCH, replace(match, number=2)) for match in phases),
    ]


@in_both_languages
def test_every_complaint_is_a_sentence_without_the_words_of_a_programmer(phrases: Phrases) -> None:
    for complaint in every_complaint():
        said = complaint.told(phrases)

        assert said.startswith(("Game ", "Partie "))
        assert said.endswith((".", "?"))
        assert not set("(){}<>=_") & set(said)


def test_plays_are_told_as_people_write_them() -> None:
    at = "Game 2, turn 7: lost play: "

    assert str(lost()) == f"{at}8/5 6/5 was played, and no play was taken down."
    assert str(lost(RUN, EndTurn(ONE))) == f"{at}8/5 6/5 was played, but 24/20 was taken down."
    assert str(lost(RUN, expected=None)) == f"{at}no move was played, but 24/20 was taken down."


def test_reasons_are_told_as_the_referee_tells_them() -> None:
    said = str(WrongReason(1, 2, PLANTED, (BACKWARDS,)))

    assert "a checker moved one pip short and an opponent\u2019s checker missing" in said
    assert "From point 13 to point 14" in said


@in_both_languages
def test_every_way_to_err_has_words_of_its_own(phrases: Phrases) -> None:
    names = [*(slip.name for slip in SLIPS), AT_ONCE]
    told = {tell_slip(name, phrases) for name in names}

    assert len(told) == len(names)
    assert {key for key in phrases.texts if key.startswith("simulate.slip.")} == {
        f"simulate.slip.{name.replace(' ', '_')}" for name in names
    }
    assert all("'" not in text for text in told)
