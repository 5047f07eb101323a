"""The computer player: always legal, always the same, and reasonably strong."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Crawford, Game, Match, Phase
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import (
    CLASSIC,
    GRAVES,
    PARKER,
    RULEBOOKS,
    TOURNAMENT,
    Option,
    Rulebook,
)
from engine.backgammon.strategy.computer import Computer, Strategy, best_play
from engine.players import ByPlayer
from tests.rigs.engine.play_notation import ONE, TWO, after, board, position_after, to_throw
from tests.rigs.engine.random_positions import positions, throws
from tests.rigs.engine.sample_matches import RandomPlayer, played_states

COMPUTER = Computer()
QUICK = Computer(second_looks=1)
BOOKS = st.sampled_from(tuple(RULEBOOKS.values()))


def playing(position: Position, throw: str) -> Match:
    """A match for stakes in which ONE has thrown."""
    return Match(TOURNAMENT, game=Game(Phase.TO_PLAY, position, ONE, Dice.parse(throw), begun=True))


def doubled(match: Match) -> Match:
    """The match after ONE has doubled."""
    return after(match, events.Double(ONE))


@given(positions().filter(lambda position: position.winner is None), throws(), BOOKS)
def test_play_is_legal_in_any_position(position: Position, dice: Dice, rulebook: Rulebook) -> None:
    match = Match(rulebook, game=Game(Phase.TO_PLAY, position, ONE, dice, begun=True))
    assert best_play(match) in legal_plays(match)


@pytest.mark.parametrize("throw", ["66", "51", "42"])
def test_play_chosen_at_a_second_look_is_legal_too(throw: str) -> None:
    match = playing(START, throw)
    assert best_play(match, second_looks=3) in legal_plays(match)


@pytest.mark.parametrize(
    ("rulebook", "length"),
    [(book, length) for book, length in product(RULEBOOKS.values(), (0, 1, 5))
     if not (length and book.played_for.value == "stakes")],
    ids=lambda value: getattr(value, "name", value),
)  # fmt: skip
def test_computer_makes_no_refused_event_in_a_match(rulebook: Rulebook, length: int) -> None:
    for _moment in played_states(rulebook, length, ByPlayer(QUICK, QUICK), seed=length, games=3):
        pass


def test_beavers_of_the_computer_and_its_answers_to_them_are_not_refused() -> None:
    wild = replace(PARKER, beavers=Option.ON, jacoby=Option.ON)
    seats: ByPlayer[Strategy] = ByPlayer(QUICK, RandomPlayer(1))
    moments = [*played_states(wild, 0, seats, seed=1, games=10)]

    assert moments[-1].number == 10


def test_the_same_match_gives_the_same_answer() -> None:
    match = playing(START, "21")
    assert COMPUTER.choose(match) == Computer().choose(match)


@pytest.mark.parametrize(
    ("throw", "moves"), [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("65", "24/13")]
)
def test_the_openings_that_everybody_knows_are_played(throw: str, moves: str) -> None:
    assert best_play(playing(START, throw), second_looks=3) == position_after(START, moves)


def test_a_point_is_made_on_a_blot() -> None:
    slotted = board("24:2 13:5 8:3 6:5", "24:1 18:1 13:5 8:3 6:5")
    assert best_play(playing(slotted, "61"), second_looks=3) == position_after(slotted, "13/7 8/7")


def test_a_closed_board_is_kept_while_others_can_move() -> None:
    shut_out = board("6:2 5:2 4:2 3:2 2:2 1:2 12:3", "25:1 6:5 5:4 4:3 3:2")

    play = best_play(playing(shut_out, "21"), second_looks=3)

    assert all(play.counts[point - 1] >= 2 for point in range(1, 7))


@pytest.mark.parametrize("throw", ["65", "64", "54", "55", "66"])
def test_in_a_race_every_die_that_can_bears_a_checker_off(throw: str) -> None:
    bearing_off = board("6:3 5:3 4:3 3:2 2:2 1:2", "6:3 5:3 4:3 3:2 2:2 1:2")

    play = best_play(playing(bearing_off, throw))

    results = legal_plays(playing(bearing_off, throw))
    assert play.off.mover == max(result.off.mover for result in results)


def test_the_last_checkers_are_borne_off_at_once() -> None:
    assert best_play(playing(board("4:1 1:1", "1:2"), "41")).off.mover == 15


def test_a_gammon_is_saved_rather_than_a_gap_filled() -> None:
    last_chance = board("7:1 6:6 5:5 4:3", "1:1")

    play = best_play(playing(last_chance, "61"))

    assert play.off.mover == 1


def test_computer_doubles_a_race_far_ahead_and_drops_one_far_behind() -> None:
    far_ahead = to_throw(TOURNAMENT, board("6:5 5:5 4:5", "8:5 6:5 5:5"))

    assert COMPUTER.choose(far_ahead) == events.Double(ONE)
    assert COMPUTER.choose(doubled(far_ahead)) == events.Drop(TWO)


def test_computer_neither_doubles_nor_drops_in_an_even_position() -> None:
    even = to_throw(TOURNAMENT, START)

    assert COMPUTER.choose(even) is None
    assert COMPUTER.choose(doubled(even)) == events.Take(TWO)


def test_a_double_from_behind_is_beavered_where_that_is_allowed() -> None:
    behind = to_throw(replace(PARKER, beavers=Option.ON), board("8:5 6:5 5:5", "6:5 5:5 4:5"))
    assert COMPUTER.choose(doubled(behind)) == events.Beaver(TWO)


@pytest.mark.parametrize(
    "match",
    [
        to_throw(TOURNAMENT, board("1:2", "6:5 5:5"), cube=Cube(2, TWO)),
        to_throw(TOURNAMENT, board("1:2", "6:5 5:5"), length=1),
        replace(
            to_throw(TOURNAMENT, board("1:2", "6:5 5:5"), length=5, score=(4, 0)),
            crawford=Crawford.NOW,
        ),
        to_throw(CLASSIC, board("1:2", "6:5 5:5"), cube=Cube(64, ONE)),
        to_throw(TOURNAMENT, board("1:2", "6:5 5:5"), length=5, score=(3, 0), cube=Cube(2, ONE)),
        to_throw(RULEBOOKS["seaside"], board("1:2", "6:5 5:5")),
    ],
    ids=["not its cube", "one point", "Crawford", "at its top", "dead", "no cube"],
)
def test_computer_never_doubles_where_that_is_not_allowed_or_useless(match: Match) -> None:
    assert COMPUTER.choose(match) is None


def test_trailing_computer_doubles_at_once_after_the_crawford_game() -> None:
    behind = to_throw(TOURNAMENT, START, length=5, score=(1, 4))
    assert COMPUTER.choose(replace(behind, crawford=Crawford.PAST)) == events.Double(ONE)


@pytest.mark.parametrize(("win", "accepted"), [(Win.SINGLE, False), (Win.GAMMON, True)])
def test_resignation_is_accepted_if_worth_as_much_as_going_on(win: Win, *, accepted: bool) -> None:
    gammonish = board("7:3 6:2 5:2 4:2 3:2 2:2 1:2", "25:2 13:5 8:5 6:3")
    offered = after(to_throw(TOURNAMENT, gammonish), events.Resign(TWO, win))

    answer = events.AcceptResignation(ONE) if accepted else events.PlayOn(ONE)
    assert COMPUTER.choose(offered) == answer


def test_computer_gives_up_a_lost_race_and_no_other() -> None:
    lost = to_throw(TOURNAMENT, board("6:5 5:5", "1:1"))

    assert COMPUTER.offer_resignation(lost) == events.Resign(ONE, Win.SINGLE)
    assert COMPUTER.offer_resignation(to_throw(TOURNAMENT, START)) is None
    assert COMPUTER.offer_resignation(to_throw(TOURNAMENT, board("1:2", "6:5 5:5"))) is None


def test_computer_leaves_decisions_of_dice_and_table_alone() -> None:
    resigned = after(to_throw(TOURNAMENT, START), events.Resign(ONE, Win.SINGLE))
    over = after(resigned, events.AcceptResignation(TWO))

    assert COMPUTER.choose(Match(TOURNAMENT)) is None
    assert COMPUTER.choose(over) is None
    assert COMPUTER.choose(replace(over, out_of_time=ONE)) is None


def test_computer_ends_its_turn_and_agrees_to_take_back_the_last() -> None:
    played = after(playing(START, "31"), events.Play(ONE, position_after(START, "8/5 6/5")))

    assert COMPUTER.choose(played) == events.EndTurn(ONE)
    asked = after(played, events.EndTurn(ONE), events.AskUndo(ONE))
    assert COMPUTER.choose(asked) == events.AgreeUndo(TWO)


def test_an_illegal_play_is_challenged_where_that_is_allowed() -> None:
    match = Match(GRAVES, game=Game(Phase.TO_PLAY, START, ONE, Dice(3, 1), begun=True))
    wrong = after(match, events.Play(ONE, position_after(START, "13/8")), events.EndTurn(ONE))

    assert COMPUTER.choose(wrong) == events.Challenge(TWO)


@given(positions().filter(lambda position: position.winner is None), BOOKS, st.sampled_from(Win))
def test_answers_of_the_computer_are_never_refused(
    position: Position, rulebook: Rulebook, win: Win
) -> None:
    match = to_throw(rulebook, position)
    for offer in (events.Resign(TWO, win), events.Double(ONE)):
        offered = apply(match, offer)
        if isinstance(offered, Match):
            assert isinstance(apply(offered, COMPUTER.choose(offered) or offer), Match)


def games_won(chooser: Strategy, games: int) -> int:
    """The number of games that a strategy wins against random plays."""
    seats = ByPlayer(chooser, RandomPlayer(1))
    moments = played_states(RULEBOOKS["seaside"], 0, seats, seed=1, games=games)
    results = [moment.game.result for moment in moments]
    return sum(result is not None and result.winner is ONE for result in results)


def test_computer_beats_random_plays_almost_always() -> None:
    assert games_won(QUICK, 10) >= 9


@pytest.mark.soak
def test_computer_beats_random_plays_game_after_game(soak_factor: int) -> None:
    assert games_won(COMPUTER, 20 * soak_factor) >= 19 * soak_factor


def test_the_end_of_a_match_may_be_taken_back_too() -> None:
    bearing_off = Game(Phase.TO_PLAY, board("1:1", "1:2"), ONE, Dice(6, 5), begun=True)
    last = Match(TOURNAMENT, 1, game=bearing_off)
    won = after(last, events.Play(ONE, best_play(last)), events.EndTurn(ONE))
    assert won.winner is ONE

    assert COMPUTER.choose(after(won, events.AskUndo(ONE))) == events.AgreeUndo(TWO)
