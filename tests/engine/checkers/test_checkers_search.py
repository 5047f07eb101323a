"""The computer player of checkers: its evaluation, its search, and its answers."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from engine.checkers.game import events
from engine.checkers.game.match import Match, Phase
from engine.checkers.game.turns import legal_plays
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import Position
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.checkers.strategy.computer import Computer, Strength
from engine.checkers.strategy.evaluation import evaluate
from engine.checkers.strategy.search import Limits, find_best_play
from engine.players import Player
from tests.rigs.engine.checkers_boards import ONE, TWO, after, begun, board, random_position

STRONG = Strength.STRONG.value
MAX_PLAYS = 200
"""The number of plays after which a game between computers counts as a draw."""


@cache
def plays_to_win(position: Position, book: Rulebook, most: int) -> int | None:
    """The number of plays in which the mover wins for certain, by trying everything."""
    for result in LegalPlays(position, book):
        if not LegalPlays(result.mirrored, book):
            return 1
    if most < 3:
        return None
    for result in LegalPlays(position, book):
        replies = [
            plays_to_win(reply.mirrored, book, most - 2)
            for reply in LegalPlays(result.mirrored, book)
        ]
        if all(replies):
            return 2 + max(filter(None, replies))
    return None


def small_position(chance: Random, most: int) -> Position:
    """A random position with few checkers, in which games are won soon."""
    while True:
        position = random_position(chance)
        if (position.mover | position.other).bit_count() <= most:
            return position


def keeps_win(position: Position, book: Rulebook, most: int) -> bool | None:
    """True if the strong player keeps a win that trying everything finds; None without one."""
    if not LegalPlays(position, book) or not plays_to_win(position, book, most):
        return None
    play = find_best_play(position, book, STRONG).play
    replies = list(LegalPlays(play.mirrored, book))
    return all(plays_to_win(reply.mirrored, book, most - 2) for reply in replies)


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_strong_player_never_misses_a_win_in_five_plays(book: Rulebook) -> None:
    chance = Random(book.name)  # noqa: S311 - positions, not secrets
    found = Counter(keeps_win(small_position(chance, 4), book, 5) for _ in range(60))
    assert found[False] == 0
    assert found[True] >= 10


@pytest.mark.release
@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_strong_player_never_misses_a_win_in_seven_plays(book: Rulebook) -> None:
    chance = Random(book.name)  # noqa: S311 - positions, not secrets
    found = Counter(keeps_win(small_position(chance, 5), book, 7) for _ in range(400))
    assert found[False] == 0
    assert found[True] >= 100


def duel(book: Rulebook, strengths: dict[Player, Strength], seed: int) -> Player | None:
    """The winner of a game between computers after six random plays."""
    chance = Random(seed)  # noqa: S311 - games, not secrets
    match = after(Match(book), events.Begin(ONE))
    for number in range(MAX_PLAYS):
        if match.game.phase is Phase.OVER:
            break
        player, plays = match.game.turn, sorted(legal_plays(match), key=lambda it: it.bits)
        if number < 6:
            act: events.Event | None = events.Play(player, chance.choice(plays))
        else:
            act = Computer(strengths[player]).choose(match)
        assert act is not None
        match = after(match, act)
        if match.game.phase is Phase.PLAYED:
            match = after(match, events.EndTurn(player))
    return match.game.result.winner if match.game.result else None


@pytest.mark.soak
@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_strong_player_wins_nine_of_ten_games_against_the_middle_one(
    book: Rulebook, soak_factor: int
) -> None:
    """Takes a hundred games and eight minutes with SOAK=10."""
    points, games = 0.0, 10 * soak_factor
    for number in range(games):
        strong = (ONE, TWO)[number % 2]
        strengths = {strong: Strength.STRONG, strong.opponent: Strength.MIDDLE}
        winner = duel(book, strengths, number // 2)
        points += 1 if winner is strong else 0.5 * (winner is None)
    assert points >= 0.9 * games


def test_middle_player_beats_the_easy_one() -> None:
    wins = [
        duel(ENGLISH, {ONE: Strength.MIDDLE, TWO: Strength.EASY}, number) for number in range(8)
    ]
    assert wins.count(ONE) > 2 * wins.count(TWO)


def test_value_of_a_position_is_the_opposite_for_the_other_side() -> None:
    chance = Random(1)  # noqa: S311 - positions, not secrets
    for _ in range(300):
        position = random_position(chance)
        both = evaluate(*position.bits) + evaluate(*position.mirrored.bits)
        assert 0 <= both <= 6


def test_search_ends_at_its_limit_and_completes_its_least_depth() -> None:
    asked: list[int] = []

    def is_time_up() -> bool:
        asked.append(1)
        return len(asked) >= 3

    by_clock = find_best_play(begun().game.position, ENGLISH, Limits(10**9, is_time_up=is_time_up))
    assert len(asked) == 3
    assert by_clock.depth >= 1
    short = find_best_play(begun().game.position, ENGLISH, Limits(0, least_depth=5))
    assert short.depth == 5


def test_certain_win_is_counted_in_plays() -> None:
    found = find_best_play(board("14 1", "18"), SEASIDE, STRONG)
    assert (found.plays_to_end, found.play) == (1, board("23 1"))


def test_position_without_a_play_is_refused() -> None:
    with pytest.raises(ValueError, match="no play"):
        find_best_play(board("1", "5 6 9 10"), SEASIDE, STRONG)


def test_play_to_a_drawn_position_is_avoided_by_the_side_ahead() -> None:
    position = board("K14 K15 K18", "K32")
    best = find_best_play(position, ENGLISH, Limits(0, least_depth=3))
    other = find_best_play(position, ENGLISH, Limits(0, least_depth=3), [best.play.mirrored])
    assert other.play != best.play


def test_computer_answers_offers_and_waits_for_people() -> None:
    computer, match = Computer(Strength.EASY), begun()
    assert computer.choose(Match(SEASIDE)) is None
    assert computer.choose(after(match, events.Resign(TWO))) == events.AcceptResignation(ONE)
    losing = begun(ENGLISH, ONE, board("1 5", "K22 K23 K30 24"))
    winning = begun(ENGLISH, ONE, board("K22 K23 K30 24", "28 32"))
    offered = events.OfferDraw(TWO)
    assert computer.choose(after(losing, offered)) == events.AcceptDraw(ONE)
    assert computer.choose(after(winning, offered)) == events.DeclineDraw(ONE)


def test_computer_resigns_what_is_lost_for_certain() -> None:
    lost = begun(ENGLISH, ONE, board("13", "18 22"))
    assert Computer().offer_resignation(lost) == events.Resign(ONE)
    assert Computer().offer_resignation(begun()) is None
