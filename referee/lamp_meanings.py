"""The meaning of every lamp, worked out from the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.backgammon.moves.plays import PlayNode
from engine.backgammon.position import FIELDS, OTHER_BAR, OTHER_OFF, Position
from hardware.checkers import Colour, Place, bar, point
from referee import verdicts
from referee.effects import LampMeaning
from referee.match_settings import Hints, IllegalPolicy
from referee.observed_board import ChartField
from referee.questions import SENSOR_QUESTIONS, QuestionKind
from referee.seating import PLACES_BY_FIELD
from referee.state import State

LampMeanings = Mapping[Place, LampMeaning]
SHOWN_AT_BAR = (
    QuestionKind.EARLY_THROW, QuestionKind.VOID, QuestionKind.CONFIRM, QuestionKind.POSITION,
    QuestionKind.SEATING,    *SENSOR_QUESTIONS,
)  # fmt: skip
"""Questions that are shown at the bar of the player who has to answer."""
SHOWN_AT_PLACES = (
    QuestionKind.WHICH, QuestionKind.UNSEEN, QuestionKind.PHANTOM, QuestionKind.SET_UP
)  # fmt: skip
"""Questions that are shown at the places in doubt."""
CORNERS = tuple(point(number) for number in (1, 12, 13, 24))
"""The lamps that are lit, besides the bar, while the table cannot be seen."""


def lamp_meanings(state: State) -> LampMeanings:
    """The meaning of each lamp; places without a meaning are dark."""
    if state.awaits_first_look and state.is_setting_up:
        return {}
    if state.is_blind:
        places = (*CORNERS, *(bar(colour) for colour in Colour))
        return dict.fromkeys(places, LampMeaning.LINK_LOST)
    who = dict(_turn_lamps(state))
    # A question is shown even if the place in doubt is the same half of the bar.
    asked = {place: it for place, it in who.items() if it is not LampMeaning.TURN}
    return {**who, **dict(_where_they_lie(state, _board_lamps(state))), **asked}


def _where_they_lie(
    state: State, lamps: Iterable[tuple[Place, LampMeaning]]
) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps; a checker on the other half of the bar is shown as movable there."""
    halves = {bar(colour): bar(colour.other) for colour in Colour}
    for place, meaning in lamps:
        other = halves.get(place, place)
        astray = not state.view[place].total.high and state.view[other].total.low
        yield (other if meaning is LampMeaning.MOVABLE and astray else place), meaning


