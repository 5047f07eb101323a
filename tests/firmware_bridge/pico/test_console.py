"""The line that is also the console of MicroPython."""

from dataclasses import dataclass, field

import pytest

from firmware_bridge.pico.console import Console


@dataclass
class Terminal:
    """A console with pending input, and room for so many bytes of output."""

    pending: bytes = b""
    room: int = 1000
    written: bytes = b""
    sizes: list[int] = field(default_factory=list)

    def read(self, size: int, /) -> bytes:
        assert self.pending, "it would block"
        self.sizes.append(size)
        byte, self.pending = self.pending[:size], self.pending[size:]
        return byte

    def write(self, data: bytes, /) -> int:
        assert self.room > 0, "it would block"
        taken = data[: self.room]
        self.room -= len(taken)
        self.written += taken
        return len(taken)


def console(terminal: Terminal) -> Console:
    return Console(terminal, terminal, lambda: terminal.pending, lambda: terminal.room > 0)


def test_sixteen_bytes_are_read_at_most_and_one_at_a_time() -> None:
    terminal = Terminal(b"x" * 20)
    line = console(terminal)

    assert [line.read(), line.read(), line.read()] == [b"x" * 16, b"x" * 4, b""]
    assert set(terminal.sizes) == {1}


def test_bytes_are_left_as_they_are() -> None:
    terminal = Terminal(b"\x00\x03\r\n\xff")
    assert console(terminal).read() == b"\x00\x03\r\n\xff"


@pytest.mark.parametrize(
    "pieces", [[b"\r\x03"], [b"abc\r", b"\x03"], [b"\r", b"", b"\x03\x03\x04"]]
)
def test_a_return_and_ctrl_c_stop_the_program(pieces: list[bytes]) -> None:
    terminal = Terminal()
    line = console(terminal)
    for terminal.pending in pieces[:-1]:
        line.read()
    terminal.pending = pieces[-1]

    with pytest.raises(KeyboardInterrupt):
        line.read()


def test_bytes_after_a_stop_are_left_to_micropython() -> None:
    terminal = Terminal(b"abc\r\x03\r\x01")

    with pytest.raises(KeyboardInterrupt):
        console(terminal).read()

    assert terminal.pending == b"\r\x01"


def test_overflow_is_written_later() -> None:
    terminal = Terminal(room=20)
    line = console(terminal)

    sent = bytes(range(40))
    line.write(sent)
    assert not line.can_write()
    terminal.room = 1000

    assert line.can_write()
    assert terminal.written == sent


def test_console_writes_only_while_there_is_room() -> None:
    terminal = Terminal(room=0)
    line = console(terminal)

    assert not line.can_write()
    line.write(b"a")

    assert terminal.written == b""
