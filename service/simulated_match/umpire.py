"""Compares the referee's work with the truth, and counts its errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from operator import add

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import EndTurn, Event, NextGame, Play
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.illegal_plays.explanation import diagnose
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import MOVER_OFF, OTHER_OFF, START, Position, Setup
from engine.players import Player
from hardware.checkers import Colour
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.observations import combine
from referee import notices
from referee.effects import Effect, RecordEvent, ReportVerdict
from referee.half_readings import is_astray, other_readings
from referee.notice_contents import findings_of
from referee.notices import Notice
from referee.observed_board import BoardChart, make_chart, total_gap
from referee.state import State
from referee.verdicts import Disturbed, Illegal
from service.simulated_match.complaints import (
    Complaint,
    FalseAlarm,
    LostPlay,
    MissedError,
    Standstill,
    WrongMatchState,
    WrongReason,
    WrongTurn,
)
from simulation import gestures
from simulation.possible_looks import may_look_like

ALARMS: frozenset[type[Notice]] = frozenset(
    {
        notices.IllegalPlayRefused, notices.IllegalPlayStands, notices.IllegalPlayChoice,
        notices.BoardDisturbed, notices.SensorsBlind, notices.PlacesHidden, notices.EventRefused,
        notices.NotYourThrow, notices.ThrowStands, notices.EarlyThrowVoid, notices.SwitchSilent,
        notices.SwitchClosed, notices.SwitchDead, notices.SwitchStuck,
    }
)  # fmt: skip
"""Notices that are given only when something is wrong."""
OBJECTIONS_TO_PLAY = (
    notices.IllegalPlayNotice | notices.BoardDisturbed | notices.SwitchSilent
    | notices.SwitchClosed | notices.EventRefused
)  # fmt: skip
"""Notices that tell people that a play is not right."""
STANDING_ILLEGAL_PLAY = notices.IllegalPlayChoice | notices.IllegalPlayStands
"""Notices about an illegal play that stands unless the opponent objects."""
TWO_SLIPS = "two errors at once"
"""The kind of a planted error that consists of two slips."""


@dataclass(slots=True)
class RefereeScore:
    """The counts of a referee's work."""

    turns: int = 0
    false_alarms: int = 0
    """Alarms while nothing was wrong."""
    lost_plays: int = 0
    """Turns that were not recorded exactly as they were played."""
    planted_errors: int = 0
    refused: int = 0
    """Planted errors that the referee objected to."""
    right_reason: int = 0
    """Refused errors for which the referee gave the right reason."""
    untellable: int = 0
    """Planted errors that these sensors cannot tell from a legal play."""
    missed_errors: int = 0
    """Planted errors that could be detected, and were not refused or passed nevertheless."""
    passed: int = 0
    """Planted errors that were refused, and passed later without being put right."""
    standstills: int = 0
    """Matches that did not go on, although the hands did everything rightly."""

    def __add__(self, more: RefereeScore) -> RefereeScore:
        return RefereeScore(*map(add, astuple(self), astuple(more)))


def kind_of(planted: gestures.SlipPlanted) -> str:
    """The kind of a planted error: the name of its slip, or `TWO_SLIPS` for two slips."""
    return planted.slips[0] if len(planted.slips) == 1 else TWO_SLIPS


def scores_by_kind(umpires: Iterable[Umpire]) -> dict[str, RefereeScore]:
    """The scores of the planted errors of several matches, added up by kind."""
    added: dict[str, RefereeScore] = {}
    for umpire in umpires:
        for kind, score in umpire.kinds.items():
            added[kind] = added.get(kind, RefereeScore()) + score
    return dict(sorted(added.items()))


@dataclass(frozen=True, slots=True)
class TableTruth:
    """The simulated boards of a table, with the faults that they really have."""

    boards: tuple[SimulatedSensor, ...] = ()
    """Empty if only a camera sees the checkers."""

    def may_be(self, position: Position, colour: Colour) -> bool:
        """True if this position, seen by a colour, may look to all boards as they report now."""
        return all(may_look_like(board, position.setup, colour) for board in self.boards)

    def justifies(self, notice: Notice) -> bool:
        """True if a notice about a switch names a place where a switch is really faulty."""
        if not isinstance(notice, notices.SwitchNotice):
            return False
        faulty = {fault.place for board in self.boards for fault in board.faulty_switches}
        return not faulty.isdisjoint(notice.places)


@dataclass(slots=True)
class ErrorNotes:
    """The umpire's notes about a planted error and what the referee did about it."""

    events_before: int = 0
    """Number of events before it was planted."""
    reasons: tuple[Reason, ...] = ()
    """The reasons that the referee gave last."""
    board: Setup | None = None
    """The board that it gave them for."""
    was_pointed_out: bool = False
    """True if people were told that the play is not right."""
    was_refused: bool = False
    """True if they were told so before the hands began to put it right."""
    has_right_reason: bool = False
    is_untellable: bool = False
    has_passed: bool = False
    """True if the turn was completed with the error."""


