"""What the referee answers, as lines that a backgammon player reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play.described import describe
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place
from referee.announcing import tell_notice
from referee.effects import Happened, Judged, Meaning, NextMatch, Notice
from referee.state import State
from referee.verdicts import (
    Ambiguous,
    Complete,
    Disturbed,
    Illegal,
    Move,
    OnTheWay,
    Unchanged,
    Unreadable,
    Verdict,
)
from referee.words import Language, load_phrases
from tests.rigs.evening import Heard
from tests.rigs.numbering import write_place, write_places

ENGLISH = load_phrases(Language.ENGLISH)
MOST_TOLD = 6
"""More ways for checkers than that are only counted."""
ALARMS = (Illegal, Disturbed, Unreadable)
_ENDINGS = events.EndTurn | events.Drop | events.AcceptResignation
WINS = {Win.SINGLE: "a game", Win.GAMMON: "a gammon", Win.BACKGAMMON: "a backgammon"}


def answers(heard: Sequence[Heard]) -> Iterator[str]:
    """All that is told and happens on the way, every alarm, and how board and lamps are then."""
    told: Verdict | None = heard[0].before.verdict if heard else None
    for one in heard:
        verdict = one.step.state.verdict
        for effect in one.step.effects:
            if isinstance(effect, Happened):
                yield from _happened(effect.event, one)
            elif isinstance(effect, Notice):
                yield _notice(effect, one.before)
            elif isinstance(effect, NextMatch):
                yield "the next match may begin"
            elif isinstance(effect, Judged) and isinstance(verdict, ALARMS):
                told = verdict
                yield f"board: {_verdict(verdict, one.step.state)}"
    yield from _at_the_end(heard, told)


def _at_the_end(heard: Sequence[Heard], told: Verdict | None) -> Iterator[str]:
    if not heard:
        return
    before, after = heard[0].before, heard[-1].step.state
    at_rest = isinstance(after.verdict, Unchanged) and after.match is not before.match
    if after.verdict and after.verdict != told and not at_rest:
        yield f"board: {_verdict(after.verdict, after)}"
    if after.lit != before.lit or (after.lit and numbered_by(after) is not numbered_by(before)):
        yield f"lights: {_lights(after)}"


def numbered_by(state: State) -> Colour:
    """Whose numbers are used: those of whose turn it is, and before a game Light's."""
    return Colour.LIGHT if state.is_setting_up else state.colour


def write_position(position: Position, rulebook_plays: LegalPlays) -> str:
    """A play by the steps that lead to it, an illegal one by what it moved."""
    if position in rulebook_plays.lines:
        return write_play(rulebook_plays.lines[position])
    return describe(rulebook_plays, position) or "nothing"


def _verdict(verdict: Verdict, state: State) -> str:
    return _VERDICTS[type(verdict)](verdict, state)


def _on_the_way(verdict: OnTheWay, state: State) -> str:
    mover = numbered_by(state)
    if not verdict.in_hand:
        return "not finished"
    lifted = write_places(verdict.lifted, mover) or "nowhere"
    reachable = write_places(verdict.reachable, mover)
    many = "" if verdict.in_hand == 1 else f"{verdict.in_hand} "
    return f"{many}in hand from {lifted}" + (f", for {reachable}" if reachable else "")


def _illegal(verdict: Illegal, state: State) -> str:
    told = dict.fromkeys(reason.why.value.replace("_", " ") for reason in verdict.reasons)
    return f"ILLEGAL ({', '.join(told)}): {_moves(verdict.moves, state)}"


def _moves(moves: Sequence[Move], state: State) -> str:
    """What is to be carried, like moves together; too much at once is only counted."""
    told = Counter(_move(move, numbered_by(state)) for move in moves)
    if len(told) > MOST_TOLD:
        return f"{len(moves)} checkers to be carried"
    return ", ".join(f"{move} ({count})" if count > 1 else move for move, count in told.items())


def _move(move: Move, mover: Colour) -> str:
    whose = f"{move.colour.value} " if move.colour and move.colour is not mover else ""
    ends = (write_place(end, mover) if end else "hand" for end in (move.source, move.target))
    return f"{whose}{' to '.join(ends)}"


def _plays(plays: Sequence[Position], state: State) -> str:
    if state.plays is None:
        return f"{len(plays)} plays"
    return " or ".join(write_position(play, state.plays) for play in plays)


def _complete(verdict: Complete, state: State) -> str:
    moved = verdict.play != state.match.game.position
    held = state.sight.tracking and state.sight.tracking.held
    rest = f"; or {_on_the_way(held, state)}" if held else ""
    return f"complete: {_plays((verdict.play,), state)}{rest}" if moved else "nothing to play"


