"""The types of the page are those of the service's messages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Literal, get_args

import pytest

from hardware.checkers import Colour
from hardware.observations import Sighting
from service.web.http.position_check import InvalidPosition, ValidPosition, position_json
from service.web.messages.from_page import FromPage
from service.web.messages.to_page import MESSAGES, ToPage
from tools.page_types import FILE, declarations, typescript_of


class Weather(Enum):
    SUN = "it shines"


@dataclass(frozen=True, slots=True)
class Window:
    weather: Weather


def test_the_types_of_the_page_are_those_of_the_service() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "`make messages` writes them anew"


@pytest.mark.parametrize(
    ("hint", "typescript"),
    [
        (str, "string"),
        (int, "number"),
        (float, "number"),
        (bool, "boolean"),
        (Window, "Window"),
        (Weather, "Weather"),
        (Window | None, "Window | null"),
        (tuple[int, ...], "number[]"),
        (tuple[int | None, ...], "(number | null)[]"),
        (tuple[int, str], "[number, string]"),
        (Literal["sun", "rain"], '"sun" | "rain"'),
        (str | float | bool, "Setting"),
        (Mapping[Weather, int], "{ [key in Weather]: number }"),
        (ToPage, "ToPage"),
    ],
)
def test_a_type_is_written_as_its_values_are_spelled(hint: object, typescript: str) -> None:
    assert typescript_of(hint) == typescript


@pytest.mark.parametrize("hint", [Sighting, frozenset[int], bytes | complex])
def test_a_type_that_no_page_can_read_is_refused(hint: object) -> None:
    with pytest.raises(TypeError):
        typescript_of(hint)


@pytest.mark.release(after=4)
@pytest.mark.parametrize("kind", [*get_args(FromPage), *get_args(ToPage)])
def test_every_message_says_which_one_it_is(kind: type) -> None:
    found = re.search(rf"export interface {kind.__name__} {{(.*?)\n}}", declarations(), re.DOTALL)

    assert found
    assert f'is: "{MESSAGES.tags[kind]}";' in found[1]


@pytest.mark.parametrize(
    "answer",
    [ValidPosition("-" * 26, Colour.DARK, "XGID=", "4HPw"), InvalidPosition(("No board.",))],
)
def test_answer_on_a_position_is_spelled_as_typed(answer: ValidPosition | InvalidPosition) -> None:
    spelled = position_json(answer)

    assert set(spelled) == {field.name for field in fields(answer)}
    assert spelled.get("turn", "dark") == "dark"


def test_enumeration_is_written_by_its_values_and_keeps_its_docstrings() -> None:
    assert '  /** The empty board, with all checkers in the box. */\n  | "empty"' in declarations()


def test_only_fields_that_the_page_sends_may_be_left_out() -> None:
    assert "  revision?: number | null;" in declarations()
    assert "  lamp: Lamp | null;" in declarations()


def test_no_type_is_written_twice() -> None:
    names = re.findall(r"^export \w+ (\w+)", declarations(), re.MULTILINE)
    assert len(names) == len({*names})


def test_every_type_that_is_named_is_written() -> None:
    code = re.sub(r'/\*.*?\*/|"\w+"', "", declarations(), flags=re.DOTALL)

    written_down = set(re.findall(r"^export \w+ (\w+)", code, re.MULTILINE))
    assert set(re.findall(r"\b[A-Z]\w+", code)) == written_down
