"""Notices for tests, of any kind, with examples for the details that do not matter."""

from dataclasses import fields
from typing import Any, get_args

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.position import START
from hardware.checkers import Colour
from hardware.signals import CameraProblem, PlayerRequestKind
from referee.match_settings import Hints
from referee.notices import Notice

_EXAMPLES: dict[str, Any] = {
    "colour": Colour.LIGHT,
    "turn": Colour.LIGHT,
    "reasons": (),
    "board": START.setup,
    "places": (),
    "dice": Dice(3, 1),
    "refusal": Refusal(Ban.NOT_YOUR_TURN),
    "devices": (),
    "offer": PlayerRequestKind.DOUBLE,
    "trouble": CameraProblem.TOO_DARK,
    "hints": Hints.NONE,
}

NOTICE_KINDS: tuple[type[Notice], ...] = get_args(Notice)
"""Every kind of notice."""


def example_notice(kind: type[Notice], **details: Any) -> Notice:
    """A notice of this kind with these details, and with examples for the others."""
    names = {field.name for field in fields(kind)}
    examples = {name: value for name, value in _EXAMPLES.items() if name in names}
    return kind(**{**examples, **details})


def has_field(kind: type[Notice], name: str) -> bool:
    """True if notices of this kind have a field of this name."""
    return name in {field.name for field in fields(kind)}
