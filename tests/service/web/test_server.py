"""What is asked over HTTP is answered, strictly, and by nobody but this very service."""

import asyncio
import gzip
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus

from referee.words import Language
from service.config.drivers import SimulatedHall
from service.config.settings import Table as Setup
from service.web import server, static
from service.web.app import Desk
from service.web.doors import ON_EVERY_ANSWER, is_same_origin
from service.web.downloads import KINDS as DOWNLOADS
from service.web.messages.to_page import Board
from service.web.past import Past
from service.web.server import NoPort, listening
from service.web.shelf import MOST_WAITING
from service.web.static import KINDS, page_file
from service.web.tongues import phrases_in
from tests.rigs.logs import LogWatch
from tests.rigs.tables import SETUP
from tests.rigs.wire import HERE, Answer, Served, served

Rule = Callable[[Served], Awaitable[None]]
OTHER = Setup(name="other", names=("Carol", "Dave"), board=SimulatedHall())
GOING_AWAY = 1012


def at_table(folder: Path, rule: Rule, *setups: Setup) -> None:
    async def run() -> None:
        async with served(folder, *setups) as table:
            await rule(table)

    asyncio.run(run())


def asked(folder: Path, path: str, method: str = "GET", **headers: str) -> Answer:
    """The answer to one question."""
    answers: list[Answer] = []

    async def rule(table: Served) -> None:
        answers.append(await table.get(path, method, **headers))

    at_table(folder, rule)
    return answers[0]


def test_the_only_table_is_found_at_once(tmp_path: Path) -> None:
    answer = asked(tmp_path, "/")

    assert answer.status == 307
    assert answer.headers["location"] == f"/t/{SETUP.name}"


