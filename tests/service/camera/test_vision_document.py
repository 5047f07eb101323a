"""docs/vision.md describes the real output of `kibitz look`."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.camera.photo_reading import PhotoWarning
from service.camera.photo_report import PhotoReport, compare_reading, report_json
from service.cli.picture_commands import look_command
from simulation.rendering.board_pictures import START
from tests.rigs.environment.checkout import ROOT
from tests.rigs.vision.photo_readings import photo_reading_of, reading_of

PAPER = (ROOT / "docs" / "vision.md").read_text(encoding="utf-8")
EXAMPLE: dict[str, Any] = json.loads(re.findall(r"(?s)```json\n(.*?)```", PAPER)[0])


def start_report(*, expected: bool = False) -> dict[str, Any]:
    """The report on the starting position."""
    reading = photo_reading_of(reading_of(START))
    position = PhotoReport(reading).position
    assert position is not None
    comparison = compare_reading(reading, position) if expected else None
    return report_json(PhotoReport(reading, comparison), by_corners=True)


def shape(value: Any) -> Any:
    """The structure of a JSON value, without its contents."""
    if isinstance(value, Mapping):
        return {key: shape(part) for key, part in value.items()}
    return len(value) if isinstance(value, list) else None


def rows(section: str) -> Iterator[str]:
    """The names in the first cells of a section's tables."""
    text = PAPER.split(f"## {section}\n", maxsplit=1)[1].split("\n## ", maxsplit=1)[0]
    for cell in re.findall(r"(?m)^\| (`.*?) \|", text):
        yield from re.findall(r"`(-?-?\w+)", cell)


def test_example_in_the_document_has_every_part_of_the_json() -> None:
    free = {"covered": None, "warnings": None}
    assert shape(EXAMPLE | free) == shape(start_report() | free)


def test_the_example_is_one_board() -> None:
    every = zip(EXAMPLE["points"], EXAMPLE["range"]["points"], strict=True)
    assert all(low <= count <= high for count, (low, high) in every)
    light = sum(count for count in EXAMPLE["points"] if count > 0)
    dark = -sum(count for count in EXAMPLE["points"] if count < 0)
    assert light + EXAMPLE["bar"]["light"] + EXAMPLE["off"]["light"] == 15
    assert dark + EXAMPLE["bar"]["dark"] + EXAMPLE["off"]["dark"] == 15


def test_each_part_is_explained() -> None:
    assert {*rows("JSON output")} == start_report(expected=True).keys()


def test_each_warning_is_named() -> None:
    assert all(f"`{doubt.value}`" in PAPER for doubt in PhotoWarning)


def test_each_option_is_explained() -> None:
    options = {option.opts[0] for option in look_command.params if option.opts[0].startswith("--")}
    assert {*rows("Commands")} == options - {"--language"}
