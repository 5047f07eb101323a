"""What somebody has built, as it is told to a board in its `settings.py`."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping

Value = str | int | bool | None
ALLOWED: Mapping[str, tuple[type, ...]] = {
    "SENSORS": (str, type(None)),
    "LAYOUT": (str,),
    "LAMPS": (int,),
    "MILLIAMPS": (int,),
    "BUTTONS": (int,),
    "BUZZER": (bool,),
    "DICE": (int,),
}
"""What can be said, and of which type it is."""


def told(text: str) -> Mapping[str, Value]:
    """What a `settings.py` says; what cannot be understood is left out."""
    try:
        program = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    said: dict[str, Value] = {}
    for line in program.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                if name in ALLOWED and type(value) in ALLOWED[name]:
                    said[name] = value  # type: ignore[assignment]  # just looked at
    return said


def written(template: str, said: Mapping[str, Value]) -> str:
    """The template with these values in it; each name stands there already."""
    for name, value in said.items():
        before, *after = re.split(rf"^{name} = .*$", template, flags=re.MULTILINE)
        if len(after) != 1:
            raise ValueError(f"the settings of a board do not say {name} once")
        template = f"{before}{name} = {_spelled(value)}{after[0]}"
    return template


def _spelled(value: Value) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)
