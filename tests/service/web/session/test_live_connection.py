"""A page that is connected sees the table as it is now, and what it asks for is done."""

import asyncio
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from hardware.checkers import Colour, point
from service.web.messages import from_page
from service.web.messages.device_messages import DiagnosticsPart, SelfTestPart, WorldPart
from service.web.messages.from_page import PutDown
from service.web.messages.log_messages import NoticesPart
from service.web.messages.to_page import (
    ActionDone,
    BoardPart,
    GamePart,
    Part,
    RecordPart,
    RefusalKind,
    Refused,
    Welcome,
)
from service.web.rate_limits import ViewerCount
from service.words.phrases import Language
from simulation.gestures import Lift
from tests.rigs.tables.page_client import LOOPBACK, PageClient, ServedTable, serve_tables

CHANGES = 300
"""The changes of the board while a page does not read."""
ABORTED_PAGES = 20
ABNORMAL_CLOSURE = 1006
"""The code of WebSockets for a connection that ended without a closing message."""


def narrow(table: ServedTable) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((LOOPBACK, table.port))
    line.setblocking(False)
    return line


def kinds(page: PageClient) -> list[type]:
    return [type(message) for message in page.messages]


async def parts_shown(page: PageClient) -> list[Any]:
    """All parts that the page is shown until no more arrive."""
    start = len(page.messages)
    await page.settle()
    await page.settle()
    return [message for message in page.messages[start:] if isinstance(message, Part)]


async def test_a_page_is_welcomed_and_then_shown_everything_the_board_first(
    table: ServedTable,
) -> None:
    async with table.greeted() as page:
        await page.hear_of(SelfTestPart)
        await page.settle()
        first, second, *_rest = kinds(page)
        assert (first, second) == (Welcome, BoardPart)
        parts = {BoardPart, GamePart, NoticesPart, RecordPart, SelfTestPart, WorldPart}
        assert parts <= set(kinds(page))
        assert DiagnosticsPart not in kinds(page)
        assert len(kinds(page)) == len(set(kinds(page)))


async def test_spectator_sees_everything_but_the_true_layout(table: ServedTable) -> None:
    async with table.greeted(key=False) as page:
        await page.hear_of(SelfTestPart)
        await parts_shown(page)
        assert {BoardPart, GamePart, RecordPart} <= set(kinds(page))
        assert WorldPart not in kinds(page)
        assert not page.messages[0].may_act


async def test_the_welcome_names_protocol_table_and_session(table: ServedTable) -> None:
    async with table.greeted() as one, table.greeted() as other:
        first, second = one.messages[0], other.messages[0]
        assert first.protocol == from_page.PROTOCOL
        assert first.table == table.runtime.table.name
        assert first.may_act
        assert first.boot == second.boot == table.open_tables.boot
        assert first.session != second.session


async def test_no_message_holds_the_key(table: ServedTable) -> None:
    async with table.page() as page:
        await page.say(from_page.Hello(from_page.PROTOCOL, Language("en"), table.key))
        await page.say(from_page.Subscribe(diagnostics=True))
        await page.hear_of(DiagnosticsPart)
        assert table.key not in "".join(map(repr, page.messages))


async def test_a_checker_lifted_on_one_page_is_shown_on_all(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted(key=False) as other:
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 5)
        assert await page.act(Lift(point(6), Colour.LIGHT)) == ActionDone(1)
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 4)
        assert await page.act(PutDown(point(6), Colour.LIGHT)) == ActionDone(2)
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 5)


async def test_unchanged_part_is_not_sent_again(table: ServedTable) -> None:
    async with table.greeted() as page:
        await page.hear_of(WorldPart)
        await parts_shown(page)
        called = asyncio.Event()
        with table.runtime.table.subscribe(called.set):
            table.runtime.table.notify_soon()
            await called.wait()
        assert await parts_shown(page) == []