class Umpire:
    """Compares the marks of the hands with the effects and the state of the referee."""

    def __init__(self, truth: TableTruth | None = None) -> None:
        self.score = RefereeScore()
        self.complaints: list[Complaint] = []
        """The referee's errors, in order of time."""
        self.play_made: Position | None = None
        """The play made in this turn, for when the referee asks; None before it is made."""
        self.planted: gestures.SlipPlanted | None = None
        self.kinds: dict[str, RefereeScore] = {}
        """The scores of the planted errors, by kind."""
        self._truth = truth or TableTruth()
        self._notes = ErrorNotes()
        self.illegal_play_stands = False
        """True if the referee has announced that an illegal play stands for now."""
        self._events: list[Event] = []
        self.strays = 0
        """Number of times that the match differed from the record."""
        self.wrong_act = ""
        """The habit that led to a wrong act that has not been put right; empty if there is none."""
        self._throw: gestures.TurnBegins | None = None
        self._at = (1, 0)
        """Numbers of the game and of the turn in it."""

    def leave_table(self) -> None:
        """Lets go of the devices of the table, which no other process can receive."""
        self._truth = TableTruth()

    def on_effect(self, effect: Effect, state: State) -> None:
        """Takes in an effect of the referee; `state` is the state after it."""
        match effect:
            case RecordEvent(event):
                self._events.append(event)
                if isinstance(event, EndTurn):
                    self._note_completion(state)
            case ReportVerdict(verdict=Illegal() | Disturbed() as verdict):
                if not state.is_setting_up:
                    self._alarm(effect, state)
                    if isinstance(verdict, Illegal):
                        self._notes.reasons, self._notes.board = verdict.reasons, verdict.board

        if isinstance(effect, Notice) and type(effect) in ALARMS:
            if not self._truth.justifies(effect):
                self._alarm(effect, state)
            self._take_in_objection(effect)

    def _take_in_objection(self, notice: Notice) -> None:
        """Takes in what was said to people about a play."""
        self._notes.was_pointed_out |= isinstance(notice, OBJECTIONS_TO_PLAY)
        self.illegal_play_stands |= isinstance(notice, STANDING_ILLEGAL_PLAY)
        reasons, board = findings_of(notice)
        if reasons:
            self._notes.reasons, self._notes.board = reasons, board

    def on_mark(self, mark: gestures.Mark, state: State) -> None:
        """Takes in a mark of the hands, and compares the referee's work with it."""
        match mark:
            case gestures.GameBegins(match):
                self._events.clear()
                self._at = (match.number, 0)
            case gestures.TurnBegins():
                self._turn_begins(mark, state)
            case gestures.PlayMade(play):
                self.play_made = play.result
            case gestures.TurnEnds():
                self._turn_ends(mark, state)
            case gestures.Checkpoint(match):
                self._compare(match, state.match)
            case _:
                self._on_wrong_doing(mark, state)

    def _on_wrong_doing(self, mark: gestures.Mark, state: State) -> None:
        """Takes in a mark about something that hands do wrongly, or put right."""
        match mark:
            case gestures.SlipPlanted():
                self._count("planted_errors", mark)
                self.planted, self.illegal_play_stands = mark, False
                self._notes = ErrorNotes(len(self._events))
            case gestures.SlipShown():
                self._error_shown(state)
            case gestures.SlipCorrected():
                self._error_corrected(state)
                self.planted = None
            case gestures.WrongActBegins(habit):
                self.wrong_act = habit
            case gestures.WrongActMended():
                self.wrong_act = ""

    @property
    def mover(self) -> Player | None:
        """The player of the last throw; None before the first."""
        return self._throw.player if self._throw else None

    @property
    def has_errors(self) -> bool:
        """True if the referee made any error, except a wrong reason."""
        score = self.score
        errors = score.false_alarms + score.lost_plays + score.missed_errors + score.standstills
        return bool(errors or self.strays)

    @property
    def was_completed(self) -> bool:
        """True if the turn with the planted error was completed nevertheless."""
        return any(
            isinstance(event, EndTurn) for event in self._events[self._notes.events_before :]
        )

    def count_standstill(self) -> None:
        """Counts a match that does not go on."""
        self.score.standstills += 1
        self.complaints.append(Standstill(*self._at))

    def forget_turn(self) -> None:
        """Forgets the events of the turn with the planted error, which is taken back."""
        del self._events[self._notes.events_before :]

    def _alarm(self, effect: ReportVerdict | Notice, state: State) -> None:
        if not (self.planted or self.wrong_act):
            self.score.false_alarms += 1
            self.complaints.append(FalseAlarm(*self._at, effect, state.settings))

    def _turn_begins(self, mark: gestures.TurnBegins, state: State) -> None:
        self._throw, self.play_made = mark, None
        self._at = (self._at[0], self._at[1] + 1)
        game = state.match.game
        if (game.dice, game.position) != (mark.dice, mark.position):
            self.strays += 1
            self.complaints.append(WrongTurn(*self._at, mark, state.match))

    def _turn_ends(self, mark: gestures.TurnEnds, state: State) -> None:
        self.score.turns += 1
        ends = [event for event in self._events if isinstance(event, Play | EndTurn)][-2:]
        if ends and ends[-1].player is not mark.player:
            ends = []
        ended = bool(ends) and ends[-1] == EndTurn(mark.player)
        played = mark.expected is None or ends[:1] == [mark.expected]
        if not (ended and played):
            self.score.lost_plays += 1
            rulebook = state.match.rulebook
            lost = LostPlay(*self._at, self._throw, rulebook, mark.expected, tuple(ends))
            self.complaints.append(lost)

    def _note_completion(self, state: State) -> None:
        """Notes if the turn was completed with an error that looked legal, before any objection."""
        if self.planted and self._throw and not self._notes.was_pointed_out:
            plays = LegalPlays(self._throw.position, self._throw.dice, state.match.rulebook)
            self._notes.is_untellable |= self._looks_legal(plays, state)

    def _error_shown(self, state: State) -> None:
        """Notes what the board looks like, what was said, and if the turn was completed."""
        if self._throw is None:
            return
        plays = LegalPlays(self._throw.position, self._throw.dice, state.match.rulebook)
        self._notes.is_untellable |= self._looks_legal(plays, state)
        self._notes.was_refused, self._notes.has_right_reason = (
            self._notes.was_pointed_out,
            self._is_right(plays),
        )
        self._notes.has_passed = self.was_completed and not self.illegal_play_stands

    def _error_corrected(self, state: State) -> None:
        """Counts the planted error, from the time when it was planted until it is put right."""
        if self.planted is None or self._throw is None:
            return
        plays = LegalPlays(self._throw.position, self._throw.dice, state.match.rulebook)
        self._notes.has_passed |= self._passes_illegally(plays)
        if self._notes.is_untellable:
            self._count("untellable", self.planted)
        elif not self._notes.was_refused or self._notes.has_passed:
            self._count("missed_errors", self.planted)
            if self._notes.was_refused:
                self._count("passed", self.planted)
            self.complaints.append(MissedError(*self._at, self.planted))
        else:
            self._count("refused", self.planted)
            if self._notes.has_right_reason:
                self._count("right_reason", self.planted)
            else:
                self.complaints.append(WrongReason(*self._at, self.planted, self._notes.reasons))

    def _passes_illegally(self, plays: LegalPlays) -> bool:
        """True if the turn was completed with an illegal play that is not to stand."""
        made = [it for it in self._events[self._notes.events_before :] if isinstance(it, Play)]
        illegal = any(play.result not in plays for play in made)
        return illegal and self.was_completed and not self.illegal_play_stands

    def _count(self, what: str, planted: gestures.SlipPlanted) -> None:
        kind = self.kinds.setdefault(kind_of(planted), RefereeScore())
        for score in (self.score, kind):
            setattr(score, what, getattr(score, what) + 1)

    def _looks_legal(self, plays: LegalPlays, state: State) -> bool:
        """True if what the sensors see may be a legal play."""
        if self._throw is None:
            return False
        colour = state.seating.colour(self._throw.player)
        if self._truth.boards:
            return any(self._truth.may_be(play, colour) for play in plays)
        # The referee's doubts are left out, since they could excuse its errors.
        seen = make_chart(combine(state.observed.observations.values()), colour)
        before = plays.position.counts
        # A hit checker on the other half of the bar is no error, and one beside the board is off.
        readings = (seen, *other_readings(seen, before)) if is_astray(seen, before) else (seen,)
        return any(_is_whole(one, play.counts) for one in readings for play in plays)

    def _is_right(self, plays: LegalPlays) -> bool:
        """True if the reason is accepted, or explains the board by no more errors than planted."""
        if self.planted is None or not self._notes.reasons:
            return False
        if self._notes.reasons[0].why in self.planted.accepted:
            return True
        if self._notes.board is None:
            return False
        claim, planted = (
            diagnose(plays, board) for board in (self._notes.board, self.planted.board)
        )
        return bool(claim.reasons) and claim.weight <= planted.weight

    def _compare(self, expected: Match, match: Match) -> None:
        """Compares the match with the record at a point where they should agree.

        If a game ends before any checker was moved, the board is already set up for the next
        one, and the referee is right to begin it.
        """
        parts = _compared_parts(match)
        if parts != _compared_parts(expected) and parts != _compared_parts(_after_game(expected)):
            self.strays += 1
            self.complaints.append(WrongMatchState(*self._at, expected, match))


def _is_whole(seen: BoardChart, counts: Sequence[int]) -> bool:
    """True if nothing of this position is missing but checkers that are borne off."""
    missing, extra = total_gap(seen, counts)
    off = sum(seen[field].missing[counts[field]] for field in (MOVER_OFF, OTHER_OFF))
    return missing == off and not extra


def _compared_parts(match: Match) -> tuple[object, ...]:
    return match.score, match.number, match.game.phase, match.game.position


def _after_game(match: Match) -> Match:
    """The match with its next game begun, if a game is over and the board is still set up."""
    game = match.game
    if game.phase is not Phase.OVER or game.position != START:
        return match
    after = apply(match, NextGame())
    return after if isinstance(after, Match) else match
