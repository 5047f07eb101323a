"""The paper about pictures tells what `kibitz look` really says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hardware.drivers.simulated.camera.pictures import START
from service.commands.look import look_command
from service.looking.cards import Card, compared
from service.looking.looked import Doubt
from service.looking.values import values
from tests.rigs.house import ROOT
from tests.rigs.looked_at import looked_at, reading_of

PAPER = (ROOT / "docs" / "vision.md").read_text(encoding="utf-8")
EXAMPLE: dict[str, Any] = json.loads(re.findall(r"(?s)```json\n(.*?)```", PAPER)[0])


def told(*, expected: bool = False) -> dict[str, Any]:
    """What is told of the starting position."""
    looked = looked_at(reading_of(START))
    position = Card(looked).position
    assert position is not None
    return values(Card(looked, compared(looked, position) if expected else None), by_corners=True)


def shape(value: Any) -> Any:
    """Which parts it has, whatever they are."""
    if isinstance(value, Mapping):
        return {key: shape(part) for key, part in value.items()}
    return len(value) if isinstance(value, list) else None


def rows(section: str) -> Iterator[str]:
    """What the first cells of a section's tables name."""
    text = PAPER.split(f"## {section}\n", maxsplit=1)[1].split("\n## ", maxsplit=1)[0]
    for cell in re.findall(r"(?m)^\| (`.*?) \|", text):
        yield from re.findall(r"`(-?-?\w+)", cell)


def test_the_example_has_the_parts_that_programs_are_told() -> None:
    free = {"covered": None, "warnings": None}

    assert shape(EXAMPLE | free) == shape(told() | free)


def test_the_example_is_one_board() -> None:
    every = zip(EXAMPLE["points"], EXAMPLE["range"]["points"], strict=True)
    assert all(low <= count <= high for count, (low, high) in every)
    light = sum(count for count in EXAMPLE["points"] if count > 0)
    dark = -sum(count for count in EXAMPLE["points"] if count < 0)
    assert light + EXAMPLE["bar"]["light"] + EXAMPLE["off"]["light"] == 15
    assert dark + EXAMPLE["bar"]["dark"] + EXAMPLE["off"]["dark"] == 15


def test_each_part_is_explained() -> None:
    assert {*rows("What programs are told")} == told(expected=True).keys()


def test_each_warning_is_named() -> None:
    assert all(f"`{doubt.value}`" in PAPER for doubt in Doubt)


def test_each_option_is_explained() -> None:
    options = {option.opts[0] for option in look_command.params if option.opts[0].startswith("--")}

    assert {*rows("What to type")} == options - {"--language"}
