"""Writes matches for people to read, illegal plays that stood among them."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.notation.record.mat import write_mat
from engine.backgammon.notation.record.script import Entry, Moved, Script, ScriptGame


def write_text(script: Script) -> str:
    """A match file in the columns of a `.mat`, in which no illegal play passes for a legal one.

    As in Snowie's text, which has the same columns, it says `Illegal play`; what was moved follows
    in brackets.
    """
    games = tuple(_told(game) for game in script.games)
    return write_mat(replace(script, games=games))


def _told(game: ScriptGame) -> ScriptGame:
    return replace(game, entries=tuple(map(_marked, game.entries)))


def _marked(entry: Entry) -> Entry:
    if isinstance(entry, Moved) and entry.illegal:
        return replace(entry, text=f"Illegal play ({entry.text or 'nothing moved'})")
    return entry
