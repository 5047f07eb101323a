"""A program that follows the feed gets every event in order and the newest state."""

import asyncio
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from hardware.checkers import Colour, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import PlayerRequestKind
from service.records.score_sheet import CompletedTurn
from service.web.feed import event_stream, table_feed
from service.web.feed.feed_schemas import feed_schema
from service.web.messages.from_page import BreakSwitch
from simulation.gestures import Lift, Put
from tests.rigs.tables.feed_client import follow, read_events, schema_faults
from tests.rigs.tables.page_client import ServedTable, serve_tables

LIGHT = Colour.LIGHT


async def carry(table: ServedTable, *ways: tuple[int, int]) -> None:
    for start, end in ways:
        table.seated.hand.perform(Lift(point(start), LIGHT))
        await table.seated.pass_seconds(1)
        table.seated.hand.perform(Put(point(end), LIGHT))
        await table.seated.pass_seconds(1)


async def begin(table: ServedTable) -> None:
    """Sets up the board, and throws 3 and 1, so that Light begins."""
    await table.seated.arrange(table.runtime.table.state.expected_layout)
    await table.seated.throw(3, 1)


async def test_legal_turn_is_told_as_events_and_as_a_state(table: ServedTable) -> None:
    async with follow(table) as program:
        start = await program.hear()
        assert (start["is"], start["version"], start["tables"]) == ("Start", 1, ["table"])
        await begin(table)
        opening = await program.hear_of("Event", code="opening_throw")
        assert opening["dice"] == [3, 1]
        await carry(table, (8, 5), (6, 5))
        await program.hear_of("Verdict", colour="light")
        await table.seated.lift_dice()
        played = await program.hear_of("Event", code="play")
        assert (played["play"], played["colour"]) == ("8/5 6/5", "light")
        state = await program.hear_of("State", turn="dark")

    (turn,) = table.open_tables.by_name["table"].score_sheet.sheet.games[-1].lines
    assert isinstance(turn, CompletedTurn)
    assert state["last_move"] == {
        "colour": "light", "dice": [3, 1], "play": "8/5 6/5", "legal": True,
        "moved": [
            {"source": "p8", "target": "p5", "hits": []},
            {"source": "p6", "target": "p5", "hits": []},
        ],
    }  # fmt: skip
    assert state["board"]["p5"] == {"light": 2, "dark": 0, "unknown": 0}
    numbers = [it["number"] for it in program.messages if "number" in it]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


async def test_illegal_play_is_told_with_the_codes_of_its_reasons(table: ServedTable) -> None:
    async with follow(table, "?only=Verdict,Notice") as program:
        await begin(table)
        await carry(table, (13, 8))
        await table.seated.lift_dice()
        notice = await program.hear_of("Notice", code="illegal")
        await program.hear_of("Verdict")

    assert notice["objection"]
    assert notice["colour"] == "light"
    (reason,) = notice["reasons"]
    assert (reason["code"], reason["source"], reason["target"]) == ("no_die", "p13", "p8")
    assert "5 pips" in notice["words"]
    verdicts = [it["verdict"] for it in program.messages if it["is"] == "Verdict"]
    assert any(it["code"] == "illegal" and it["reasons"][0]["code"] == "no_die" for it in verdicts)
    assert {it["is"] for it in program.messages} == {"Start", "Verdict", "Notice"}


async def test_end_of_a_game_is_told_as_a_result(table: ServedTable) -> None:
    async with follow(table, "?only=Result&language=fr") as program:
        await begin(table)
        for who, kind, number in (
            (LIGHT, PlayerRequestKind.RESIGN, 2),
            (LIGHT.other, PlayerRequestKind.YES, 0),
        ):
            table.seated.request(who, kind, number)
            await table.seated.pass_seconds(1)
        result = await program.hear_of("Result")

    assert (result["winner"], result["win"], result["ending"]) == ("dark", "gammon", "resigned")
    assert (result["points"], result["match_over"]) == (2, True)
    assert result["names"] == {"light": "Alice", "dark": "Bob"}
    assert "Bob" in result["words"]
    assert "gagne" in result["words"]


async def test_every_message_fits_its_schema(table: ServedTable) -> None:
    async with follow(table) as program:
        await begin(table)
        await carry(table, (13, 8))
        await table.seated.lift_dice()
        await program.hear_of("Notice", code="illegal")
        table.seated.request(LIGHT, PlayerRequestKind.RESIGN, 1)
        await table.seated.pass_seconds(1)
        table.seated.request(LIGHT.other, PlayerRequestKind.YES)
        await table.seated.pass_seconds(1)
        await program.hear_of("Result")
        await program.hear_of("State")

    for message in program.messages:
        schema = feed_schema(message["is"])
        assert list(schema_faults(message, schema, schema)) == [], message["is"]
    assert {it["is"] for it in program.messages} >= {
        "Start", "State", "Event", "Notice", "Verdict", "Result",
    }  # fmt: skip


async def test_server_sent_events_are_the_same_stream(table: ServedTable) -> None:
    async with read_events(table) as program:
        assert "200" in program.head.splitlines()[0]
        assert "text/event-stream" in program.head
        _id, kind, _data = await program.hear()
        assert kind == "Start"
        await begin(table)
        last, kind, data = await program.hear()
        while kind != "Event":
            last, kind, data = await program.hear()

    assert last == data["id"]
    assert data["code"] == "opening_throw"


