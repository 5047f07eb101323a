"""The score sheet of a match, as people keep it: what stood, game by game, in no language yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play.described import describe
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from engine.backgammon.why.reasons import Reason
from service.tables.resuming import Happening

_MOVING = (Phase.TO_PLAY, Phase.PLAYED)


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn was completed."""

    player: Player
    before: Match
    after: Match
    dice: Dice
    play: str
    """As people write it; nothing if nothing was moved."""
    reasons: tuple[Reason, ...] = ()
    """The rules it broke, if it was not legal and stood."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A stake was offered: by a double, or by a beaver to one."""

    player: Player
    before: Match
    after: Match
    stake: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """An offered stake was taken, or the game given up for it."""

    player: Player
    before: Match
    after: Match
    takes: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    """A game was given up, and that was accepted."""

    player: Player
    before: Match
    after: Match
    win: Win


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position was set up by hand, and this player goes on from there."""

    player: Player
    before: Match
    after: Match


Line = Turned | Offered | Answered | Resigned | SetUp
"""One line of a sheet, with the match before and after it."""


class GameSheet:
    """One game, as far as it has come."""

    def __init__(self, start: Match) -> None:
        self.start = start
        """The match before the game."""
        self.match = start
        """The match now."""
        self._lines: list[Line] = []
        self._turns: list[int] = []
        """How many lines came before each turn that can still be taken back."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What stands, in order."""
        return tuple(self._lines)

    @property
    def began_with(self) -> Match:
        """The match as its first turn found it, which may be as it was set up for that."""
        began = self.start
        for line in self._lines:
            if not isinstance(line, SetUp):
                break
            began = line.after
        return began

    def follow(self, happened: Happening) -> None:
        """Write down what happened, if it counts; strike out what is taken back."""
        before, after = happened.before, happened.after
        self.match = after
        if after is before.before and self._turns:
            del self._lines[self._turns.pop() :]
        elif before.game.phase in _MOVING and after.before is not before.before:
            self._turns.append(len(self._lines))
            self._lines += _turn(before, after)
        self._lines += _answer(happened)

    def go_on_from(self, match: Match) -> None:
        """The game goes on from a position that was set up by hand."""
        before, self.match = self.match, match
        self._turns.clear()
        self._lines.append(SetUp(match.game.turn, before, match))

    def close(self) -> None:
        """Only how it ended is still of interest."""
        self.match = replace(self.match, before=None)
        self._turns.clear()
        self._lines.clear()


class MatchSheet:
    """A match, as far as it has come; whatever it is shown next must follow from that."""

    def __init__(self, start: Match, *, whole: bool = True) -> None:
        self.games = [GameSheet(start)]
        """All of them, the one that is played last."""
        self._whole = whole
        """Whether the lines of games that are over are kept, however many those become."""

    @property
    def match(self) -> Match:
        """The match now."""
        return self.games[-1].match

    def follow(self, happened: Happening) -> None:
        """Write down what happened; if the match before it is another one, it was set up."""
        self.meet(happened.before)
        if isinstance(happened.event, events.NextGame):
            self._begin(happened.after)
        else:
            self.games[-1].follow(happened)

    def meet(self, match: Match) -> None:
        """The match is this one now; if that is not where it was, a position was set up."""
        if match == self.match:
            return
        if self.match.game.phase is Phase.OVER:
            self._begin(match)
        self.games[-1].go_on_from(match)

    def _begin(self, match: Match) -> None:
        if not self._whole:
            self.games[-1].close()
        self.games.append(GameSheet(match))


def _turn(match: Match, after: Match) -> Iterator[Line]:
    """The turn that is complete now."""
    game = match.game
    if game.dice:
        reasons = game.reasons if game.played else ()
        play = _written(match, game.played or game.position)
        yield Turned(game.turn, match, after, game.dice, play, reasons)


def _written(match: Match, result: Position) -> str:
    if result == match.game.position:
        return ""
    plays = legal_plays(match)
    return write_play(plays.lines[result]) if result in plays else describe(plays, result)


def _answer(happened: Happening) -> Iterator[Line]:
    """What an event other than a turn is worth writing down."""
    before, after, game = happened.before, happened.after, happened.after.game
    match happened.event:
        case events.Double(player):
            yield Offered(player, before, after, game.offer)
        case events.Beaver(player):
            yield Offered(player, before, after, game.offer, beaver=True)
        case events.Take(player):
            yield Answered(player, before, after, takes=True)
        case events.Drop(player):
            yield Answered(player, before, after, takes=False)
        case events.AcceptResignation() if game.result and game.result.ending is Ending.RESIGNED:
            yield Resigned(game.result.winner.opponent, before, after, game.result.win)
