"""A short notation for positions, plays and matches in tests of the rules."""

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Refusal
from engine.backgammon.game.match import Game, Match, Phase, Result
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import BAR, CHECKERS, OFF, Position, Setup
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.players import ByPlayer, Player

HAND = "-"


def moved_board(position: Position, mine: str = "", theirs: str = "") -> Setup:
    """The board after these moves, which need not be allowed, all in the mover's numbering.

    A lone checker the mover lands on goes to the bar. `13/-` takes a checker into the hand, and
    `-/13` puts one down.
    """
    mover, other = list(position.setup.mover), list(position.setup.other)
    for source, target in map(_move, mine.split()):
        _carry(mover, source, target)
        if target is not None and OFF < target < BAR and other[BAR - target] == 1:
            _carry(other, BAR - target, BAR)
    for source, target in map(_move, theirs.split()):
        _carry(other, _other_numbering(source), _other_numbering(target))
    return Setup(tuple(mover), tuple(other))


def reasons_for(
    position: Position,
    throw: str,
    mine: str = "",
    theirs: str = "",
    rulebook: Rulebook = TOURNAMENT,
) -> list[Reason]:
    """The reasons for the board after these moves; the throw is a text such as `31`, or empty."""
    dice = Dice.parse(throw) if throw else None
    return list(find_reasons(position, dice, moved_board(position, mine, theirs), rulebook))


def _move(text: str) -> tuple[int | None, int | None]:
    source, target = (None if place == HAND else int(place) for place in text.split("/"))
    return source, target


def _carry(side: list[int], source: int | None, target: int | None) -> None:
    if source is not None:
        side[source] -= 1
    if target is not None:
        side[target] += 1


def _other_numbering(place: int | None) -> int | None:
    return place if place in (None, OFF, BAR) else BAR - place


ONE, TWO = Player.ONE, Player.TWO


def board(mover: str, other: str) -> Position:
    """The position with these checkers."""
    return Setup.of(_side(mover), _side(other)).position()


def legal(rulebook: Rulebook, position: Position, dice: str) -> LegalPlays:
    """The legal plays of a throw such as `31`."""
    return LegalPlays(position, Dice.parse(dice), rulebook)


def position_after(position: Position, moves: str) -> Position:
    """The position after these moves, legal or not."""
    return moved_board(position, moves).position()


def broken_rules(rulebook: Rulebook, position: Position, dice: str, moves: str) -> set[ReasonKind]:
    """The rules that these moves break; empty for a legal play."""
    return {reason.why for reason in reasons_for(position, dice, moves, rulebook=rulebook)}


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
    """The match after these events; fails if one is refused."""
    for event in happened:
        outcome = apply(match, event)
        assert isinstance(outcome, Match), f"{event} was refused: {outcome}"
        match = outcome
    return match


def refusal_of(match: Match, event: events.Event) -> Refusal:
    """The refusal of this event; fails if it is accepted."""
    outcome = apply(match, event)
    assert isinstance(outcome, Refusal), f"{event} was not refused"
    return outcome


def throw(player: Player, dice: str) -> events.Throw:
    """A throw such as `31`."""
    return events.Throw(player, Dice.parse(dice))


def play(match: Match, moves: str) -> events.Play:
    """These moves as the play of the player on turn."""
    return events.Play(match.game.turn, position_after(match.game.position, moves))


def turn(match: Match, dice: str, moves: str = "") -> Match:
    """The match after the next player has thrown, moved and picked up the dice."""
    thrown = after(match, throw(match.game.turn, dice))
    played = after(thrown, play(thrown, moves)) if moves else thrown
    return after(played, events.EndTurn(match.game.turn))


def result_of_bearing_off(
    rulebook: Rulebook, loser: str, *, length: int = 0, cube: Cube = CENTRED
) -> Result:
    """The result of a game that ONE wins with the last checker, against this side."""
    last_throw = to_throw(rulebook, board("2:1", loser), length=length, cube=cube)
    result = turn(last_throw, "32", "2/0").game.result
    assert result is not None
    return result


def resigned_game(match: Match, winner: Player, win: Win = Win.SINGLE) -> Match:
    """The match after a game that the other player resigns as soon as it has begun."""
    resign = events.Resign(winner.opponent, win)
    return after(match, events.OpeningThrow(6, 1), resign, events.AcceptResignation(winner))


def _side(text: str) -> dict[int, int]:
    """One side's counts by place, what is missing borne off."""
    pairs = (place.split(":") for place in text.split())
    counts = {int(place): int(count) for place, count in pairs}
    return {OFF: CHECKERS - sum(counts.values()), **counts}
