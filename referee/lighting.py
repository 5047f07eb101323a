"""What the lamps mean at a moment: a whole picture from what the referee knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.backgammon.moves.tree import Node
from engine.backgammon.places import FIELDS, OTHER_BAR, OTHER_OFF
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place, bar, point
from referee.asking import OF_SENSORS, Question
from referee.effects import Meaning
from referee.outlook import Field
from referee.profiles import Hints, IllegalPolicy
from referee.seating import PLACES
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
)

Picture = Mapping[Place, Meaning]
SHOWN_AT_BAR = (Question.EARLY_THROW, *OF_SENSORS)
"""Questions that are shown at the bar of whoever has to answer."""
SHOWN_AT_PLACES = (Question.WHICH, Question.UNSEEN, Question.PHANTOM)
"""Questions that are shown at the places in doubt."""
CORNERS = tuple(point(number) for number in (1, 12, 13, 24))
"""Where a table that cannot be seen is lit, besides its bar."""


def picture(state: State) -> Picture:
    """What each lamp is to mean; places that are not in it are dark."""
    if state.is_blind:
        places = (*CORNERS, *(bar(colour) for colour in Colour))
        return dict.fromkeys(places, Meaning.LINK_LOST)
    who = dict(_who(state))
    # Whoever has to answer is asked even where the place in doubt is his half of the bar.
    asked = {place: it for place, it in who.items() if it is Meaning.OFFER}
    return {**who, **dict(_board(state)), **asked}


def _who(state: State) -> Iterator[tuple[Place, Meaning]]:
    """Whose turn it is, or who has an answer to give: at his bar."""
    match = state.match
    if state.is_setting_up and not match.game.resignation:
        return
    offer = state.has_offer or (state.asking and state.asking.question in SHOWN_AT_BAR)
    colour = state.seating.colour(state.to_answer)
    yield bar(colour), Meaning.OFFER if offer else Meaning.TURN


def _board(state: State) -> Iterator[tuple[Place, Meaning]]:
    if state.asking and state.asking.question in SHOWN_AT_PLACES:
        yield from _question(state)
        return
    match state.verdict:
        case Disturbed() if state.is_setting_up:
            yield from _set_up(state)
        case Disturbed(moves=moves):
            yield from _carry(moves, Meaning.TOO_MANY, Meaning.MISSING)
        case Illegal(moves=moves) if state.shows_illegal:
            yield from _carry(moves, Meaning.ILLEGAL, Meaning.CAME_FROM)
        case Ambiguous(plays=plays, places=places) if state.chosen not in plays:
            yield from ((place, Meaning.AMBIGUOUS) for place in places)
        case Unreadable(places=places):
            yield from ((place, Meaning.DOUBT) for place in places)
        case _:
            yield from _going_on(state)


def _going_on(state: State) -> Iterator[tuple[Place, Meaning]]:
    """Nothing is wrong: what helps the player."""
    if state.is_setting_up:
        yield from _set_up(state)
    elif state.chosen:
        yield from _chosen(state, state.chosen)
    elif state.plays:
        yield from _moving(state)
    elif state.match.game.reasons:
        yield from _challengeable(state)


def _set_up(state: State) -> Iterator[tuple[Place, Meaning]]:
    for place, gap in state.gaps.items():
        yield place, Meaning.TOO_MANY if gap.extra else Meaning.MISSING


def _carry(
    moves: Iterable[Move], source: Meaning, target: Meaning
) -> Iterator[tuple[Place, Meaning]]:
    """From where to where checkers are to be carried."""
    for move in moves:
        if move.target:
            yield move.target, target
        if move.source:
            yield move.source, source


def _question(state: State) -> Iterator[tuple[Place, Meaning]]:
    asking = state.asking
    if asking is None:
        return
    if asking.places:
        yield from ((place, Meaning.DOUBT) for place in asking.places)
        return
    signs = _signs(state, asking.plays)
    for places in signs:
        yield from ((place, Meaning.AMBIGUOUS) for place in places)
    yield from ((place, Meaning.CHOSEN) for place in signs[asking.chosen])


def _signs(state: State, plays: Sequence[Position]) -> list[tuple[Place, ...]]:
    """What tells each play from the others: where it arrived, or else where it has more."""
    signs = [arrivals(state, play) for play in plays]
    if len(set(signs)) == len(plays):
        return signs
    fewest = [min(column) for column in zip(*(play.counts for play in plays), strict=True)]
    fields = [field for field in range(FIELDS) if field not in (OTHER_BAR, OTHER_OFF)]
    places = PLACES[state.colour]
    return [
        tuple(places[at] for at in fields if play.counts[at] > max(fewest[at], 0)) for play in plays
    ]


def _chosen(state: State, play: Position) -> Iterator[tuple[Place, Meaning]]:
    """Where the checkers of a player without hands are to go, and where they hit.

    Where the sensors cannot tell, checkers are taken to lie as they did when nobody held any, and
    those that nothing else has a place for to belong where one more would not be seen.
    """
    before = state.match.game.position.counts
    known = _last_known(state, play)
    on_bar = state.sight.chart[OTHER_BAR].missing[play.counts[OTHER_BAR]]
    seen = list(zip(state.sight.chart, play.counts, strict=True))
    left_over = sum(there.extra[count] - there.missing[count] for there, count in seen) > 0
    fields = zip(PLACES[state.colour], seen, before, known, strict=True)
    for place, (there, count), was, last in fields:
        if there.extra[count]:
            yield place, Meaning.COMPUTER
        elif there.missing[count] or (on_bar and was < 0 < count):
            yield place, Meaning.COMPUTER_TO
        elif last != count and _agrees(there, last):
            yield place, Meaning.COMPUTER if abs(last) > abs(count) else Meaning.COMPUTER_TO
        elif left_over and count > max(was, 0) and _agrees(there, count - 1):
            yield place, Meaning.COMPUTER_TO


def _last_known(state: State, play: Position) -> tuple[int, ...]:
    """What lay there when nobody last held a checker, the play as far from its end as may be."""
    if isinstance(state.verdict, Unchanged):
        return state.match.game.position.counts
    if state.sight.tracking and play in state.sight.tracking.ends:
        return play.counts
    last = state.this_turn.known
    known = [node for node in last if len(last) == 1 or _leads_to(play, node)]
    return max(known, key=lambda node: node.playable).counts if known else play.counts


def _leads_to(play: Position, node: Node) -> bool:
    return any(after.counts == play.counts for after in node.walk())


def _agrees(there: Field, count: int) -> bool:
    return not (there.extra[count] or there.missing[count])


def _moving(state: State) -> Iterator[tuple[Place, Meaning]]:
    """What the player can do, as far as he may be helped; and whether he has finished."""
    hints = state.hints[state.colour]
    match state.verdict:
        case Complete(play=play) if state.settings.judges_at_once:
            if hints is Hints.DESTINATIONS and state.sight.tracking and state.sight.tracking.held:
                yield from _carrying(state.sight.tracking.held)
            yield from ((place, Meaning.COMPLETE) for place in arrivals(state, play))
        case Unchanged() if hints is not Hints.NONE and state.plays:
            yield from _movable([state.plays.tree], state.colour)
        case OnTheWay(lifted=(), reachable=()) if hints is not Hints.NONE and state.sight.tracking:
            yield from _movable(state.sight.tracking.nodes, state.colour)
        case OnTheWay() if hints is Hints.DESTINATIONS:
            yield from _carrying(state.verdict)


def _carrying(on_the_way: OnTheWay) -> Iterator[tuple[Place, Meaning]]:
    """Where checkers in hand came from and can go."""
    yield from ((place, Meaning.DESTINATION) for place in on_the_way.reachable)
    yield from ((place, Meaning.LIFTED) for place in on_the_way.lifted)


def _movable(nodes: Iterable[Node], mover: Colour) -> Iterator[tuple[Place, Meaning]]:
    places = PLACES[mover]
    for node in nodes:
        yield from ((places[step.source - 1], Meaning.MOVABLE) for step in node.next)


def _challengeable(state: State) -> Iterator[tuple[Place, Meaning]]:
    """Where the last play was not legal, while it may still be retaken."""
    before = state.match.before
    if before is None or state.settings.illegal_policy is not IllegalPolicy.OPPONENT:
        return
    after = state.match.game.position.turned
    mover = state.seating.colour(before.game.turn)
    for place, was, now in zip(
        PLACES[mover], before.game.position.counts, after.counts, strict=True
    ):
        if was != now:
            gained = abs(now) > abs(was)
            yield place, Meaning.ILLEGAL if gained else Meaning.CAME_FROM


def arrivals(state: State, play: Position) -> tuple[Place, ...]:
    """The places to which a play has brought checkers of the mover, or sent one of the other's."""
    before = state.match.game.position.counts
    fields = enumerate(zip(PLACES[state.colour], before, play.counts, strict=True))
    return tuple(
        place
        for field, (place, was, now) in fields
        if now > was and not (field in (OTHER_BAR, OTHER_OFF) or now <= 0)
    )
