"""The help with a play is for holders of the key, about the throw on the board, and in words."""

import json
from typing import Any

import pytest

from hardware.checkers import Place
from service.web.messages.play_messages import PlaysPart
from tests.rigs.tables.page_client import ServedTable


async def begin(table: ServedTable) -> PlaysPart:
    """The plays of a 3 and a 1 at the beginning of a game, as a page is sent them."""
    async with table.greeted() as page:
        await table.seated.throw(3, 1)
        return await page.hear_until(PlaysPart, lambda it: bool(it.boards))


async def ask(table: ServedTable, path: str, status: int = 200, **headers: str) -> Any:
    at = f"/t/{table.runtime.table.name}/plays{path}"
    answer = await table.get(at, **{"authorization": f"Bearer {table.key}", **headers})
    assert answer.status == status, (path, answer.text)
    return json.loads(answer.text) if status == 200 else answer.text


async def test_legal_plays_are_listed(table: ServedTable) -> None:
    shown = await begin(table)

    listed = await ask(table, f"?plays={shown.number}&board=0")

    assert listed["count"] == len(listed["plays"]) == 16
    play = next(it for it in listed["plays"] if it["words"] == "8/5 6/5")
    assert not shown.boards[play["board"]]


async def test_stuck_checker_is_explained_in_the_language_of_the_page(table: ServedTable) -> None:
    shown = await begin(table)
    about = f"/stuck?plays={shown.number}&board=0&place=p1"

    assert (await ask(table, about))["words"] == "That is Bob's checker, and it is Alice's turn."
    assert "Bob" in (await ask(table, f"{about}&language=fr"))["words"]
    assert (await ask(table, f"/stuck?plays={shown.number}&board=0&place=p8"))["words"] == ""


async def test_stranger_is_told_nothing(table: ServedTable) -> None:
    shown = await begin(table)

    await ask(table, f"?plays={shown.number}&board=0", 403, authorization="Bearer nothing")
    await ask(table, f"/stuck?plays={shown.number}&board=0&place=p1", 403, authorization="")


async def test_past_throw_is_not_explained(table: ServedTable) -> None:
    await ask(table, "?plays=1&board=0", 404)
    shown = await begin(table)

    await ask(table, f"?plays={shown.number + 1}&board=0", 404)
    await ask(table, f"?plays={shown.number}&board=999999999", 404)


@pytest.mark.parametrize(
    "query",
    [
        "", "?plays=1", "?plays=1&board=", "?plays=1&board=-1", "?plays=1&board=0x1",
        "?plays=1&board=²", "?plays=1&board=99999999999999999999", "?plays=&board=0",
    ],
)  # fmt: skip
async def test_query_without_its_numbers_is_refused(table: ServedTable, query: str) -> None:
    shown = await begin(table)
    said = query.replace("plays=1", f"plays={shown.number}").replace("²", "%C2%B2")

    await ask(table, said, 400)
    await ask(table, f"/stuck{said or '?'}&place=p1", 400)


async def test_unknown_place_is_refused(table: ServedTable) -> None:
    shown = await begin(table)

    for place in ("", "p0", "p25", "box", "%3Cb%3E"):
        await ask(table, f"/stuck?plays={shown.number}&board=0&place={place}", 400)


async def test_throw_keeps_its_number_while_it_is_played(table: ServedTable) -> None:
    shown = await begin(table)
    seated = table.seated
    checkers = seated.checkers
    async with table.greeted() as page:
        again = await page.hear_of(PlaysPart)
        checkers.put(Place("p5"), checkers.lift(Place("p8")))
        await seated.pass_seconds(1)
        await page.settle()

    assert again == shown
    assert [it for it in page.messages if isinstance(it, PlaysPart)] == [shown]


async def test_spectator_is_sent_no_plays(table: ServedTable) -> None:
    async with table.greeted(key=False) as page:
        await table.seated.throw(3, 1)
        await page.settle()

    assert not any(isinstance(it, PlaysPart) for it in page.messages)
