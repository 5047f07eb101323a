"""Our own tag of a match file for a position that was set up by hand; the format has none."""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.notation.record import record
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.notation.snapshots.xgid import parse_xgid, xgid
from engine.players import NO_POINTS

SET_UP = "Set Up"
"""The name of the tag, which follows the header of its game; its value is an XGID."""


def set_up_tags(script: record.Script, game: record.ScriptGame) -> Iterator[record.Tag]:
    """Yields the tag of the position that was set up for a game, if there was one."""
    if game.set_up:
        moment = Snapshot(
            game.set_up.position,
            game.set_up.player,
            cube=game.set_up.cube,
            score=game.score or NO_POINTS,
            length=script.length,
            crawford=bool(script.length and game.crawford),
        )
        yield record.Tag(SET_UP, xgid(moment))


def read_set_up(text: str) -> record.ResumedPosition:
    """The position of an XGID, and whose turn it is; raises `NotationError` if it is malformed."""
    found = parse_xgid(text)
    return record.ResumedPosition(found.position, found.player, found.cube)
