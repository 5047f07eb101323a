"""Games and matches of checkers, event by event."""

from dataclasses import replace
from random import Random

import pytest

from engine.checkers.game import events
from engine.checkers.game.course import apply
from engine.checkers.game.events import Ban, Event
from engine.checkers.game.match import Ending, Match, Phase, Result
from engine.checkers.game.turns import legal_plays
from engine.checkers.illegal_plays.play_reasons import ReasonKind
from engine.checkers.position import START
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.players import ByPlayer, Player
from engine.sides import BySide
from tests.rigs.engine.checkers_boards import ONE, TWO, after, begun, board, moved, refusal_of

STEPPED = board("1 2 3 4 5 6 7 8 9 10 12 15", "21 22 23 24 25 26 27 28 29 30 31 32")


def test_turn_is_played_taken_back_and_ended() -> None:
    match = after(Match(SEASIDE), events.Begin(ONE))
    assert refusal_of(match, events.EndTurn(ONE)).ban is Ban.PLAY_FIRST
    assert refusal_of(match, events.TakeBack(ONE)).ban is Ban.NOTHING_TO_TAKE_BACK

    played = after(match, events.Play(ONE, STEPPED))
    assert played.game.phase is Phase.PLAYED
    assert after(played, events.TakeBack(ONE)) == match

    ended = after(played, events.EndTurn(ONE))
    assert (ended.game.turn, ended.game.position) == (TWO, STEPPED.mirrored)


def test_illegal_play_is_refused_with_its_reasons() -> None:
    refusal = refusal_of(begun(), events.Play(ONE, START))
    assert refusal.ban is Ban.ILLEGAL_PLAY
    assert [reason.why for reason in refusal.reasons] == [ReasonKind.NOTHING_MOVED]


@pytest.mark.parametrize(
    "event", [events.Play(TWO, STEPPED), events.EndTurn(TWO), events.TakeBack(TWO)]
)
def test_only_the_player_to_move_moves(event: Event) -> None:
    assert refusal_of(begun(), event).ban is Ban.NOT_YOUR_TURN


def test_nothing_is_played_before_the_game_or_after_it() -> None:
    assert refusal_of(Match(SEASIDE), events.Play(ONE, STEPPED)).ban is Ban.NOT_NOW
    over = moved(begun(position=board("14 1", "18")), "14x23")
    assert refusal_of(over, events.Play(ONE, STEPPED)).ban is Ban.GAME_OVER
    assert refusal_of(begun(), events.NextGame()).ban is Ban.NOT_NOW


def test_position_without_a_move_is_lost_at_once() -> None:
    match = begun(player=TWO, position=board("1", "5 6 9 10"))
    assert match.game.result == Result(ONE, Ending.NO_MOVES)


def test_resignation_is_accepted_or_played_on() -> None:
    asked = after(begun(), events.Resign(ONE))
    assert asked.to_act is TWO
    assert refusal_of(asked, events.Play(ONE, STEPPED)).ban is Ban.ANSWER_RESIGNATION
    assert refusal_of(asked, events.AcceptResignation(ONE)).ban is Ban.OWN_OFFER
    assert after(asked, events.PlayOn(TWO)) == begun()
    lost = after(asked, events.AcceptResignation(TWO))
    assert lost.game.result == Result(TWO, Ending.RESIGNED)
    assert lost.score == ByPlayer(0, 2)


@pytest.mark.parametrize(
    "event", [events.AcceptResignation(ONE), events.PlayOn(ONE), events.AcceptDraw(ONE),
              events.DeclineDraw(ONE)],
)  # fmt: skip
def test_answer_to_nothing_is_refused(event: Event) -> None:
    assert refusal_of(begun(), event).ban is Ban.NOTHING_OFFERED


def test_offer_of_a_draw_is_answered_before_the_game_goes_on() -> None:
    asked = after(begun(), events.OfferDraw(TWO))
    assert asked.to_act is ONE
    assert refusal_of(asked, events.Play(ONE, STEPPED)).ban is Ban.ANSWER_DRAW


