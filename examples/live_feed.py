"""A client of the live feed of a table: the WebSocket that the page uses too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, ConnectionClosedError, WebSocketException
from websockets.sync.client import ClientConnection, connect

PROTOCOL = 2
"""The version of the messages in docs/page.md that these programs speak."""
LINK = re.compile(r"http(?P<address>s?://[^#]+?)/?(?:#key=(?P<key>[\w-]+))?")
"""The link that `kibitz run` prints; without `#key=` it is that of a spectator."""

Message = dict[str, Any]
"""A message of docs/page.md; `is` names its kind."""


class NoTable(Exception):
    """A link that leads to no table, a client that is refused, or a connection that is lost."""


class LiveFeed:
    """A connection to one table."""

    def __init__(self, connection: ClientConnection, welcome: Message) -> None:
        self.welcome = welcome
        self._connection = connection
        self._actions = 0

    def messages(self) -> Iterator[Message]:
        """Yields the messages until the service stops; raises `NoTable` if it is lost."""
        try:
            for text in self._connection:
                yield json.loads(text)
        except ConnectionClosedError as closed:
            # A service that stops does not wait for its clients to say goodbye.
            if closed.rcvd is None:
                raise NoTable("the connection to the table is lost") from closed

    def act(self, kind: str, **fields: object) -> int:
        """Sends an action; its number comes back in `Done` or `Refused`."""
        self._actions += 1
        act = {
            "is": "ActionRequest",
            "session": self.welcome["session"],
            "number": self._actions,
            "action": {"is": kind, **fields},
        }
        # The messages end as well if the connection has.
        with suppress(ConnectionClosed):
            self._connection.send(json.dumps(act))
        return self._actions


@contextmanager
def open_feed(link: str, language: str = "en") -> Iterator[LiveFeed]:
    """Connects to the table of a link; raises `NoTable` if it cannot."""
    found = LINK.fullmatch(link)
    if found is None:
        raise NoTable(f"this is not a link to a table: {link}")
    hello = {"is": "Hello", "protocol": PROTOCOL, "language": language, "key": found["key"] or ""}
    try:
        connection = connect(f"ws{found['address']}/live", max_size=None)
        connection.send(json.dumps(hello))
        answer: Message = json.loads(connection.recv())
    except (WebSocketException, OSError, ValueError) as error:
        raise NoTable(f"no table answers at {link}: {error}") from error
    with connection:
        if answer["is"] != "Welcome":
            raise NoTable(f"the service refuses: {answer.get('words', answer)}")
        yield LiveFeed(connection, answer)
