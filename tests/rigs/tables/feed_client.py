"""A program that follows the feed of a served table, and a small validator of JSON Schemas."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.rigs.tables.page_client import LOOPBACK, ServedTable

Message = dict[str, Any]
BUFFER = 8192
"""Bytes; more than the longest message."""
PATIENCE = 20
"""Seconds after which a wait fails."""


@dataclass
class FeedSocket:
    """A connection over a WebSocket."""

    line: ClientConnection
    messages: list[Message] = field(default_factory=list)

    async def hear(self) -> Message:
        self.messages.append(json.loads(await self.line.recv()))
        return self.messages[-1]

    async def hear_of(self, kind: str, **wanted: object) -> Message:
        """The next message of this kind that has these values."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.hear()
                if message["is"] == kind and all(message[key] == wanted[key] for key in wanted):
                    return message


@asynccontextmanager
async def follow(table: ServedTable, query: str = "", where: str = "") -> AsyncIterator[FeedSocket]:
    path = where or f"/api/tables/{table.runtime.table.name}/live"
    async with connect(f"ws://{table.host}{path}{query}", compression=None, max_size=None) as line:
        yield FeedSocket(line)


@dataclass
class ServerSentEvents:
    """A connection that reads server-sent events, as `curl -N` does."""

    reader: asyncio.StreamReader
    head: str

    async def hear(self) -> tuple[str, str, Message]:
        """The identifier, the kind and the data of the next event."""
        fields: dict[str, str] = {}
        while True:
            raw = await asyncio.wait_for(self.reader.readline(), PATIENCE)
            assert raw, "the stream has ended"
            line = raw.decode().rstrip("\r\n")
            name, colon, value = line.partition(": ")
            if colon:
                fields[name] = value
            elif not line and "data" in fields:
                return fields.get("id", ""), fields["event"], json.loads(fields["data"])


@asynccontextmanager
async def read_events(
    table: ServedTable, path: str = "", **headers: str
) -> AsyncIterator[ServerSentEvents]:
    """A connection with small buffers, so that the service soon notices who does not read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    line.connect((LOOPBACK, table.port))
    line.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=line, limit=BUFFER)
    address = path or f"/api/tables/{table.runtime.table.name}/events"
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    writer.write(f"GET {address} HTTP/1.1\r\nhost: {table.host}\r\n{named}\r\n".encode())
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
    try:
        yield ServerSentEvents(reader, head)
    finally:
        writer.close()


_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,),
    "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def schema_faults(value: Any, schema: Message, root: Message, where: str = "$") -> Iterator[str]:
    """Yields the faults of a value, for the words of JSON Schema that the feed uses."""
    if reference := schema.get("$ref"):
        yield from schema_faults(value, root["$defs"][reference.rpartition("/")[2]], root, where)
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if kind := schema.get("type"):
        is_bool = isinstance(value, bool) and kind != "boolean"
        if is_bool or not isinstance(value, _TYPES[kind]):
            yield f"{where}: {value!r} is no {kind}"
            return
    if "anyOf" in schema:
        tries = [list(schema_faults(value, one, root, where)) for one in schema["anyOf"]]
        if all(tries):
            yield f"{where}: none of the forms fits: {tries}"
    if isinstance(value, dict):
        yield from _object_faults(value, schema, root, where)
    if isinstance(value, list):
        yield from _list_faults(value, schema, root, where)


def _object_faults(value: Message, schema: Message, root: Message, where: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where}: {name} is missing"
    for name, item in value.items():
        if "propertyNames" in schema:
            yield from schema_faults(name, schema["propertyNames"], root, f"{where}.{name}")
            yield from schema_faults(item, schema["additionalProperties"], root, f"{where}.{name}")
        elif name in known:
            yield from schema_faults(item, known[name], root, f"{where}.{name}")
        elif known:
            yield f"{where}: {name} is not described"


def _list_faults(value: list[Any], schema: Message, root: Message, where: str) -> Iterator[str]:
    each = schema.get("prefixItems")
    if each is not None and len(each) != len(value):
        yield f"{where}: {len(value)} items instead of {len(each)}"
    for at, item in enumerate(value):
        one = each[at] if each and at < len(each) else schema.get("items", {})
        yield from schema_faults(item, one, root, f"{where}[{at}]")
