"""HTTP requests are answered strictly, and only if they are meant for this service."""

import asyncio
import gzip
import json
import logging
import socket
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus

from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedHallOptions
from service.web.http import http_server, page_app
from service.web.http.access_control import INERT_TYPES, SECURITY_HEADERS, is_same_origin
from service.web.http.http_server import PortUnavailable, open_listener
from service.web.http.match_downloads import DOWNLOAD_KINDS as DOWNLOADS
from service.web.http.match_history import MatchHistory
from service.web.http.page_app import MEDIA_TYPES, PageHandlers, page_file
from service.web.http.page_html import PAGE_FOLDER, filled_page
from service.web.messages.to_page import BoardPart
from service.words.phrases import Language, available_languages, phrases_in
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.page_client import LOOPBACK, ServedTable, serve_tables
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

OTHER = Setup(name="other", names=("Carol", "Dave"), board=SimulatedHallOptions())
GOING_AWAY = 1012


async def test_lobby_links_all_tables_without_javascript(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, TABLE_SETTINGS, OTHER) as table:
        answer = await table.get("/", accept_language="fr")
        assert answer.status == 200
        assert '<html lang="fr">' in answer.text
        assert '<a href="/t/other">other</a>' in answer.text
        assert f'<a href="/t/{TABLE_SETTINGS.name}">' in answer.text
        for opened in table.open_tables.by_name.values():
            assert opened.key not in answer.text


async def test_a_single_table_has_a_lobby_too(table: ServedTable) -> None:
    answer = await table.get("/")
    assert answer.status == 200
    assert answer.text.count("<li>") == 1


async def test_overlay_of_an_unknown_table_is_not_found(table: ServedTable) -> None:
    known = await table.get(f"/t/{TABLE_SETTINGS.name}/overlay?scale=150")
    unknown = await table.get("/t/nowhere/overlay")
    assert (known.status, unknown.status) == (200, 404)
    assert "overlay.js" in known.text


@pytest.mark.parametrize("letter", ["a", "%C3%A9"])
async def test_a_name_that_no_file_can_have_is_not_found(letter: str, table: ServedTable) -> None:
    assert (await table.get(f"/page/{letter * 300}.js")).status == 404


async def test_every_table_has_its_page(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, TABLE_SETTINGS, OTHER) as table:
        pages = [await table.get(f"/t/{name}") for name in (TABLE_SETTINGS.name, OTHER.name)]
        assert [page.status for page in pages] == [200, 200]
        assert pages[0].body == pages[1].body == filled_page()
        assert pages[0].headers["content-type"] == "text/html; charset=utf-8"


NOT_FOUND = [
    "/t/nowhere", "/t/nowhere/agreement", "/t/nowhere/matches", "/t/nowhere/matches/1", "/t/",
    "/t", "/nothing", "/page/", "/page/js", "/page/nothing.js", "/page/messages.d.ts",
    "/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2fserver.py",
    "/page/js/../../server.py", "/page//etc/passwd", "/page/%2Fetc%2Fpasswd", "/page/js%00.js",
    "/page/\\..\\server.py", "/page/.hidden.js", "/words/xx.json", "/words/..%2fen.json",
    "/words/en.toml",
]  # fmt: skip


async def test_unknown_path_is_not_found(table: ServedTable) -> None:
    for path in NOT_FOUND:
        answer = await table.get(path, accept_language="fr")
        assert answer.status == 404, path
        assert answer.headers["content-type"] == "text/plain; charset=utf-8", path
        assert answer.text.startswith("Il n\u2019y a "), path


