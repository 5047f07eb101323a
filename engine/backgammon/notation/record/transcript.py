"""Writes a record as a script, the way people keep score: only the moves that stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.backgammon.game import events
from engine.backgammon.game.match import Crawford, Ending, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.notation.play_text import describe_play
from engine.backgammon.notation.record import record
from engine.players import ByPlayer

_MOVING_PHASES = (Phase.TO_PLAY, Phase.PLAYED)


def write_script(played: record.Record, tags: Iterable[record.Tag] = ()) -> record.Script:
    """The script of a record with tags for its rules, without undone turns and declined offers."""
    given = tuple(tags)
    named = {tag.name.lower() for tag in given}
    agreed = (tag for tag in _rule_tags(played) if tag.name.lower() not in named)
    games = tuple(scribe.game(played.names) for scribe in _scribes(played))
    return record.Script(played.names, played.length, (*given, *agreed), games)


def _scribes(played: record.Record) -> list[_Scribe]:
    """A scribe with the entries of each game."""
    scribes: list[_Scribe] = []
    for scene in played.replay():
        if not scribes or scene.before is not scribes[-1].match:
            scribes.append(_Scribe(scene.before))
        if isinstance(scene.event, events.NextGame):
            scribes.append(_Scribe(scene.after))
        else:
            scribes[-1].follow(scene)
    last = played.restarted_matches.get(len(played.events))
    if last or not scribes:
        scribes.append(_Scribe(last or played.start))
    return scribes


class _Scribe:
    """The entries of one game so far."""

    def __init__(self, start: Match) -> None:
        self.start = self.match = start
        self.stake = start.game.cube.value
        self.entries: list[record.Entry] = []
        self.turns: list[int] = []
        """The number of entries before each completed turn."""

    def follow(self, scene: record.ReplayedEvent) -> None:
        """Adds the entries of an event; removes those of a turn that was taken back."""
        before, event, after = scene.before, scene.event, scene.after
        self.match = after
        if after is before.before:
            del self.entries[self.turns.pop() :]
        elif before.game.phase in _MOVING_PHASES and after.before is not before.before:
            self.turns.append(len(self.entries))
            self.entries += _entry_of_turn(before)
        if isinstance(event, events.OpeningThrow):
            self.stake = after.game.cube.value
        self.entries += _entries_of_event(scene)

    def game(self, names: ByPlayer[str]) -> record.ScriptGame:
        """The game with the entries so far."""
        start, game = self.start, self.start.game
        set_up = None
        if game.phase is not Phase.OPENING:
            set_up = record.ResumedPosition(game.position, game.turn, game.cube)
        entries = (*self.entries, *_entry_of_open_throw(self.match))
        return record.ScriptGame(
            start.number,
            start.score,
            record.number_rows(entries),
            names,
            stake=None if set_up else self.stake,
            crawford=start.crawford is Crawford.NOW,
            set_up=set_up,
        )


def _entry_of_turn(match: Match) -> Iterator[record.MoveEntry]:
    """Yields the entry of the turn that is complete now."""
    game = match.game
    if game.dice:
        text = describe_play(legal_plays(match), game.played or game.position)
        illegal = bool(game.played and game.reasons)
        yield record.MoveEntry(player=game.turn, dice=game.dice, text=text, illegal=illegal)


def _entry_of_open_throw(match: Match) -> Iterator[record.MoveEntry]:
    """Yields the entry of dice that lie on the board at the end of the record."""
    game = match.game
    if game.dice:
        yield record.MoveEntry(player=game.turn, dice=game.dice, played=False)


def _entries_of_event(scene: record.ReplayedEvent) -> Iterator[record.Entry]:
    """Yields the entries of an event other than a turn."""
    game = scene.after.game
    match scene.event:
        case events.Double(player=player):
            yield record.DoubleEntry(player=player, value=game.offer)
        case events.Beaver(player=player):
            yield record.BeaverEntry(player=player, value=game.offer)
        case events.Take(player=player):
            yield record.TakeEntry(player=player)
        case events.Drop(player=player):
            yield record.DropEntry(player=player)
        case events.AcceptResignation():
            yield from _entry_of_open_throw(scene.before)
    if game.result and not scene.before.game.result:
        resigned = game.result.ending is Ending.RESIGNED
        won = game.result
        yield record.WinEntry(player=won.winner, points=won.points, resigned=resigned)


def _rule_tags(played: record.Record) -> Iterator[record.Tag]:
    """Yields the tags for rules that a reader could not know otherwise."""
    rulebook = played.rulebook
    if not rulebook.cube:
        yield record.Tag(record.CUBE_LIMIT, record.NO_CUBE)
    if played.length:
        if not rulebook.crawford:
            yield record.Tag(record.CRAWFORD, record.OFF)
        return
    for name, option in ((record.JACOBY, rulebook.jacoby), (record.BEAVER, rulebook.beavers)):
        yield record.Tag(name, record.ON if option.in_force(played.length) else record.OFF)
