"""One page that is connected to a table: it is shown everything, and what it asks for is done."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from service.plain import NotPlain, text_of, value_of
from service.web.club import Club
from service.web.keys import is_key
from service.web.limits import ACTING, LIVING, LONGEST_MESSAGE, Bucket
from service.web.messages.from_page import (
    PROTOCOL,
    Act,
    Alive,
    Follow,
    FromPage,
    Hello,
    Speak,
)
from service.web.messages.to_page import Done, Refused, ToPage, Welcome, Why
from service.web.not_done import NotDone
from service.web.open_table import OpenTable
from service.web.showing import Viewer
from service.web.tongues import liked_best, phrases_in

PATIENCE = 10.0
"""Seconds within which a page says hello."""
TO_THE_JOURNAL = 2
"""Turns of the loop till a signal of a device is on its way to the disk."""
NOT_ALLOWED, TRY_LATER = 1008, 1013
"""Why a connection is closed, in the numbers of WebSockets."""


async def attend(socket: WebSocket, table: OpenTable, club: Club) -> None:
    """Serve a page until it goes, or misbehaves for too long."""
    await socket.accept()
    visit = Visit(socket, table, club.boot)
    with club.audience.seat(table.name) as has_room:
        try:
            if await visit.is_welcomed(has_room=has_room):
                await visit.stay()
        except _SentAway as leave:
            await _close(socket, leave.code)
        except WebSocketDisconnect:
            return


class _SentAway(Exception):
    """A page has to go; it has been told why."""

    def __init__(self, code: int = NOT_ALLOWED) -> None:
        super().__init__(code)
        self.code = code


class Visit:
    """What is known of a page while it is here."""

    def __init__(self, socket: WebSocket, table: OpenTable, boot: str) -> None:
        self._socket = socket
        self._table = table
        self._boot = boot
        self._session = secrets.token_urlsafe(9)
        self._viewer = Viewer(
            language=liked_best(socket.headers.get("accept-language", "")),
            may_act=False,
            diagnostics=False,
            camera=False,
        )
        self._number = 0
        self._pace, self._signs_of_life = Bucket(ACTING), Bucket(LIVING)
        self._changed = asyncio.Event()

    async def is_welcomed(self, *, has_room: bool) -> bool:
        """Wait for the page to say hello, and answer; False if it goes before.

        Onlookers take no place from whoever has the key.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                hello = await self._hello()
        except TimeoutError:
            await self.refuse(Why.NOT_WELCOMED, "no_hello")
            raise _SentAway from None
        if hello is None:
            return False
        may_act = is_key(hello.key, self._table.key)
        self._viewer = replace(self._viewer, language=hello.language, may_act=may_act)
        if not (has_room or may_act):
            await self.refuse(Why.TOO_MANY, "crowded")
            raise _SentAway(TRY_LATER)
        await self._say(
            Welcome(
                protocol=PROTOCOL,
                version=_version(),
                boot=self._boot,
                session=self._session,
                table=self._table.name,
                may_act=may_act,
                language=hello.language,
            )
        )
        if hello.key and not may_act:
            await self.refuse(Why.WRONG_KEY)
        return True

    async def stay(self) -> None:
        """Show what there is to see, and do what is asked for, until the page goes."""
        self._changed.set()
        with self._table.running.table.follow(self._changed.set):
            async with asyncio.TaskGroup() as tasks:
                showing = tasks.create_task(self._keep_showing())
                sent_away = await self._listened()
                showing.cancel()
        if sent_away:
            raise sent_away

    async def refuse(
        self, why: Why, key: str | None = None, number: int | None = None, **values: Any
    ) -> None:
        """Say in the page's language why something is not done."""
        phrases = phrases_in(self._viewer.language)
        words = phrases.say(f"page.refused.{key or why.value}", **values)
        await self._say(Refused(why, words, number))

    async def _hello(self) -> Hello | None:
        """The hello of the page; None if it goes before."""
        while (text := await self._heard()) is not None:
            if _speaks_otherwise(text):
                await self.refuse(Why.OTHER_PROTOCOL)
                raise _SentAway
            message = await self._read(text)
            if isinstance(message, Hello):
                return message
            if message is not None:
                number = message.number if isinstance(message, Act) else None
                await self._refuse_politely(Why.NOT_WELCOMED, number=number)
        return None

    async def _listened(self) -> _SentAway | None:
        """Listen until the page goes; or has to go."""
        try:
            await self._listen()
        except _SentAway as leave:
            return leave
        except WebSocketDisconnect:
            return None
        return None

    async def _listen(self) -> None:
        while (text := await self._heard()) is not None:
            message = await self._read(text)
            if isinstance(message, Alive):
                await self._answer(message)
            elif message is not None:
                await self._follow(message)

    async def _answer(self, alive: Alive) -> None:
        if self._signs_of_life.take():
            await self._say(alive)
        else:
            await self._too_many(self._signs_of_life)

    async def _follow(self, message: Hello | Speak | Follow | Act) -> None:
        if not self._pace.take():
            number = message.number if isinstance(message, Act) else None
            await self._too_many(self._pace, number)
            return
        match message:
            case Act():
                await self._act(message)
            case Speak(language):
                self._viewer = replace(self._viewer, language=language)
                self._changed.set()
            case Follow(diagnostics, camera):
                self._viewer = replace(self._viewer, diagnostics=diagnostics, camera=camera)
                self._changed.set()
            case Hello():
                await self.refuse(Why.MALFORMED, "hello_again")

    async def _act(self, act: Act) -> None:
        """Do what a page asks for, if it may and has not asked for the same before."""
        if not self._viewer.may_act:
            await self.refuse(Why.NO_KEY, number=act.number)
        elif not self._is_next(act):
            await self.refuse(Why.REPLAYED, number=act.number)
        else:
            self._number = act.number
            try:
                await self._table.deeds.do(act.deed)
            except NotDone as refusal:
                phrases = phrases_in(self._viewer.language)
                words, beside = refusal.told(phrases), refusal.beside(phrases)
                await self._say(Refused(refusal.why, words, act.number, beside))
            else:
                await _felt()
                await self._say(Done(act.number))

    def _is_next(self, act: Act) -> bool:
        session = act.session.encode("utf-8", "surrogatepass")
        same = hmac.compare_digest(session, self._session.encode())
        return same and self._number < act.number

    async def _heard(self) -> str | None:
        """The next message, if it is a text of a bearable length; None when the page has gone."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text = message.get("text")
            if text is None:
                await self._refuse_politely(Why.MALFORMED, "binary")
            elif len(text.encode()) > LONGEST_MESSAGE:
                await self._refuse_politely(Why.TOO_LARGE, most=LONGEST_MESSAGE)
            else:
                return str(text)

    async def _read(self, text: str) -> Hello | Alive | Speak | Follow | Act | None:
        """What a text says; None, and the page is told so, if it says nothing that is known."""
        try:
            message: Hello | Alive | Speak | Follow | Act = value_of(text, FromPage)
        except NotPlain:
            await self._refuse_politely(Why.MALFORMED)
            return None
        return message

    async def _refuse_politely(self, why: Why, key: str | None = None, **values: Any) -> None:
        """Refuse what cannot be understood, as long as there is not too much of it."""
        if self._pace.take():
            await self.refuse(why, key, **values)
        else:
            await self._too_many(self._pace)

    async def _too_many(self, bucket: Bucket, number: int | None = None) -> None:
        await self.refuse(Why.TOO_MANY, number=number)
        if bucket.hopeless:
            raise _SentAway

    async def _keep_showing(self) -> None:
        """Show what has changed; what changes meanwhile is shown in its newest state."""
        shown: dict[str, str] = {}
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                for part, text in self._table.showing.texts(self._viewer):
                    if shown.get(part) != text:
                        shown[part] = text
                        await self._send(text)
        except WebSocketDisconnect:
            return

    async def _say(self, message: Any) -> None:
        await self._send(text_of(message, ToPage))

    async def _send(self, text: str) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect
        try:
            await self._socket.send_text(text)
        except RuntimeError as error:
            # So the server says that it has closed the line by itself, and the page never hears it.
            raise WebSocketDisconnect from error
        # That a page has gone is learned between two turns of the loop, not while we go on sending.
        await asyncio.sleep(0)


async def _felt() -> None:
    """Let what hands have done go its way first: the lamps are waited for, the answer is not."""
    for _ in range(TO_THE_JOURNAL):
        await asyncio.sleep(0)


@cache
def _version() -> str:
    """Of this program; it stands in a file."""
    return version("kibitz")


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection, unless the page or the server has done so already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)


def _speaks_otherwise(text: str) -> bool:
    """Whether this is a hello in another protocol, which may say more than ours knows."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(said, dict) or said.get("is") != Hello.__name__:
        return False
    protocol = said.get("protocol")
    return type(protocol) is int and protocol != PROTOCOL
