"""The card at the end of a game says who has won, how, and how the game was played."""

import re
from dataclasses import replace

import pytest

from engine.backgammon.game.match import Crawford, Ending, Game, Match, Phase, Result
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from hardware.checkers import Colour
from service.records.match_statistics import GameEnding, PlayStatistics
from service.web.messages.ending_messages import EndingShown
from service.web.parts.ending_part import ending_part, shown_ending
from service.words.phrases import Language, phrases_in
from tests.rigs.referee.board_views import make_settings

ONE, TWO = Player
ENGLISH = phrases_in(Language("en"))
GAME = PlayStatistics(95.0, 23, ByPlayer(2, 0))
WHOLE = PlayStatistics(4000.0, 61, ByPlayer(2, 5))


def ending(result: Result, *, length: int = 3, score: ByPlayer[int]) -> GameEnding:
    game = Game(Phase.OVER, cube=Cube(2, ONE), begun=True, result=result)
    match = Match(TOURNAMENT, length, score, 2, Crawford.AHEAD, game)
    settings = replace(make_settings(length=length), names=ByPlayer("Ann", "Bob"))
    return GameEnding(7, settings, match, 1, GAME, WHOLE)


GAMMON = Result(ONE, Ending.BORNE_OFF, 4, Win.GAMMON)
MATCH_WON = ending(GAMMON, score=ByPlayer(4, 1))
GAME_WON = ending(Result(TWO, Ending.DROPPED, 1), length=5, score=ByPlayer(0, 1))


def card(shown: GameEnding, language: str = "en") -> EndingShown:
    part = ending_part(shown, phrases_in(Language(language)))
    assert part.ended
    return part.ended


def facts(shown: GameEnding, language: str = "en") -> dict[str, str]:
    return {fact.label: fact.words.replace("\u00a0", " ") for fact in card(shown, language).facts}


def test_card_of_a_match_is_about_all_of_its_games() -> None:
    shown = card(MATCH_WON)
    assert (shown.match, shown.is_match, shown.winner) == (7, True, Colour.LIGHT)
    assert shown.title == "Ann wins the match"
    assert shown.how == "Ann wins a gammon: 4 points."
    assert facts(MATCH_WON) == {
        "Score, to 3 points": "Ann 4, Bob 1",
        "Games": "2",
        "Length": "1 h 6 min, 61 turns",
        "Objections of the referee": "Ann 2, Bob 5",
    }


def test_card_of_a_game_is_about_that_game() -> None:
    shown = card(GAME_WON)
    assert (shown.is_match, shown.winner) == (False, Colour.DARK)
    assert (shown.title, shown.how) == ("Bob wins game 2", "Ann drops: Bob wins 1 point.")
    assert facts(GAME_WON) == {
        "Score, to 5 points": "Ann 0, Bob 1",
        "Length": "1 minute, 23 turns",
        "Objections of the referee": "Ann 2, Bob 0",
    }


@pytest.mark.parametrize(
    ("result", "how"),
    [
        (Result(TWO, Ending.BORNE_OFF, 1), "Bob wins a game: 1 point."),
        (Result(TWO, Ending.BORNE_OFF, 6, Win.BACKGAMMON), "Bob wins a backgammon: 6 points."),
        (Result(TWO, Ending.RESIGNED, 2, Win.GAMMON), "Ann resigns a gammon: Bob wins 2 points."),
    ],
)
def test_card_says_how_a_game_has_ended(result: Result, how: str) -> None:
    shown = ending(result, length=0, score=ByPlayer(0, result.points))
    assert card(shown).how == how
    assert facts(shown)["Score"] == f"Ann 0, Bob {result.points}"


def test_card_of_a_game_without_objections_says_so() -> None:
    quiet = replace(GAME_WON, game=replace(GAME, objections=ByPlayer(0, 0), seconds=30))
    assert facts(quiet)["Objections of the referee"] == "none"
    assert facts(quiet)["Length"] == "30 seconds, 23 turns"


def test_card_is_available_in_french() -> None:
    assert card(MATCH_WON, "fr").title == "Ann gagne le match"
    assert facts(MATCH_WON, "fr")["Objections de l\u2019arbitre"] == "Ann 2, Bob 5"
    assert not re.search(r"[^\u00a0][:;?!]", " ".join(facts(MATCH_WON, "fr")))


def test_end_of_a_game_that_is_taken_back_and_played_again_is_another_one() -> None:
    assert card(replace(GAME_WON, serial=2)).id != card(GAME_WON).id


@pytest.mark.parametrize("phase", [Phase.TO_THROW, Phase.TO_PLAY, Phase.DOUBLED])
def test_card_is_gone_once_another_game_is_played(phase: Phase) -> None:
    match = GAME_WON.match.with_game(Game(phase))
    assert shown_ending(GAME_WON, match) is None
    assert shown_ending(GAME_WON, GAME_WON.match) is GAME_WON
    assert ending_part(None, ENGLISH).ended is None
