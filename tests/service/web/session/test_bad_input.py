"""Bad input of strangers is refused with a reason, and none of it reaches the referee."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind
from service.storage.journal_reader import read_match
from service.table.table_runtime import journal_path
from service.web import rate_limits
from service.web.messages import from_page
from service.web.messages.to_page import MESSAGES, ActionDone, RefusalKind, Refused, Welcome
from service.web.session import live_connection
from service.words.phrases import Language, phrases_in
from simulation.gestures import Lift
from tests.rigs.tables.page_client import PageClient, ServedTable, serve_tables

LIFT = Lift(point(6), Colour.LIGHT)
TOO_DEEP = "[" * 7000 + "]" * 7000


@asynccontextmanager
async def serve_without_effect(folder: Path) -> AsyncIterator[ServedTable]:
    """A served table; asserts that nothing reaches its referee or its journal meanwhile."""
    async with serve_tables(folder) as table:
        arrived, stored = table.received_signals, entries(folder, table)
        yield table
        await table.seated.pass_seconds(1)
        assert table.received_signals == arrived
        assert entries(folder, table) == stored


@pytest.fixture
def table(tmp_path: Path) -> AbstractAsyncContextManager[ServedTable]:
    return serve_without_effect(tmp_path)


def entries(folder: Path, table: ServedTable) -> int:
    return len(read_match(journal_path(folder, table.runtime.table.name)).entries)


def message_data(message: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(MESSAGES.encode(message, from_page.FromPage))
    return data


async def hear_refusal(page: PageClient) -> Refused:
    return await page.hear_of(Refused)


MALFORMED = {
    "nothing": "", "no JSON": "lift the checker", "half of it": '{"is":"KeepAlive"',
    "no object": "[1, 2]", "a bare word": "null", "not a number": '{"is":"KeepAlive","count":NaN}',
    "an endless number": '{"is":"KeepAlive","count":1e999}',
    "a huge number": f'{{"is":"KeepAlive","count":{"9" * 5000}}}',
    "a broken number": '{"is":"KeepAlive","count":1.5}', "unknown": '{"is":"Obey"}',
    "a kind that is no text": '{"is":["KeepAlive"],"count":1}',
    "an unknown field": '{"is":"KeepAlive","count":1,"key":"x"}',
    "a missing field": '{"is":"KeepAlive"}',
    "another kind of value": '{"is":"KeepAlive","count":"1"}', "too deep": TOO_DEEP,
    "a language nobody speaks": '{"is":"ChooseLanguage","language":"klingon"}',
    "half a letter": '{"is":"ChooseLanguage","language":"\\ud800"}',
    "what the service says": '{"is":"Done","number":1}',
}  # fmt: skip


async def test_invalid_message_is_refused(table: ServedTable) -> None:
    say = phrases_in(Language("fr")).say
    french = tuple(say(f"page.refused.{key}") for key in ("malformed", "other_protocol"))

    async with table.greeted(language=Language("fr")) as page:
        for what, text in MALFORMED.items():
            await page.line.send(text)
            refusal = await hear_refusal(page)
            assert refusal.kind is RefusalKind.MALFORMED, what
            assert refusal.words.startswith(french), what
        await page.settle()


WRONG_FIELDS = {
    '{"is":"Hello","language":"en"}': ("Hello.protocol", "a whole number"),
    '{"is":"Hello","protocol":2}': ("Hello.language", "a text"),
    '{"is":"Hello","protocol":2,"language":"xx"}': ("Hello.language", "one of en, fr"),
    '{"is":"Hello","protocol":2,"language":"en","mood":1}': (
        "Hello.mood", "only protocol, language, key",
    ),
    '{"is":"KeepAlive","count":"1"}': ("KeepAlive.count", "a whole number"),
    '{"is":"Obey"}': ("is", "one of Hello, KeepAlive, ChooseLanguage, Subscribe, ActionRequest"),
    '{"is":"ActionRequest","session":"","number":1,"action":{"is":"Press"}}': (
        "ActionRequest.action.Press.button", "one of light, dark, cube, no, undo, resign, void",
    ),
    '{"is":"ActionRequest","session":"","number":1,"action":{"is":"Lift","place":"p6","colour":1}}':
        ("ActionRequest.action.Lift.colour", "one of light, dark"),
    '{"is":"ActionRequest","session":"","number":1,"action":'
    '{"is":"MakeRequest","colour":"light","request":"yes","number":-1}}':
        ("ActionRequest.action.MakeRequest", f"an answer with a number of 0 to {2**53 - 1}"),
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_FIELDS)
async def test_wrong_field_is_named_with_what_is_allowed(text: str, table: ServedTable) -> None:
    async with table.page() as page:
        await page.line.send(text)
        refusal = await hear_refusal(page)

    field, allowed = WRONG_FIELDS[text]
    assert (refusal.kind, refusal.field, refusal.allowed) == (
        RefusalKind.MALFORMED, field, allowed,
    )  # fmt: skip
    assert field in refusal.words
    assert allowed in refusal.words


async def test_field_that_a_stranger_invents_is_named_in_part_only(table: ServedTable) -> None:
    async with table.page() as page:
        await page.line.send(json.dumps({"is": "KeepAlive", "count": 1, "\ud800" + "x" * 9000: 1}))
        refusal = await hear_refusal(page)

    assert refusal.field.startswith("KeepAlive.\ud800xxx")
    assert len(refusal.words) < 500


BAD_ACTIONS = {
    "a place that is none": {"place": "p25"},
    "a place with half a letter": {"place": "p1\ud800"},
    "no colour": {"colour": "green"},
    "another field": {"hard": True},
    "another kind": {"is": "Steal"},
}


async def test_message_of_a_newer_page_asks_to_load_it_anew(table: ServedTable) -> None:
    async with table.greeted(language=Language("en")) as page:
        await page.line.send('{"is":"Teleport","place":"p6"}')
        newer = await hear_refusal(page)
        await page.line.send("{}")
        wrong = await hear_refusal(page)
        assert newer.kind is wrong.kind is RefusalKind.MALFORMED
        assert "another version of Kibitz" in newer.words
        assert "another version of Kibitz" not in wrong.words


async def test_malformed_action_is_refused(table: ServedTable) -> None:
    async with table.greeted() as page:
        for number, (what, change) in enumerate(BAD_ACTIONS.items(), 1):
            request = message_data(from_page.ActionRequest(page.session, number, LIFT))
            request["action"].update(change)
            await page.line.send(json.dumps(request))
            refusal = await hear_refusal(page)
            assert refusal.kind in (RefusalKind.MALFORMED, RefusalKind.NOT_POSSIBLE), what
            assert refusal.number == number, what


@pytest.mark.parametrize("number", [0, -1, 2**53, 10**100, True, 1.0])
async def test_an_action_with_an_impossible_number_is_refused(
    number: float, table: ServedTable
) -> None:
    async with table.greeted() as page:
        request = message_data(from_page.ActionRequest(page.session, 1, LIFT))
        await page.line.send(json.dumps({**request, "number": number}))
        assert (await hear_refusal(page)).kind is RefusalKind.MALFORMED


@pytest.mark.parametrize("number", [-1, 2**53, 10**100])
async def test_an_answer_that_no_question_has_is_refused(number: int, table: ServedTable) -> None:
    async with table.greeted() as page:
        request = message_data(
            from_page.ActionRequest(
                page.session, 1, from_page.MakeRequest(Colour.LIGHT, PlayerRequestKind.YES)
            )
        )
        request["action"]["number"] = number
        await page.line.send(json.dumps(request))
        assert (await hear_refusal(page)).kind is RefusalKind.MALFORMED


IMPOSSIBLE: dict[str, from_page.Action] = {
    "over and done": from_page.MakeRequest(Colour.LIGHT, PlayerRequestKind.YES, 0, revision=10**30),
    "no board": from_page.StateLayout("\ud800" * 26),
    "too short a board": from_page.StateLayout("-"),
    "a board of thousands": from_page.StateLayout("O" * 26),
    "a position that is none": from_page.SetUp("Z" * 26, Colour.LIGHT),
    "dice with a 7": from_page.ThrowDice(None, (7, 1)),
    "dice with a huge number": from_page.ThrowDice(None, (10**30, 1)),
    "a hundred dice": from_page.ThrowDice(None, (1,) * 100),
    "nobody's dice": from_page.ThrowDice(Colour.DARK, (3, 1)),
    "no such device": from_page.Unplug("\ud800"),
    "no such device again": from_page.PlugIn("../board"),
    "an agreement that is no JSON": from_page.BeginMatch("{"),
    "an agreement on nothing known": from_page.BeginMatch('{"rules.\\ud800":1}'),
    "an agreement too deep": from_page.BeginMatch("[" * 5000),
    "an agreement on not a number": from_page.BeginMatch('{"length":NaN}'),
}


async def test_impossible_action_is_refused(table: ServedTable) -> None:
    async with table.greeted() as page:
        for what, action in IMPOSSIBLE.items():
            answer = await page.act(action)
            assert isinstance(answer, Refused), what
            assert answer.kind in (RefusalKind.NOT_POSSIBLE, RefusalKind.OUT_OF_DATE), what
            assert answer.words, what


async def test_bytes_are_refused(table: ServedTable) -> None:
    async with table.greeted() as page:
        await page.line.send(MESSAGES.encode(from_page.KeepAlive(1), from_page.FromPage).encode())
        assert (await hear_refusal(page)).kind is RefusalKind.MALFORMED
        await page.settle()


@pytest.mark.parametrize(
    ("text", "code"), [(b"\xff\xfe", 1007), (b"x" * (rate_limits.MAX_FRAME_BYTES + 1), 1009)]
)
async def test_invalid_utf8_and_far_too_long_message_end_the_connection(
    text: bytes, code: int, table: ServedTable
) -> None:
    async with table.greeted() as page:
        await page.line.send(text, text=True)
        assert await page.closed() == code


@pytest.mark.parametrize("letter", ["x", "é"])
async def test_overlong_message_is_refused(letter: str, table: ServedTable) -> None:
    async with table.greeted() as page:
        count = rate_limits.MAX_MESSAGE_BYTES // len(letter.encode())
        await page.say(from_page.ActionRequest(page.session, 1, from_page.Unplug(letter * count)))
        refusal = await hear_refusal(page)
        assert refusal.kind is RefusalKind.TOO_LARGE
        assert str(rate_limits.MAX_MESSAGE_BYTES) in refusal.words


async def test_an_action_before_hello_is_refused(table: ServedTable) -> None:
    async with table.page() as page:
        await page.say(from_page.ActionRequest("", 1, LIFT))
        refusal = await hear_refusal(page)
        assert (refusal.kind, refusal.number) == (RefusalKind.NOT_WELCOMED, 1)
        await page.greet(table.key)


async def test_a_second_hello_is_refused(table: ServedTable) -> None:
    async with table.greeted() as page:
        await page.say(from_page.Hello(from_page.PROTOCOL, Language("en")))
        assert (await hear_refusal(page)).kind is RefusalKind.MALFORMED


@pytest.mark.parametrize("more", [{}, {"mood": "good"}])
async def test_page_with_another_protocol_is_refused_and_disconnected(
    more: Any, table: ServedTable
) -> None:
    async with table.page(additional_headers={"Accept-Language": "fr"}) as page:
        hello = {**message_data(from_page.Hello(from_page.PROTOCOL + 1, Language("fr"))), **more}
        await page.line.send(json.dumps(hello))
        assert await page.closed() == live_connection.NOT_ALLOWED
        (refusal,) = page.messages
        assert refusal.kind is RefusalKind.OTHER_PROTOCOL
        assert "autre version" in refusal.words


async def test_page_that_never_says_hello_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_connection, "HELLO_TIMEOUT", 0.01)

    async with serve_without_effect(tmp_path) as table, table.page() as page:
        assert await page.closed() == live_connection.NOT_ALLOWED
        (refusal,) = page.messages
        assert refusal.kind is RefusalKind.NOT_WELCOMED


async def test_spectator_may_not_act(table: ServedTable) -> None:
    async with table.greeted(key=False) as page:
        answer = await page.act(LIFT)
        assert isinstance(answer, Refused)
        assert answer.kind is RefusalKind.NO_KEY


@pytest.mark.parametrize("key", ["x", "\ud800", "x" * 1000])
async def test_wrong_key_is_reported_and_makes_a_spectator(key: str, table: ServedTable) -> None:
    async with table.page() as page:
        welcome = await page.greet(key)
        assert not welcome.may_act
        assert (await hear_refusal(page)).kind is RefusalKind.WRONG_KEY
        answer = await page.act(LIFT)
        assert isinstance(answer, Refused)
        assert answer.kind is RefusalKind.NO_KEY


async def test_the_key_of_another_table_is_a_wrong_key(table: ServedTable) -> None:
    async with table.page() as page:
        assert not (await page.greet(f"{table.key}=")).may_act


async def test_an_action_is_done_once(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table:
        async with table.greeted() as page:
            request = from_page.ActionRequest(page.session, 5, LIFT)
            await page.say(request)
            assert await page.hear_of(ActionDone) == ActionDone(5)
            for number in (5, 4, 1):
                await page.say(from_page.ActionRequest(page.session, number, LIFT))
                refusal = await hear_refusal(page)
                assert (refusal.kind, refusal.number) == (RefusalKind.REPLAYED, number)
        assert len(table.seated.checkers.hand) == 1


@pytest.mark.parametrize("theirs", [True, False])
async def test_an_action_of_another_session_is_refused(*, theirs: bool, table: ServedTable) -> None:
    async with table.greeted() as other, table.greeted() as page:
        session = other.session if theirs else "\ud800"
        await page.say(from_page.ActionRequest(session, 1, LIFT))
        assert (await hear_refusal(page)).kind is RefusalKind.REPLAYED


async def test_too_many_actions_are_refused_and_end_the_connection_if_they_go_on(
    table: ServedTable,
) -> None:
    async with table.greeted() as page:
        for number in range(1, 1000):
            await page.say(
                from_page.ActionRequest(page.session, number, from_page.Unplug("no such device"))
            )
        assert await page.closed() == live_connection.NOT_ALLOWED
        reasons = [it.kind for it in page.messages if isinstance(it, Refused)]
        assert reasons[: int(rate_limits.ACTION_LIMIT.at_once)] == [RefusalKind.NOT_POSSIBLE] * int(
            rate_limits.ACTION_LIMIT.at_once
        )
        assert reasons[-1] is RefusalKind.TOO_MANY


async def test_too_many_meaningless_messages_end_the_connection_too(table: ServedTable) -> None:
    async with table.page() as page:
        for _ in range(1000):
            await page.line.send("{}")
        assert await page.closed() == live_connection.NOT_ALLOWED
        assert {it.kind for it in page.messages} == {RefusalKind.MALFORMED, RefusalKind.TOO_MANY}


async def test_too_many_heartbeats_end_the_connection(table: ServedTable) -> None:
    async with table.greeted() as page:
        alive = MESSAGES.encode(from_page.KeepAlive(1), from_page.FromPage)
        sending = asyncio.create_task(_flood(page, alive, 20_000))
        assert await page.closed() == live_connection.NOT_ALLOWED
        await sending
        echoed = sum(isinstance(it, from_page.KeepAlive) for it in page.messages)
        assert echoed >= rate_limits.KEEP_ALIVE_LIMIT.at_once


async def _flood(page: PageClient, text: str, times: int) -> None:
    with suppress(ConnectionClosed):
        for _ in range(times):
            await page.line.send(text)


def test_waiting_refills_the_token_bucket() -> None:
    time = [0.0]
    bucket = rate_limits.TokenBucket(rate_limits.ACTION_LIMIT, lambda: time[0])
    most = int(rate_limits.ACTION_LIMIT.at_once)

    assert [bucket.take() for _ in range(most + 1)] == [True] * most + [False]
    assert not bucket.is_flooded
    time[0] += 1
    assert bucket.take()
    for _ in range(3 * most):
        bucket.take()
    assert bucket.is_flooded


async def test_a_flood_of_one_page_does_not_keep_others_from_acting(tmp_path: Path) -> None:
    async with serve_tables(tmp_path) as table, table.greeted() as flooder, table.greeted() as page:
        flooding = asyncio.create_task(_flood(flooder, "{}", 1000))
        closing = asyncio.create_task(flooder.closed())
        assert isinstance(await page.act(LIFT), ActionDone)
        await flooding
        assert await closing == live_connection.NOT_ALLOWED


STRANGE_ORIGINS = [
    "http://elsewhere.example", "https://127.0.0.1", "http://127.0.0.1:1", "null", "",
    "http://localhost", "file://", "http://127.0.0.1:99999999",
]  # fmt: skip


async def test_a_page_from_elsewhere_may_not_connect(table: ServedTable) -> None:
    for origin in STRANGE_ORIGINS:
        with pytest.raises(InvalidStatus) as caught:
            async with table.page(additional_headers={"Origin": origin}):
                pass
        response = caught.value.response
        assert response.status_code == 403, origin
        assert b"Only the page of this Kibitz" in (response.body or b"")
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_the_page_itself_may_connect(table: ServedTable) -> None:
    headers = {"Origin": f"http://{table.host}"}
    async with table.page(additional_headers=headers) as page:
        assert isinstance(await page.greet(table.key), Welcome)


STRANGE_HOSTS = ["evil.example", "kibitz.test.evil.example", "", "127.0.0.1.evil.example", "a b"]


UPGRADE = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}


async def test_request_for_another_host_is_refused(table: ServedTable) -> None:
    path = f"/t/{table.runtime.table.name}/live"
    for host in STRANGE_HOSTS:
        assert (await table.get("/", host=host)).status in (400, 421), host
        assert (await table.get(path, host=host, **UPGRADE)).status in (400, 421), host
    assert (await table.raw(b"GET / HTTP/1.0\r\n\r\n")).split()[1] == b"421"


async def test_request_for_this_machine_is_answered(table: ServedTable) -> None:
    for host in ("localhost", "[::1]:80", "kibitz.test", "KIBITZ.TEST.", "10.0.0.7"):
        assert (await table.get("/", host=host)).status == 200, host


async def test_connection_to_an_unknown_table_is_refused(table: ServedTable) -> None:
    with pytest.raises(InvalidStatus) as caught:
        async with table.page("nowhere"):
            pass
    assert caught.value.response.status_code == 404


async def test_spectators_do_not_exclude_the_holder_of_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS_PER_TABLE", 1)

    async with (
        serve_without_effect(tmp_path) as table,
        table.greeted(key=False),
        table.greeted() as page,
    ):
        await page.settle()


async def test_pages_above_the_limit_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.rate_limits.MAX_VIEWERS_PER_TABLE", 2)

    async with serve_without_effect(tmp_path) as table:
        async with table.greeted(), table.greeted() as second:
            async with table.page() as third:
                await third.say(from_page.Hello(from_page.PROTOCOL, Language("en"), ""))
                assert await third.closed() == live_connection.TRY_LATER
                (refusal,) = third.messages
                assert refusal.kind is RefusalKind.TOO_MANY
            await second.settle()
        async with table.greeted(), table.greeted():
            pass
