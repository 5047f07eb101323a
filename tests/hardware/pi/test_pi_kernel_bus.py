"""The bus of the kernel: what is asked of it, and what is said when it cannot be had."""

import ctypes
import errno
import os
from pathlib import Path

import pytest

from hardware.devices import DeviceFault
from hardware.drivers.pi.bus import CHAIN, STRIP
from hardware.drivers.pi.kernel_bus import (
    MESSAGE,
    ONE_MESSAGE,
    WRITE_BITS_PER_WORD,
    WRITE_MODE,
    WRITE_MOST_HERTZ,
    KernelBus,
)


class Kernel:
    """Takes down what it is asked, and turns every byte of a message upside down."""

    def __init__(self, refuses: int | None = None) -> None:
        self.asked: list[tuple[int, bytes]] = []
        self.refuses = refuses

    def __call__(self, file: int, request: int, said: bytes) -> int:
        assert file >= 0
        if request == self.refuses:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.asked.append((request, said))
        if request == ONE_MESSAGE:
            start, to, length, *_ = MESSAGE.unpack(said)
            heard = bytes(byte ^ 0xFF for byte in ctypes.string_at(start, length))
            ctypes.memmove(to, heard, length)
        return 0


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Where there is something in the place of both ends."""
    for chip in (0, 1):
        (tmp_path / f"spidev0.{chip}").touch()
    return str(tmp_path)


def test_an_end_is_told_its_mode_and_its_speed_when_it_is_opened(folder: str) -> None:
    kernel = Kernel()
    bus = KernelBus(STRIP, folder, kernel)
    bus.open()
    bus.close()

    assert kernel.asked == [
        (WRITE_MODE, b"\x03"),
        (WRITE_BITS_PER_WORD, b"\x08"),
        (WRITE_MOST_HERTZ, (2_400_000).to_bytes(4, "little")),
    ]


def test_as_many_bytes_are_heard_as_are_sent(folder: str) -> None:
    kernel = Kernel()
    bus = KernelBus(CHAIN, folder, kernel)
    bus.open()

    assert bus.transfer(bytes(15) + b"\x0f") == b"\xff" * 15 + b"\xf0"
    assert MESSAGE.unpack(kernel.asked[-1][1])[2:6] == (16, 1_000_000, 0, 8)
    bus.close()


def test_a_message_has_the_size_that_is_part_of_its_request() -> None:
    assert MESSAGE.size == ONE_MESSAGE >> 16 & 0x3FFF == 32


def test_a_bus_that_is_switched_off_is_told_with_how_to_switch_it_on(tmp_path: Path) -> None:
    with pytest.raises(DeviceFault, match=r"spidev0\.0, so SPI is switched off.*raspi-config"):
        KernelBus(CHAIN, str(tmp_path)).open()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, r"may not use .*usermod -aG spi"),
        (errno.EBUSY, "cannot open .*busy"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_told_with_what_to_do(
    folder: str, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    def refuse(path: str, flags: int) -> int:
        del flags
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr(os, "open", refuse)

    with pytest.raises(DeviceFault, match=told):
        KernelBus(CHAIN, folder).open()


def test_something_that_is_no_bus_is_refused_and_closed(folder: str) -> None:
    with pytest.raises(DeviceFault, match=r"cannot use .*spidev0\.0 as SPI mode 2"):
        KernelBus(CHAIN, folder).open()


def test_a_bus_that_fails_midway_says_so(folder: str) -> None:
    bus = KernelBus(CHAIN, folder, Kernel(refuses=ONE_MESSAGE))
    bus.open()

    with pytest.raises(OSError, match="Input/output"):
        bus.transfer(bytes(16))

    bus.close()
    bus.close()
    with pytest.raises(DeviceFault, match="closed"):
        bus.transfer(bytes(1))