def _turn_lamps(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamp of the player whose turn it is or who has to answer, at his bar."""
    match = state.match
    asked = state.question and state.question.kind in SHOWN_AT_BAR
    if state.is_setting_up and not (match.game.resignation or asked):
        return
    offer = state.has_offer or asked
    colour = state.seating.colour(state.player_to_answer)
    if state.question and state.question.kind is QuestionKind.CONFIRM:
        yield bar(colour), LampMeaning.CONFIRM
    else:
        yield bar(colour), LampMeaning.OFFER if offer else LampMeaning.TURN


def _board_lamps(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    if state.question and state.question.kind in SHOWN_AT_PLACES:
        yield from _question(state)
        return
    if state.question and state.question.kind is QuestionKind.SEATING:
        # The board is right if the players sit otherwise.
        return
    match state.verdict:
        case verdicts.Disturbed() if state.is_setting_up:
            yield from _set_up(state)
        case verdicts.Disturbed(moves=moves):
            yield from _correction_lamps(moves, LampMeaning.TOO_MANY, LampMeaning.MISSING)
        case verdicts.Illegal(moves=moves) if state.shows_illegal:
            yield from _correction_lamps(moves, LampMeaning.ILLEGAL, LampMeaning.CAME_FROM)
        case verdicts.Ambiguous(plays=plays, places=places) if state.chosen not in plays:
            yield from ((place, LampMeaning.AMBIGUOUS) for place in places)
        case verdicts.UnreadableBoard(places=places):
            yield from ((place, LampMeaning.DOUBT) for place in places)
        case _:
            yield from _helping_lamps(state)


def _helping_lamps(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps that help the player while nothing is wrong."""
    if state.is_setting_up:
        yield from _set_up(state)
    elif state.chosen:
        yield from _chosen_play_lamps(state, state.chosen)
    elif state.plays:
        yield from _moving_lamps(state)
    elif state.match.game.reasons:
        yield from _challengeable(state)


def _set_up(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    for place, gap in state.gaps.items():
        yield place, LampMeaning.TOO_MANY if gap.extra else LampMeaning.MISSING
    yield from ((place, LampMeaning.DOUBT) for place in state.unsure_of_set_up)


def _correction_lamps(
    moves: Iterable[verdicts.CheckerMove], source: LampMeaning, target: LampMeaning
) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps for the moves that put the board right."""
    for move in moves:
        if move.target:
            yield move.target, target
        if move.source:
            yield move.source, source


def _question(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    question = state.question
    if question is None:
        return
    if question.places:
        yield from ((place, LampMeaning.DOUBT) for place in question.places)
        return
    signs = _distinguishing_places(state, question.plays)
    for places in signs:
        yield from ((place, LampMeaning.AMBIGUOUS) for place in places)
    yield from ((place, LampMeaning.CHOSEN) for place in signs[question.chosen])


def _distinguishing_places(state: State, plays: Sequence[Position]) -> list[tuple[Place, ...]]:
    """The places that distinguish each play: its arrivals, or else where it has more checkers."""
    signs = [arrivals(state, play) for play in plays]
    if len(set(signs)) == len(plays):
        return signs
    fewest = [min(column) for column in zip(*(play.counts for play in plays), strict=True)]
    fields = [field for field in range(FIELDS) if field not in (OTHER_BAR, OTHER_OFF)]
    places = PLACES_BY_FIELD[state.colour]
    return [
        tuple(places[at] for at in fields if play.counts[at] > max(fewest[at], 0)) for play in plays
    ]


def _chosen_play_lamps(state: State, play: Position) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps for the play that a player without hands has chosen, and its hits.

    Where the sensors cannot tell, the checkers are assumed to lie as when none was last held.
    Checkers with no other place to go belong where one more of them would not be noticed.
    """
    before = state.match.game.position.counts
    known = _last_known(state, play)
    on_bar = state.observed.chart[OTHER_BAR].missing[play.counts[OTHER_BAR]]
    seen = list(zip(state.observed.chart, play.counts, strict=True))
    left_over = sum(there.extra[count] - there.missing[count] for there, count in seen) > 0
    fields = zip(PLACES_BY_FIELD[state.colour], seen, before, known, strict=True)
    for place, (there, count), was, last in fields:
        if there.extra[count]:
            yield place, LampMeaning.COMPUTER
        elif there.missing[count] or (on_bar and was < 0 < count):
            yield place, LampMeaning.COMPUTER_TO
        elif last != count and _agrees(there, last):
            yield place, LampMeaning.COMPUTER if abs(last) > abs(count) else LampMeaning.COMPUTER_TO
        elif left_over and count > max(was, 0) and _agrees(there, count - 1):
            yield place, LampMeaning.COMPUTER_TO


def _last_known(state: State, play: Position) -> tuple[int, ...]:
    """The counts when no checker was last held; if several fit, those with most still to play."""
    if isinstance(state.verdict, verdicts.Unchanged):
        return state.match.game.position.counts
    if state.observed.tracking and play in state.observed.tracking.ends:
        return play.counts
    last = state.this_turn.last_empty_handed
    known = [node for node in last if len(last) == 1 or _leads_to(play, node)]
    return max(known, key=lambda node: node.playable).counts if known else play.counts


def _leads_to(play: Position, node: PlayNode) -> bool:
    return any(after.counts == play.counts for after in node.walk())


def _agrees(there: ChartField, count: int) -> bool:
    return not (there.extra[count] or there.missing[count])


def _moving_lamps(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps for possible moves, as far as hints are allowed, or for a finished play."""
    hints, tracking = state.hints[state.colour], state.observed.tracking
    match state.verdict:
        case verdicts.Complete(play=play) if state.settings.judges_at_once:
            if hints is Hints.DESTINATIONS and tracking and tracking.in_hand:
                yield from _in_hand_lamps(tracking.in_hand)
            yield from ((place, LampMeaning.COMPLETE) for place in arrivals(state, play))
        case verdicts.Unchanged() if hints is not Hints.NONE and state.plays:
            yield from _movable([state.plays.tree], state.colour)
        case verdicts.OnTheWay(lifted=(), reachable=()) if hints is not Hints.NONE:
            nodes = tracking.nodes if tracking else state.this_turn.last_empty_handed
            yield from _movable(nodes, state.colour)
        case verdicts.OnTheWay() if hints is Hints.DESTINATIONS:
            yield from _in_hand_lamps(state.verdict)


def _in_hand_lamps(on_the_way: verdicts.OnTheWay) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps for the sources and targets of checkers in hand."""
    yield from ((place, LampMeaning.DESTINATION) for place in on_the_way.reachable)
    yield from ((place, LampMeaning.LIFTED) for place in on_the_way.lifted)


def _movable(nodes: Iterable[PlayNode], mover: Colour) -> Iterator[tuple[Place, LampMeaning]]:
    places = PLACES_BY_FIELD[mover]
    for node in nodes:
        yield from ((places[step.source - 1], LampMeaning.MOVABLE) for step in node.next)


def _challengeable(state: State) -> Iterator[tuple[Place, LampMeaning]]:
    """Yields the lamps of the last play if it was illegal and may still be challenged."""
    before = state.match.before
    if before is None or state.settings.illegal_policy is not IllegalPolicy.OPPONENT:
        return
    after = state.match.game.position.mirrored
    mover = state.seating.colour(before.game.turn)
    for place, was, now in zip(
        PLACES_BY_FIELD[mover], before.game.position.counts, after.counts, strict=True
    ):
        if was != now:
            gained = abs(now) > abs(was)
            yield place, LampMeaning.ILLEGAL if gained else LampMeaning.CAME_FROM


def arrivals(state: State, play: Position) -> tuple[Place, ...]:
    """The places where a play has brought checkers of the mover, or hit the other side's."""
    before = state.match.game.position.counts
    fields = enumerate(zip(PLACES_BY_FIELD[state.colour], before, play.counts, strict=True))
    return tuple(
        place
        for field, (place, was, now) in fields
        if now > was and not (field in (OTHER_BAR, OTHER_OFF) or now <= 0)
    )
