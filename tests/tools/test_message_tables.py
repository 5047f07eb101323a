"""The documents list the messages between programs as they are declared."""

import json
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

from service.schema.docstrings import member_docstrings
from service.web.feed.feed_schemas import KINDS, feed_schema
from service.web.messages.feed_messages import FEED, FeedMessage
from tests.rigs.environment.checkout import ROOT
from tests.rigs.tables.feed_client import schema_faults
from tools.generated_documents import fill_tables, format_table
from tools.message_tables import DOCUMENTS, page_tables, wire_tables

BANKS = ("`bank`: 0 to 31", "`bank`: 0 to 30")
STALE = {"page.md": ("| `KeepAlive` |", "| `Dead` |"), "wire.md": BANKS,
         "feed.md": ("### `Beat`", "### `Dead`")}  # fmt: skip
"""Words of a table in each document, and others in their place."""


class Weather(Enum):
    SUN = "S"
    """The sun
    shines."""
    RAIN = "R"


@dataclass(frozen=True, slots=True)
class Forecast:
    """The weather of a day."""

    day: int
    """The day."""
    weather: Weather = Weather.SUN
    """The weather to come."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_document_lists_every_message_as_it_is_declared(document: Path) -> None:
    text, tables = document.read_text(encoding="utf-8"), DOCUMENTS[document]()
    stale = text.replace(*STALE[document.name])

    assert text == fill_tables(text, tables), "`make messages` writes the tables anew"
    assert stale != text
    assert fill_tables(stale, tables) == text


def test_table_without_a_place_in_the_document_is_missed() -> None:
    with pytest.raises(SystemExit, match="marks of a table"):
        fill_tables("# The wire\n", wire_tables())


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("requests", "| `ROLL pair` | `OK D pair generation state faces` | `pair`: 0 to 1 |"),
        ("requests", "| `BUZ hertz milliseconds` | `OK BUZ` | `hertz`: 0 to 20000; "),
        ("responses", "| `OK RAW bank values` | `bank`: 0 to 31; `values`: 8 numbers 0 to 65535 |"),
        ("refusals", "| `ERR verb` | The board does not know this request. |"),
        ("hello", "| `leds` | 0 to 78 | Number of lamps. |"),
        ("events", "| `S generation cells` | `generation`: 0 to 65535; `cells`: digits 0-9a-f |"),
        ("heartbeat", "| `cells` | 0 to 65535, or - | The newest generation of the sensors. |"),
        (
            "from the page",
            "| `KeepAlive` | `count` | A heartbeat, which the other side sends back. |",
        ),
        ("parts", "| `Board` | `places` | The board as the sensors and the lamps show it. |"),
    ],
)
def test_message_is_listed_with_its_fields_and_its_meaning(table: str, row: str) -> None:
    assert f"\n{row}" in {**page_tables(), **wire_tables()}[table]


def test_docstrings_of_members_are_found_by_their_names() -> None:
    assert member_docstrings(Weather) == {"SUN": "The sun shines."}
    assert member_docstrings(Forecast) == {"day": "The day.", "weather": "The weather to come."}


def test_table_has_a_rule_below_its_heads() -> None:
    assert format_table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def feed_examples() -> dict[str, str]:
    text = ROOT.joinpath("docs", "feed.md").read_text(encoding="utf-8")
    return dict(re.findall(r"### `(\w+)`\n(?:(?!###).)*?```json\n(.*?)\n```", text, re.DOTALL))


@pytest.mark.parametrize("name", KINDS)
def test_example_of_every_message_of_the_feed_fits_its_schema(name: str) -> None:
    example = json.loads(feed_examples()[name])
    schema = feed_schema(name)

    assert list(schema_faults(example, schema, schema)) == []
    FEED.decode(json.dumps(example), FeedMessage)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"missed": "some"}, "$.missed: none of the forms fits"),
        ({"more": 1}, "$: more is not described"),
        ({"is": "Beat"}, "$.is: 'Beat' is not 'Gap'"),
    ],
)
def test_example_with_a_wrong_field_does_not_fit(change: dict[str, object], fault: str) -> None:
    schema, example = feed_schema("Gap"), json.loads(feed_examples()["Gap"])

    (found,) = schema_faults({**example, **change}, schema, schema)
    assert found.startswith(fault)
    (missing,) = schema_faults({"is": "Gap", "missed": None}, schema, schema)
    assert missing == "$: after is missing"