async def test_a_page_may_change_its_language(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted() as other:
        english = await page.hear_of(GamePart)
        await page.say(from_page.ChooseLanguage(Language("fr")))
        await page.hear_until(GamePart, lambda it: it.verdict != english.verdict)
        await other.hear_until(GamePart, lambda it: it.verdict == english.verdict)


async def test_language_is_understood_by_the_former_name_that_an_older_page_sends(
    table: ServedTable,
) -> None:
    async with table.page() as page:
        welcome = await page.greet(table.key, Language("french"))
        assert welcome.language == "fr"


async def test_refusals_speak_the_language_of_the_page(table: ServedTable) -> None:
    async with table.greeted(key=False, language=Language("fr")) as page:
        answer = await page.act(Lift(point(6), Colour.LIGHT))
        assert isinstance(answer, Refused)
        assert answer.words.startswith("Vous regardez")


async def test_only_subscribers_are_shown_the_diagnostics(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted() as other:
        await page.say(from_page.Subscribe(diagnostics=True))
        await page.hear_of(DiagnosticsPart)
        await page.say(from_page.Subscribe(diagnostics=False))
        await parts_shown(page)
        assert await page.act(Lift(point(6), Colour.LIGHT)) == ActionDone(1)
        assert DiagnosticsPart not in map(type, await parts_shown(page))
        await parts_shown(other)
        assert DiagnosticsPart not in kinds(other)


async def test_dice_are_thrown_and_a_turn_begins(table: ServedTable) -> None:
    async with table.greeted() as page:
        assert isinstance(await page.act(from_page.ThrowDice(None, (3, 1))), ActionDone)
        await table.seated.pass_seconds(1)
        while (await page.hear_of(GamePart)).turn is not Colour.LIGHT:
            pass


async def test_impossible_action_is_refused_in_words_and_changes_nothing(
    table: ServedTable,
) -> None:
    async with table.greeted() as page:
        answer = await page.act(Lift(point(7), Colour.LIGHT))
        assert isinstance(answer, Refused)
        assert answer.kind is RefusalKind.NOT_POSSIBLE
        assert answer.words
        assert table.seated.checkers.hand == ()


async def test_a_heartbeat_is_answered_with_the_same(table: ServedTable) -> None:
    async with table.greeted() as page:
        for count in range(100):
            await page.say(from_page.KeepAlive(count))
            assert (await page.hear_of(from_page.KeepAlive)).count == count


async def test_a_page_that_sleeps_is_later_shown_only_the_newest(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, narrow=True) as table:
        checkers, six = table.seated.checkers, point(6)
        async with table.page(sock=narrow(table), max_queue=1) as sleepy, table.greeted() as awake:
            await sleepy.say(from_page.Hello(from_page.PROTOCOL, Language("en")))
            for _ in range(CHANGES // 2):
                lifted = checkers.lift(six)
                await table.seated.pass_seconds(0.1)
                await awake.hear_until(BoardPart, lambda it: it.places[six].light == 4)
                checkers.put(six, lifted)
                await table.seated.pass_seconds(0.1)
                await awake.hear_until(BoardPart, lambda it: it.places[six].light == 5)
            for _ in range(2):
                checkers.lift(six)
                await table.seated.pass_seconds(0.1)

            await sleepy.hear_until(BoardPart, lambda it: it.places[six].light == 3)
            assert kinds(sleepy).count(BoardPart) < CHANGES / 2
            await sleepy.settle()


async def test_a_page_that_never_wakes_up_does_not_keep_the_service_from_stopping(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as outside:
        async with serve_tables(tmp_path, narrow=True) as table:
            sleeping = table.page(sock=narrow(table), max_queue=1)
            sleepy = await outside.enter_async_context(sleeping)
            await sleepy.say(from_page.Hello(from_page.PROTOCOL, Language("en")))
            checkers, six = table.seated.checkers, point(6)
            for _ in range(CHANGES):
                checkers.put(six, checkers.lift(six))
                await table.seated.pass_seconds(0.1)
        assert await sleepy.closed() == ABNORMAL_CLOSURE


async def test_a_page_that_is_aborted_while_it_loads_does_no_harm(table: ServedTable) -> None:
    for _ in range(ABORTED_PAGES):
        async with table.page() as page:
            await page.say(from_page.Hello(from_page.PROTOCOL, Language("en"), table.key))
            page.line.transport.abort()
    async with table.greeted() as page:
        await page.hear_of(GamePart)


async def test_pages_are_counted_and_forgotten(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table, table.greeted() as page, table.greeted():
        await page.hear_of(BoardPart)
        assert table.open_tables.viewer_count.by_table[table.runtime.table.name] == 2
        assert table.runtime.table._subscribers
    assert table.open_tables.viewer_count.by_table.total() == 0
    assert not table.runtime.table._subscribers


def test_viewers_are_limited_per_table_and_in_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS_PER_TABLE", 2)
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS", 3)
    viewers = ViewerCount()

    with viewers.reserve("one") as first, viewers.reserve("one") as second:
        assert first
        assert second
        with viewers.reserve("one") as third, viewers.reserve("two") as fourth:
            assert not third
            assert fourth
            with viewers.reserve("three") as fifth:
                assert not fifth
        with viewers.reserve("three") as sixth:
            assert sixth
    assert viewers.by_table.total() == 0