def test_several_tables_are_listed(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        answer = await table.get("/", accept_language="fr")
        assert answer.status == 200
        assert '<html lang="fr">' in answer.text
        assert '<a href="/t/other">other</a>' in answer.text
        assert f'<a href="/t/{SETUP.name}">' in answer.text
        for opened in table.club.tables.values():
            assert opened.key not in answer.text

    at_table(tmp_path, rule, SETUP, OTHER)


@pytest.mark.parametrize("letter", ["a", "%C3%A9"])
def test_a_name_that_no_file_can_have_is_nothing(letter: str, tmp_path: Path) -> None:
    assert asked(tmp_path, f"/page/{letter * 300}.js").status == 404


def test_every_table_has_its_page(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        pages = [await table.get(f"/t/{name}") for name in (SETUP.name, OTHER.name)]
        assert [page.status for page in pages] == [200, 200]
        assert pages[0].body == pages[1].body == (static.FOLDER / "page.html").read_bytes()
        assert pages[0].headers["content-type"] == "text/html; charset=utf-8"

    at_table(tmp_path, rule, SETUP, OTHER)


NOT_FOUND = [
    "/t/nowhere",
    "/t/nowhere/agreement",
    "/t/nowhere/matches",
    "/t/nowhere/matches/1",
    "/t/",
    "/t",
    "/nothing",
    "/page/",
    "/page/js",
    "/page/nothing.js",
    "/page/messages.d.ts",
    "/page/../server.py",
    "/page/%2e%2e/server.py",
    "/page/..%2fserver.py",
    "/page/js/../../server.py",
    "/page//etc/passwd",
    "/page/%2Fetc%2Fpasswd",
    "/page/js%00.js",
    "/page/\\..\\server.py",
    "/page/.hidden.js",
    "/words/de.json",
    "/words/..%2fen.json",
    "/words/en.toml",
]


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for path in NOT_FOUND:
            answer = await table.get(path, accept_language="fr")
            assert answer.status == 404, path
            assert answer.headers["content-type"] == "text/plain; charset=utf-8", path
            assert answer.text.startswith("Il n\u2019y a "), path

    at_table(tmp_path, rule)


ASKED = {
    "/": 307,
    f"/t/{SETUP.name}": 200,
    "/page/js/main.js": 200,
    "/words/en.json": 200,
    "/nothing": 404,
    "/t/nowhere": 404,
    "/position": 400,
    f"/t/{SETUP.name}/agreement": 200,
    f"/t/{SETUP.name}/matches": 200,
    f"/t/{SETUP.name}/matches/77": 404,
    f"/?{'x' * 3000}": 414,
}


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_every_answer_bears_the_strict_headers(method: str, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for path, status in ASKED.items():
            answer = await table.get(path, method)
            assert answer.status == status, path
            for name, value in ON_EVERY_ANSWER.items():
                assert answer.headers[name.lower()] == value, path
            assert "server" not in answer.headers
            assert answer.body == b"" or method == "GET"

    at_table(tmp_path, rule)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_nothing_can_be_done_but_read(method: str, tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for path in ("/", f"/t/{SETUP.name}", "/page/js/main.js", "/nothing"):
            answer = await table.get(path, method)
            assert answer.status == 405, path
            assert answer.headers["allow"] == "GET, HEAD"
            assert answer.headers["x-content-type-options"] == "nosniff"

    at_table(tmp_path, rule)


def test_what_is_no_http_is_refused(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for said in (b"\x00\xff\r\n\r\n", b"GET / HTTP/9\r\n\r\n"):
            assert (await table.raw(said)).startswith(b"HTTP/1.1 400 ")
        with suppress(ConnectionResetError):  # what is not read to the end may hide the answer
            answer = await table.raw(b"GET /" + b"x" * 99_999)
            assert answer.startswith(b"HTTP/1.1 400 ")
        assert (await table.get("/")).status == 307

    at_table(tmp_path, rule)


def test_a_bug_is_logged_and_answered_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.web.doors", logging.ERROR, "a bug in the page: /")

    async def fail(_desk: Desk, _request: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Desk, "entrance", fail)

    async def rule(table: Served) -> None:
        answer = await table.get("/")
        assert answer.status == 500
        assert "ZeroDivision" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await table.get(f"/t/{SETUP.name}")).status == 200

    at_table(tmp_path, rule)


def test_a_bug_in_what_is_shown_ends_the_connection_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.web.doors", logging.ERROR, "a bug in the page: /t/")

    async def rule(table: Served) -> None:
        def fail(*_nothing: object) -> None:
            raise ZeroDivisionError("a bug")

        async with table.greeted() as page:
            await page.hear_of(Board)
            monkeypatch.setattr("service.web.showing.Showing.texts", fail)
            table.running.table.changed()
            assert await page.closed() == 1011
        monkeypatch.undo()
        async with table.greeted() as page:
            await page.hear_of(Board)

    at_table(tmp_path, rule)


def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for path in (f"/t/{SETUP.name}", "/page/js/main.js", "/words/fr.json"):
            first = await table.get(path)
            tag = first.headers["etag"]
            assert first.headers["cache-control"] == "no-cache"
            again = await table.get(path, if_none_match=f'"x", W/{tag}')
            assert (again.status, again.body) == (304, b"")
            other = await table.get(path, if_none_match='"x"')
            assert (other.status, other.body) == (200, first.body)

    at_table(tmp_path, rule)


def test_what_is_long_is_compressed_for_who_understands_it(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        plain = await table.get("/words/en.json")
        small = await table.get("/words/en.json", accept_encoding="gzip")
        assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(small.body) == plain.body
        assert len(small.body) < len(plain.body) / 2

    at_table(tmp_path, rule)


@pytest.mark.parametrize("language", Language)
def test_the_page_is_given_its_words_and_no_others(language: Language, tmp_path: Path) -> None:
    words = json.loads(asked(tmp_path, f"/words/{language.value}.json").text)

    texts = phrases_in(language).texts
    assert words["page.refused.no_key"] == texts["page.refused.no_key"]
    assert {key.partition(".")[0] for key in words} == {"page", "lamp", "place", "language"}


def test_every_file_of_the_page_can_be_fetched(tmp_path: Path) -> None:
    files = [it for it in static.FOLDER.rglob("*") if it.is_file() and it.suffix in KINDS]
    assert files

    async def rule(table: Served) -> None:
        for file in files:
            answer = await table.get(f"/page/{quote(str(file.relative_to(static.FOLDER)))}")
            assert answer.status == 200
            assert answer.headers["content-type"] == KINDS[file.suffix]
            assert answer.body == file.read_bytes()

    at_table(tmp_path, rule)


def test_no_file_outside_the_folder_of_the_page_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "secret.json").touch()
    monkeypatch.setattr(static, "FOLDER", tmp_path / "page")

    for path in ("../secret.json", f"{tmp_path}/secret.json", "x/../../secret.json", "..", ""):
        assert page_file(path) is None


def test_a_position_is_checked(tmp_path: Path) -> None:
    board = "-b----E-C---eE---c-e----B-"

    async def rule(table: Served) -> None:
        good = json.loads((await table.get(f"/position?id={board}")).text)
        assert good["board"] == board
        assert good["turn"] == "light"
        answer = await table.get(f"/position?id={quote('<script>')}&language=fr")
        assert answer.status == 200
        assert json.loads(answer.text)["faults"]
        for bad in ("/position", "/position?id=x&turn=green"):
            assert (await table.get(bad)).status == 400
        for strange in ("%ff%fe", "%00", "x" * 1900, "%ED%A0%80", "NaN"):
            assert "faults" in json.loads((await table.get(f"/position?id={strange}")).text)

    at_table(tmp_path, rule)


def test_what_can_be_agreed_on_is_told_in_both_languages(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        path = f"/t/{SETUP.name}/agreement"
        english, french = [
            await table.get(f"{path}?language={language.value}") for language in Language
        ]
        assert english.headers["cache-control"] == "no-store"
        assert json.loads(english.text)["values"]["names.one"] == SETUP.names[0]
        assert json.loads(english.text).keys() == json.loads(french.text).keys()
        assert english.body != french.body

    at_table(tmp_path, rule)


def test_past_matches_are_listed_told_and_taken_home(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        path = f"/t/{SETUP.name}/matches"
        (listed,) = json.loads((await table.get(path)).text)
        assert (listed["number"], listed["under_way"]) == (1, True)
        english, french = [
            json.loads((await table.get(f"{path}/1?language={language.value}")).text)
            for language in Language
        ]
        assert english["names"] == {"one": SETUP.names[0], "two": SETUP.names[1]}
        assert english["settings"] != french["settings"]
        for kind in DOWNLOADS:
            answer = await table.get(f"{path}/1/record.{kind}")
            assert answer.status == 200
            assert answer.body
            assert answer.headers["content-disposition"].startswith("attachment; filename=")
        for missing in ("/77", f"/{10**30}", "/77/record.mat", "/1/record.exe", "/x", "/-1"):
            assert (await table.get(f"{path}{missing}")).status == 404

    at_table(tmp_path, rule)


def test_questions_about_the_past_wait_for_one_another_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_at_once, most = 0, 0
    matches = Past.matches

    async def watched(past: Past, language: Language) -> str:
        nonlocal asked_at_once, most
        asked_at_once += 1
        most = max(most, asked_at_once)
        answer = await matches(past, language)
        asked_at_once -= 1
        return answer

    monkeypatch.setattr(Past, "matches", watched)

    async def rule(table: Served) -> None:
        path, many = f"/t/{SETUP.name}/matches", MOST_WAITING + 10
        answers = await asyncio.gather(*(table.get(path) for _ in range(many)))
        statuses = [answer.status for answer in answers]
        assert statuses.count(200) >= MOST_WAITING
        assert set(statuses) <= {200, 503}
        assert most == 1

    at_table(tmp_path, rule)


def test_a_journal_that_is_gone_is_told(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        table.running.journal.path.rename(tmp_path / "elsewhere")
        for path in ("matches", "matches/1", "matches/1/record.mat", "matches/1/record.journal"):
            assert (await table.get(f"/t/{SETUP.name}/{path}")).status in (404, 503)

    at_table(tmp_path, rule)


def test_no_answer_holds_a_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def rule(table: Served) -> None:
        with caplog.at_level(logging.DEBUG):
            for path in ASKED:
                answer = await table.get(path)
                assert table.key not in answer.text + str(answer.headers)
            async with table.greeted() as page:
                await page.hear_of(Board)
            assert table.key not in caplog.text
            assert table.key not in repr(table.club)

    at_table(tmp_path, rule)


def test_pages_are_told_to_come_back_when_the_service_stops(tmp_path: Path) -> None:
    async def run() -> int:
        async with served(tmp_path) as table:
            opened = table.page()
            page = await opened.__aenter__()
            await page.greet(table.key)
        code = await page.closed()
        await opened.__aexit__(None, None, None)
        return code

    assert asyncio.run(run()) == GOING_AWAY


def test_a_port_that_is_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(HERE, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(NoPort) as caught:
            listening(HERE, port)
        assert caught.value.taken
        assert str(port) in str(caught.value)

        monkeypatch.setattr(server, "USUAL_PORTS", range(port, port + 1))
        with pytest.raises(NoPort) as again:
            listening(HERE, None)
        assert again.value.values["last"] == port


def test_the_first_usual_port_that_is_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(HERE, 0) as first, listening(HERE, 0) as second:
        free = second.getsockname()[1]
        second.close()
        ports: Any = [first.getsockname()[1], free]
        monkeypatch.setattr(server, "USUAL_PORTS", ports)
        with listening(HERE, None) as third:
            assert third.getsockname()[1] == free


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(NoPort) as caught:
        listening("192.0.2.1", 0)
    assert not caught.value.taken


def test_nobody_inherits_the_line_and_who_takes_nothing_in_is_given_up() -> None:
    with listening(HERE, 0) as line:
        assert not line.get_inheritable()
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            given = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert given == server.UNHEARD


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://board.local:8080", "board.local:8080", True),
        ("HTTP://Board.Local:8080", "board.local:8080", True),
        ("http://board.local", "board.local", True),
        ("http://board.local", "board.local:80", True),
        ("https://board.local", "board.local:443", True),
        ("https://board.local", "board.local", True),
        ("http://[::1]:8080", "[::1]:8080", True),
        ("http://board.local", "board.local:8080", False),
        ("http://board.local:8080", "board.local", False),
        ("http://board.local.evil", "board.local", False),
        ("http://board.local@evil", "board.local", False),
        ("http://board.local:8080/", "board.local:8080", False),
        ("null", "null", False),
        ("", "", False),
    ],
)
def test_a_page_comes_from_here_if_its_address_is_the_same(
    origin: str,
    host: str,
    same: bool,  # noqa: FBT001
) -> None:
    assert is_same_origin(origin, host) is same


def test_more_than_one_table_is_served_by_one_service(tmp_path: Path) -> None:
    async def rule(table: Served) -> None:
        for name in (SETUP.name, OTHER.name):
            async with table.page(name) as page:
                key = table.club.tables[name].key
                assert (await page.greet(key)).table == name
        with pytest.raises(InvalidStatus):
            async with table.page("third"):
                pass

    at_table(tmp_path, rule, SETUP, replace(OTHER, length=5))
