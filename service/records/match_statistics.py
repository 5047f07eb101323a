"""Statistics of the games of a match: how long they took, and how often the referee objected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.backgammon.game.events import NextGame
from engine.backgammon.game.match import Match, Phase
from engine.players import ByPlayer, Player
from referee.effects import Effect, RecordEvent, ReportVerdict, StartNextMatch
from referee.match_settings import MatchSettings
from referee.notices import Notice
from referee.state import State
from referee.verdicts import Disturbed, Illegal, UnreadableBoard
from service.records.objections import (
    ILLEGAL_PLAYS,
    MAX_OBJECTIONS,
    find_objection,
    player_at_fault,
)
from service.records.score_sheet import completes_turn, takes_back_turn
from service.storage.journal_replay import ReplayedSignal

_UNDECIDED = (Illegal, Disturbed, UnreadableBoard)
"""Verdicts during which a wrong play may still lie on the board."""


@dataclass(frozen=True, slots=True)
class PlayStatistics:
    """The length of one or several games, and the objections to each player."""

    seconds: float = 0.0
    """From the first throw of each game to its end."""
    turns: int = 0
    objections: ByPlayer[int] = field(default_factory=lambda: ByPlayer(0, 0))
    """The number of wrong plays, however long they lay there, and of the other objections."""

    @classmethod
    def total(cls, games: Iterable[PlayStatistics]) -> PlayStatistics:
        played = tuple(games)
        return cls(
            sum(it.seconds for it in played),
            sum(it.turns for it in played),
            ByPlayer(*(sum(it.objections[player] for it in played) for player in Player)),
        )


@dataclass(frozen=True, slots=True)
class GameEnding:
    """The end of a game, and of the match if it has a winner."""

    number: int
    """The number of the match in the journal."""
    settings: MatchSettings
    match: Match
    """The match after the game."""
    serial: int
    """The number of ends of games in the match so far, with those that were taken back."""
    game: PlayStatistics
    whole: PlayStatistics
    """The statistics of all games of the match so far."""


@dataclass(slots=True)
class _GameInPlay:
    """The statistics of the game that is being played."""

    began_at: float | None = None
    """The time of the first throw."""
    turns: int = 0
    objections: dict[Player, int] = field(default_factory=lambda: dict.fromkeys(Player, 0))
    is_objecting: bool = False
    """True while the play on the board is one that the referee has objected to."""
    others: set[Notice] = field(default_factory=set)
    """The different objections to something else since the last turn."""

    def at(self, now: float) -> PlayStatistics:
        seconds = 0.0 if self.began_at is None else now - self.began_at
        return PlayStatistics(seconds, self.turns, ByPlayer(*self.objections.values()))

    def complete_turn(self) -> None:
        self.turns += 1
        self.is_objecting = False
        self.others.clear()

    def object_to(self, player: Player, objection: Notice) -> None:
        if isinstance(objection, ILLEGAL_PLAYS):
            is_new, self.is_objecting = not self.is_objecting, True
        else:
            is_new = objection not in self.others and len(self.others) < MAX_OBJECTIONS
            self.others |= {objection} if is_new else set()
        self.objections[player] += is_new


class MatchStatistics:
    """Collects the statistics of a match, effect by effect in their order."""

    def __init__(self) -> None:
        self.ending: GameEnding | None = None
        """The last end of a game, until a throw of the next one or another match by hand."""
        self._past: list[PlayStatistics] = []
        """The finished games of the match."""
        self._game = _GameInPlay()
        self._endings = 0

    def add(self, effect: Effect, state: State, at: float, number: int) -> None:
        """Adds an effect; `state` is the state after its signal, `number` that of the match."""
        match effect:
            case RecordEvent(event=NextGame()):
                self._past += [self.ending.game] if self.ending else []
                self._game = _GameInPlay()
            case RecordEvent():
                self._add_event(effect, state.settings, at, number)
            case StartNextMatch():
                self.begin_match()
            case _ if objection := find_objection(effect, state.match, state.settings):
                at_fault = player_at_fault(objection, state.match, state.settings)
                self._game.object_to(at_fault, objection)
            case ReportVerdict(verdict) if verdict and not isinstance(verdict, _UNDECIDED):
                self._game.is_objecting = False

    def add_past_signal(self, number: int, past: ReplayedSignal) -> None:
        """Adds the effects of a signal of a match that is resumed."""
        for effect in past.effects:
            self.add(effect, past.after, past.entry.signal.at, number)

    def forget_ending(self) -> None:
        """Forgets the last end of a game, as people begin something else by hand."""
        self.ending = None

    def begin_match(self) -> None:
        """Begins another match; of the one before, only a won match's end is known."""
        if self.ending and not self.ending.match.winner:
            self.ending = None
        self._past, self._game, self._endings = [], _GameInPlay(), 0

    def _add_event(
        self, recorded: RecordEvent, settings: MatchSettings, at: float, number: int
    ) -> None:
        before, after, game = recorded.before, recorded.after, self._game
        if before.game.phase is after.game.phase is Phase.OVER:
            return  # Only a request to take back the last turn, or its refusal.
        self.ending = None
        if game.began_at is None:
            game.began_at = at
        if takes_back_turn(recorded):
            game.turns = max(game.turns - 1, 0)
        elif completes_turn(recorded):
            game.complete_turn()
        if after.game.phase is Phase.OVER:
            played = game.at(at)
            whole = PlayStatistics.total((*self._past, played))
            self._endings += 1
            self.ending = GameEnding(number, settings, after, self._endings, played, whole)
