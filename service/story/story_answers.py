"""The answers of the referee in a story: events, notices, verdicts and lamps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play_text import write_result
from engine.backgammon.position import Position
from engine.players import Player
from hardware.checkers import Colour, Place
from referee import verdicts
from referee.effects import LampMeaning, RecordEvent, ReportVerdict, StartNextMatch
from referee.notice_contents import colour_of
from referee.notices import EventRefused, Notice
from referee.seating import Seating
from referee.state import State
from service.story.simulated_evening import RefereedSignal
from service.story.story_places import write_place, write_places
from service.words.captions import numbering_colour
from service.words.notice_texts import notice_in_words
from service.words.phrases import Language, load_phrases

ENGLISH = load_phrases(Language("en"))
MAX_LISTED_MOVES = 6
"""The largest number of different moves that is listed; more are only counted."""
ALARMS = (verdicts.Illegal, verdicts.Disturbed, verdicts.UnreadableBoard)
_ENDINGS = events.EndTurn | events.Drop | events.AcceptResignation
WINS = {Win.SINGLE: "a game", Win.GAMMON: "a gammon", Win.BACKGAMMON: "a backgammon"}


def answer_lines(history: Sequence[RefereedSignal]) -> Iterator[str]:
    """All notices, events and alarms on the way, and board and lamps at the end."""
    shown: verdicts.Verdict | None = history[0].before.verdict if history else None
    for one in history:
        verdict = one.step.state.verdict
        for effect in one.step.effects:
            if isinstance(effect, RecordEvent):
                yield from _event_lines(effect, one.before)
            elif isinstance(effect, Notice):
                yield _notice(effect, one.before)
            elif isinstance(effect, StartNextMatch):
                yield "the next match may begin"
            elif isinstance(effect, ReportVerdict) and isinstance(verdict, ALARMS):
                shown = verdict
                yield f"board: {_verdict(verdict, one.step.state)}"
    yield from _final_lines(history, shown)


def _final_lines(steps: Sequence[RefereedSignal], shown: verdicts.Verdict | None) -> Iterator[str]:
    if not steps:
        return
    before, after = steps[0].before, steps[-1].step.state
    at_rest = isinstance(after.verdict, verdicts.Unchanged) and after.match is not before.match
    if after.verdict and after.verdict != shown and not at_rest:
        yield f"board: {_verdict(after.verdict, after)}"
    if after.lamps != before.lamps or (
        after.lamps and numbering_colour(after) is not numbering_colour(before)
    ):
        yield f"lights: {_lights(after)}"


def write_position(position: Position, rulebook_plays: LegalPlays) -> str:
    """A play by the steps that lead to it, an illegal one by the checkers it moved."""
    return write_result(rulebook_plays, position) or "nothing"


def _verdict(verdict: verdicts.Verdict, state: State) -> str:
    return VERDICT_WORDS[type(verdict)](verdict, state)


def _on_the_way(verdict: verdicts.OnTheWay, state: State) -> str:
    mover = numbering_colour(state)
    if not verdict.in_hand:
        return "not finished"
    lifted = write_places(verdict.lifted, mover) or "nowhere"
    reachable = write_places(verdict.reachable, mover)
    many = "" if verdict.in_hand == 1 else f"{verdict.in_hand} "
    return f"{many}in hand from {lifted}" + (f", for {reachable}" if reachable else "")


def _illegal(verdict: verdicts.Illegal, state: State) -> str:
    rules = dict.fromkeys(reason.why.value.replace("_", " ") for reason in verdict.reasons)
    return f"ILLEGAL ({', '.join(rules)}): {_moves(verdict.moves, state)}"


def _moves(moves: Sequence[verdicts.CheckerMove], state: State) -> str:
    """The moves to make, equal ones counted together; too many are only counted."""
    counted = Counter(_move(move, numbering_colour(state)) for move in moves)
    if len(counted) > MAX_LISTED_MOVES:
        return f"{len(moves)} checkers to be carried"
    return ", ".join(f"{move} ({count})" if count > 1 else move for move, count in counted.items())


def _move(move: verdicts.CheckerMove, mover: Colour) -> str:
    whose = f"{move.colour.value} " if move.colour and move.colour is not mover else ""
    ends = (write_place(end, mover) if end else "hand" for end in (move.source, move.target))
    return f"{whose}{' to '.join(ends)}"


def _plays(plays: Sequence[Position], state: State) -> str:
    if state.plays is None:
        return f"{len(plays)} plays"
    return " or ".join(write_position(play, state.plays) for play in plays)


def _complete(verdict: verdicts.Complete, state: State) -> str:
    moved = verdict.play != state.match.game.position
    held = state.observed.tracking and state.observed.tracking.in_hand
    rest = f"; or {_on_the_way(held, state)}" if held else ""
    return f"complete: {_plays((verdict.play,), state)}{rest}" if moved else "nothing to play"


def _lights(state: State) -> str:
    mover = numbering_colour(state)
    by_meaning: dict[LampMeaning, list[Place]] = {}
    for place, meaning in state.lamps.items():
        by_meaning.setdefault(meaning, []).append(place)
    groups = (
        f"{write_places(by_meaning[meaning], mover)} {meaning.value.replace('_', ' ')}"
        for meaning in LampMeaning
        if meaning in by_meaning
    )
    return ", ".join(groups) or "none"


VERDICT_WORDS: Mapping[type, Callable[[Any, State], str]] = {
    verdicts.Unchanged: lambda _verdict, _state: "as it should be",
    verdicts.OnTheWay: _on_the_way,
    verdicts.Complete: _complete,
    verdicts.Ambiguous: lambda verdict, state: f"either {_plays(verdict.plays, state)}",
    verdicts.Illegal: _illegal,
    verdicts.Disturbed: lambda verdict, state: f"DISTURBED: {_moves(verdict.moves, state)}",
    verdicts.UnreadableBoard: lambda verdict, state: (
        f"UNREADABLE {write_places(verdict.places, numbering_colour(state))}".rstrip()
    ),
}


def _notice(notice: Notice, state: State) -> str:
    """A notice with its addressee."""
    event = notice.event if isinstance(notice, EventRefused) else None
    actor = getattr(event, "player", None)
    colour = colour_of(notice) or (state.seating.colour(actor) if actor else None)
    whom = f"to {colour.value}" if colour else "to both"
    return f"{whom}: {notice_in_words(notice, state.settings, ENGLISH)}"


def _event_lines(record: RecordEvent, state: State) -> Iterator[str]:
    """The event, and the result of the game if that was its end."""
    event, match, seating = record.event, record.after, state.seating
    player = getattr(event, "player", None)
    name = seating.colour(player).value if player else ""
    if isinstance(event, events.OpeningThrow):
        yield f"* {_opening(event, record, seating)}"
    else:
        yield f"* {name} {EVENT_WORDS[type(event)](event, record)}".replace("  ", " ")
    if match.game.phase is Phase.OVER and isinstance(event, _ENDINGS):
        yield from _result_lines(match, state)


def _result_lines(match: Match, state: State) -> Iterator[str]:
    result, seating = match.game.result, state.seating
    if result is None:
        return
    score = "-".join(str(match.score[seating.player(colour)]) for colour in Colour)
    winner = seating.colour(result.winner).value
    won = WINS[result.win] if result.ending is not Ending.DROPPED else "by the drop"
    yield f"* {winner} wins {won}: {result.points}; the score is {score}"
    if match.winner:
        yield f"* {seating.colour(match.winner).value} wins the match"


def _opening(event: events.OpeningThrow, record: RecordEvent, seating: Seating) -> str:
    before, game = record.before.game, record.after.game
    dice = {Player.ONE: event.one, Player.TWO: event.two}
    light, dark = (dice[seating.player(colour)] for colour in Colour)
    then = f"{seating.colour(game.turn).value} begins"
    if light == dark:
        doubled = game.cube != before.cube
        then = f"a tie, the cube is at {game.cube.value}" if doubled else "a tie"
    return f"opening throw: light {light}, dark {dark}: {then}"


def _play_text(event: events.Play, record: RecordEvent) -> str:
    return f"plays {write_position(event.result, legal_plays(record.before))}"


def _void_text(_event: events.VoidThrow, record: RecordEvent) -> str:
    if record.after.game.phase is Phase.OPENING:
        return "has the opening thrown again, as both agree"
    return "throws again, as both agree"


EVENT_WORDS: Mapping[type, Callable[[Any, RecordEvent], str]] = {
    events.Throw: lambda event, _record: (
        f"throws {max(event.dice.numbers)}-{min(event.dice.numbers)}"
    ),
    events.CockedThrow: lambda _event, _record: "throws again",
    events.VoidThrow: _void_text,
    events.Play: _play_text,
    events.TakeBack: lambda _event, _record: "takes back",
    events.EndTurn: lambda _event, _record: "is done",
    events.Challenge: lambda _event, _record: "has the play retaken",
    events.Double: lambda _event, record: f"doubles to {2 * record.before.game.cube.value}",
    events.Take: lambda _event, record: f"takes at {record.before.game.offer}",
    events.Drop: lambda _event, _record: "drops",
    events.Beaver: lambda _event, record: f"beavers to {2 * record.before.game.offer}",
    events.Resign: lambda event, _record: f"offers to resign {WINS[event.win]}",
    events.AcceptResignation: lambda _event, _record: "accepts",
    events.PlayOn: lambda _event, _record: "refuses and plays on",
    events.AskUndo: lambda _event, _record: "wants the last turn taken back",
    events.AgreeUndo: lambda _event, _record: "agrees to take it back",
    events.RefuseUndo: lambda _event, _record: "does not agree to take it back",
    events.RunOutOfTime: lambda _event, _record: "has run out of time",
    events.NextGame: lambda _event, record: f"game {record.before.number + 1}",
}
