"""Checks a position that was pasted or laid out on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace

from engine.backgammon.errors import NotAPosition
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import CHECKERS
from engine.scanner import NotationError
from hardware.checkers import Colour, Layout, Pile, Place, tray
from referee.seating import Seating, colour_of
from service.records.position_ids import BOTTOM, ids_of_snapshot, parse_id, read_piles, write_board
from service.words.phrases import Language, Phrases, phrases_in

MAX_TEXT_LENGTH = 200
"""Characters of a text; the longest id has fewer than ninety."""
MAX_QUOTED = 40
"""Characters that an error message quotes from the place where reading stopped."""
SEATING = Seating(BOTTOM)
_BOARD = re.compile(r"\s*(?:XGID\s*=)?\s*([-A-Za-z]{26})\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ValidPosition:
    """A valid position, in every notation."""

    board: str
    turn: Colour
    xgid: str
    gnu_id: str
    left_out: bool = False
    """True if the text had more than a position: dice, a turned cube or a score."""


@dataclass(frozen=True, slots=True)
class InvalidPosition:
    """The reasons why a text is not a position, in words."""

    faults: tuple[str, ...]


def check_position(
    text: str, language: Language, turn: Colour | None = None
) -> ValidPosition | InvalidPosition:
    """Returns the position of a text; `turn` is the player on roll if the text does not say."""
    phrases = phrases_in(language)
    if len(text) > MAX_TEXT_LENGTH:
        return InvalidPosition((phrases.say("page.no_position.too_long", count=MAX_TEXT_LENGTH),))
    try:
        snapshot = _snapshot(text, turn or Colour.LIGHT)
    except NotAPosition as wrong:
        return InvalidPosition(tuple(_checker_faults(wrong, turn or Colour.LIGHT, phrases)))
    except NotationError as wrong:
        return InvalidPosition(_syntax_faults(wrong, text, phrases))
    except ValueError:
        return InvalidPosition((phrases.say("page.no_position.no_board"),))
    if snapshot.position.winner:
        return InvalidPosition((phrases.say("page.no_position.finished"),))
    return _valid_position(snapshot)


def position_json(found: ValidPosition | InvalidPosition) -> Mapping[str, object]:
    """The result as JSON values."""
    if isinstance(found, InvalidPosition):
        return {"faults": list(found.faults)}
    return {**asdict(found), "turn": found.turn.value}


def _snapshot(text: str, turn: Colour) -> Snapshot:
    """Parses the text; raises NotAPosition, NotationError or ValueError."""
    if letters := _BOARD.fullmatch(text):
        player = SEATING.player(turn)
        piles = read_piles(letters[1])
        laid = Layout({**piles, **_trays(piles)})
        return Snapshot(SEATING.setup(laid, player).position(), player)
    return parse_id(text)


def _trays(piles: Mapping[Place, Pile]) -> Mapping[Place, Pile]:
    """The checkers missing to fifteen, as piles in the trays."""
    there = Counter[Colour]()
    for pile in piles.values():
        there[pile.colour] += pile.count
    missing = {colour: CHECKERS - there[colour] for colour in Colour}
    return {tray(colour): Pile(colour, count) for colour, count in missing.items() if count > 0}


def _valid_position(snapshot: Snapshot) -> ValidPosition:
    """The position without dice and offers: the player on roll is to throw."""
    moment = replace(snapshot, dice=None, doubled=False, resigning=0)
    ids = ids_of_snapshot(moment)
    board = write_board(SEATING.layout(moment.position, moment.player))
    turn, has_more = SEATING.colour(moment.player), _has_more(snapshot)
    return ValidPosition(board, turn, ids.xgid, ids.gnu_id, has_more)


def _has_more(snapshot: Snapshot) -> bool:
    """True if a moment has more than the checkers and the player on roll."""
    position, player = snapshot.position, snapshot.player
    bare = Snapshot(position, player, jacoby=snapshot.jacoby, beavers=snapshot.beavers)
    return snapshot != bare


def _syntax_faults(wrong: NotationError, text: str, phrases: Phrases) -> tuple[str, ...]:
    """The reason why an id is invalid: its checkers, or the place where reading stopped."""
    if isinstance(wrong.__cause__, NotAPosition):
        return tuple(_checker_faults(wrong.__cause__, Colour.LIGHT, phrases))
    if not text.strip():
        return (phrases.say("page.no_position.empty"),)
    rest = text[wrong.at :][:MAX_QUOTED]
    key = "unreadable" if rest else "cut_short"
    return (phrases.say(f"page.no_position.{key}", at=wrong.at + 1, rest=rest),)


def _checker_faults(wrong: NotAPosition, mover: Colour, phrases: Phrases) -> Iterator[str]:
    """The faults of the checkers, in words with their colours."""
    for fault in wrong.faults:
        colour = colour_of(fault.side, mover).value if fault.side else "any"
        whose = phrases.say(f"page.no_position.checkers_{colour}")
        key = f"page.no_position.{fault.kind.name.lower()}"
        yield phrases.say(key, count=fault.count, whose=whose, point=fault.point)
