"""The examples do at a running service what their README says."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from examples.bot import Bot
from examples.live_feed import LiveFeed, Message
from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import RecordPart
from tests.rigs.browser.service_process import ServiceProcess, connect_client, run_service
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


def test_follower_without_a_key_prints_what_happens(service: ServiceProcess) -> None:
    with example("examples.follow_match", service.link.bare) as printed:
        status = next(printed)
        with connect_client(service.link) as player:
            player.throw(3, 1)

        assert status == "= Match to 3: O 0, X 0. Cube at 1."
        assert next(printed) == "O throws 3, X throws 1. O begins."


def test_follower_ends_with_the_service(service: ServiceProcess) -> None:
    with example("examples.follow_match", service.link.full) as printed:
        next(printed)
        service.stop()

        assert list(printed) == []


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


@pytest.mark.parametrize("name", ["examples.follow_match", "examples.bot"])
def test_example_without_a_link_prints_its_usage(name: str) -> None:
    with example(name) as printed:
        assert next(printed).startswith(f"Usage: python -m {name} LINK")


@pytest.mark.parametrize("name", ["examples.follow_match", "examples.bot"])
@pytest.mark.parametrize("address", ["", "http://127.0.0.1:99999/t/table", "http://127.0.0.1:1/"])
def test_link_that_leads_to_no_table_is_reported_in_one_line(
    service: ServiceProcess, name: str, address: str
) -> None:
    link = address or service.link.bare + "x"
    with example(name, link, *["light"][: name == "examples.bot"]) as printed:
        (line,) = printed

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
            (line,) = printed

    assert line.startswith(f"no table answers at {link}: ")


def test_follower_says_that_the_service_was_lost(service: ServiceProcess) -> None:
    with example("examples.follow_match", service.link.full) as printed:
        next(printed)
        service.kill()

        assert list(printed) == ["the connection to the table is lost"]
