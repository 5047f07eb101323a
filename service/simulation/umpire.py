"""Who watches a referee at work and keeps score: the referee's own errors are what is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import EndTurn, Event, NextGame, Play
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position, Setup
from engine.backgammon.why.explain import account_of
from engine.backgammon.why.reasons import Reason
from hardware.observations import combined
from referee.effects import Effect, Happened, Judged, Notice, What
from referee.outlook import chart, total_gap
from referee.state import State
from referee.verdicts import Disturbed, Illegal
from service.simulation.complaints import (
    Complaint,
    FalseAlarm,
    LostPlay,
    MissedError,
    Strayed,
    WrongReason,
    WrongTurn,
)
from service.simulation.marks import (
    ErrorMended,
    ErrorPlanted,
    ErrorShown,
    GameBegins,
    Mark,
    Played,
    Reached,
    TurnBegins,
    TurnEnds,
)

ALARMS = frozenset(
    {
        What.ILLEGAL,
        What.ILLEGAL_STANDS,
        What.ILLEGAL_CHOICE,
        What.DISTURBED,
        What.UNREADABLE,
        What.HIDDEN,
        What.REFUSED,
        What.NOT_YOUR_THROW,
        What.THROW_STANDS,
        What.EARLY_THROW_VOID,
        What.SWITCH_SILENT,
        What.SWITCH_CLOSED,
        What.SWITCH_DEAD,
        What.SWITCH_STUCK,
    }
)
"""What is said only when something is wrong."""
STANDING = frozenset({What.ILLEGAL_CHOICE, What.ILLEGAL_STANDS})
"""What is said of a play that is not legal, and stands unless the opponent objects."""


AT_ONCE = "two errors at once"


@dataclass(slots=True)
class Score:
    """How a referee has done."""

    turns: int = 0
    false_alarms: int = 0
    """Alarms while nothing was wrong."""
    lost_plays: int = 0
    """Turns that were not taken down just as they were played."""
    planted_errors: int = 0
    refused: int = 0
    """Planted errors that the referee objected to."""
    right_reason: int = 0
    """Of these, those of which it told rightly what was wrong."""
    untellable: int = 0
    """Planted errors that look to these sensors just like a legal play."""
    missed_errors: int = 0
    """Planted errors that could be told, and were not refused."""

    def __add__(self, more: Score) -> Score:
        return Score(
            *(getattr(self, field.name) + getattr(more, field.name) for field in fields(Score))
        )


def kind_of(planted: ErrorPlanted) -> str:
    """What was done wrong, in a few words; errors made at once are a kind of their own."""
    return planted.slips[0] if len(planted.slips) == 1 else AT_ONCE


def by_kind(umpires: Iterable[Umpire]) -> dict[str, Score]:
    """How the planted errors of several evenings went, by what was done."""
    added: dict[str, Score] = {}
    for umpire in umpires:
        for kind, score in umpire.kinds.items():
            added[kind] = added.get(kind, Score()) + score
    return dict(sorted(added.items()))


class Umpire:
    """Hears what hands mean to do and what the referee says to it."""

    def __init__(self, expected: frozenset[What] = frozenset()) -> None:
        self.score = Score()
        self.complaints: list[Complaint] = []
        """What the referee did wrong, in the order in which it did."""
        self.truth: Position | None = None
        """What has been played, where the referee has to ask."""
        self.planted: ErrorPlanted | None = None
        self.kinds: dict[str, Score] = {}
        """How the planted errors went, by what was done."""
        self._expected = expected
        self._reasons: tuple[Reason, ...] = ()
        """What the referee last said was wrong."""
        self._board: Setup | None = None
        """What it last took the board for."""
        self._refused = False
        self.stands = False
        """Whether the referee has said that a play which is not legal stands for now."""
        self._events: list[Event] = []
        self._before_error = 0
        self._strays = 0
        """How often the match was not where it should have been."""
        self._throw: TurnBegins | None = None
        self._at = (1, 0)
        """Which game it is, and which turn of it."""

    def hear(self, effect: Effect, state: State) -> None:
        """The referee has said or done something; the state is the one it has come to."""
        match effect:
            case Happened(event):
                self._events.append(event)
            case Judged(verdict=Illegal() | Disturbed() as verdict):
                if not state.is_setting_up:
                    self._alarm(effect, state)
                    if isinstance(verdict, Illegal):
                        self._reasons, self._board = verdict.reasons, verdict.board
            case Notice(what=what) if what in ALARMS - self._expected:
                self._alarm(effect, state)
                self.stands |= what in STANDING
                if effect.reasons:
                    self._reasons, self._board = effect.reasons, effect.board

    def see(self, mark: Mark, state: State) -> None:
        """The hands have come to a point where the referee's work can be told from the truth."""
        match mark:
            case GameBegins(match):
                self._events.clear()
                self._at = (match.number, 0)
            case TurnBegins():
                self._turn_begins(mark, state)
            case Played(play):
                self.truth = play.result
            case TurnEnds():
                self._turn_ends(mark, state)
            case ErrorPlanted():
                self._count("planted_errors", mark)
                self.planted, self._refused, self.stands = mark, False, False
                self._reasons, self._board = (), None
                self._before_error = len(self._events)
            case ErrorShown():
                self._error_shown(state)
            case ErrorMended():
                self.planted = None
            case Reached(match):
                self._reached(match, state.match)

    @property
    def mover(self) -> Player | None:
        """Whose throw was the last that lay there to be played."""
        return self._throw.player if self._throw else None

    @property
    def went_wrong(self) -> bool:
        """Whether the referee did anything that it should not, or left anything undone."""
        score = self.score
        return bool(score.false_alarms or score.lost_plays or score.missed_errors or self._strays)

    @property
    def was_completed(self) -> bool:
        """Whether the turn with the planted error has been completed all the same."""
        return any(isinstance(event, EndTurn) for event in self._events[self._before_error :])

    def forget_turn(self) -> None:
        """The turn with the planted error is taken back."""
        del self._events[self._before_error :]

    def _alarm(self, effect: Judged | Notice, state: State) -> None:
        if self.planted:
            self._refused = True
        else:
            self.score.false_alarms += 1
            self.complaints.append(FalseAlarm(*self._at, effect, state.settings))

    def _turn_begins(self, mark: TurnBegins, state: State) -> None:
        self._throw, self.truth = mark, None
        self._at = (self._at[0], self._at[1] + 1)
        game = state.match.game
        if (game.dice, game.position) != (mark.dice, mark.position):
            self._strays += 1
            self.complaints.append(WrongTurn(*self._at, mark, state.match))

    def _turn_ends(self, mark: TurnEnds, state: State) -> None:
        self.score.turns += 1
        kept = [event for event in self._events if isinstance(event, Play | EndTurn)][-2:]
        if kept and kept[-1].player is not mark.player:
            kept = []
        ended = bool(kept) and kept[-1] == EndTurn(mark.player)
        played = mark.expected is None or kept[:1] == [mark.expected]
        if not (ended and played):
            self.score.lost_plays += 1
            rulebook = state.match.rulebook
            lost = LostPlay(*self._at, self._throw, rulebook, mark.expected, tuple(kept))
            self.complaints.append(lost)

    def _error_shown(self, state: State) -> None:
        if self.planted is None or self._throw is None:
            return
        plays = LegalPlays(self._throw.position, self._throw.dice, state.match.rulebook)
        if self._looks_legal(plays, state):
            self._count("untellable", self.planted)
        elif not self._refused or (self.was_completed and not self.stands):
            self._count("missed_errors", self.planted)
            self.complaints.append(MissedError(*self._at, self.planted))
        else:
            self._count("refused", self.planted)
            if self._is_right(plays):
                self._count("right_reason", self.planted)
            else:
                self.complaints.append(WrongReason(*self._at, self.planted, self._reasons))

    def _count(self, what: str, planted: ErrorPlanted) -> None:
        kind = self.kinds.setdefault(kind_of(planted), Score())
        for score in (self.score, kind):
            setattr(score, what, getattr(score, what) + 1)

    def _looks_legal(self, plays: LegalPlays, state: State) -> bool:
        """Whether what the sensors see may be a legal play."""
        if self._throw is None:
            return False
        # Without what the referee has come to doubt, or he could talk himself out of an error.
        view = combined(state.sight.seen.values())
        seen = chart(view, state.seating.colour(self._throw.player))
        return any(total_gap(seen, play.counts) == (0, 0) for play in plays)

    def _is_right(self, plays: LegalPlays) -> bool:
        """Whether the reason is the planted one, or tells the same picture by no more errors."""
        if self.planted is None or not self._reasons:
            return False
        if self._reasons[0].why in self.planted.accepted:
            return True
        if self._board is None:
            return False
        told, planted = (account_of(plays, board) for board in (self._board, self.planted.board))
        return bool(told.reasons) and told.weight <= planted.weight

    def _reached(self, should: Match, match: Match) -> None:
        """The match has come to where the record is.

        Where a game ends before anything was moved, the board is set up for the next one as soon
        as it is over, and the referee rightly goes on to that.
        """
        reached = _seen(match)
        if reached != _seen(should) and reached != _seen(_after_game(should)):
            self._strays += 1
            self.complaints.append(Strayed(*self._at, should, match))


def _seen(match: Match) -> tuple[object, ...]:
    """What of a match is compared."""
    return match.score, match.number, match.game.phase, match.game.position


def _after_game(match: Match) -> Match:
    """The match with its next game begun, if one is over that lies as a game begins."""
    game = match.game
    if game.phase is not Phase.OVER or game.position != START:
        return match
    after = apply(match, NextGame())
    return after if isinstance(after, Match) else match
