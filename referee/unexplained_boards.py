"""The verdict on a still board that no legal play explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.position import (
    BAR,
    HOME,
    MOVER_OFF,
    OFF,
    OTHER_BAR,
    OTHER_OFF,
    POINTS,
    Setup,
)
from engine.sides import Side
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, bar, tray
from hardware.observations import CombinedView
from referee import play_tracker
from referee.correction import find_correction
from referee.faulty_switches import explain_without_one, find_insisted_phantom, find_phantom
from referee.half_readings import settle_halves
from referee.likely_reasons import LikelyReasons, find_likely_reasons
from referee.notices import SetUpFirst
from referee.observed_board import UNSEEN_RANGE, total_gap
from referee.seating import (
    FIELDS_BY_PLACE,
    NEAR_RIGHT,
    ORIENTATIONS,
    Orientation,
    colour_of,
    place_for_mover,
    place_of,
)
from referee.state import State
from referee.switch_doubts import resting_stuck_places
from referee.verdicts import CheckerMove, Disturbed, Illegal, UnreadableBoard, Verdict

MAX_ERRORS = 3
"""The largest number of errors at once; more mean that a player has knocked against the board."""
MAX_STRAGGLERS = 2
"""The largest number of checkers outside the home of a player who may try to bear off."""
MAX_OF_OPPONENTS = 1
"""The largest number of the opponent's checkers moved; more mean a knock too."""
_COUNTING = (
    ReasonKind.CHECKERS_MISSING,
    ReasonKind.CHECKERS_TOO_MANY,
    ReasonKind.HIT_CHECKER_NOT_ON_BAR,
)
"""The reasons that concern as many checkers as they count."""
_UNFINISHED = (ReasonKind.BOTH_DICE, ReasonKind.MORE_OF_DOUBLE, ReasonKind.NUMBER_PLAYABLE)
"""The reasons that do not count while a turn lasts and other checkers are displaced."""

NUMBERS_BY_FIELD = (*range(OFF + 1, POINTS + 1), BAR, BAR, OFF, OFF)
"""The number of each field as the mover counts; halves of the bar and trays share theirs."""
_OTHER_HALF = {half(colour): half(colour.other) for half in (bar, tray) for colour in Colour}
"""The other half of each half of the bar and of each tray."""


def judge_unexplained(state: State, *, closely: bool) -> Verdict:
    """The verdict on a board that is not on the way to a legal play.

    During a turn, a surplus checker may be felt by two switches, or come from a stuck switch; then
    the board counts as unreadable. At the end of a turn (`closely`) it is judged anyway.
    """
    if state.is_blind:
        return UnreadableBoard(())
    if state.is_setting_up:
        return _disturbed_board(state)
    if not closely:
        suspects, resting = state.this_turn.suspects, resting_stuck_places(state.observed.doubts)
        places = dict.fromkeys((*suspects, *resting))
        stuck = tuple(place for place in places if explain_without_one(state, place))
        if state.has_surplus or stuck:
            overfull = tuple(place for place, gap in state.gaps.items() if gap.extra)
            return UnreadableBoard(suspects or stuck or overfull)
    if _may_be_in_hands(state):
        return _disturbed_board(state)
    reasons, board = _find_reasons(state)
    if not reasons:
        return _disturbed_board(state, board)
    # Many checkers in hand look like a knock until the end of the turn shows what they were for.
    played = closely and any(reason.side is Side.MOVER for reason in reasons)
    if _is_knock(reasons) or (state.is_knocked and not played):
        return _disturbed_board(state)
    if not closely:
        reasons = tuple(one for one in reasons if one.why not in _UNFINISHED) or reasons
    mover = state.colour
    back, to_bar = _moves_back(reasons, state), _moves_to_bar(reasons, state, board)
    moves = (*back, *to_bar, *_moves_by_number(reasons, mover))
    return Illegal(reasons, moves or correction_to(state, state.expected_layout), board)


def ask_for_set_up(state: State) -> SetUpFirst:
    """The notice that the checkers must be set up, with what is wrong with them."""
    found, turned = state.verdict, _find_other_orientation(state) or NEAR_RIGHT
    moves = () if turned != NEAR_RIGHT else moves_of(found)
    return SetUpFirst(
        places_of(found) or state.unsure_of_set_up, moves, turned.light_far, turned.home_left
    )