def test_both_agree_to_take_a_turn_back() -> None:
    match = moved(begun(), "11-15")
    asked = after(match, events.AskUndo(ONE))
    assert refusal_of(asked, events.AgreeUndo(ONE)).ban is Ban.OWN_OFFER
    assert refusal_of(asked, events.Play(TWO, STEPPED)).ban is Ban.ANSWER_UNDO
    assert after(asked, events.RefuseUndo(TWO)) == match
    assert after(asked, events.AgreeUndo(TWO)) == begun()
    alone = moved(begun(replace(SEASIDE, undo_needs_both=False)), "11-15")
    assert after(alone, events.AskUndo(ONE)).game == begun().game
    assert refusal_of(begun(), events.AskUndo(ONE)).ban is Ban.NOTHING_TO_TAKE_BACK


def test_undo_takes_back_the_end_of_a_game_and_its_points() -> None:
    before = begun(position=board("14 1", "18"))
    over = moved(before, "14x23")
    back = after(over, events.AskUndo(TWO), events.AgreeUndo(ONE))
    assert (back, back.score) == (before, ByPlayer(0, 0))


def test_time_that_runs_out_loses_the_match() -> None:
    match = after(begun(), events.OfferDraw(ONE), events.RunOutOfTime(ONE))
    assert match.winner is TWO
    assert refusal_of(match, events.Play(ONE, STEPPED)).ban is Ban.MATCH_OVER


def play_game(match: Match, winner: Player | None) -> Match:
    """The match after its game has been won, or drawn, by agreement."""
    match = after(match, events.Begin(match.game.dark))
    if winner is None:
        return after(match, events.OfferDraw(ONE), events.AcceptDraw(TWO))
    return after(match, events.Resign(winner.opponent), events.AcceptResignation(winner))


@pytest.mark.parametrize(
    ("winners", "winner"),
    [
        ((ONE, None, None), ONE),
        ((ONE, TWO, None), None),
        ((TWO, TWO), TWO),
        ((None, TWO, TWO), TWO),
    ],
)
def test_match_is_over_when_nothing_can_change_it(
    winners: tuple[Player | None, ...], winner: Player | None
) -> None:
    match = Match(ENGLISH, length=3)
    for number, one in enumerate(winners):
        if number:
            assert not match.is_over
            match = after(match, events.NextGame())
        match = play_game(match, one)
    assert match.is_over
    assert match.winner is winner
    assert refusal_of(match, events.NextGame()).ban is Ban.MATCH_OVER


def test_play_without_end_goes_on_and_colours_alternate_where_they_do() -> None:
    for book, dark in ((ENGLISH, TWO), (SEASIDE, ONE)):
        match = after(play_game(Match(book), ONE), events.NextGame())
        assert (match.number, match.game.dark, match.winner) == (2, dark, None)
        assert after(match, events.Begin(dark)).game.turn is dark


def test_impossible_match_is_refused() -> None:
    with pytest.raises(ValueError, match="1 game or more"):
        Match(SEASIDE, length=-1)
    with pytest.raises(ValueError, match="must be 0 or more"):
        Match(SEASIDE, score=ByPlayer(-1, 0))


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_random_games_owe_as_many_crowns_as_their_positions(book: Rulebook) -> None:
    chance = Random(book.name)  # noqa: S311 - games, not secrets
    for _ in range(6):
        match = after(Match(book), events.Begin(ONE))
        while match.game.phase is not Phase.OVER:
            result = chance.choice(sorted(legal_plays(match), key=lambda it: it.bits))
            player = match.game.turn
            match = after(match, events.Play(player, result), events.EndTurn(player))
            position, owed = match.game.position, match.game.crowns_owed
            assert BySide(len(owed.mover), len(owed.other)) == position.crowns_owed
            assert set(owed.mover) <= set(position.king_squares.mover)
            assert set(owed.other) <= set(position.king_squares.other)


def test_any_event_at_any_time_gives_a_match_or_a_refusal() -> None:
    chance = Random(3)  # noqa: S311 - games, not secrets
    kinds = (
        events.Begin, events.TakeBack, events.EndTurn, events.Resign, events.AcceptResignation,
        events.PlayOn, events.OfferDraw, events.AcceptDraw, events.DeclineDraw, events.ClaimDraw,
        events.AskUndo, events.AgreeUndo, events.RefuseUndo,
    )  # fmt: skip
    match = Match(SEASIDE)
    for _ in range(1500):
        plays = sorted(legal_plays(match), key=lambda it: it.bits)
        some: list[Event] = [kind(player) for kind in kinds for player in Player]
        some += [events.NextGame()]
        some += [events.Play(match.game.turn, it) for it in plays] * 2
        outcome = apply(match, chance.choice(some))
        match = outcome if isinstance(outcome, Match) else match
    assert match.number > 2
