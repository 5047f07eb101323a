"""Single requests of the feed: states, records, lists and schemas, and what is refused."""

import asyncio
import json
import shutil
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedHallOptions
from service.web import rate_limits
from service.web.feed.feed_schemas import KINDS, feed_schema
from service.web.http.match_handlers import MAX_FEED_READS, MAX_PAGE_READS
from service.web.http.match_history import MatchHistory, MatchPage
from service.web.messages.feed_messages import FEED, FeedMessage
from tests.rigs.tables.feed_client import follow, read_events, schema_faults
from tests.rigs.tables.page_client import ServedTable, serve_tables
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

OTHER = Setup(name="other", names=("Carol", "Dave"), board=SimulatedHallOptions())
FORMATS = "one of mat, sgf, txt, ids, journal"
STREAM_KINDS = "some of State, Verdict, Event, Notice, Result, with commas"


async def ask(table: ServedTable, path: str, **headers: str) -> dict[str, Any]:
    """The JSON of an answer, which fits its schema and can be read again."""
    answer = await table.get(path, **headers)
    message: dict[str, Any] = json.loads(answer.body)
    schema = feed_schema(message["is"])
    assert list(schema_faults(message, schema, schema)) == []
    FEED.decode(answer.text, FeedMessage)
    return {"status": answer.status, **message}


async def test_all_tables_are_shown(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, TABLE_SETTINGS, OTHER) as table:
        shown = await ask(table, "/api/tables")
        one = await ask(table, "/api/tables/other?language=fr")

    assert [it["table"] for it in shown["tables"]] == ["table", "other"]
    assert shown["tables"][0]["players"]["light"]["name"] == "Alice"
    assert "Match" in shown["tables"][0]["status"]
    assert one["players"]["dark"]["name"] == "Dave"
    assert one["simulated"]


async def test_records_and_matches_are_those_of_the_page(journal: Path, tmp_path: Path) -> None:
    shutil.copytree(journal.parent, tmp_path, dirs_exist_ok=True)
    async with serve_tables(tmp_path) as table:
        for kind in ("mat", "journal"):
            record = await table.get(f"/api/tables/table/record?format={kind}&match=1")
            download = await table.get(f"/t/table/matches/1/record.{kind}")
            assert record.status == 200
            for header in ("content-type", "content-disposition"):
                assert record.headers[header] == download.headers[header]
        first = await ask(table, "/api/tables/table/matches?limit=1")
        second = await ask(table, f"/api/tables/table/matches?limit=1&before={first['before']}")

    assert [it["match"] for it in first["matches"]] == [2]
    assert [it["match"] for it in second["matches"]] == [1]
    assert second["before"] is None


