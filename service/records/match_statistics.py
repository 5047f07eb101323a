"""Statistics of the games of a match: how long they took, and how often the referee objected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.backgammon.game.events import NextGame
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.players import ByPlayer, Player
from referee import notices
from referee.effects import Effect, RecordEvent, ReportVerdict, StartNextMatch
from referee.match_settings import MatchSettings
from referee.state import MOVING_PHASES, State
from referee.verdicts import Disturbed, Illegal, UnreadableBoard, Verdict
from service.storage.journal_replay import ReplayedSignal

_UNDECIDED = (Disturbed, UnreadableBoard)
"""Verdicts during which a wrong play may still lie on the board."""


@dataclass(frozen=True, slots=True)
class PlayStatistics:
    """The length of one or several games, and the objections to each player."""

    seconds: float = 0.0
    """From the first throw of each game to its end."""
    turns: int = 0
    objections: ByPlayer[int] = field(default_factory=lambda: ByPlayer(0, 0))
    """The number of wrong plays to which the referee objected, however long they lay there."""

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

    def at(self, now: float) -> PlayStatistics:
        seconds = 0.0 if self.began_at is None else now - self.began_at
        return PlayStatistics(seconds, self.turns, ByPlayer(*self.objections.values()))

    def object_to(self, player: Player) -> None:
        if not self.is_objecting:
            self.objections[player] += 1
        self.is_objecting = True


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
            case ReportVerdict(verdict):
                self._add_verdict(verdict, state)
            case notices.IllegalPlayRefused(colour) | notices.IllegalPlayStands(colour):
                self._game.object_to(state.seating.player(colour))
            case notices.IllegalPlayChoice(colour):
                self._game.object_to(state.seating.player(colour).opponent)

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
        if after is before.before:
            game.turns = max(game.turns - 1, 0)
        elif before.game.phase in MOVING_PHASES and after.before is not before.before:
            game.turns += 1
            game.is_objecting = False
        if after.game.phase is Phase.OVER:
            played = game.at(at)
            whole = PlayStatistics.total((*self._past, played))
            self._endings += 1
            self.ending = GameEnding(number, settings, after, self._endings, played, whole)

    def _add_verdict(self, verdict: Verdict | None, state: State) -> None:
        if isinstance(verdict, Illegal):
            if state.plays is not None and state.shows_illegal:
                self._game.object_to(state.turn)
        elif verdict is not None and not isinstance(verdict, _UNDECIDED):
            self._game.is_objecting = False