def _find_other_orientation(state: State) -> Orientation | None:
    """The orientation in which a board that is being set up would be as expected, if there is one.

    It is relative to the one that the board is taken to have.
    """
    if state.observed.tracking or state.hidden or state.is_blind:
        return None
    for orientation in ORIENTATIONS:
        wanted = orientation.layout(state.expected_layout)
        places = {
            place: [wanted.count(place, colour) for colour in Colour] for place in BACKGAMMON.places
        }
        if all(state.view[place].allows(*counts) for place, counts in places.items()):
            return orientation
    return None


def places_of(verdict: Verdict | None) -> tuple[Place, ...]:
    """The places where a verdict finds something wrong."""
    if isinstance(verdict, UnreadableBoard):
        return verdict.places
    moves = moves_of(verdict)
    ends = (place for move in moves for place in (move.source, move.target) if place)
    return tuple(dict.fromkeys(ends))


def moves_of(verdict: Verdict | None) -> tuple[CheckerMove, ...]:
    """The moves that put right what a verdict finds wrong."""
    return verdict.moves if isinstance(verdict, Illegal | Disturbed) else ()


def _may_be_in_hands(state: State) -> bool:
    """True if checkers are missing from a known board and none is anywhere else.

    More than players lift during a play are missing then; those that are seen lie right.
    """
    if state.observed.tracking:
        return False
    known = [node.counts for node in state.this_turn.last_empty_handed]
    gaps = (total_gap(state.observed.chart, one) for one in (*known, state.expected.counts))
    return any(not gap.extra for gap in gaps)


def _disturbed_board(state: State, meant: Setup | None = None) -> Disturbed:
    """The disturbed board with the shortest way to what was meant, or back to a known board."""
    boards = [meant.position()] if meant and not meant.faults() else []
    known = state.this_turn.last_empty_handed
    boards += [node.position for node in known] if len(known) == 1 else []
    layouts = (state.seating.layout(one, state.turn) for one in (*boards, state.expected))
    ways = [correction_to(state, layout) for layout in layouts]
    return Disturbed(min(filter(None, ways), key=len, default=()))


def correction_to(state: State, wanted: Layout) -> tuple[CheckerMove, ...]:
    """The moves that put the board right; either half of the bar, or tray, is right for both."""
    return find_correction(settle_halves(state.view, wanted), wanted)


def _find_surplus(state: State, places: tuple[Place, ...]) -> LikelyReasons | None:
    """The reason against a finished play that one checker too many alone makes wrong, if any."""
    tracking = explain_without_one(state, places[0]) if places else None
    if tracking is None or not tracking.ends:
        return None
    field, play = FIELDS_BY_PLACE[state.colour][places[0]], tracking.ends[0]
    theirs = play.counts[field] < 0 or field in (OTHER_BAR, OTHER_OFF)
    side = Side.OTHER if theirs else Side.MOVER
    number = NUMBERS_BY_FIELD[field]
    one_more = list(play.setup[side])
    one_more[BAR - number if theirs and OFF < number < BAR else number] += 1
    sides = (play.setup.mover, tuple(one_more)) if theirs else (tuple(one_more), play.setup.other)
    reason = Reason(ReasonKind.CHECKERS_TOO_MANY, side, points=(number,), count=1)
    return LikelyReasons((reason,), Setup(*sides))


def _find_reasons(state: State) -> LikelyReasons:
    """The reasons against the play and their board, without checkers that may be in hand."""
    if surplus := _find_surplus(state, find_phantom(state) if state.plays else ()):
        return surplus
    game, rulebook = state.match.game, state.match.rulebook
    nearest = None
    if state.plays and state.observed.tracking:
        found = play_tracker.find_explanations(state.plays.tree, state.observed.chart)
        fewest = min(found, key=lambda one: (one.in_hand, one.node.playable), default=None)
        nearest = fewest or state.observed.tracking.nearest
    if nearest:
        board = play_tracker.setup_without_hands(nearest, state.observed.chart)
        board = _with_borne_off(board, nearest.node.counts, state)
        return LikelyReasons(find_reasons(game.position, game.dice, board, rulebook), board)
    before, astray = (game.position, game.dice), state.observed.began_astray
    likely = find_likely_reasons(state.view, *before, state.colour, rulebook, astray=astray)
    why = {one.why for one in likely.reasons}
    if ReasonKind.CHECKERS_TOO_MANY in why and why <= {ReasonKind.CHECKERS_TOO_MANY, *_UNFINISHED}:
        # A checker too many where one was lifted makes a finished play look unfinished.
        likely = _find_surplus(state, find_insisted_phantom(state)) or likely
    return LikelyReasons(_after_the_turn(likely.reasons, state), likely.board)


