"""A page that is connected sees the table as it is now, and what it asks for is done."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from hardware.checkers import Colour, point
from referee.words import Language
from service.simulation.gestures import Lift, Put
from service.web.limits import Audience
from service.web.messages.from_page import (
    PROTOCOL,
    Alive,
    Follow,
    Hello,
    Speak,
    ThrowDice,
)
from service.web.messages.to_page import (
    Board,
    Diagnostics,
    Done,
    Game,
    Part,
    Record,
    Refused,
    Sayings,
    Trial,
    Welcome,
    Why,
    World,
)
from tests.rigs.wire import HERE, Page, Served, served

Rule = Callable[[Served], Awaitable[None]]
CHANGES = 300
TORN_AWAY = 20
LINE_BROKEN = 1006


def at_table(folder: Path, rule: Rule, *, narrow: bool = False) -> None:
    async def run() -> None:
        async with served(folder, narrow=narrow) as table:
            await rule(table)

    asyncio.run(run())


def narrow(table: Served) -> socket.socket:
    """A line to the service in which little has room."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((HERE, table.port))
    line.setblocking(False)
    return line


def kinds(page: Page) -> list[type]:
    return [type(message) for message in page.heard]


async def shown(page: Page) -> list[Any]:
    """All parts that the page is shown until nothing more is said."""
    start = len(page.heard)
    await page.settle()
    await page.settle()
    return [message for message in page.heard[start:] if isinstance(message, Part)]


