"""The meaning of a double is told at the offer: what a take and a drop cost at this score."""

from dataclasses import replace

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.position import START
from engine.backgammon.rulebook import (
    CLASSIC,
    GRAVES,
    TOURNAMENT,
    TRICTRAC,
    Option,
    RefusalCosts,
    Rulebook,
)
from engine.players import ByPlayer, Player
from service.words.double_texts import double_in_words
from service.words.phrases import ENGLISH, Language, phrases_in
from tests.rigs.engine.play_notation import after, to_throw

ONE, TWO = Player
NAMES = ByPlayer("Alice", "Bob")
JACOBY = replace(GRAVES, jacoby=Option.FOR_STAKES)
BEAVERS = replace(GRAVES, beavers=Option.FOR_STAKES)


def doubled(
    rulebook: Rulebook = TOURNAMENT,
    length: int = 7,
    score: tuple[int, int] = (0, 0),
    cube: Cube = CENTRED,
) -> Match:
    """A match in which Alice has doubled, and Bob must answer."""
    return after(
        to_throw(rulebook, START, length=length, score=score, cube=cube), events.Double(ONE)
    )


def meaning(match: Match, language: Language = ENGLISH) -> list[str]:
    return list(double_in_words(match, NAMES, phrases_in(language)))


def test_take_and_drop_are_told_with_the_stake_and_the_score_they_lead_to() -> None:
    assert meaning(doubled(score=(1, 2))) == [
        "If Bob takes, the game goes on for 2 points, and only Bob may double next.",
        "A gammon then counts 4, a backgammon 6.",
        "If Bob drops, the game is over and Alice wins 1 point: the score is then Alice 2, Bob 2.",
    ]


def test_drop_is_told_with_the_crawford_game_that_follows_it() -> None:
    assert "nobody may double in the next game (Crawford)" in meaning(doubled(score=(5, 2)))[-1]
    past = replace(doubled(score=(5, 6)), crawford=Crawford.PAST)
    assert "Crawford" not in " ".join(meaning(past))


def test_drop_that_loses_the_match_is_told() -> None:
    assert "Bob drops, Alice wins 2 points, and with them the match." in " ".join(
        meaning(doubled(length=3, score=(1, 0), cube=Cube(2, ONE)))
    )


def test_cube_that_is_dead_after_a_take_is_told() -> None:
    take, *others = meaning(doubled(length=3, score=(0, 1)))

    assert take.endswith("another double would gain nothing.")
    assert "The cube then belongs to Bob, but it is dead" in take
    assert others[0] == "If Bob wins the game then, Bob wins the match."


def test_gammons_are_not_told_where_each_win_is_the_match() -> None:
    said = meaning(doubled(length=5, score=(3, 3)))

    assert "Whoever wins the game then wins the match." in said
    assert not any("gammon" in it for it in said)


def test_double_that_cannot_help_its_player_is_told() -> None:
    assert meaning(doubled(CLASSIC, 3, (2, 0)))[-1].startswith("Alice gains nothing by this double")
    assert "gains nothing by this" not in " ".join(meaning(doubled(CLASSIC, 3, (1, 0))))


def test_money_has_no_score_and_no_dead_cube() -> None:
    said = meaning(doubled(length=0))

    assert said[-1] == "If Bob drops, the game is over and Alice wins 1 point."
    assert not any("dead" in it or "match" in it for it in said)


def test_gammons_count_only_from_the_first_double_under_jacobys_rule() -> None:
    from_now = "From then on gammons count"

    assert any(it.startswith(from_now) for it in meaning(doubled(JACOBY, 0)))
    again = doubled(JACOBY, 0, cube=Cube(2, ONE))
    assert not any(it.startswith(from_now) for it in meaning(again))
    assert not any(it.startswith(from_now) for it in meaning(doubled(JACOBY, 7)))


def test_beaver_is_told_only_where_it_is_allowed() -> None:
    assert "Bob may also beaver: double at once to 4, and keep the cube." in meaning(
        doubled(BEAVERS, 0)
    )
    assert not any("beaver" in it for it in meaning(doubled(BEAVERS, 7)))
    assert not any("beaver" in it for it in meaning(doubled()))


def test_beaver_is_told_to_the_player_who_doubled_first() -> None:
    said = meaning(after(doubled(BEAVERS, 0), events.Beaver(TWO)))

    assert said[0] == "If Alice takes, the game goes on for 4 points, and only Bob may double next."
    assert said[-1] == "If Alice drops, the game is over and Bob wins 2 points."


def test_drop_costs_the_stake_that_the_rulebook_asks_for() -> None:
    dear = replace(GRAVES, refusal_costs=RefusalCosts.STAKE_OFFERED)

    assert meaning(doubled(dear, 0))[-1].endswith("Alice wins 2 points.")


def test_cube_at_its_top_is_told() -> None:
    said = meaning(doubled(TRICTRAC, 0, cube=Cube(32, ONE)))

    assert (
        said[0]
        == "If Bob takes, the game goes on for 64 points, and the cube cannot go any higher."
    )


@pytest.mark.parametrize(
    "match",
    [
        to_throw(TOURNAMENT, START, length=7),
        after(doubled(), events.Take(TWO)),
        after(doubled(), events.Resign(ONE, Win.SINGLE)),
    ],
    ids=["before", "taken", "resigned meanwhile"],
)
def test_double_that_nobody_has_to_answer_has_no_meaning(match: Match) -> None:
    assert meaning(match) == []


def test_meaning_is_available_in_french() -> None:
    said = meaning(doubled(BEAVERS, 0), Language("fr"))

    assert said[0].startswith("Si Bob prend, la partie continue pour 2 points")
    assert len(said) == len(meaning(doubled(BEAVERS, 0)))
