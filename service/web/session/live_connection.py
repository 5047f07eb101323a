"""One connected page: sends it what has changed, and carries out its actions."""

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

from service.storage.codec import TAG, DecodingError, UnknownName
from service.web.http.access_control import is_right_key
from service.web.messages.from_page import (
    MAX_NUMBER,
    PROTOCOL,
    ActionRequest,
    ChooseLanguage,
    FromPage,
    Hello,
    KeepAlive,
    Subscribe,
)
from service.web.messages.to_page import (
    MESSAGES,
    ActionDone,
    ActionRefused,
    RefusalKind,
    Refused,
    ToPage,
    Welcome,
)
from service.web.open_tables import OpenTable, OpenTables
from service.web.parts.table_parts import Viewer
from service.web.rate_limits import ACTION_LIMIT, KEEP_ALIVE_LIMIT, MAX_MESSAGE_BYTES, TokenBucket
from service.words.language_choice import preferred_language
from service.words.phrases import available_languages, find_language, phrases_in

HELLO_TIMEOUT = 10.0
"""Seconds within which a page must say hello."""
NOT_ALLOWED, TRY_LATER = 1008, 1013
"""WebSocket close codes."""
_version = cache(version)


async def serve_connection(socket: WebSocket, table: OpenTable, tables: OpenTables) -> None:
    """Serves a page until it disconnects, or is disconnected for a flood of messages."""
    await socket.accept()
    connection = PageConnection(socket, table, tables.boot)
    with tables.viewer_count.reserve(table.name) as has_room:
        try:
            if await connection.answer_hello(has_room=has_room):
                await connection.serve_until_closed()
        except _Disconnected as reason:
            with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
                await socket.close(reason.code)
        except WebSocketDisconnect:
            return


class _Disconnected(Exception):
    """Raised to disconnect a page, which has been told the reason."""

    def __init__(self, code: int = NOT_ALLOWED) -> None:
        super().__init__(code)
        self.code = code


