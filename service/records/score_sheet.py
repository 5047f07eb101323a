"""The score sheet of a match: turns and offers, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.moves.plays import StepSequence
from engine.backgammon.notation.play_text import write_result
from engine.players import Player
from referee.effects import Effect, RecordEvent
from referee.match_settings import MatchSettings
from referee.notices import IllegalPlayStands, Notice
from referee.state import MOVING_PHASES
from service.records.objections import MAX_OBJECTIONS, find_objection


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a sheet: its player, and the match before and after it."""

    player: Player
    before: Match
    after: Match
    objections: tuple[Notice, ...] = field(default=(), kw_only=True)
    """The different objections of the referee since the line before, the first ones of them."""


@dataclass(frozen=True, slots=True)
class CompletedTurn(_Line):
    """A completed turn."""

    dice: Dice
    play: str
    """The play in the usual notation; empty if nothing was moved."""
    reasons: tuple[Reason, ...] = ()
    """The rules that it broke, if it was illegal and stood."""
    steps: StepSequence = ()
    """The steps of a legal play; empty for another one, whose steps nobody knows."""


@dataclass(frozen=True, slots=True)
class StakeOffer(_Line):
    """A higher stake that was offered: a double, or a beaver."""

    stake: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class StakeAnswer(_Line):
    """The answer to an offered stake: a take or a drop."""

    takes: bool


@dataclass(frozen=True, slots=True)
class AcceptedResignation(_Line):
    """An accepted resignation."""

    win: Win


@dataclass(frozen=True, slots=True)
class SetUpPosition(_Line):
    """A position that was set up by hand; this player is on turn there."""


SheetLine = CompletedTurn | StakeOffer | StakeAnswer | AcceptedResignation | SetUpPosition


def completes_turn(recorded: RecordEvent) -> bool:
    """True if an event completes a turn."""
    before, after = recorded.before, recorded.after
    is_new = after.before is not before.before and not takes_back_turn(recorded)
    return is_new and before.game.phase in MOVING_PHASES


def takes_back_turn(recorded: RecordEvent) -> bool:
    """True if an event takes back the last turn."""
    return recorded.after is recorded.before.before


class GameSheet:
    """The sheet of one game, as far as it has been played."""

    def __init__(self, start: Match) -> None:
        self.start = start
        """The match before the game."""
        self.match = start
        """The match now."""
        self._lines: list[SheetLine] = []
        self._turns: list[int] = []
        """The number of lines before each turn that can still be taken back."""
        self._objections: tuple[Notice, ...] = ()
        """The objections since the last line."""

    @property
    def lines(self) -> tuple[SheetLine, ...]:
        """The lines that stand, in order."""
        return tuple(self._lines)

    @property
    def turn_count(self) -> int:
        """The number of completed turns that stand."""
        return sum(isinstance(line, CompletedTurn) for line in self._lines)

    @property
    def began_with(self) -> Match:
        """The match before its first turn, which may be a position that was set up."""
        began = self.start
        for line in self._lines:
            if not isinstance(line, SetUpPosition):
                break
            began = line.after
        return began

    def add(self, recorded: RecordEvent) -> None:
        """Adds the lines of an event, if it has any; removes those of a turn that is taken back."""
        before, after = recorded.before, recorded.after
        self.match = after
        if takes_back_turn(recorded) and self._turns:
            del self._lines[self._turns.pop() :]
        elif completes_turn(recorded):
            self._turns.append(len(self._lines))
            self._append(_turn_line(before, after))
        self._append(_event_line(recorded))

    def add_objection(self, notice: Notice) -> None:
        """Adds an objection to the line that comes next."""
        if notice not in self._objections and len(self._objections) < MAX_OBJECTIONS:
            self._objections += (notice,)

    def continue_from(self, match: Match) -> None:
        """Continues the game from a position that was set up by hand."""
        before, self.match = self.match, match
        self._turns.clear()
        self._append((SetUpPosition(match.game.turn, before, match),))

    def close(self) -> None:
        """Drops all lines and keeps only the result."""
        self.match = replace(self.match, before=None)
        self._turns.clear()
        self._lines.clear()

    def _append(self, lines: Iterable[SheetLine]) -> None:
        """Appends lines, the first of them with the objections so far."""
        for line in lines:
            self._lines.append(replace(line, objections=self._objections))
            self._objections = ()


class MatchSheet:
    """The sheet of a match as far as it has been played; events must be added in order."""

    def __init__(
        self, start: Match, settings: MatchSettings | None = None, *, whole: bool = True
    ) -> None:
        self.games = [GameSheet(start)]
        """All games, the current one last."""
        self._settings = settings
        """The settings, by which the referee objects; None for a match without a referee."""
        self._keeps_lines = whole
        """True if the lines of finished games are kept."""

    @property
    def match(self) -> Match:
        return self.games[-1].match

    def add_effect(self, effect: Effect) -> None:
        """Adds an event or an objection; any other effect changes nothing."""
        if isinstance(effect, RecordEvent):
            self.add(effect)
            return
        objection = self._settings and find_objection(effect, self.match, self._settings)
        # A play that stood has its reasons in its own line.
        if objection and not isinstance(objection, IllegalPlayStands):
            self.games[-1].add_objection(objection)

    def add(self, recorded: RecordEvent) -> None:
        """Adds an event; if the match before it is unexpected, a position was set up first."""
        self.update_match(recorded.before)
        if isinstance(recorded.event, events.NextGame):
            self._begin(recorded.after)
        else:
            self.games[-1].add(recorded)

    def update_match(self, match: Match) -> None:
        """Updates the current match; if it differs from the sheet's, a position was set up."""
        if match == self.match:
            return
        if self.match.game.phase is Phase.OVER:
            self._begin(match)
        self.games[-1].continue_from(match)

    def _begin(self, match: Match) -> None:
        if not self._keeps_lines:
            self.games[-1].close()
        self.games.append(GameSheet(match))


def _turn_line(match: Match, after: Match) -> Iterator[SheetLine]:
    game = match.game
    if game.dice:
        reasons = game.reasons if game.played else ()
        plays, result = legal_plays(match), game.played or game.position
        play = write_result(plays, result)
        steps = plays.lines.get(result, ()) if play else ()
        yield CompletedTurn(game.turn, match, after, game.dice, play, reasons, steps)


def _event_line(recorded: RecordEvent) -> Iterator[SheetLine]:
    """The line of an event other than a turn, if it has one."""
    before, after, game = recorded.before, recorded.after, recorded.after.game
    match recorded.event:
        case events.Double(player):
            yield StakeOffer(player, before, after, game.offer)
        case events.Beaver(player):
            yield StakeOffer(player, before, after, game.offer, beaver=True)
        case events.Take(player):
            yield StakeAnswer(player, before, after, takes=True)
        case events.Drop(player):
            yield StakeAnswer(player, before, after, takes=False)
        case events.AcceptResignation() if game.result and game.result.ending is Ending.RESIGNED:
            yield AcceptedResignation(game.result.winner.opponent, before, after, game.result.win)