async def test_programs_that_ask_for_records_take_no_place_from_pages(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = asyncio.Event()

    async def wait(*_values: object) -> MatchPage:
        await may_go_on.wait()
        return MatchPage((), None)

    monkeypatch.setattr(MatchHistory, "newest", wait)
    path = "/api/tables/table/matches?limit="
    asked = [f"{path}{limit}" for limit in range(1, MAX_PAGE_READS * 2)]
    programs = [asyncio.create_task(table.get(it)) for it in asked]
    many = len(programs) - MAX_FEED_READS
    for answer in islice(asyncio.as_completed(programs, timeout=20), many):
        assert (await answer).status == 503
    page = asyncio.create_task(table.get("/t/table/matches"))
    record = await ask(table, "/api/tables/table/record?format=mat")
    may_go_on.set()

    assert record["code"] == "busy"
    assert (await page).status == 200
    await asyncio.gather(*programs)


async def test_every_message_has_its_schema(table: ServedTable) -> None:
    listed = await ask(table, "/api/schema")
    assert set(listed["schemas"]) == set(KINDS)
    for name, address in listed["schemas"].items():
        answer = await table.get(address)
        assert answer.headers["content-type"] == "application/schema+json"
        schema = json.loads(answer.body)
        assert schema["title"] == name
        assert schema["properties"]["is"] == {"const": name}
        assert set(schema["required"]) <= set(schema["properties"])
        assert schema["description"]


REFUSED = {
    "/api/tables?colour=red": (400, "unknown_field", "colour", "language"),
    "/api/tables?language=xx": (400, "wrong_field", "language", "one of en, fr"),
    "/api/tables?language=fr&language=en": (400, "wrong_field", "language", "one of en, fr"),
    "/api/tables/nowhere": (404, "not_found", "table", "one of table"),
    "/api/tables/nowhere/live": (404, "not_found", "table", "one of table"),
    "/api/tables/table/record": (400, "missing_field", "format", FORMATS),
    "/api/tables/table/record?format=pdf": (400, "wrong_field", "format", FORMATS),
    "/api/tables/table/record?format=mat&match=77": (
        404, "not_found", "match", "the number of a match",
    ),
    "/api/tables/table/record?format=mat&match=-1": (
        400, "wrong_field", "match", "a whole number from 1 to 999999999",
    ),
    f"/api/tables/table/record?format=mat&match={'9' * 900}": (
        400, "wrong_field", "match", "a whole number from 1 to 999999999",
    ),
    "/api/tables/table/matches?limit=1000": (
        400, "wrong_field", "limit", "a whole number from 1 to 100",
    ),
    "/api/tables/table/events?only=Start": (400, "wrong_field", "only", STREAM_KINDS),
    "/api/tables/table/events?after=": (
        400, "wrong_field", "after", "the id of an event of this stream",
    ),
    "/api/live?only=State": (400, "unknown_field", "only", "language"),
    "/api/schema/Nothing": (404, "not_found", "message", f"one of {', '.join(KINDS)}"),
    "/api/schema?x": (400, "unknown_field", "x", "no fields"),
}  # fmt: skip


@pytest.mark.parametrize("path", REFUSED)
async def test_wrong_request_is_refused_with_the_field_and_what_is_allowed(
    path: str, table: ServedTable
) -> None:
    problem = await ask(table, path, accept_language="en")
    french = await ask(table, path, accept_language="fr")

    assert problem["is"] == "Problem"
    found = (problem["status"], problem["code"], problem["field"], problem["allowed"])
    assert found == REFUSED[path]
    assert (french["status"], french["field"]) == (problem["status"], problem["field"])
    for answer in (problem, french):
        assert answer["field"] in answer["words"]
        assert answer["allowed"] in answer["words"]


async def test_what_is_allowed_is_told_in_the_language_of_the_reader(table: ServedTable) -> None:
    problem = await ask(table, "/api/tables/table/matches?limit=0&language=fr")
    assert problem["allowed"] == "un nombre entier de 1 à 100"


async def test_other_methods_are_refused_in_plain_text(table: ServedTable) -> None:
    for path in ("/api/tables", "/api/tables/table/live"):
        answer = await table.get(path, "POST")
        assert answer.status == 405
        assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/tables/table/keys"])
async def test_unknown_address_is_told_the_known_ones(path: str, table: ServedTable) -> None:
    problem = await ask(table, path)
    assert (problem["status"], problem["code"]) == (404, "not_found")
    assert "/api/tables/TABLE/live" in problem["allowed"]


async def test_socket_with_a_wrong_field_is_refused_in_the_same_words(table: ServedTable) -> None:
    for query, where, field in (("?only=x", "", "only"), ("", "/api/t/x", "address")):
        with pytest.raises(InvalidStatus) as refused:
            async with follow(table, query, where):
                pass
        problem = json.loads(refused.value.response.body or b"")
        assert (problem["is"], problem["field"]) == ("Problem", field)


async def test_page_of_another_host_may_not_follow(table: ServedTable) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with table.page(origin="http://evil.test"):
            pass
    answer = await table.get("/api/tables", origin="http://evil.test")

    assert refused.value.response.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


async def test_head_of_a_stream_ends_at_once(table: ServedTable) -> None:
    answer = await table.get("/api/tables/table/events", "HEAD")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


async def test_streams_beyond_the_limit_are_refused_and_take_no_place_of_pages(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.open_tables.stream_count, "per_table", 2)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(follow(table))
        program = await stack.enter_async_context(read_events(table))
        await program.hear()
        problem = await ask(table, "/api/tables/table/events")
        with pytest.raises(InvalidStatus):
            await stack.enter_async_context(follow(table))
        async with table.greeted():
            assert (problem["status"], problem["code"]) == (503, "busy")
    for _ in range(100):
        if not table.open_tables.stream_count.by_table.total():
            break
        await asyncio.sleep(0.01)
    assert table.open_tables.stream_count.by_table.total() == 0


def test_one_address_may_not_take_all_streams() -> None:
    count = rate_limits.ViewerCount(per_table=9, total=9, per_address=1)
    with (
        count.reserve("a", "10.0.0.1") as first,
        count.reserve("b", "10.0.0.1") as second,
        count.reserve("b", "10.0.0.2") as other,
    ):
        assert (first, second, other) == (True, False, True)
    assert not count.by_address


async def test_stream_outlives_the_timeout_of_an_answer(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RESPONSE_TIMEOUT", 0.3)
    async with read_events(table) as program:
        await program.hear()
        await program.hear()
        await asyncio.sleep(0.7)
        await table.seated.arrange(table.runtime.table.state.expected_layout)
        await table.seated.throw(3, 1)
        await program.hear()