class PageConnection:
    """The state of one connected page."""

    def __init__(self, socket: WebSocket, table: OpenTable, boot: str) -> None:
        self._socket = socket
        self._table = table
        self._boot = boot
        self._session = secrets.token_urlsafe(9)
        language = preferred_language(socket.headers.get("accept-language", ""))
        self._viewer = Viewer(language, may_act=False, diagnostics=False)
        self._last_number = 0
        self._action_bucket = TokenBucket(ACTION_LIMIT)
        self._keep_alive_bucket = TokenBucket(KEEP_ALIVE_LIMIT)
        self._changed = asyncio.Event()

    async def answer_hello(self, *, has_room: bool) -> bool:
        """Waits for the hello of the page and answers it; False if the page goes before.

        A full table still admits pages that have the key.
        """
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = await self._hello()
        except TimeoutError:
            await self.refuse(RefusalKind.NOT_WELCOMED, "no_hello")
            raise _Disconnected from None
        if hello is None:
            return False
        may_act = is_right_key(hello.key, self._table.key)
        self._viewer = replace(self._viewer, language=hello.language, may_act=may_act)
        if not (has_room or may_act):
            await self.refuse(RefusalKind.TOO_MANY, "crowded")
            raise _Disconnected(TRY_LATER)
        await self._say(
            Welcome(
                protocol=PROTOCOL,
                version=_version("kibitz"),
                boot=self._boot,
                session=self._session,
                table=self._table.name,
                may_act=may_act,
                language=hello.language,
            )
        )
        if hello.key and not may_act:
            await self.refuse(RefusalKind.WRONG_KEY)
        return True

    async def serve_until_closed(self) -> None:
        """Sends changes to the page and carries out its requests until it goes."""
        self._changed.set()
        with self._table.runtime.table.subscribe(self._changed.set):
            async with asyncio.TaskGroup() as tasks:
                sending = tasks.create_task(self._send_changes())
                disconnected = await self._listen()
                sending.cancel()
        if disconnected:
            raise disconnected

    async def refuse(
        self, kind: RefusalKind, key: str | None = None, number: int | None = None, **values: Any
    ) -> None:
        """Tells the page in its language why something is not done."""
        phrases = phrases_in(self._viewer.language)
        words = phrases.say(f"page.refused.{key or kind.value}", **values)
        await self._say(Refused(kind, words, number))

    async def _hello(self) -> Hello | None:
        """The hello of the page; None if it goes before."""
        while (text := await self._next_text()) is not None:
            if _is_other_protocol(text):
                await self.refuse(RefusalKind.OTHER_PROTOCOL)
                raise _Disconnected
            message = await self._read(text)
            if isinstance(message, Hello):
                return message
            if message is not None:
                number = message.number if isinstance(message, ActionRequest) else None
                await self._refuse_limited(RefusalKind.NOT_WELCOMED, number=number)
        return None

    async def _listen(self) -> _Disconnected | None:
        """Handles messages until the page goes; returns the reason if it has to be disconnected."""
        try:
            while (text := await self._next_text()) is not None:
                message = await self._read(text)
                if isinstance(message, KeepAlive) and self._keep_alive_bucket.take():
                    await self._say(message)
                elif isinstance(message, KeepAlive):
                    await self._refuse_flood(self._keep_alive_bucket)
                elif message is not None:
                    await self._follow(message)
        except _Disconnected as reason:
            return reason
        except WebSocketDisconnect:
            return None
        return None

    async def _follow(self, message: Hello | ChooseLanguage | Subscribe | ActionRequest) -> None:
        if not self._action_bucket.take():
            number = message.number if isinstance(message, ActionRequest) else None
            await self._refuse_flood(self._action_bucket, number)
            return
        match message:
            case ActionRequest():
                await self._act(message)
            case ChooseLanguage(language):
                self._viewer = replace(self._viewer, language=language)
                self._changed.set()
            case Subscribe(diagnostics, camera):
                self._viewer = replace(self._viewer, diagnostics=diagnostics, camera=camera)
                self._changed.set()
            case Hello():
                await self.refuse(RefusalKind.MALFORMED, "hello_again")

    async def _act(self, request: ActionRequest) -> None:
        """Carries out an action, unless the page may not act or the number is not a new one."""
        if not self._viewer.may_act:
            await self.refuse(RefusalKind.NO_KEY, number=request.number)
        elif not self._is_next(request):
            await self.refuse(RefusalKind.REPLAYED, number=request.number)
        else:
            self._last_number = request.number
            try:
                await self._table.actions.carry_out(request.action)
            except ActionRefused as refusal:
                phrases = phrases_in(self._viewer.language)
                words, mistakes = refusal.in_words(phrases), refusal.field_errors(phrases)
                await self._say(Refused(refusal.kind, words, request.number, mistakes))
            else:
                # People wait for the lamps, not for this answer.
                await self._table.runtime.table.wait_until_taken()
                await self._say(ActionDone(request.number))

    def _is_next(self, request: ActionRequest) -> bool:
        session = request.session.encode("utf-8", "surrogatepass")
        same = hmac.compare_digest(session, self._session.encode())
        return same and self._last_number < request.number

    async def _next_text(self) -> str | None:
        """The next text that is not too long; None when the page has gone."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text = message.get("text")
            if text is None:
                await self._refuse_limited(RefusalKind.MALFORMED, "binary")
            elif len(text.encode()) > MAX_MESSAGE_BYTES:
                await self._refuse_limited(RefusalKind.TOO_LARGE, most=MAX_MESSAGE_BYTES)
            else:
                return str(text)

    async def _read(self, text: str) -> FromPage | None:
        """Decodes a message; None, and the page gets a refusal, if that fails."""
        try:
            message: FromPage = MESSAGES.decode(text, FromPage)
        except DecodingError as error:
            await self._refuse_field(error, _number_of_request(text))
            return None
        if not isinstance(message, Hello | ChooseLanguage):
            return message
        language = find_language(message.language)
        if language is None:
            where, known = f"{MESSAGES.tags[type(message)]}.language", available_languages()
            allowed = f"one of {', '.join(known)}"
            await self._refuse_field(UnknownName(where, allowed, message.language))
            return None
        return replace(message, language=language)

    async def _refuse_field(self, error: DecodingError, number: int | None = None) -> None:
        """Refuses a message with a wrong field, and names the field and what is allowed."""
        phrases = phrases_in(self._viewer.language)
        key = "other_protocol" if isinstance(error, UnknownName) else "malformed"
        words = phrases.say(f"page.refused.{key}")
        if error.field:
            at = phrases.say("page.refused.field", field=error.field, allowed=error.allowed)
            words = f"{words} {at}"
        kind, at, allowed = RefusalKind.MALFORMED, error.field, error.allowed
        refused = Refused(kind, words, number, field=at, allowed=allowed)
        await self._say_limited(refused)

    async def _refuse_limited(
        self, kind: RefusalKind, key: str | None = None, number: int | None = None, **values: Any
    ) -> None:
        """Refuses a message that is not understood, within the rate limit."""
        phrases = phrases_in(self._viewer.language)
        words = phrases.say(f"page.refused.{key or kind.value}", **values)
        await self._say_limited(Refused(kind, words, number))

    async def _say_limited(self, refused: Refused) -> None:
        if self._action_bucket.take():
            await self._say(refused)
        else:
            await self._refuse_flood(self._action_bucket)

    async def _refuse_flood(self, bucket: TokenBucket, number: int | None = None) -> None:
        await self.refuse(RefusalKind.TOO_MANY, number=number)
        if bucket.is_flooded:
            raise _Disconnected

    async def _send_changes(self) -> None:
        """Sends the parts that have changed; a part that changes again meanwhile is sent once."""
        sent: dict[str, str] = {}
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                for part, text in self._table.parts.texts(self._viewer):
                    if sent.get(part) != text:
                        sent[part] = text
                        await self._send(text)
        except WebSocketDisconnect:
            return

    async def _say(self, message: Any) -> None:
        await self._send(MESSAGES.encode(message, ToPage))

    async def _send(self, text: str) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect
        try:
            await self._socket.send_text(text)
        except RuntimeError as error:
            # The server raises this after it has closed the connection itself.
            raise WebSocketDisconnect from error
        # A lost connection is noticed between two rounds of the loop, not while we go on sending.
        await asyncio.sleep(0)


def _number_of_request(text: str) -> int | None:
    """The number of a request that is malformed, by which its page waits for the answer."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = message.get("number") if isinstance(message, dict) else None
    return number if type(number) is int and 0 < number <= MAX_NUMBER else None


def _is_other_protocol(text: str) -> bool:
    """True if this is a Hello in another version of the protocol."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(message, dict) or message.get(TAG) != MESSAGES.tags[Hello]:
        return False
    protocol = message.get("protocol")
    return type(protocol) is int and protocol != PROTOCOL
