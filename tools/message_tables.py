"""Writes what docs/page.md, wire.md and feed.md say of messages, as they are declared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from firmware_bridge.wire.board_messages import (
    BoardEvent,
    BoardInfo,
    Confirmation,
    DiceActivity,
    Heartbeat,
    Pong,
    RawValues,
    RefusalReason,
    RequestRefusal,
)
from firmware_bridge.wire.message import ERR, OK, KeyedMessage, Message
from firmware_bridge.wire.requests import Request
from hardware.checkers import BOARDS, BoardKind
from hardware.sensor_map import SENSOR_MAPS, SensorMap
from service.schema.docstrings import class_docstring, member_docstrings
from service.web.messages.from_page import Action, FromPage
from service.web.messages.to_page import MESSAGES, Part, RefusalKind, ToPage
from tools.bootstrap import ROOT
from tools.feed_document import feed_tables
from tools.generated_documents import fill_tables, format_table

_FEW_PLACES = 4
RESPONSES = (BoardInfo, Pong, RawValues, Confirmation, RequestRefusal)
"""The responses that are not events as well."""


def page_tables() -> Mapping[str, str]:
    """The messages between the service and its pages: each table by its name in docs/page.md."""
    answers = [kind for kind in get_args(ToPage) if kind not in get_args(Part)]
    return {
        "from the page": _page_table(get_args(FromPage)),
        "actions": _page_table(get_args(Action)),
        "to the page": _page_table(answers),
        "parts": _page_table(get_args(Part)),
        "refusal kinds": ", ".join(f"`{kind.value}`" for kind in RefusalKind) + ".",
    }


def wire_tables() -> Mapping[str, str]:
    """The messages between the host and a board: each table by its name in docs/wire.md."""
    columns = ("fields", "meaning")
    return {
        "requests": format_table(("request", "response", *columns), _request_rows()),
        "responses": format_table(("response", *columns), map(_row, RESPONSES)),
        "refusals": format_table(("response", "meaning"), _enum_rows(RefusalReason, f"{ERR} ")),
        "hello": format_table(("key", "value", "meaning"), _key_rows(BoardInfo)),
        "boards": format_table(
            ("`game`", "groups, in the order of the board", "places", "slots of each"),
            chain.from_iterable(map(_group_rows, BOARDS.values())),
        ),
        "layouts": format_table(
            ("`map`", "`game`", "`cells`", "`at`", "`lit`"), map(_map_row, SENSOR_MAPS.values())
        ),
        "events": format_table(("event", *columns), map(_row, get_args(BoardEvent))),
        "dice": format_table(("state", "meaning"), _enum_rows(DiceActivity)),
        "heartbeat": format_table(("key", "value", "meaning"), _key_rows(Heartbeat)),
    }


DOCUMENTS: Mapping[Path, Callable[[], Mapping[str, str]]] = {
    ROOT / "docs" / "page.md": page_tables,
    ROOT / "docs" / "wire.md": wire_tables,
    ROOT / "docs" / "feed.md": feed_tables,
}


def main() -> None:
    """Writes the tables anew."""
    for document, tables in DOCUMENTS.items():
        text = fill_tables(document.read_text(encoding="utf-8"), tables())
        document.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{document.relative_to(ROOT)} is up to date\n")


def _page_table(kinds: Any) -> str:
    rows = (
        (
            f"`{MESSAGES.tags[kind]}`",
            ", ".join(f"`{field.name}`" for field in fields(kind)) or "-",
            class_docstring(kind),
        )
        for kind in kinds
    )
    return format_table(("message", "fields", "what it says"), rows)


def _request_rows() -> Iterator[tuple[str, ...]]:
    for kind in get_args(Request):
        is_confirmed = kind.response is Confirmation
        response = f"`{OK} {kind.verb}`" if is_confirmed else _form(kind.response, OK)
        form, *rest = _row(kind)
        yield form, response, *rest


def _row(kind: type[Message]) -> tuple[str, str, str]:
    first = OK if kind in RESPONSES and kind is not RequestRefusal else ""
    return _form(kind, first), _fields(kind), class_docstring(kind)


def _form(kind: type[Message], first: str) -> str:
    """The words of a message: `first`, its verb, and the names of its fields."""
    is_keyed = issubclass(kind, KeyedMessage)
    names = ["key=value …"] if is_keyed else [field.key for field in kind.sent]
    return f"`{' '.join(filter(None, (first, kind.verb, *names)))}`"


def _fields(kind: type[Message]) -> str:
    if issubclass(kind, KeyedMessage):
        return "see [HELLO](#hello)" if kind is BoardInfo else "see [Heartbeat](#heartbeat)"
    return "; ".join(f"`{field.key}`: {field.type.description}" for field in kind.sent)


def _key_rows(kind: type[Message]) -> Iterator[tuple[str, str, str]]:
    meanings = member_docstrings(kind)
    for field in kind.sent:
        yield f"`{field.key}`", field.type.description, meanings[field.name]


def _group_rows(board: BoardKind) -> Iterator[tuple[str, ...]]:
    for group, places in board.groups.items():
        named = (*places[:2], "…", places[-1]) if len(places) > _FEW_PLACES else places
        slots = {board.capacity[place] for place in places}
        listed = ", ".join(f"`{it}`" if it != "…" else it for it in named)
        yield f"`{board.name}`", f"`{group}`: {listed}", f"{len(places)}", f"{max(slots)}"


def _map_row(sensor_map: SensorMap) -> tuple[str, ...]:
    it = sensor_map
    named = (it.name, it.board.name, it.sensor_runs, it.lamp_runs)
    name, game, at, lit = (f"`{text}`" for text in named)
    return name, game, f"{len(it)}", at, lit


def _enum_rows(
    kind: type[RefusalReason | DiceActivity], before: str = ""
) -> Iterator[tuple[str, str]]:
    meanings = member_docstrings(kind)
    for member in kind:
        yield f"`{before}{member.value}`", meanings[member.name]


if __name__ == "__main__":
    main()
