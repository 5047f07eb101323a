"""The firmware answers each request as docs/wire.md says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.micropython.pico import Interpreter, Pico
from tests.rigs.micropython.world import Lamp
from tests.rigs.talk import Talk, line

GREEN = "00ff00ff"
ALL_DARK = "." * 26


@pytest.fixture(scope="module")
def pico(interpreter: Interpreter, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    """One Pico for all these tests, none of which leaves a trace."""
    made = Pico(interpreter, Path(tmp_path_factory.mktemp("requests"), "usb"))
    made.plug()
    yield made
    made.unplug()
    assert made.world.seen.tracebacks == []


@pytest.fixture
def talk(pico: Pico) -> Iterator[Talk]:
    with Talk(pico.port) as talk:
        talk.hello()
        yield talk


def test_hello_tells_all_about_the_board(talk: Talk) -> None:
    told = talk.hello()

    assert told["uid"] == "e6614103e7"
    assert len(told["boot"]) == 8
    assert {key: told[key] for key in told if key not in ("uid", "boot", "fw")} == {
        "proto": "1",
        "board": "kibitz",
        "cells": "128",
        "bits": "1",
        "leds": "26",
        "btn": "4",
        "dice": "0",
        "map": "p5",
        "max": "320",
        "ma": "400",
    }


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("PING abc123", "OK PING abc123"),
        ("PING ABCDEFGHIJKLMNOP", "OK PING ABCDEFGHIJKLMNOP"),
        ("BTN", "OK B 0 0 0 0"),
        (f"LED {GREEN} {'a' * 26}", "OK LED"),
        (f"LED - {ALL_DARK}", "OK LED"),
        ("BUZ 2000 20", "OK BUZ"),
        ("BUZ 0 0", "OK BUZ"),
        ("SET deb 4", "OK SET"),
        ("SET beat 1000", "OK SET"),
    ],
)
def test_what_can_be_done_is_done(talk: Talk, asked: str, answer: str) -> None:
    assert talk.ask(asked) == answer


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("HELLO 2", "ERR proto 1"),
        ("HELLO 0", "ERR proto 1"),
        ("HELLO", "ERR arg"),
        ("HELLO one", "ERR arg"),
        ("PING", "ERR arg"),
        ("PING ABCDEFGHIJKLMNOPQ", "ERR arg"),
        ("PING a-b", "ERR arg"),
        ("LED", "ERR arg"),
        (f"LED - {ALL_DARK}.", "ERR arg"),
        (f"LED - {ALL_DARK[1:]}", "ERR arg"),
        (f"LED - a{ALL_DARK[1:]}", "ERR arg"),
        (f"LED {GREEN} b{ALL_DARK[1:]}", "ERR arg"),
        (f"LED {GREEN[1:]} {ALL_DARK}", "ERR arg"),
        (f"LED {GREEN.replace('f', 'x')} {ALL_DARK}", "ERR arg"),
        ("BUZ", "ERR arg"),
        ("BUZ 2000", "ERR arg"),
        ("BUZ loud long", "ERR arg"),
        ("BUZ -1 5", "ERR arg"),
        ("SET", "ERR arg"),
        ("SET deb", "ERR arg"),
        ("SET deb 1", "ERR arg"),
        ("SET deb 9", "ERR arg"),
        ("SET deb 4.5", "ERR arg"),
        ("SET beat 199", "ERR arg"),
        ("SET beat 5001", "ERR arg"),
        ("SET colour 1", "ERR arg"),
        ("RAW 0", "ERR hw these sensors measure nothing"),
        ("ROLL 0", "ERR hw no dice"),
        ("FLY", "ERR verb"),
        ("ping x", "ERR verb"),
        ("OK PING x", "ERR verb"),
    ],
)
def test_what_cannot_be_done_is_refused(talk: Talk, asked: str, answer: str) -> None:
    assert talk.ask(asked) == answer


def test_a_snap_tells_all_switches(pico: Pico, talk: Talk) -> None:
    pico.world.press(0, 127)
    talk.hear(lambda told: told.startswith("S ") and told.endswith(" 8" + "0" * 30 + "1"))

    ok, letter, _, bits = talk.ask("SNAP").split(" ")

    assert (ok, letter, bits) == ("OK", "S", "8" + "0" * 30 + "1")
    pico.world.release(0, 127)


def test_the_same_request_twice_is_answered_twice(talk: Talk) -> None:
    talk.send(line(0x77, "PING once") * 2)

    answers = [talk.answer_to(0x77), talk.answer_to(0x77)]
    assert answers == ["OK PING once"] * 2


@pytest.mark.parametrize(
    "noise",
    [
        b"\n",
        b"\r\n\r\n",
        b"hello\n",
        b"\x00\xff\xfe\x80" * 100 + b"\n",
        b"<01OK PING x*00000000\n",
        b">01PING x*00000000\n",
        line(1, "PING x").lower(),
        line(1, "PING x" * 100),
        line(1, "PING x")[:-1],
        line(0, "PING x"),
        b"AT\r\nATZ\r\n",
    ],
    ids=lambda noise: repr(noise[:12]),
)
def test_noise_does_no_harm(talk: Talk, noise: bytes) -> None:
    talk.send(noise)

    assert talk.ask("PING after") == "OK PING after"


def test_a_long_flood_does_no_harm(talk: Talk) -> None:
    for _ in range(20):
        talk.send(bytes(range(4, 256)) * 2)
        assert talk.ask("PING alive") == "OK PING alive"


def test_the_heartbeat_counts_the_noise(talk: Talk) -> None:
    before = beat(talk)
    talk.send(b"noise\n")

    assert int(beat(talk)["bad"]) == int(before["bad"]) + 1


def test_the_heartbeat_comes_as_often_as_it_is_wanted(talk: Talk) -> None:
    assert talk.ask("SET beat 200") == "OK SET"
    first = int(beat(talk)["up"])
    beats = 0
    while int(beat(talk)["up"]) <= first + 1:
        beats += 1

    assert 4 <= beats <= 11
    assert talk.ask("SET beat 1000") == "OK SET"


def test_the_heartbeat_tells_how_things_stand(talk: Talk) -> None:
    told = talk.hello()

    heard = beat(talk)

    assert [*heard] == ["boot", "up", "cells", "btn", "dice", "bad", "over", "mem"]
    assert heard["boot"] == told["boot"]
    assert heard["btn"] == "0,0,0,0"
    assert heard["dice"] == "-"
    assert heard["cells"] == talk.ask("SNAP").split(" ")[2]
    assert int(heard["mem"]) > 0


def test_a_board_that_is_reset_is_a_new_one_at_the_same_port(pico: Pico) -> None:
    with Talk(pico.port) as talk:
        before = talk.hello()
        pico.world.seen.events.clear()
        assert talk.ask("RESET") == "OK RESET"
        pico.world.until(lambda: "booted" in pico.world.seen.events, "a new start")
    with Talk(pico.port) as talk:
        after = talk.hello()

    assert after["uid"] == before["uid"]
    assert after["boot"] != before["boot"]
    assert pico.world.lamps == () or pico.world.lamps[0] != Lamp(0, 255, 0)


def beat(talk: Talk) -> dict[str, str]:
    """The next heartbeat."""
    return dict(pair.split("=", 1) for pair in talk.hear("H ").split(" ")[1:])