def test_a_page_is_welcomed_and_then_shown_everything_the_board_first(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.hear_of(World)
            await page.settle()
            first, second, *_rest = kinds(page)
            assert (first, second) == (Welcome, Board)
            assert {Board, Game, Sayings, Record, Trial, World} <= set(kinds(page))
            assert Diagnostics not in kinds(page)
            assert len(kinds(page)) == len(set(kinds(page)))

    at_table(tmp_path, rule)


def test_who_looks_on_sees_all_but_the_truth(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(key=False) as page:
            await page.hear_of(Trial)
            await shown(page)
            assert {Board, Game, Record} <= set(kinds(page))
            assert World not in kinds(page)
            assert not page.heard[0].may_act

    at_table(tmp_path, rule)


def test_the_welcome_says_who_speaks(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as one, table.greeted() as other:
            first, second = one.heard[0], other.heard[0]
            assert first.protocol == PROTOCOL
            assert first.table == table.running.table.name
            assert first.may_act
            assert first.boot == second.boot == table.club.boot
            assert first.session != second.session

    at_table(tmp_path, rule)


def test_no_message_holds_the_key(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page() as page:
            await page.say(Hello(PROTOCOL, Language.ENGLISH, table.key))
            await page.say(Follow(diagnostics=True))
            await page.hear_of(Diagnostics)
            assert table.key not in "".join(map(repr, page.heard))

    at_table(tmp_path, rule)


def test_a_checker_lifted_on_one_page_is_shown_on_all(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page, table.greeted(key=False) as other:
            await other.hear_until(Board, lambda it: it.places[point(6)].light == 5)
            assert await page.act(Lift(point(6), Colour.LIGHT)) == Done(1)
            await other.hear_until(Board, lambda it: it.places[point(6)].light == 4)
            assert await page.act(Put(point(6), Colour.LIGHT)) == Done(2)
            await other.hear_until(Board, lambda it: it.places[point(6)].light == 5)

    at_table(tmp_path, rule)


def test_what_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.hear_of(World)
            await shown(page)
            called = asyncio.Event()
            with table.running.table.follow(called.set):
                table.running.table.changed()
                await called.wait()
            assert await shown(page) == []

    at_table(tmp_path, rule)


def test_a_page_may_change_its_language(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page, table.greeted() as other:
            english = await page.hear_of(Game)
            await page.say(Speak(Language.FRENCH))
            await page.hear_until(Game, lambda it: it.verdict != english.verdict)
            await other.hear_until(Game, lambda it: it.verdict == english.verdict)

    at_table(tmp_path, rule)


def test_refusals_speak_the_language_of_the_page(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(key=False, language=Language.FRENCH) as page:
            answer = await page.act(Lift(point(6), Colour.LIGHT))
            assert isinstance(answer, Refused)
            assert answer.words.startswith("Vous regardez")

    at_table(tmp_path, rule)


def test_only_who_asks_is_shown_the_devices_from_the_inside(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page, table.greeted() as other:
            await page.say(Follow(diagnostics=True))
            await page.hear_of(Diagnostics)
            await page.say(Follow(diagnostics=False))
            await shown(page)
            assert await page.act(Lift(point(6), Colour.LIGHT)) == Done(1)
            assert Diagnostics not in map(type, await shown(page))
            await shown(other)
            assert Diagnostics not in kinds(other)

    at_table(tmp_path, rule)


def test_dice_are_thrown_and_a_turn_begins(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            assert isinstance(await page.act(ThrowDice(None, (3, 1))), Done)
            await table.seated.passes(1)
            while (await page.hear_of(Game)).turn is not Colour.LIGHT:
                pass

    at_table(tmp_path, rule)


def test_what_cannot_be_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            answer = await page.act(Lift(point(7), Colour.LIGHT))
            assert isinstance(answer, Refused)
            assert answer.why is Why.NOT_POSSIBLE
            assert answer.words
            assert table.seated.checkers.hand == ()

    at_table(tmp_path, rule)


def test_a_sign_of_life_is_answered_with_the_same(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            for count in range(100):
                await page.say(Alive(count))
                assert (await page.hear_of(Alive)).count == count

    at_table(tmp_path, rule)


def test_a_page_that_sleeps_is_shown_the_newest_and_not_all_that_it_slept_through(
    tmp_path: Path,
) -> None:
    async def rule(table: Served) -> None:
        checkers, six = table.seated.checkers, point(6)
        async with (
            table.page(sock=narrow(table), max_queue=1) as sleepy,
            table.greeted() as awake,
        ):
            await sleepy.say(Hello(PROTOCOL, Language.ENGLISH))
            for _ in range(CHANGES // 2):
                lifted = checkers.lift(six)
                await table.seated.passes(0.1)
                await awake.hear_until(Board, lambda it: it.places[six].light == 4)
                checkers.put(six, lifted)
                await table.seated.passes(0.1)
                await awake.hear_until(Board, lambda it: it.places[six].light == 5)
            for _ in range(2):
                checkers.lift(six)
                await table.seated.passes(0.1)

            await sleepy.hear_until(Board, lambda it: it.places[six].light == 3)
            assert kinds(sleepy).count(Board) < CHANGES / 2
            await sleepy.settle()

    at_table(tmp_path, rule, narrow=True)


def test_a_page_that_never_wakes_up_does_not_keep_the_service_from_stopping(
    tmp_path: Path,
) -> None:
    async def run() -> int:
        async with AsyncExitStack() as outside:
            async with served(tmp_path, narrow=True) as table:
                sleeping = table.page(sock=narrow(table), max_queue=1)
                sleepy = await outside.enter_async_context(sleeping)
                await sleepy.say(Hello(PROTOCOL, Language.ENGLISH))
                checkers, six = table.seated.checkers, point(6)
                for _ in range(CHANGES):
                    checkers.put(six, checkers.lift(six))
                    await table.seated.passes(0.1)
            return await sleepy.closed()

    assert asyncio.run(run()) == LINE_BROKEN


def test_a_page_that_is_torn_away_while_it_is_shown_everything_is_no_trouble(
    tmp_path: Path,
) -> None:
    async def rule(table: Served) -> None:
        for _ in range(TORN_AWAY):
            async with table.page() as page:
                await page.say(Hello(PROTOCOL, Language.ENGLISH, table.key))
                page.line.transport.abort()
        async with table.greeted() as page:
            await page.hear_of(Game)

    at_table(tmp_path, rule)


def test_pages_are_counted_and_forgotten(tmp_path: Path) -> None:
    async def run() -> Served:
        async with served(tmp_path) as table, table.greeted() as page, table.greeted():
            await page.hear_of(Board)
            assert table.club.audience.at[table.running.table.name] == 2
            assert table.running.table._followers
        return table

    table = asyncio.run(run())
    assert table.club.audience.at.total() == 0
    assert not table.running.table._followers


def test_there_is_room_for_so_many_at_a_table_and_so_many_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.web.limits.MOST_AT_A_TABLE", 2)
    monkeypatch.setattr("service.web.limits.MOST_AT_ALL", 3)
    audience = Audience()

    with audience.seat("one") as first, audience.seat("one") as second:
        assert first
        assert second
        with audience.seat("one") as third, audience.seat("two") as fourth:
            assert not third
            assert fourth
            with audience.seat("three") as fifth:
                assert not fifth
        with audience.seat("three") as sixth:
            assert sixth
    assert audience.at.total() == 0
