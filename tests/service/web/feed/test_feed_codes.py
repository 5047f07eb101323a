"""Codes of the feed are added and never renamed, as programs compare them."""

from typing import Any

from service.web.feed.feed_schemas import KINDS, feed_schema
from tests.rigs.environment.checkout import ROOT

CODES = ROOT / "tests" / "data" / "feed-codes.txt"
"""Every code that was ever sent, with its type; lines are only added."""


def codes_now() -> set[str]:
    definitions: dict[str, Any] = {}
    for name in KINDS:
        definitions |= feed_schema(name)["$defs"]
    listed = {
        f"{name}.{code}" for name, schema in definitions.items() for code in schema.get("enum", ())
    }
    return listed | {f"is.{name}" for name in KINDS}


def test_every_code_that_was_ever_sent_is_still_known() -> None:
    assert set(CODES.read_text("utf-8").split()) == codes_now(), "add new codes to feed-codes.txt"
