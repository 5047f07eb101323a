"""Whatever strangers send is refused with a reason, and none of it reaches the referee."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hardware.checkers import Colour, point
from hardware.signals import Wish
from referee.words import Language
from service.journal.reading import read_match
from service.plain import text_of
from service.simulation.gestures import Lift
from service.tables.running import journal_of
from service.web import live
from service.web.limits import ACTING, LIVING, LONGEST_FRAME, LONGEST_MESSAGE, Bucket
from service.web.messages.from_page import (
    PROTOCOL,
    Act,
    Alive,
    Ask,
    BeginMatch,
    Deed,
    FromPage,
    Hello,
    PlugIn,
    SetUp,
    Tell,
    ThrowDice,
    Unplug,
)
from service.web.messages.to_page import Done, Refused, Welcome, Why
from service.web.tongues import phrases_in
from tests.rigs.wire import Page, Served, served

Rule = Callable[[Served], Awaitable[None]]
LIFT = Lift(point(6), Colour.LIGHT)
TOO_DEEP = "[" * 7000 + "]" * 7000


def at_table(folder: Path, rule: Rule) -> None:
    """Let a rule hold at a served table, where nothing but time may reach the referee."""

    async def run() -> None:
        async with served(folder) as table:
            await rule(table)

    asyncio.run(run())


def unheard(folder: Path, rule: Rule) -> None:
    """The same, and nothing of what happens reaches the referee or the journal."""

    async def run() -> None:
        async with served(folder) as table:
            arrived, kept = table.arrived, entries(folder, table)
            await rule(table)
            await table.seated.passes(1)
            assert table.arrived == arrived
            assert entries(folder, table) == kept

    asyncio.run(run())


def entries(folder: Path, table: Served) -> int:
    return len(read_match(journal_of(folder, table.running.table.name)).entries)


def spelled(message: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text_of(message, FromPage))
    return data


async def refused(page: Page) -> Refused:
    return await page.hear_of(Refused)


MALFORMED = {
    "nothing": "",
    "no JSON": "lift the checker",
    "half of it": '{"is":"Alive"',
    "no object": "[1, 2]",
    "a bare word": "null",
    "not a number": '{"is":"Alive","count":NaN}',
    "an endless number": '{"is":"Alive","count":1e999}',
    "a huge number": f'{{"is":"Alive","count":{"9" * 5000}}}',
    "a broken number": '{"is":"Alive","count":1.5}',
    "unknown": '{"is":"Obey"}',
    "a kind that is no text": '{"is":["Alive"],"count":1}',
    "an unknown field": '{"is":"Alive","count":1,"key":"x"}',
    "a missing field": '{"is":"Alive"}',
    "another kind of value": '{"is":"Alive","count":"1"}',
    "too deep": TOO_DEEP,
    "a language nobody speaks": '{"is":"Speak","language":"klingon"}',
    "half a letter": '{"is":"Speak","language":"\\ud800"}',
    "what the service says": '{"is":"Done","number":1}',
}


def test_what_is_no_message_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(language=Language.FRENCH) as page:
            for what, text in MALFORMED.items():
                await page.line.send(text)
                refusal = await refused(page)
                assert refusal.why is Why.MALFORMED, what
                assert refusal.words == phrases_in(Language.FRENCH).say("page.refused.malformed")
            await page.settle()

    unheard(tmp_path, rule)


DEEDS = {
    "a place that is none": {"place": "p25"},
    "a place with half a letter": {"place": "p1\ud800"},
    "no colour": {"colour": "green"},
    "another field": {"hard": True},
    "another kind": {"is": "Steal"},
}


def test_an_act_that_is_none_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            for number, (what, change) in enumerate(DEEDS.items(), 1):
                act = spelled(Act(page.session, number, LIFT))
                act["deed"].update(change)
                await page.line.send(json.dumps(act))
                assert (await refused(page)).why in (Why.MALFORMED, Why.NOT_POSSIBLE), what

    unheard(tmp_path, rule)


@pytest.mark.parametrize("number", [0, -1, 2**53, 10**100, True, 1.0])
def test_an_act_whose_number_cannot_be_is_refused(number: float, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            act = spelled(Act(page.session, 1, LIFT))
            await page.line.send(json.dumps({**act, "number": number}))
            assert (await refused(page)).why is Why.MALFORMED

    unheard(tmp_path, rule)


@pytest.mark.parametrize("number", [-1, 2**53, 10**100])
def test_an_answer_that_no_question_has_is_refused(number: int, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            act = spelled(Act(page.session, 1, Ask(Colour.LIGHT, Wish.YES)))
            act["deed"]["number"] = number
            await page.line.send(json.dumps(act))
            assert (await refused(page)).why is Why.MALFORMED

    unheard(tmp_path, rule)


IMPOSSIBLE: dict[str, Deed] = {
    "over and done": Ask(Colour.LIGHT, Wish.YES, 0, moment=10**30),
    "no board": Tell("\ud800" * 26),
    "too short a board": Tell("-"),
    "a board of thousands": Tell("O" * 26),
    "a position that is none": SetUp("Z" * 26, Colour.LIGHT),
    "dice with a 7": ThrowDice(None, (7, 1)),
    "dice with a huge number": ThrowDice(None, (10**30, 1)),
    "a hundred dice": ThrowDice(None, (1,) * 100),
    "nobody's dice": ThrowDice(Colour.DARK, (3, 1)),
    "no such device": Unplug("\ud800"),
    "no such device again": PlugIn("../board"),
    "an agreement that is no JSON": BeginMatch("{"),
    "an agreement on nothing known": BeginMatch('{"rules.\\ud800":1}'),
    "an agreement too deep": BeginMatch("[" * 5000),
    "an agreement on not a number": BeginMatch('{"length":NaN}'),
}


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            for what, deed in IMPOSSIBLE.items():
                answer = await page.act(deed)
                assert isinstance(answer, Refused), what
                assert answer.why in (Why.NOT_POSSIBLE, Why.OUT_OF_DATE), what
                assert answer.words, what

    unheard(tmp_path, rule)


def test_bytes_are_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.line.send(text_of(Alive(1), FromPage).encode())
            assert (await refused(page)).why is Why.MALFORMED
            await page.settle()

    unheard(tmp_path, rule)


def test_what_is_no_text_at_all_ends_the_connection(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.line.send(b"\xff\xfe", text=True)
            assert await page.closed() == 1007

    unheard(tmp_path, rule)


@pytest.mark.parametrize("letter", ["x", "é"])
def test_what_is_too_long_is_refused(letter: str, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            count = LONGEST_MESSAGE // len(letter.encode())
            await page.say(Act(page.session, 1, Unplug(letter * count)))
            refusal = await refused(page)
            assert refusal.why is Why.TOO_LARGE
            assert str(LONGEST_MESSAGE) in refusal.words

    unheard(tmp_path, rule)


def test_what_is_far_too_long_ends_the_connection(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.line.send("x" * (LONGEST_FRAME + 1))
            assert await page.closed() == 1009

    unheard(tmp_path, rule)


def test_an_act_before_hello_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page() as page:
            await page.say(Act("", 1, LIFT))
            refusal = await refused(page)
            assert (refusal.why, refusal.number) == (Why.NOT_WELCOMED, 1)
            await page.greet(table.key)

    unheard(tmp_path, rule)


def test_a_second_hello_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            await page.say(Hello(PROTOCOL, Language.ENGLISH))
            assert (await refused(page)).why is Why.MALFORMED

    unheard(tmp_path, rule)


@pytest.mark.parametrize("more", [{}, {"mood": "good"}])
def test_a_page_of_another_protocol_is_told_so_and_goes(more: Any, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page(additional_headers={"Accept-Language": "fr"}) as page:
            hello = {**spelled(Hello(PROTOCOL + 1, Language.FRENCH)), **more}
            await page.line.send(json.dumps(hello))
            assert await page.closed() == live.NOT_ALLOWED
            (refusal,) = page.heard
            assert refusal.why is Why.OTHER_PROTOCOL
            assert "autre version" in refusal.words

    unheard(tmp_path, rule)


def test_who_never_says_hello_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.01)

    async def rule(table: Served) -> None:
        async with table.page() as page:
            assert await page.closed() == live.NOT_ALLOWED
            (refusal,) = page.heard
            assert refusal.why is Why.NOT_WELCOMED

    unheard(tmp_path, rule)


def test_who_looks_on_may_not_act(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted(key=False) as page:
            answer = await page.act(LIFT)
            assert isinstance(answer, Refused)
            assert answer.why is Why.NO_KEY

    unheard(tmp_path, rule)


@pytest.mark.parametrize("key", ["x", "\ud800", "x" * 1000])
def test_who_has_a_wrong_key_is_told_so_and_looks_on(key: str, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page() as page:
            welcome = await page.greet(key)
            assert not welcome.may_act
            assert (await refused(page)).why is Why.WRONG_KEY
            answer = await page.act(LIFT)
            assert isinstance(answer, Refused)
            assert answer.why is Why.NO_KEY

    unheard(tmp_path, rule)


def test_the_key_of_another_table_is_a_wrong_key(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page() as page:
            assert not (await page.greet(f"{table.key}=")).may_act

    unheard(tmp_path, rule)


def test_an_act_is_done_once(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            act = Act(page.session, 5, LIFT)
            await page.say(act)
            assert await page.hear_of(Done) == Done(5)
            for number in (5, 4, 1):
                await page.say(Act(page.session, number, LIFT))
                refusal = await refused(page)
                assert (refusal.why, refusal.number) == (Why.REPLAYED, number)
        assert len(table.seated.checkers.hand) == 1

    at_table(tmp_path, rule)


@pytest.mark.parametrize("theirs", [True, False])
def test_an_act_of_another_session_is_refused(theirs: bool, tmp_path: Path) -> None:  # noqa: FBT001
    async def rule(table: Served) -> None:
        async with table.greeted() as other, table.greeted() as page:
            session = other.session if theirs else "\ud800"
            await page.say(Act(session, 1, LIFT))
            assert (await refused(page)).why is Why.REPLAYED

    unheard(tmp_path, rule)


def test_too_many_acts_are_refused_and_end_the_connection_if_they_go_on(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            for number in range(1, 1000):
                await page.say(Act(page.session, number, Unplug("no such device")))
            assert await page.closed() == live.NOT_ALLOWED
            whys = [it.why for it in page.heard if isinstance(it, Refused)]
            assert whys[: int(ACTING.at_once)] == [Why.NOT_POSSIBLE] * int(ACTING.at_once)
            assert whys[-1] is Why.TOO_MANY

    unheard(tmp_path, rule)


def test_too_much_of_what_means_nothing_ends_the_connection_too(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.page() as page:
            for _ in range(1000):
                await page.line.send("{}")
            assert await page.closed() == live.NOT_ALLOWED
            assert {it.why for it in page.heard} == {Why.MALFORMED, Why.TOO_MANY}

    unheard(tmp_path, rule)


def test_too_many_signs_of_life_end_the_connection(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as page:
            alive = text_of(Alive(1), FromPage)
            sending = asyncio.create_task(_flood(page, alive, 20_000))
            assert await page.closed() == live.NOT_ALLOWED
            await sending
            echoed = sum(isinstance(it, Alive) for it in page.heard)
            assert echoed >= LIVING.at_once

    unheard(tmp_path, rule)


async def _flood(page: Page, text: str, times: int) -> None:
    with suppress(ConnectionClosed):
        for _ in range(times):
            await page.line.send(text)


def test_who_waits_may_go_on() -> None:
    time = [0.0]
    bucket = Bucket(ACTING, lambda: time[0])
    most = int(ACTING.at_once)

    assert [bucket.take() for _ in range(most + 1)] == [True] * most + [False]
    assert not bucket.hopeless
    time[0] += 1
    assert bucket.take()
    for _ in range(3 * most):
        bucket.take()
    assert bucket.hopeless


def test_a_flood_of_one_page_does_not_keep_others_from_acting(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        async with table.greeted() as mad, table.greeted() as page:
            flooding = asyncio.create_task(_flood(mad, "{}", 1000))
            closing = asyncio.create_task(mad.closed())
            assert isinstance(await page.act(LIFT), Done)
            await flooding
            assert await closing == live.NOT_ALLOWED

    at_table(tmp_path, rule)


STRANGE_ORIGINS = [
    "http://elsewhere.example",
    "https://127.0.0.1",
    "http://127.0.0.1:1",
    "null",
    "",
    "http://localhost",
    "file://",
    "http://127.0.0.1:99999999",
]


def test_a_page_from_elsewhere_may_not_connect(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for origin in STRANGE_ORIGINS:
            with pytest.raises(InvalidStatus) as caught:
                async with table.page(additional_headers={"Origin": origin}):
                    pass
            response = caught.value.response
            assert response.status_code == 403, origin
            assert b"Only the page of this very Kibitz" in (response.body or b"")
            assert response.headers["X-Content-Type-Options"] == "nosniff"

    unheard(tmp_path, rule)


def test_the_page_itself_may_connect(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        headers = {"Origin": f"http://{table.host}"}
        async with table.page(additional_headers=headers) as page:
            assert isinstance(await page.greet(table.key), Welcome)

    unheard(tmp_path, rule)


STRANGE_HOSTS = ["evil.example", "kibitz.test.evil.example", "", "127.0.0.1.evil.example", "a b"]


UPGRADE = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}


def test_who_asks_for_another_host_is_not_answered(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        path = f"/t/{table.running.table.name}/live"
        for host in STRANGE_HOSTS:
            assert (await table.get("/", host=host)).status in (400, 421), host
            assert (await table.get(path, host=host, **UPGRADE)).status in (400, 421), host
        assert (await table.raw(b"GET / HTTP/1.0\r\n\r\n")).split()[1] == b"421"

    unheard(tmp_path, rule)


def test_who_asks_for_this_machine_is_answered(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for host in ("localhost", "[::1]:80", "kibitz.test", "KIBITZ.TEST.", "10.0.0.7"):
            assert (await table.get("/", host=host)).status == 307, host

    unheard(tmp_path, rule)


def test_there_is_no_connection_to_a_table_that_is_none(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        with pytest.raises(InvalidStatus) as caught:
            async with table.page("nowhere"):
                pass
        assert caught.value.response.status_code == 404

    unheard(tmp_path, rule)


def test_onlookers_do_not_keep_out_whoever_has_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.limits.MOST_AT_A_TABLE", 1)

    async def rule(table: Served) -> None:
        async with table.greeted(key=False), table.greeted() as page:
            await page.settle()

    unheard(tmp_path, rule)


def test_no_more_pages_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.limits.MOST_AT_A_TABLE", 2)

    async def rule(table: Served) -> None:
        async with table.greeted(), table.greeted() as second:
            async with table.page() as third:
                await third.say(Hello(PROTOCOL, Language.ENGLISH, ""))
                assert await third.closed() == live.TRY_LATER
                (refusal,) = third.heard
                assert refusal.why is Why.TOO_MANY
            await second.settle()
        async with table.greeted(), table.greeted():
            pass

    unheard(tmp_path, rule)
