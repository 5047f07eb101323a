"""Writes games in the Portable Draughts Notation (PDN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from textwrap import wrap
from types import MappingProxyType

from engine.checkers.game.match import Match, Result
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.fen import write_fen
from engine.checkers.notation.move_text import write_move
from engine.checkers.notation.record import RULEBOOK
from engine.checkers.position import START
from engine.checkers.rulebook import ENGLISH
from engine.players import ByPlayer, Player

GAME_TYPE = "21,B,8,8,N1,0"
"""English draughts: black begins on 8 by 8 squares, numbered from his side."""
NO_NAMES = ByPlayer("", "")
NO_TAGS: Mapping[str, str] = MappingProxyType({})
_UNKNOWN_TAGS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
_WIDTH = 80


def write_pdn(
    games: Iterable[Match], names: ByPlayer[str] = NO_NAMES, tags: Mapping[str, str] = NO_TAGS
) -> str:
    """The games as text, each of them as the match was at its end, or is now.

    The tags are those of the format, such as Event or Date, and stand in every game.
    """
    return "\n".join(_write_game(match, names, tags) for match in games)


def result_text(result: Result | None, dark: Player) -> str:
    """The result of a game as the format has it, that of the light side first."""
    if result is None:
        return "*"
    if result.winner is None:
        return "1/2-1/2"
    return "0-1" if result.winner is dark else "1-0"


def _write_game(match: Match, names: ByPlayer[str], tags: Mapping[str, str]) -> str:
    turns = _turns(match)
    first, dark = turns[0], match.game.dark
    result = result_text(match.game.result, dark)
    sides = {"White": names[dark.opponent] or "?", "Black": names[dark] or "?", "Result": result}
    head = {**_UNKNOWN_TAGS, **tags, "Round": tags.get("Round", str(match.number)), **sides}
    head["GameType"] = GAME_TYPE
    if match.rulebook.name != ENGLISH.name:
        head[RULEBOOK] = match.rulebook.name
    dark_begins = first.game.turn is dark
    if not dark_begins or first.game.position != START:
        head |= {"SetUp": "1", "FEN": write_fen(first.game.position, dark_to_move=dark_begins)}
    lines = [f'[{name} "{_escape_value(value)}"]' for name, value in head.items()]
    words = [*_words(turns, dark_begins=dark_begins), result]
    return "\n".join([*lines, "", *wrap(" ".join(words), _WIDTH), ""])


def _turns(match: Match) -> list[Match]:
    """The match before each completed move of its game, and as it is."""
    found = [match]
    while found[-1].before is not None:
        found.append(found[-1].before)
    return found[::-1]


def _words(turns: list[Match], *, dark_begins: bool) -> Iterable[str]:
    """Yields the moves with their numbers."""
    missing = 0 if dark_begins else 1
    for index, (before, after) in enumerate(pairwise(turns), missing):
        if index == missing or not index % 2:
            yield f"{index // 2 + 1}.{'' if not index % 2 else '..'}"
        plays = LegalPlays(before.game.position, before.rulebook)
        dark = before.game.turn is before.game.dark
        yield write_move(plays, after.game.position.mirrored, dark=dark)


def _escape_value(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
