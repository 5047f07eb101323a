"""Complaints about a referee are sentences, in every language."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import EndTurn, Event, Play
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play_text import read_play
from engine.backgammon.position import START
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from referee import notices
from referee.effects import ReportVerdict
from referee.match_settings import CASUAL_PROFILE, MatchSettings
from referee.verdicts import Disturbed, Illegal
from service.simulated_match import complaints
from service.simulated_match.umpire import TWO_SLIPS
from service.words.phrases import Language, Phrases, available_languages, load_phrases
from simulation.gestures import SlipPlanted, TurnBegins
from simulation.slips import SLIPS
from tests.rigs.referee.sample_notices import example_notice

LANGUAGES = [load_phrases(language) for language in available_languages()]
ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
ONE, TWO = Player
SETTINGS = MatchSettings(ByPlayer("Alice", "Bob"), TOURNAMENT, 5, ONE, CASUAL_PROFILE)
THROW = TurnBegins(ONE, Dice(3, 1), START)
PLAYS = LegalPlays(START, THROW.dice, TOURNAMENT)
BACKWARDS = Reason(ReasonKind.WRONG_DIRECTION, source=13, target=14)
PLANTED = SlipPlanted(("a pip short", "an opponents checker missing"), START.setup, frozenset())
MATCH = Match(TOURNAMENT, 5)

in_both_languages = pytest.mark.parametrize(
    "phrases", LANGUAGES, ids=lambda phrases: phrases.language
)


def play_of(text: str) -> Play:
    return Play(ONE, read_play(text, PLAYS).position())


POINT, RUN = play_of("8/5 6/5"), play_of("24/20")


def lost(*recorded: Event, expected: Play | None = POINT) -> complaints.LostPlay:
    return complaints.LostPlay(2, 7, THROW, TOURNAMENT, expected, recorded)


def every_complaint() -> list[complaints.Complaint]:
    game = replace(MATCH.game, phase=Phase.TO_PLAY, dice=Dice(6, 2))
    phases = [MATCH.with_game(replace(MATCH.game, phase=phase)) for phase in Phase]
    return [
        complaints.FalseAlarm(
            1, 2, ReportVerdict(Illegal((BACKWARDS,), (), START.setup)), SETTINGS
        ),
        complaints.FalseAlarm(1, 2, example_notice(notices.BoardDisturbed), SETTINGS),
        complaints.FalseAlarm(1, 2, ReportVerdict(Disturbed(())), SETTINGS),
        lost(),
        lost(POINT),
        lost(RUN, EndTurn(ONE)),
        lost(POINT, EndTurn(TWO)),
        lost(RUN, expected=None),
        complaints.MissedError(1, 2, PLANTED),
        complaints.WrongReason(1, 2, PLANTED, (BACKWARDS,)),
        complaints.WrongReason(1, 2, PLANTED, ()),
        complaints.WrongTurn(1, 2, THROW, MATCH),
        complaints.WrongTurn(1, 2, THROW, MATCH.with_game(game)),
        complaints.WrongTurn(1, 2, THROW, MATCH.with_game(replace(game, dice=THROW.dice))),
        complaints.WrongMatchState(1, 0, MATCH, MATCH),
        *(complaints.WrongMatchState(1, 2, MATCH, replace(match, number=2)) for match in phases),
    ]


@in_both_languages
def test_every_complaint_is_a_sentence_without_the_words_of_a_programmer(phrases: Phrases) -> None:
    for complaint in every_complaint():
        said = complaint.in_words(phrases)

        assert said.startswith(("Game ", "Partie "))
        assert said.endswith((".", "?"))
        assert not set("(){}<>=_") & set(said)


def test_plays_are_written_in_the_usual_notation() -> None:
    at = "Game 2, turn 7: lost play: "

    assert str(lost()) == f"{at}8/5 6/5 was played, but no play was recorded."
    assert str(lost(RUN, EndTurn(ONE))) == f"{at}8/5 6/5 was played, but 24/20 was recorded."
    assert str(lost(RUN, expected=None)) == f"{at}no move was played, but 24/20 was recorded."


def test_reasons_are_written_as_the_referee_writes_them() -> None:
    said = str(complaints.WrongReason(1, 2, PLANTED, (BACKWARDS,)))

    assert "a checker moved one pip short and an opponent\u2019s checker missing" in said
    assert "From point 13 to point 14" in said


@in_both_languages
def test_every_way_to_err_has_words_of_its_own(phrases: Phrases) -> None:
    names = [*(slip.name for slip in SLIPS), TWO_SLIPS]
    texts = {complaints.slip_in_words(name, phrases) for name in names}

    assert len(texts) == len(names)
    assert {key for key in phrases.texts if key.startswith("simulate.slip.")} == {
        f"simulate.slip.{name.replace(' ', '_')}" for name in names
    }
    assert all("'" not in text for text in texts)
