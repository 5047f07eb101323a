"""The examples do at a running service what their README says."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from examples import post_results
from examples.bot import Bot
from examples.live_feed import LiveFeed, Message
from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import RecordPart
from simulation.gestures import LiftDice
from tests.rigs.browser.service_process import (
    ServiceProcess,
    connect_client,
    run_service,
    start_service,
)
from tests.rigs.environment.checkout import ROOT

TURNS = 3
"""Enough for each bot to have thrown, moved and ended a turn."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ServiceProcess]:
    with run_service(tmp_path) as running:
        yield running


@contextmanager
def example(*command: str) -> Iterator[Iterator[str]]:
    """A running example; yields the lines that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    with process:
        try:
            yield (line.strip() for line in process.stdout)
        finally:
            process.kill()


class ScriptedFeed(LiveFeed):
    """A feed without a connection: messages that are given, and the actions that were taken."""

    def __init__(self, messages: list[Message]) -> None:
        self.actions: list[str] = []
        self._messages = messages

    def messages(self) -> Iterator[Message]:
        return iter(self._messages)

    def act(self, kind: str, **_fields: object) -> int:
        self.actions.append(kind)
        return len(self.actions)


def opening(dice: str) -> Message:
    """A game before its first throw, with the shared dice in this state."""
    return {
        "is": "Game",
        "number": 1,
        "setting_up": True,
        "verdict": "Waiting for one die from each player.",
        "gnu_id": "4HPwATDgc/ABMA:cAlgAAAAAAAE",
        "turn": None,
        "over": False,
        "dice": [{"state": dice, "colour": None}],
        "players": {"light": {"offers": []}, "dark": {"offers": []}},
    }


def test_follower_without_a_key_prints_verdicts_with_codes(service: ServiceProcess) -> None:
    with example("examples.follow_match", service.link.bare) as printed:
        assert next(printed) == "following table"
        with connect_client(service.link) as player:
            player.throw(3, 1)
            assert next(printed) == "unchanged  Waiting for O to move 3 and 1."
            player.carry(Colour.LIGHT, (13, 8))
            player.do(LiftDice(None))

        objection = next(it for it in printed if it.startswith("illegal (no_die)"))

    assert "is 5 pips" in objection


def test_follower_continues_when_the_service_is_back(tmp_path: Path) -> None:
    with (
        run_service(tmp_path) as service,
        example("examples.follow_match", service.link.bare) as printed,
    ):
        assert next(printed) == "following table"
        with connect_client(service.link) as player:
            player.throw(3, 1)
            next(printed)
        service.stop()
        assert next(printed).startswith(f"no table answers at {service.link.bare}: ")
        with start_service(tmp_path) as again, connect_client(again.link) as player:
            assert next(it for it in printed if not it.startswith("no table")) == "following table"
            assert next(printed) == "some verdicts and notices are missing here"
            player.carry(Colour.LIGHT, (13, 8))
            player.do(LiftDice(None))
            next(it for it in printed if it.startswith("illegal (no_die)"))


class Webhook(BaseHTTPRequestHandler):
    """A webhook that fails at the first post, and takes the second."""

    posts: ClassVar[list[tuple[str, dict[str, Any]]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.posts.append((self.headers["Idempotency-Key"], json.loads(body)))
        self.send_response(500 if len(self.posts) == 1 else 204)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Logs nothing."""


def test_results_are_posted_to_a_webhook_until_it_takes_them(service: ServiceProcess) -> None:
    server = HTTPServer(("127.0.0.1", 0), Webhook)
    Webhook.posts.clear()
    Thread(target=server.serve_forever, daemon=True).start()
    webhook = f"http://127.0.0.1:{server.server_port}/results"
    with (
        example("examples.post_results", service.link.bare, webhook) as printed,
        connect_client(service.link) as player,
    ):
        assert next(printed) == "following table"
        player.throw(3, 1)
        player.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 2)
        player.ask(Colour.DARK, PlayerRequestKind.YES)
        failed, done = next(printed), next(printed)
    server.shutdown()
    server.server_close()

    assert failed == f"{webhook}: HTTP Error 500: Internal Server Error"
    assert done.startswith("posted ")
    (first, result), (second, _same) = Webhook.posts
    assert first == second == result["id"]
    assert (result["winner"], result["win"], result["points"]) == ("dark", "gammon", 2)


def test_webhook_that_speaks_no_http_loses_only_the_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(post_results, "WAITS", (0,))
    with socket.create_server(("127.0.0.1", 0)) as other:
        webhook = f"http://127.0.0.1:{other.getsockname()[1]}/"
        answering = Thread(target=_answer_nonsense, args=(other,))
        answering.start()
        assert not post_results.post(webhook, {"id": "1.1"})
        answering.join()
    assert capsys.readouterr().err == f"{webhook}: nonsense\n"


def _answer_nonsense(other: socket.socket) -> None:
    caller, _address = other.accept()
    with caller:
        caller.recv(4096)
        caller.sendall(b"nonsense")


@pytest.mark.release
def test_two_bots_play_one_game_after_the_other(service: ServiceProcess) -> None:
    link = service.link.full
    with (
        example("examples.bot", link, "light"),
        example("examples.bot", link, "dark"),
        connect_client(service.link) as viewer,
    ):
        record = viewer.wait(RecordPart, lambda it: len(it.game.rows) >= TURNS)
        viewer.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1)
        viewer.wait(RecordPart, lambda it: bool(it.results and len(it.game.rows) >= TURNS))

    colours = [row.colour for row in record.game.rows]
    assert all(one is not next_one for one, next_one in pairwise(colours))
    assert not any(row.note for row in record.game.rows)


def test_bot_throws_again_after_equal_first_dice() -> None:
    feed = ScriptedFeed([opening(state) for state in ("lifted", "rolling", "settled", "settled")])

    assert list(Bot(feed, "light").run()) == []

    assert feed.actions == ["Arrange", "ThrowDice", "ThrowDice"]


def test_bot_without_a_key_is_told_to_take_the_whole_link(service: ServiceProcess) -> None:
    with example("examples.bot", service.link.bare, "dark") as printed:
        assert list(printed) == ["this link has no key, or a wrong one; a bot needs the whole link"]


@pytest.mark.parametrize("name", ["follow_match", "bot", "post_results"])
def test_example_without_a_link_prints_its_usage(name: str) -> None:
    with example(f"examples.{name}") as printed:
        assert next(printed).startswith(f"Usage: python -m examples.{name} LINK")


@pytest.mark.parametrize("address", ["", "http://127.0.0.1:99999/t/table", "http://127.0.0.1:1/"])
def test_link_that_leads_to_no_table_is_reported_in_one_line(
    service: ServiceProcess, address: str
) -> None:
    link = address or service.link.bare + "x"
    with example("examples.bot", link, "light") as printed:
        (line,) = printed
    with example("examples.follow_match", link) as printed:
        assert next(printed).startswith(f"no table answers at {link}: ")

    assert line.startswith(f"no table answers at {link}: ")


@pytest.mark.parametrize("greeting", [b"", b"nonsense", b"HTTP/1.1 403 Forbidden\r\n\r\n"])
def test_something_else_at_the_port_is_reported_in_one_line(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        link = f"http://127.0.0.1:{other.getsockname()[1]}/t/table"
        with example("examples.follow_match", link) as printed:
            caller, _address = other.accept()
            with caller:
                caller.recv(4096)
                caller.sendall(greeting)
            assert next(printed).startswith(f"no table answers at {link}: ")