def _with_borne_off(board: Setup, counts: Sequence[int], state: State) -> Setup:
    """The board with what is missing from the mover's home borne off, where no tray is felt.

    So it is while he bears off, or has only a few stragglers to bring home.
    """
    gone = {place: counts[place - 1] - board.mover[place] for place in range(OFF + 1, BAR)}
    missing = [place for place, many in gone.items() if counts[place - 1] > 0 and many > 0]
    stragglers = sum(state.expected.setup.mover[HOME + 1 :])
    bears_off = state.expected.counts[MOVER_OFF] or stragglers <= MAX_STRAGGLERS
    unseen = state.observed.chart[MOVER_OFF].seen == UNSEEN_RANGE
    if not (unseen and bears_off and missing and max(missing) <= HOME):
        return board
    off = board.mover[OFF] + sum(gone[place] for place in missing)
    return Setup((off, *board.mover[OFF + 1 :]), board.other)


def _after_the_turn(reasons: tuple[Reason, ...], state: State) -> tuple[Reason, ...]:
    """The reasons, or that the turn is over, if one of the checkers of the last play has moved on.

    One of the checkers that his play brought somewhere has then left its place again.
    """
    if state.plays or not (last := state.match.before) or len(reasons) > MAX_ERRORS:
        return reasons
    was, now = last.game.position.setup.mover, state.match.game.position.setup.other
    others = [one for one in reasons if one.why is ReasonKind.OPPONENTS_CHECKER_MOVED]
    left = [BAR - one.source for one in others if one.source]
    if len(others) < len(reasons) or not any(now[at] > was[at] for at in left):
        return reasons
    return (Reason(ReasonKind.TURN_IS_OVER, Side.OTHER),)


def _is_knock(reasons: Sequence[Reason]) -> bool:
    """True if there are too many errors at once to be meant."""
    others = [one for one in reasons if one.why is ReasonKind.OPPONENTS_CHECKER_MOVED]
    return sum(map(_checkers, reasons)) > MAX_ERRORS or len(others) > MAX_OF_OPPONENTS


def _checkers(reason: Reason) -> int:
    """The number of checkers that a reason concerns."""
    return reason.count if reason.why in _COUNTING else 1


def _moves_back(reasons: Iterable[Reason], state: State) -> Iterator[CheckerMove]:
    """Yields the moves that undo the reasons' moves."""
    mover = state.colour
    for reason in reasons:
        if reason.source is not None and reason.target is not None:
            whose = colour_of(reason.side, mover)
            target = place_for_mover(reason.target, reason.side, mover)
            source = place_for_mover(reason.source, reason.side, mover)
            yield CheckerMove(_half_seen(state.view, target, whose), source, whose)


def _half_seen(view: CombinedView, place: Place, whose: Colour) -> Place:
    """The other half of the bar or of the trays, if a checker can only lie there."""
    half = _OTHER_HALF.get(place, place)
    return place if view[place][whose].high or not view[half][whose].high else half


def _moves_by_number(reasons: Iterable[Reason], mover: Colour) -> Iterator[CheckerMove]:
    """Yields the moves for surplus and missing checkers."""
    for reason in reasons:
        whose = colour_of(reason.side, mover)
        places = [place_for_mover(number, reason.side, mover) for number in reason.points]
        if reason.why is ReasonKind.CHECKERS_TOO_MANY:
            yield from (CheckerMove(place, None, whose) for place in places)
        if reason.why is ReasonKind.CHECKERS_MISSING:
            yield from (CheckerMove(None, place, whose) for place in places)


def _moves_to_bar(reasons: Iterable[Reason], state: State, board: Setup) -> Iterator[CheckerMove]:
    """Yields the moves of hit checkers to the bar, from their places if known."""
    hit, before = state.colour.other, state.match.game.position.setup.other
    for reason in reasons:
        if reason.why is ReasonKind.HIT_CHECKER_NOT_ON_BAR:
            lying = [place_of(at, state.colour) for at in reason.points if board.other[BAR - at]]
            elsewhere = [at for at in range(OFF, BAR) if BAR - at not in reason.points]
            for at in elsewhere:
                place = _half_seen(state.view, place_of(at, hit), hit)
                lying += [place] * (board.other[at] - before[at])
            for number in range(reason.count):
                source = lying[number] if number < len(lying) else None
                yield CheckerMove(source, bar(hit), hit)
