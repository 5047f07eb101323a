"""Checks a position that somebody has pasted or laid out: as XGID, GNU id or board letters.

Light's are the capital letters of an XGID, and a GNU Position ID alone is seen by Light, who is to
throw.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.backgammon.errors import NotAPosition, NotationError
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.position import CHECKERS
from hardware.checkers import Colour, Layout, Pile, Place, tray
from referee.seating import Seating, colour_of
from referee.words import Language, Phrases
from service.match_ids import BOTTOM, ids_of_snapshot
from service.terminal.position_card import parse_id
from service.web.boards import read_piles, write_board
from service.web.tongues import phrases_in

LONGEST = 200
"""Letters; the longest id has fewer than ninety."""
MOST_REPEATED = 40
"""How much of a text is repeated to show where it could not be read."""
SEATING = Seating(BOTTOM)
_BOARD = re.compile(r"\s*(?:XGID\s*=)?\s*([-A-Za-z]{26})\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Checked:
    """A position, in every notation."""

    board: str
    turn: Colour
    xgid: str
    gnu_id: str
    left_out: bool = False
    """Whether there were dice, a cube that is no longer new, or a score."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """Why a text is no position, in words."""

    faults: tuple[str, ...]


def checked(text: str, language: Language, turn: Colour | None = None) -> Checked | Faulty:
    """The position that a text spells; who is to throw may be told, where the text does not."""
    phrases = phrases_in(language)
    if len(text) > LONGEST:
        return Faulty((phrases.say("page.no_position.too_long", count=LONGEST),))
    try:
        snapshot = _snapshot(text, turn or Colour.LIGHT)
    except NotAPosition as wrong:
        return Faulty(tuple(_faults(wrong, turn or Colour.LIGHT, phrases)))
    except NotationError as wrong:
        return Faulty(_misread(wrong, text, phrases))
    except ValueError:
        return Faulty((phrases.say("page.no_position.no_board"),))
    if snapshot.position.winner:
        return Faulty((phrases.say("page.no_position.finished"),))
    return _written(snapshot)


def plain(found: Checked | Faulty) -> Mapping[str, object]:
    """The answer as JSON knows it."""
    if isinstance(found, Faulty):
        return {"faults": list(found.faults)}
    return {
        "board": found.board,
        "turn": found.turn.value,
        "xgid": found.xgid,
        "gnu_id": found.gnu_id,
        "left_out": found.left_out,
    }


def _snapshot(text: str, turn: Colour) -> Snapshot:
    """The moment, whose checkers need not be all that there is to say."""
    if letters := _BOARD.fullmatch(text):
        player = SEATING.player(turn)
        piles = read_piles(letters[1])
        return Snapshot(
            SEATING.setup(Layout({**piles, **_trays(piles)}), player).position(), player
        )
    return parse_id(text)


def _trays(piles: Mapping[Place, Pile]) -> Mapping[Place, Pile]:
    """What is missing to fifteen, if anything is."""
    there = Counter[Colour]()
    for pile in piles.values():
        there[pile.colour] += pile.count
    missing = {colour: CHECKERS - there[colour] for colour in Colour}
    return {tray(colour): Pile(colour, count) for colour, count in missing.items() if count > 0}


def _written(snapshot: Snapshot) -> Checked:
    """Who is on roll is to throw then: dice and offers are no part of a position."""
    moment = replace(snapshot, dice=None, doubled=False, resigning=0)
    ids = ids_of_snapshot(moment)
    board = write_board(SEATING.layout(moment.position, moment.player))
    return Checked(board, SEATING.colour(moment.player), ids.xgid, ids.gnu_id, _says_more(snapshot))


def _says_more(snapshot: Snapshot) -> bool:
    """Whether there is more to a moment than the checkers and whose turn it is."""
    position, player = snapshot.position, snapshot.player
    bare = Snapshot(position, player, jacoby=snapshot.jacoby, beavers=snapshot.beavers)
    return snapshot != bare


def _misread(wrong: NotationError, text: str, phrases: Phrases) -> tuple[str, ...]:
    """Why an id could not be read: what lies there cannot be, or where reading stopped."""
    if isinstance(wrong.__cause__, NotAPosition):
        return tuple(_faults(wrong.__cause__, Colour.LIGHT, phrases))
    if not text.strip():
        return (phrases.say("page.no_position.empty"),)
    rest = text[wrong.at :][:MOST_REPEATED]
    key = "unreadable" if rest else "cut_short"
    return (phrases.say(f"page.no_position.{key}", at=wrong.at + 1, rest=rest),)


def _faults(wrong: NotAPosition, mover: Colour, phrases: Phrases) -> Iterator[str]:
    """What is wrong with the checkers, by their colours."""
    for fault in wrong.faults:
        colour = colour_of(fault.side, mover).value if fault.side else "any"
        checkers = phrases.say(f"page.no_position.checkers_{colour}")
        key = fault.kind.name.lower()
        yield phrases.say(
            f"page.no_position.{key}", count=fault.count, whose=checkers, point=fault.point
        )