async def test_program_that_comes_back_continues_after_its_last_event(table: ServedTable) -> None:
    async with read_events(table) as program:
        last, _kind, _data = await program.hear()
    await begin(table)
    await carry(table, (8, 5), (6, 5))

    async with read_events(table, last_event_id=last) as program:
        heard: list[tuple[str, str, Any]] = []
        while not heard or heard[-1][1] != "State":
            heard.append(await program.hear())
    async with follow(table, f"?after={last}") as socket:
        await socket.hear_of("State")

    events = [data for _id, kind, data in heard if kind not in ("Start", "State")]
    assert events[0]["number"] == int(last.rpartition(".")[2]) + 1
    assert any(it.get("code") == "opening_throw" for it in events)
    assert socket.messages[1:-1] == events


@pytest.mark.parametrize("after", ["nonsense", "0.3", "x.99999999999999999", "."])
async def test_unknown_event_is_told_as_a_gap(after: str, table: ServedTable) -> None:
    await begin(table)
    async with follow(table, f"?after={after}") as program:
        await program.hear_of("State")

    gaps = [it for it in program.messages if it["is"] == "Gap"]
    assert gaps == [{"is": "Gap", "after": after, "missed": None}]
    events = [it["number"] for it in program.messages if "number" in it]
    newest = table.open_tables.by_name["table"].feed.count
    assert events == list(range(1, newest + 1))


async def test_events_that_are_no_longer_stored_are_told_as_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_feed, "MAX_STORED_EVENTS", 2)
    async with serve_tables(tmp_path) as table:
        async with read_events(table) as program:
            last, _kind, _data = await program.hear()
        await begin(table)
        await carry(table, (8, 5), (6, 5))
        async with follow(table, f"?after={last}") as socket:
            await socket.hear_of("State")

    gap = next(it for it in socket.messages if it["is"] == "Gap")
    events = [it for it in socket.messages if "number" in it]
    assert gap["missed"] > 0
    assert len(events) == 2
    assert events[0]["number"] == int(last.rpartition(".")[2]) + gap["missed"] + 1


async def test_quiet_stream_sends_signs_of_life(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "BEAT_INTERVAL", 0.05)
    async with follow(table) as program:
        await program.hear_of("Beat")


async def test_stream_without_wanted_messages_sends_signs_of_life_while_the_table_changes(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "BEAT_INTERVAL", 0.3)
    async with follow(table, "?only=Result") as program:
        await begin(table)
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(carry(table, *[(8, 5), (5, 8)] * 1000))
            await program.hear_of("Beat")
            assert not playing.done()
            playing.cancel()


async def test_stream_of_all_tables_has_their_states(table: ServedTable) -> None:
    async with follow(table, where="/api/live") as program:
        start = await program.hear()
        state = await program.hear_of("State")
        await begin(table)
        await program.hear_of("State", phase="to_play")

    assert start["after"] is None
    assert state["table"] == "table"
    assert {it["is"] for it in program.messages} == {"Start", "State"}


async def test_stream_of_all_tables_has_few_states_of_one_table_that_changes_often(
    table: ServedTable,
) -> None:
    async with follow(table, where="/api/live") as program:
        await program.hear_of("State")
        began = monotonic()
        await begin(table)
        await carry(table, *[(8, 5), (5, 8)] * 10)
        await program.hear_of("State", event=newest_event(table))
        seconds = monotonic() - began

    assert len(program.messages) <= 3 + seconds / event_stream.ROUND_INTERVAL


async def test_program_that_sends_something_is_refused_and_closed(table: ServedTable) -> None:
    async with follow(table) as program:
        await program.line.send('{"is":"Hello"}')
        problem = await program.hear_of("Problem")
        await asyncio.wait_for(program.line.wait_closed(), 10)

    assert problem["code"] == "read_only"
    assert program.line.close_code == event_stream.NOT_ALLOWED


async def test_feed_never_has_the_key_or_the_simulated_truth(table: ServedTable) -> None:
    await begin(table)
    async with follow(table) as program:
        await program.hear_of("State")
        actions = table.open_tables.by_name["table"].actions
        await actions.carry_out(BreakSwitch(point(6), 4, SwitchFault.DEAD, LIGHT))
        await table.seated.pass_seconds(1)
        state = await program.hear_of("State")

    assert table.seated.checkers.layout.piles[point(6)].count == 5
    assert state["board"]["p6"] == {"light": 4, "dark": 0, "unknown": 0}
    assert table.key not in str(program.messages)


async def test_reader_that_reads_nothing_misses_events_and_costs_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_feed, "MAX_STORED_EVENTS", 20)
    async with serve_tables(tmp_path, narrow=True) as table:
        await begin(table)
        async with read_events(table) as program:
            for _ in range(40):
                await carry(table, (8, 5), (5, 8))
            heard = [(await program.hear())[1:]]
            while heard[-1][1].get("event") != newest_event(table):
                heard.append((await program.hear())[1:])

    gaps = [data for kind, data in heard if kind == "Gap"]
    assert sum(it["missed"] for it in gaps) > 0
    numbers = [data["number"] for kind, data in heard if "number" in data]
    assert numbers == sorted(set(numbers))


def newest_event(table: ServedTable) -> str:
    feed = table.open_tables.by_name["table"].feed
    return feed.event_id(feed.count)


async def test_no_state_is_ahead_of_its_events(table: ServedTable) -> None:
    async with follow(table) as program:
        await begin(table)
        await carry(table, (8, 5), (6, 5))
        await table.seated.lift_dice()
        await program.hear_of("State", event=newest_event(table))

    last = program.messages[0]["after"]
    for message in program.messages[1:]:
        last = message.get("id", last)
        assert message["is"] != "State" or message["event"] == last
