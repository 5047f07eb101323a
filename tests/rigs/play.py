"""A tiny notation for positions, plays and matches, so that the test of a rule fits on a few lines.

A side is written in its own numbering, `24:2 13:5`, place and count; 25 is the bar, and what is
not mentioned is borne off, unless 0, the tray, is mentioned itself. Moves are written
`13/8 25/22 6/0`, from and to, in the mover's numbering.
"""

from __future__ import annotations

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Game, Match, Phase, Result
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.places import BAR, OFF
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import CHECKERS, Position, Setup
from engine.backgammon.rulebook import Rulebook
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Why

ONE, TWO = Player.ONE, Player.TWO


def board(mover: str, other: str) -> Position:
    """The position with these checkers."""
    return Setup.of(_side(mover), _side(other)).position()


def legal(rulebook: Rulebook, position: Position, dice: str) -> LegalPlays:
    """The legal plays of a throw such as `31`."""
    return LegalPlays(position, Dice.parse(dice), rulebook)


def laid(position: Position, moves: str) -> Setup:
    """The checkers after these moves, legal or not; a lone one landed on goes to the bar."""
    mover, other = list(position.setup.mover), list(position.setup.other)
    for move in moves.split():
        source, target = map(int, move.split("/"))
        mover[source] -= 1
        mover[target] += 1
        if OFF < target < BAR and other[BAR - target] == 1:
            other[BAR - target] -= 1
            other[BAR] += 1
    return Setup(tuple(mover), tuple(other))


def moved(position: Position, moves: str) -> Position:
    """The position after these moves, whether or not any throw allows them."""
    return laid(position, moves).position()


def whys(rulebook: Rulebook, position: Position, dice: str, moves: str) -> set[Why]:
    """The rules that these moves break; none if they are a legal play."""
    reasons = why_not(position, Dice.parse(dice), laid(position, moves), rulebook)
    return {reason.why for reason in reasons}


def to_throw(
    rulebook: Rulebook,
    position: Position,
    *,
    length: int = 0,
    score: tuple[int, int] = (0, 0),
    cube: Cube = CENTRED,
) -> Match:
    """A match in the middle of a game, ONE to throw."""
    game = Game(Phase.TO_THROW, position, ONE, begun=True, cube=cube)
    return Match(rulebook, length, ByPlayer(*score), game=game)


def after(match: Match, *happened: events.Event) -> Match:
    """The match after these events, none of which may be refused."""
    for event in happened:
        outcome = apply(match, event)
        assert isinstance(outcome, Match), f"{event} was refused: {outcome}"
        match = outcome
    return match


def refused(match: Match, event: events.Event) -> Refusal:
    """The refusal of this event."""
    outcome = apply(match, event)
    assert isinstance(outcome, Refusal), f"{event} was not refused"
    return outcome


def throw(player: Player, dice: str) -> events.Throw:
    """A throw such as `31`."""
    return events.Throw(player, Dice.parse(dice))


def play(match: Match, moves: str) -> events.Play:
    """The player whose turn it is makes these moves."""
    return events.Play(match.game.turn, moved(match.game.position, moves))


def turn(match: Match, dice: str, moves: str = "") -> Match:
    """The match after the next player has thrown, moved and picked up his dice."""
    thrown = after(match, throw(match.game.turn, dice))
    played = after(thrown, play(thrown, moves)) if moves else thrown
    return after(played, events.EndTurn(match.game.turn))


def borne_off(rulebook: Rulebook, loser: str, *, length: int = 0, cube: Cube = CENTRED) -> Result:
    """How a game ends that ONE wins with his last checker, the loser standing like this."""
    last_throw = to_throw(rulebook, board("2:1", loser), length=length, cube=cube)
    result = turn(last_throw, "32", "2/0").game.result
    assert result is not None
    return result


def given_up(match: Match, winner: Player, win: Win = Win.SINGLE) -> Match:
    """The match after a game that the other player resigns as soon as it has begun."""
    resign = events.Resign(winner.opponent, win)
    return after(match, events.OpeningThrow(6, 1), resign, events.AcceptResignation(winner))


def _side(text: str) -> dict[int, int]:
    """One side's counts by place, what is missing borne off."""
    pairs = (place.split(":") for place in text.split())
    counts = {int(place): int(count) for place, count in pairs}
    return {OFF: CHECKERS - sum(counts.values()), **counts}