PATHS = {
    "/": 200, f"/t/{TABLE_SETTINGS.name}": 200, "/page/js/main.js": 200, "/words/en.json": 200,
    "/nothing": 404, "/t/nowhere": 404, "/position": 400,
    f"/t/{TABLE_SETTINGS.name}/agreement": 200, f"/t/{TABLE_SETTINGS.name}/matches": 200,
    f"/t/{TABLE_SETTINGS.name}/matches/77": 404, f"/?{'x' * 3000}": 414,
    f"/t/{TABLE_SETTINGS.name}/matches/1/account?language=fr": 200,
    f"/t/{TABLE_SETTINGS.name}/matches/77/account": 404,
}  # fmt: skip


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_every_answer_has_the_security_headers(method: str, table: ServedTable) -> None:
    for path, status in PATHS.items():
        answer = await table.get(path, method)
        assert answer.status == status, path
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name.lower()] == value, path
        policy = answer.headers.get("content-security-policy", "")
        inert = answer.headers.get("content-type", "").startswith(INERT_TYPES)
        locked = {"default-src 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
        assert locked is not inert, path
        assert "server" not in answer.headers
        assert answer.body == b"" or method == "GET"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
async def test_only_reading_methods_are_allowed(method: str, table: ServedTable) -> None:
    for path in ("/", f"/t/{TABLE_SETTINGS.name}", "/page/js/main.js", "/nothing"):
        answer = await table.get(path, method)
        assert answer.status == 405, path
        assert answer.headers["allow"] == "GET, HEAD"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_invalid_http_is_refused(table: ServedTable) -> None:
    for request in (b"\x00\xff\r\n\r\n", b"GET / HTTP/9\r\n\r\n"):
        assert (await table.raw(request)).startswith(b"HTTP/1.1 400 ")
    with suppress(ConnectionResetError):  # what is not read to the end may hide the answer
        answer = await table.raw(b"GET /" + b"x" * 99_999)
        assert answer.startswith(b"HTTP/1.1 400 ")
    assert (await table.get("/")).status == 200


async def test_a_bug_is_logged_and_answered_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.web.http.access_control", logging.ERROR, "Bug while serving /")

    async def fail(_desk: PageHandlers, _request: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(PageHandlers, "entrance", fail)

    async with serve_tables(tmp_path) as table:
        answer = await table.get("/")
        assert answer.status == 500
        assert "ZeroDivision" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await table.get(f"/t/{TABLE_SETTINGS.name}")).status == 200


async def test_a_bug_in_what_is_shown_ends_the_connection_and_is_logged(
    table: ServedTable, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.web.http.access_control", logging.ERROR, "Bug while serving /t/")

    def fail(*_nothing: object) -> None:
        raise ZeroDivisionError("a bug")

    async with table.greeted() as page:
        await page.hear_of(BoardPart)
        monkeypatch.setattr("service.web.parts.table_parts.TableParts.texts", fail)
        table.runtime.table.notify_soon()
        assert await page.closed() == 1011
    monkeypatch.undo()
    async with table.greeted() as page:
        await page.hear_of(BoardPart)


async def test_page_may_run_its_own_scripts_and_other_files_nothing(table: ServedTable) -> None:
    page = f"/t/{TABLE_SETTINGS.name}"
    tag = (await table.get(page)).headers["etag"]
    pages = [await table.get(page), await table.get(page, if_none_match=tag)]
    files = [await table.get(path) for path in ("/page/icon.svg", "/words/en.json", "/nothing")]

    assert all("script-src 'self'" in it.headers["content-security-policy"] for it in pages)
    assert all(it.headers["referrer-policy"] == "no-referrer" for it in pages)
    assert all(it.headers["cross-origin-opener-policy"] == "same-origin" for it in pages)
    assert all("script-src" not in it.headers["content-security-policy"] for it in files)


async def test_cached_file_is_not_sent_again(table: ServedTable) -> None:
    for path in (f"/t/{TABLE_SETTINGS.name}", "/page/js/main.js", "/words/fr.json"):
        first = await table.get(path)
        tag = first.headers["etag"]
        assert first.headers["cache-control"] == "no-cache"
        again = await table.get(path, if_none_match=f'"x", W/{tag}')
        assert (again.status, again.body) == (304, b"")
        other = await table.get(path, if_none_match='"x"')
        assert (other.status, other.body) == (200, first.body)


async def test_long_answer_is_compressed_for_clients_that_accept_it(table: ServedTable) -> None:
    plain = await table.get("/words/en.json")
    small = await table.get("/words/en.json", accept_encoding="gzip")
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 2


@pytest.mark.parametrize("language", available_languages())
async def test_the_page_is_given_its_words_and_no_others(
    language: Language, table: ServedTable
) -> None:
    words = json.loads((await table.get(f"/words/{language}.json")).text)

    texts = phrases_in(language).texts
    assert words["page.board.label"] == texts["page.board.label"]
    assert {key.partition(".")[0] for key in words} == {"page", "lamp", "place", "language"}
    assert "page.refused.no_key" not in words


async def test_every_file_of_the_page_can_be_fetched(table: ServedTable) -> None:
    every = PAGE_FOLDER.rglob("*")
    files = [it for it in every if it.is_file() and it.suffix in MEDIA_TYPES]
    assert files

    for file in files:
        answer = await table.get(f"/page/{quote(str(file.relative_to(PAGE_FOLDER)))}")
        assert answer.status == 200
        assert answer.headers["content-type"] == MEDIA_TYPES[file.suffix]
        assert answer.body == file.read_bytes()


def test_no_file_outside_the_folder_of_the_page_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "secret.json").touch()
    monkeypatch.setattr(page_app, "PAGE_FOLDER", tmp_path / "page")

    for path in ("../secret.json", f"{tmp_path}/secret.json", "x/../../secret.json", "..", ""):
        assert page_file(path) is None


async def test_a_position_is_checked(table: ServedTable) -> None:
    board = "-b----E-C---eE---c-e----B-"

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


async def test_agreement_form_is_available_in_both_languages(table: ServedTable) -> None:
    path = f"/t/{TABLE_SETTINGS.name}/agreement"
    english, french, *_others = [
        await table.get(f"{path}?language={it}") for it in available_languages()
    ]
    assert english.headers["cache-control"] == "no-store"
    assert json.loads(english.text)["values"]["names.one"] == TABLE_SETTINGS.names[0]
    assert json.loads(english.text).keys() == json.loads(french.text).keys()
    assert english.body != french.body


async def test_past_matches_are_listed_read_and_downloaded(table: ServedTable) -> None:
    path = f"/t/{TABLE_SETTINGS.name}/matches"
    (listed,) = json.loads((await table.get(path)).text)
    assert (listed["number"], listed["under_way"]) == (1, True)
    english, french, *_others = [
        json.loads((await table.get(f"{path}/1?language={language}")).text)
        for language in available_languages()
    ]
    assert english["names"] == {"one": TABLE_SETTINGS.names[0], "two": TABLE_SETTINGS.names[1]}
    assert english["settings"] != french["settings"]
    for kind in DOWNLOADS:
        answer = await table.get(f"{path}/1/record.{kind}")
        assert answer.status == 200
        assert answer.body
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
    for missing in ("/77", f"/{10**30}", "/77/record.mat", "/1/record.exe", "/x", "/-1"):
        assert (await table.get(f"{path}{missing}")).status == 404


async def test_pages_that_ask_for_the_history_wait_for_one_another_and_are_all_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most, read = 0, 0, 0
    matches = MatchHistory.matches

    async def count_requests(past: MatchHistory, language: Language) -> str:
        nonlocal running, most, read
        running, read = running + 1, read + 1
        most = max(most, running)
        answer = await matches(past, language)
        running -= 1
        return answer

    monkeypatch.setattr(MatchHistory, "matches", count_requests)

    async with serve_tables(tmp_path) as table:
        path, many = f"/t/{TABLE_SETTINGS.name}/matches", 60
        answers = await asyncio.gather(*(table.get(path) for _ in range(many)))
        assert {answer.status for answer in answers} == {200}
        assert most == 1
        assert read < many / 2


async def test_missing_journal_is_reported(table: ServedTable, tmp_path: Path) -> None:
    table.runtime.journal.path.rename(tmp_path / "elsewhere")
    for path in (
        "matches", "matches/1", "matches/1/account", "matches/1/record.mat",
        "matches/1/record.journal",
    ):  # fmt: skip
        assert (await table.get(f"/t/{TABLE_SETTINGS.name}/{path}")).status in (404, 503)


async def test_no_answer_holds_a_key(table: ServedTable, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for path in PATHS:
            answer = await table.get(path)
            assert table.key not in answer.text + str(answer.headers)
        async with table.greeted() as page:
            await page.hear_of(BoardPart)
        assert table.key not in caplog.text
        assert table.key not in repr(table.open_tables)


async def test_pages_are_asked_to_reconnect_when_the_service_stops(tmp_path: Path) -> None:
    async with AsyncExitStack() as outside:
        async with serve_tables(tmp_path) as table:
            page = await outside.enter_async_context(table.page())
            await page.greet(table.key)
        assert await page.closed() == GOING_AWAY


def test_port_in_use_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_listener(LOOPBACK, 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortUnavailable) as caught:
            open_listener(LOOPBACK, port)
        assert caught.value.is_in_use
        assert str(port) in str(caught.value)

        monkeypatch.setattr(http_server, "USUAL_PORTS", range(port, port + 1))
        with pytest.raises(PortUnavailable) as again:
            open_listener(LOOPBACK, None)
        assert again.value.phrase_values["last"] == port


def test_the_first_usual_port_that_is_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_listener(LOOPBACK, 0) as first, open_listener(LOOPBACK, 0) as second:
        free = second.getsockname()[1]
        second.close()
        ports: Any = [first.getsockname()[1], free]
        monkeypatch.setattr(http_server, "USUAL_PORTS", ports)
        with open_listener(LOOPBACK, None) as third:
            assert third.getsockname()[1] == free


def test_address_of_another_machine_is_reported() -> None:
    with pytest.raises(PortUnavailable) as caught:
        open_listener("192.0.2.1", 0)
    assert not caught.value.is_in_use


def test_listening_socket_is_not_inheritable_and_has_an_acknowledge_timeout() -> None:
    with open_listener(LOOPBACK, 0) as line:
        assert not line.get_inheritable()
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            given = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert given == http_server.ACKNOWLEDGE_TIMEOUT_MS


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
    origin: str, host: str, *, same: bool
) -> None:
    assert is_same_origin(origin, host) is same


async def test_more_than_one_table_is_served_by_one_service(tmp_path: Path) -> None:
    async with serve_tables(tmp_path, TABLE_SETTINGS, replace(OTHER, length=5)) as table:
        for name in (TABLE_SETTINGS.name, OTHER.name):
            async with table.page(name) as page:
                key = table.open_tables.by_name[name].key
                assert (await page.greet(key)).table == name
        with pytest.raises(InvalidStatus):
            async with table.page("third"):
                pass