def _lights(state: State) -> str:
    mover = numbered_by(state)
    by_meaning: dict[Meaning, list[Place]] = {}
    for place, meaning in state.lit.items():
        by_meaning.setdefault(meaning, []).append(place)
    groups = (
        f"{write_places(by_meaning[meaning], mover)} {meaning.value.replace('_', ' ')}"
        for meaning in Meaning
        if meaning in by_meaning
    )
    return ", ".join(groups) or "none"


_VERDICTS: Mapping[type, Callable[[Any, State], str]] = {
    Unchanged: lambda _verdict, _state: "as it should be",
    OnTheWay: _on_the_way,
    Complete: _complete,
    Ambiguous: lambda verdict, state: f"either {_plays(verdict.plays, state)}",
    Illegal: _illegal,
    Disturbed: lambda verdict, state: f"DISTURBED: {_moves(verdict.moves, state)}",
    Unreadable: lambda verdict, state: (
        f"UNREADABLE {write_places(verdict.places, numbered_by(state))}".rstrip()
    ),
}


def _notice(notice: Notice, state: State) -> str:
    """Whom something is told, and what."""
    actor = getattr(notice.event, "player", None)
    colour = notice.colour or (state.seating.colour(actor) if actor else None)
    whom = f"to {colour.value}" if colour else "to both"
    return f"{whom}: {tell_notice(notice, state.settings, ENGLISH)}"


def _happened(event: events.Event, one: Heard) -> Iterator[str]:
    """The event; and what became of the game, if that was its end."""
    match = one.step.state.match
    seating = one.before.seating
    player = getattr(event, "player", None)
    name = seating.colour(player).value if player else ""
    yield f"* {name} {_EVENTS[type(event)](event, one)}".replace("  ", " ")
    if match.game.phase is Phase.OVER and isinstance(event, _ENDINGS):
        yield from _ended(match, one.before)


def _ended(match: Match, state: State) -> Iterator[str]:
    result, seating = match.game.result, state.seating
    if result is None:
        return
    score = "-".join(str(match.score[seating.player(colour)]) for colour in Colour)
    winner = seating.colour(result.winner).value
    won = WINS[result.win] if result.ending is not Ending.DROPPED else "by the drop"
    yield f"* {winner} wins {won}: {result.points}; the score is {score}"
    if match.winner:
        yield f"* {seating.colour(match.winner).value} wins the match"


def _opening(event: events.OpeningThrow, one: Heard) -> str:
    seating, game = one.before.seating, one.step.state.match.game
    dice = {Player.ONE: event.one, Player.TWO: event.two}
    light, dark = (dice[seating.player(colour)] for colour in Colour)
    then = f"{seating.colour(game.turn).value} begins"
    if light == dark:
        then = f"a tie, the cube is at {game.cube.value}"
    return f"opening throw: light {light}, dark {dark}: {then}"


def _played(event: events.Play, one: Heard) -> str:
    game = one.before.match.game
    if game.dice is None or one.before.turn is not event.player:
        return "plays"
    plays = one.before.plays or LegalPlays(game.position, game.dice, one.before.match.rulebook)
    return f"plays {write_position(event.result, plays)}"


_EVENTS: Mapping[type, Callable[[Any, Heard], str]] = {
    events.OpeningThrow: _opening,
    events.Throw: lambda event, _one: f"throws {max(event.dice.numbers)}-{min(event.dice.numbers)}",
    events.CockedThrow: lambda _event, _one: "throws again",
    events.Play: _played,
    events.TakeBack: lambda _event, _one: "takes back",
    events.EndTurn: lambda _event, _one: "is done",
    events.Challenge: lambda _event, _one: "has the play retaken",
    events.Double: lambda _event, one: f"doubles to {2 * one.before.match.game.cube.value}",
    events.Take: lambda _event, one: f"takes at {one.before.match.game.offer}",
    events.Drop: lambda _event, _one: "drops",
    events.Beaver: lambda _event, one: f"beavers to {2 * one.before.match.game.offer}",
    events.Resign: lambda event, _one: f"offers to resign {WINS[event.win]}",
    events.AcceptResignation: lambda _event, _one: "accepts",
    events.PlayOn: lambda _event, _one: "refuses and plays on",
    events.AskUndo: lambda _event, _one: "wants the last turn taken back",
    events.AgreeUndo: lambda _event, _one: "agrees to take it back",
    events.RefuseUndo: lambda _event, _one: "does not agree to take it back",
    events.RunOutOfTime: lambda _event, _one: "has run out of time",
    events.NextGame: lambda _event, one: f"game {one.before.match.number + 1}",
}
