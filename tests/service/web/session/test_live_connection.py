"""A page that is connected sees the table as it is now, and what it asks for is done."""

import asyncio
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from hardware.checkers import Colour, point
from service.web.messages import from_page as asked
from service.web.messages.device_messages import DiagnosticsPart, SelfTestPart, WorldPart
from service.web.messages.to_page import (
    ActionDone,
    BoardPart,
    GamePart,
    NoticesPart,
    Part,
    RecordPart,
    RefusalKind,
    Refused,
    Welcome,
)
from service.web.rate_limits import ViewerCount
from service.words.phrases import Language
from simulation.gestures import Lift, Put
from tests.rigs.tables.page_client import LOOPBACK, PageClient, ServedTable, serve_tables

CHANGES = 300
TORN_AWAY = 20
LINE_BROKEN = 1006


def narrow(table: ServedTable) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((LOOPBACK, table.port))
    line.setblocking(False)
    return line


def kinds(page: PageClient) -> list[type]:
    return [type(message) for message in page.messages]


async def shown(page: PageClient) -> list[Any]:
    """All parts that the page is shown until nothing more is said."""
    start = len(page.messages)
    await page.settle()
    await page.settle()
    return [message for message in page.messages[start:] if isinstance(message, Part)]


async def test_a_page_is_welcomed_and_then_shown_everything_the_board_first(
    table: ServedTable,
) -> None:
    async with table.greeted() as page:
        await page.hear_of(WorldPart)
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
        await shown(page)
        assert {BoardPart, GamePart, RecordPart} <= set(kinds(page))
        assert WorldPart not in kinds(page)
        assert not page.messages[0].may_act


async def test_the_welcome_says_who_speaks(table: ServedTable) -> None:
    async with table.greeted() as one, table.greeted() as other:
        first, second = one.messages[0], other.messages[0]
        assert first.protocol == asked.PROTOCOL
        assert first.table == table.running.table.name
        assert first.may_act
        assert first.boot == second.boot == table.open_tables.boot
        assert first.session != second.session


async def test_no_message_holds_the_key(table: ServedTable) -> None:
    async with table.page() as page:
        await page.say(asked.Hello(asked.PROTOCOL, Language("en"), table.key))
        await page.say(asked.Subscribe(diagnostics=True))
        await page.hear_of(DiagnosticsPart)
        assert table.key not in "".join(map(repr, page.messages))


async def test_a_checker_lifted_on_one_page_is_shown_on_all(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted(key=False) as other:
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 5)
        assert await page.act(Lift(point(6), Colour.LIGHT)) == ActionDone(1)
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 4)
        assert await page.act(Put(point(6), Colour.LIGHT)) == ActionDone(2)
        await other.hear_until(BoardPart, lambda it: it.places[point(6)].light == 5)


async def test_unchanged_part_is_not_sent_again(table: ServedTable) -> None:
    async with table.greeted() as page:
        await page.hear_of(WorldPart)
        await shown(page)
        called = asyncio.Event()
        with table.running.table.subscribe(called.set):
            table.running.table.notify_soon()
            await called.wait()
        assert await shown(page) == []


async def test_a_page_may_change_its_language(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted() as other:
        english = await page.hear_of(GamePart)
        await page.say(asked.ChooseLanguage(Language("fr")))
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


async def test_only_who_asks_is_shown_the_devices_from_the_inside(table: ServedTable) -> None:
    async with table.greeted() as page, table.greeted() as other:
        await page.say(asked.Subscribe(diagnostics=True))
        await page.hear_of(DiagnosticsPart)
        await page.say(asked.Subscribe(diagnostics=False))
        await shown(page)
        assert await page.act(Lift(point(6), Colour.LIGHT)) == ActionDone(1)
        assert DiagnosticsPart not in map(type, await shown(page))
        await shown(other)
        assert DiagnosticsPart not in kinds(other)


async def test_dice_are_thrown_and_a_turn_begins(table: ServedTable) -> None:
    async with table.greeted() as page:
        assert isinstance(await page.act(asked.ThrowDice(None, (3, 1))), ActionDone)
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


async def test_a_sign_of_life_is_answered_with_the_same(table: ServedTable) -> None:
    async with table.greeted() as page:
        for count in range(100):
            await page.say(asked.KeepAlive(count))
            assert (await page.hear_of(asked.KeepAlive)).count == count


async def test_a_page_that_sleeps_is_shown_the_newest_and_not_all_that_it_slept_through(
    tmp_path: Path,
) -> None:
    async with serve_tables(tmp_path, narrow=True) as table:
        checkers, six = table.seated.checkers, point(6)
        async with table.page(sock=narrow(table), max_queue=1) as sleepy, table.greeted() as awake:
            await sleepy.say(asked.Hello(asked.PROTOCOL, Language("en")))
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
            await sleepy.say(asked.Hello(asked.PROTOCOL, Language("en")))
            checkers, six = table.seated.checkers, point(6)
            for _ in range(CHANGES):
                checkers.put(six, checkers.lift(six))
                await table.seated.pass_seconds(0.1)
        assert await sleepy.closed() == LINE_BROKEN


async def test_a_page_that_is_torn_away_while_it_is_shown_everything_is_no_trouble(
    table: ServedTable,
) -> None:
    for _ in range(TORN_AWAY):
        async with table.page() as page:
            await page.say(asked.Hello(asked.PROTOCOL, Language("en"), table.key))
            page.line.transport.abort()
    async with table.greeted() as page:
        await page.hear_of(GamePart)


async def test_pages_are_counted_and_forgotten(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table, table.greeted() as page, table.greeted():
        await page.hear_of(BoardPart)
        assert table.open_tables.viewer_count.by_table[table.running.table.name] == 2
        assert table.running.table._subscribers
    assert table.open_tables.viewer_count.by_table.total() == 0
    assert not table.running.table._subscribers


def test_there_is_room_for_so_many_at_a_table_and_so_many_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS_PER_TABLE", 2)
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS", 3)
    audience = ViewerCount()

    with audience.reserve("one") as first, audience.reserve("one") as second:
        assert first
        assert second
        with audience.reserve("one") as third, audience.reserve("two") as fourth:
            assert not third
            assert fourth
            with audience.reserve("three") as fifth:
                assert not fifth
        with audience.reserve("three") as sixth:
            assert sixth
    assert audience.by_table.total() == 0
