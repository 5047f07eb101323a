"""The framing does the same in MicroPython and in CPython, byte for byte."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, MAX_LINE, PLAIN, encode
from tests.rigs.micropython.programs import framing_echo
from tests.rigs.micropython.simulated_pico import FIRMWARE, HERE, Interpreter, Pico

LINES = 2000
AT_ONCE = 10
FEW = 10
"""Requests whose responses the line can hold while nobody reads."""
PATIENCE = 10
MARKS = (FROM_BOARD, FROM_HOST)


@pytest.fixture
def echo_port(interpreter: Interpreter, tmp_path: Path) -> Iterator[serial.Serial]:
    """A Pico that prints the results of its framing."""
    files = tmp_path / "files"
    files.mkdir()
    shutil.copy(FIRMWARE / "framing.py", files)
    shutil.copy(HERE / "programs" / "framing_echo.py", files / "main.py")
    pico = Pico(interpreter, tmp_path / "usb", files=files)
    pico.plug()
    with serial.Serial(pico.port, timeout=PATIENCE) as port:
        yield port
    pico.unplug()


def compare_framings(echo_port: serial.Serial, questions: list[str]) -> None:
    """Compares the framing of both ends, a few requests at a time."""
    for some in batched(questions, FEW):
        echo_port.write("".join(f"{question}\n" for question in some).encode())
        answers = [echo_port.readline().decode().rstrip("\n") for _ in some]

        assert answers == [framing_echo.answer(*question.split(" ")) for question in some]


def batched(questions: list[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(questions), size):
        yield questions[start : start + size]


def body(chance: random.Random) -> bytes:
    return bytes(chance.choices(sorted(PLAIN), k=chance.choice((1, 5, 40, 130, MAX_LINE))))


def garbled(chance: random.Random, line: bytes) -> bytes:
    """A line to which something happened on its way."""
    place = chance.randrange(len(line))
    return chance.choice(
        (
            line,
            line[:place] + bytes([chance.randrange(256)]) + line[place + 1 :],
            line[:place] + line[place + 1 :],
            line[:place],
            line[place:],
            line[:place] + chance.randbytes(chance.randrange(30)) + line[place:],
            line[:-1] + b"\r\n",
            line[:place] + line,
            chance.randbytes(chance.choice((3, 30, 700))),
        )
    )


def in_pieces(chance: random.Random, data: bytes) -> Iterator[bytes]:
    while data:
        length = chance.randint(1, 200)
        yield data[:length]
        data = data[length:]


@pytest.mark.release
def test_both_ends_write_every_line_alike(echo_port: serial.Serial) -> None:
    chance = random.Random(1)  # noqa: S311  # chance that repeats itself

    compare_framings(
        echo_port,
        [
            f"write {chance.choice(MARKS).decode()} {chance.randrange(256)} {body(chance).hex()}"
            for _ in range(LINES // 4)
        ],
    )


@pytest.mark.release
def test_both_ends_read_any_garbled_line_alike(echo_port: serial.Serial) -> None:
    chance = random.Random(2)  # noqa: S311  # chance that repeats itself
    compare_framings(echo_port, [question(chance) for _ in range(LINES // AT_ONCE)])


def question(chance: random.Random) -> str:
    """Some lines, garbled or not, as they arrive."""
    mark = chance.choice(MARKS)
    lines = (encode(mark, chance.randrange(256), body(chance)) for _ in range(AT_ONCE))
    data = b"".join(garbled(chance, line) for line in lines)
    return " ".join(["read", mark.decode(), *(piece.hex() for piece in in_pieces(chance, data))])
