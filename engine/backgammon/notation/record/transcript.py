"""Writes a record down as a script, the way people keep score: what stood, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.backgammon.game import events
from engine.backgammon.game.match import Crawford, Ending, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play.described import describe
from engine.backgammon.notation.record.record import Record, Scene
from engine.backgammon.notation.record.script import (
    BEAVER,
    CRAWFORD,
    CUBE_LIMIT,
    JACOBY,
    NO_CUBE,
    OFF,
    ON,
    Beavered,
    Doubled,
    Dropped,
    Entry,
    Moved,
    Script,
    ScriptGame,
    Tag,
    Took,
    Won,
    numbered,
)
from engine.backgammon.players import ByPlayer

_MOVING = (Phase.TO_PLAY, Phase.PLAYED)


def script_of(record: Record, tags: Iterable[Tag] = ()) -> Script:
    """The script of a record, with these tags and with those that tell the rules agreed on.

    Turns that were taken back leave no trace in it, nor do offers that were declined.
    """
    told = tuple(tags)
    named = {tag.name.lower() for tag in told}
    agreed = (tag for tag in _agreed(record) if tag.name.lower() not in named)
    games = tuple(scribe.game(record.names) for scribe in _scribes(record))
    return Script(record.names, record.length, (*told, *agreed), games)


def _scribes(record: Record) -> list[_Scribe]:
    """One who has written down each game."""
    scribes: list[_Scribe] = []
    for scene in record.scenes():
        if not scribes or scene.before is not scribes[-1].match:
            scribes.append(_Scribe(scene.before))
        if isinstance(scene.event, events.NextGame):
            scribes.append(_Scribe(scene.after))
        else:
            scribes[-1].follow(scene)
    return scribes or [_Scribe(record.start)]


class _Scribe:
    """What has been written down of a game so far."""

    def __init__(self, start: Match) -> None:
        self.start = self.match = start
        self.stake = start.game.cube.value
        self.entries: list[Entry] = []
        self.turns: list[int] = []
        """How many entries came before each completed turn."""

    def follow(self, scene: Scene) -> None:
        """Write down what happened, if it counts; strike out what was taken back."""
        before, event, after = scene.before, scene.event, scene.after
        self.match = after
        if after is before.before:
            del self.entries[self.turns.pop() :]
        elif before.game.phase in _MOVING and after.before is not before.before:
            self.turns.append(len(self.entries))
            self.entries += _turn(before)
        if isinstance(event, events.OpeningThrow):
            self.stake = after.game.cube.value
        self.entries += _happened(scene)

    def game(self, names: ByPlayer[str]) -> ScriptGame:
        """The game as it stands."""
        start = self.start
        entries = (*self.entries, *_thrown(self.match))
        return ScriptGame(
            start.number,
            start.score,
            numbered(entries),
            names,
            stake=self.stake,
            crawford=start.crawford is Crawford.NOW,
        )


def _turn(match: Match) -> Iterator[Moved]:
    """The turn that is complete now."""
    game = match.game
    if game.dice:
        text = describe(legal_plays(match), game.played or game.position)
        illegal = bool(game.played and game.reasons)
        yield Moved(player=game.turn, dice=game.dice, text=text, illegal=illegal)


def _thrown(match: Match) -> Iterator[Moved]:
    """The dice that lie on the board when nothing more happens."""
    game = match.game
    if game.dice:
        yield Moved(player=game.turn, dice=game.dice, played=False)


def _happened(scene: Scene) -> Iterator[Entry]:
    """What an event other than a turn is worth writing down."""
    game = scene.after.game
    match scene.event:
        case events.Double(player=player):
            yield Doubled(player=player, value=game.offer)
        case events.Beaver(player=player):
            yield Beavered(player=player, value=game.offer)
        case events.Take(player=player):
            yield Took(player=player)
        case events.Drop(player=player):
            yield Dropped(player=player)
        case events.AcceptResignation():
            yield from _thrown(scene.before)
    if game.result and not scene.before.game.result:
        resigned = game.result.ending is Ending.RESIGNED
        yield Won(player=game.result.winner, points=game.result.points, resigned=resigned)


def _agreed(record: Record) -> Iterator[Tag]:
    """The rules that a reader could not know otherwise."""
    rulebook = record.rulebook
    if not rulebook.cube:
        yield Tag(CUBE_LIMIT, NO_CUBE)
    if record.length:
        if not rulebook.crawford:
            yield Tag(CRAWFORD, OFF)
        return
    for name, option in ((JACOBY, rulebook.jacoby), (BEAVER, rulebook.beavers)):
        yield Tag(name, ON if option.in_force(record.length) else OFF)
