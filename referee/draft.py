"""The next state and the effects while a step of the referee works them out, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack, overload

from engine.backgammon.dice import Dice
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import (
    AskUndo,
    Ban,
    Beaver,
    Double,
    Event,
    Refusal,
    Resign,
)
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import Position
from engine.players import ByPlayer, Player
from hardware.checkers import Colour, Place, tray
from hardware.observations import CombinedView, Observation, Sighting
from hardware.signals import CameraProblem, DiceReading
from referee.board_readings import explain_board, find_hesitation
from referee.effects import Effect, LampMeaning, RecordEvent
from referee.explanations import Tracking
from referee.hand_pace import ASIDE_REST, HandPace
from referee.hesitations import Hesitation
from referee.match_settings import Hints, MatchSettings
from referee.notices import EventRefused, Notice, SwitchNotice
from referee.observed_board import BoardChart, make_chart
from referee.question_notices import offer_notice, question_notice
from referee.questions import PASSING_QUESTIONS, OpenQuestion, QuestionKind, SetUpRequest
from referee.state import MOVING_PHASES, ObservedBoard, State, TurnState
from referee.switch_doubts import SuspectedPlace, SwitchDoubt, widened_view
from referee.verdicts import Verdict

_OFFERS = (Double, Beaver, Resign, AskUndo)
"""The events that the opponent must answer."""
_ANSWER_FIRST = (Ban.ANSWER_DOUBLE, Ban.ANSWER_RESIGNATION, Ban.ANSWER_UNDO)
"""The bans on whatever is wanted before an offer has been answered."""


class StateFields(TypedDict, total=False):
    """The fields of a `State`, any of them."""

    settings: MatchSettings
    match: Match
    last_signal_at: Mapping[str, float]
    lost: frozenset[str]
    observed: ObservedBoard
    this_turn: TurnState
    dice: Mapping[str, DiceReading]
    rolling_dice: frozenset[str]
    unheard_dice: frozenset[str]
    verdict: Verdict | None
    hints: Mapping[Colour, Hints]
    is_knocked: bool
    paces: ByPlayer[HandPace]
    set_up_request: SetUpRequest | None
    asked_at: float | None
    lamps: Mapping[Place, LampMeaning]


class ObservedBoardFields(TypedDict, total=False):
    """The fields of an `ObservedBoard`, any of them."""

    observations: Mapping[str, Observation]
    camera_problems: Mapping[str, CameraProblem]
    disputed: tuple[Place, ...]
    doubts: tuple[SwitchDoubt, ...]
    off_board: Mapping[Place, int]
    view: CombinedView
    hidden: tuple[Place, ...]
    has_camera: bool
    sensed: BoardChart
    chart: BoardChart
    began_astray: bool
    tracking: Tracking | None
    still_at: float | None
    awaits_camera: bool
    changed_at: float | None
    hesitation: Hesitation | None
    rests_until: float | None


class TurnStateFields(TypedDict, total=False):
    """The fields of a `TurnState`, any of them."""

    plays: LegalPlays | None
    last_empty_handed: tuple[PlayNode, ...]
    suspects: tuple[Place, ...]
    suspected_places: tuple[SuspectedPlace, ...]
    announced_suspects: tuple[Place, ...]
    question: OpenQuestion | None
    ending: bool
    hidden_notice_at: float | None
    is_done: bool
    refusals: int
    refused_views: tuple[Mapping[Place, Sighting], ...]
    is_touched: bool
    is_told_of_error: bool
    chosen: Position | None
    approved_question: OpenQuestion | None
    declined_at: float
    declined_questions: tuple[OpenQuestion, ...]
    all_declined: bool
    early_throw: Dice | None
    opening: Mapping[Colour, int]
    rests: tuple[float, ...]


@overload
def replace_fields(old: State, **fields: Unpack[StateFields]) -> State: ...
@overload
def replace_fields(old: ObservedBoard, **fields: Unpack[ObservedBoardFields]) -> ObservedBoard: ...
@overload
def replace_fields(old: TurnState, **fields: Unpack[TurnStateFields]) -> TurnState: ...
def replace_fields(old: State | ObservedBoard | TurnState, **fields: Any) -> Any:
    """A copy with some fields replaced; many times as fast as `dataclasses.replace`."""
    kind = type(old)
    new = object.__new__(kind)
    for name, get, put in _SLOTS[kind]:
        put(new, fields.pop(name) if name in fields else get(old))
    if fields:
        raise TypeError(f"a {kind.__name__} has no {', '.join(fields)}")
    return new


def _slots(kind: type) -> Sequence[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]]:
    """The name of each field, with its getter and its setter."""
    slots = (vars(kind)[name] for name in vars(kind)["__slots__"])
    return [(slot.__name__, slot.__get__, slot.__set__) for slot in slots]


_SLOTS = {kind: _slots(kind) for kind in (State, ObservedBoard, TurnState)}


class Draft:
    """A state under change, and the effects so far."""

    def __init__(self, state: State, at: float) -> None:
        self.state = state
        self.at = at
        self.effects: list[Effect] = []
        self.judged: Verdict | None = None
        """The verdict at the end of a turn, if the board was judged for it."""

    @property
    def match(self) -> Match:
        return self.state.match

    def update(self, **fields: Unpack[StateFields]) -> None:
        """Replaces fields of the state."""
        self.state = replace_fields(self.state, **fields)

    def update_observed(self, **fields: Unpack[ObservedBoardFields]) -> None:
        """Replaces fields of the observed board (`State.observed`)."""
        self.update(observed=replace_fields(self.state.observed, **fields))

    def update_turn(self, **fields: Unpack[TurnStateFields]) -> None:
        """Replaces fields of the current turn (`State.this_turn`)."""
        self.update(this_turn=replace_fields(self.state.this_turn, **fields))

    def notify(self, notice: Notice) -> None:
        """Adds a notice; one about switches names the camera if there are no switches."""
        if isinstance(notice, SwitchNotice):
            notice = replace(notice, devices=self.state.cameras)
        self.effects.append(notice)

    def apply_event(self, event: Event) -> bool:
        """Applies an event to the match; if it is refused, gives notice and returns False."""
        before, outcome = self.match, apply(self.match, event)
        if isinstance(outcome, Refusal):
            self.notify(self._refusal_notice(outcome, event))
            return False
        if isinstance(event, _OFFERS) and self._meant_otherwise(event.player.opponent):
            self.update(asked_at=self.at)
        self.effects.append(RecordEvent(event, before, outcome))
        self.set_match(outcome)
        while self.state.question and self.state.question.kind in PASSING_QUESTIONS:
            self.close_question()
        if self.match.game.undo_asked_by and isinstance(event, AskUndo):
            self.notify(offer_notice(self.match, self.state.seating.colour(self.match.to_act)))
        return True

    def _meant_otherwise(self, player: Player) -> bool:
        """True if the button of a player meant something else than the answer to an offer."""
        game, question = self.match.game, self.state.question
        ends_turn = game.phase in MOVING_PHASES and game.turn is player
        answers = self.state.has_offer and self.match.to_act is player
        return ends_turn or answers or bool(question and question.to is player)

    def _refusal_notice(self, refusal: Refusal, event: Event) -> Notice:
        """The notice of a refusal; where an offer waits it asks the one who must answer."""
        question = self.state.question
        if refusal.ban in _ANSWER_FIRST and question and question.kind is QuestionKind.CONFIRM:
            # Until it is answered, the buttons mean something else than they do for the offer.
            return question_notice(self.state, question)
        if refusal.ban in _ANSWER_FIRST and self.state.has_offer:
            to = self.match.to_act
            ignored = getattr(event, "player", to) is not to
            return offer_notice(self.match, self.state.seating.colour(to), is_ignored=ignored)
        return EventRefused(refusal, event)

    def set_match(self, match: Match) -> None:
        """Replaces the match, and forgets the state of the turn before.

        A position still to be set up is dropped, with a notice, if the match is won before.
        """
        was, turn = self.match, self.state.turn
        self.judged = None
        if _is_same_turn(was, match):
            self.update(match=match)
        else:
            plays = legal_plays(match) if match.game.dice else None
            self.update(match=match, this_turn=TurnState(plays))
            self._forget_returned()
        if match.winner and self.state.set_up_request:
            self.update(set_up_request=None)
            self.notify(EventRefused(Refusal(Ban.MATCH_OVER)))
        if self.state.turn is not turn:
            self.update_chart()
        else:
            self.track()

    def play_from(self, wanted: SetUpRequest) -> None:
        """Continues the game from a position that has been set up."""
        cube = self.match.game.cube
        game = Game(Phase.TO_THROW, wanted.position, wanted.turn, begun=True, cube=cube)
        match = replace(self.match, game=game, before=None)
        self.update(match=match, this_turn=TurnState(), set_up_request=None)
        self._forget_returned()
        self.update_chart()

    def update_doubts(self, doubts: tuple[SwitchDoubt, ...]) -> None:
        """Replaces the doubts about switches, and sees the board by them."""
        if doubts != self.state.observed.doubts:
            self.update_observed(doubts=doubts)
            self._widen_view()

    def add_off_board(self, tray: Place, count: int) -> None:
        """Counts checkers that were borne off and lie beside the board."""
        beside = self.state.observed.off_board
        self.update_observed(off_board={**beside, tray: beside.get(tray, 0) + count})
        self._widen_view()

    def _forget_returned(self) -> None:
        """Forgets checkers beside the board that are on it again, as in a new game."""
        state, beside = self.state, self.state.observed.off_board
        off = {tray(colour): state.expected_layout.count(tray(colour), colour) for colour in Colour}
        left = {place: min(count, off[place]) for place, count in beside.items() if off[place]}
        if left != beside:
            self.update_observed(off_board=left)
            self._widen_view()

    def _widen_view(self) -> None:
        observed = self.state.observed
        view = widened_view(observed.observations, observed.doubts, observed.off_board)
        self.update_observed(view=view)
        self.update_chart()

    def update_chart(self) -> None:
        """Updates the whole chart of the observed board, and the tracking."""
        state = self.state
        self.update_observed(sensed=make_chart(state.view, state.colour))
        self.track()

    def close_question(self) -> None:
        """Ends the question; the one behind it, if any, waits again."""
        question = self.state.question
        self.update_turn(question=question and question.behind)

    def drop_outdated_question(self) -> None:
        """Drops questions about a board that has changed; judges a turn that is visible again."""
        question, now = self.state.question, self.state.view.sightings
        if question and question.behind and question.behind.has_lapsed(now):
            question = replace(question, behind=None)
            self.update_turn(question=question)
        if question and question.kind is QuestionKind.HIDDEN and not self.state.hidden:
            self.update_turn(question=None, ending=True)
        elif question and question.has_lapsed(now):
            self.close_question()
        declined = self.state.this_turn.declined_questions
        if any(one.is_outdated_by(now) for one in declined):
            self.update_turn(declined_questions=())

    def track(self) -> None:
        """Updates the explanation of the board."""
        state = self.state
        chart, tracking = explain_board(state, state.observed.sensed)
        now, observed = state.this_turn, state.observed
        if tracking and tracking.nodes is not now.last_empty_handed:
            now = replace_fields(now, last_empty_handed=tracking.nodes)
        # In mid-turn a checker that was hit may have come to the place of one that has entered.
        astray = observed.began_astray if state.plays else chart is not observed.sensed
        observed = replace_fields(observed, chart=chart, tracking=tracking, began_astray=astray)
        self.update(observed=observed, this_turn=now)
        if tracking is None or self.state.observed.hesitation:
            self._track_hesitation()

    def _track_hesitation(self) -> None:
        """Updates the guidance of hands that may go on, and the end of their rest."""
        state, changed_at = self.state, self.state.observed.changed_at
        found = None if state.observed.tracking or changed_at is None else find_hesitation(state)
        until = changed_at + state.long_rest if found and changed_at is not None else None
        if found and found.may_last and changed_at is not None:
            until = changed_at + ASIDE_REST
        self.update_observed(hesitation=found, rests_until=until)

    def end_hesitation(self) -> None:
        """Lets the board as it lies be judged."""
        if self.state.observed.hesitation:
            self.update_observed(hesitation=None, rests_until=None)

    def learn_pace(self, player: Player, rests: Sequence[float]) -> None:
        """Learns the pace of a player from the rests in a turn that proved legal."""
        if rests:
            paces, least = self.state.paces, self.state.settings.profile.least_rest
            self.update(paces=paces.with_value(player, paces[player].learn(rests, least)))


def _is_same_turn(was: Match, match: Match) -> bool:
    """True if the state of the turn, or of the wait for its throw, is still valid."""
    if match is was.before or match.game.turn is not was.game.turn:
        return False
    over = Phase.OVER in (match.game.phase, was.game.phase)
    return match.game.dice is was.game.dice and not over
