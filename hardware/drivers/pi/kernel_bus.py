"""The SPI bus as Linux offers it in /dev, with nothing to install."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from fcntl import ioctl
from struct import Struct

from hardware.devices import DeviceFault
from hardware.drivers.pi.bus import End

WRITE_MODE = 0x40016B01
WRITE_BITS_PER_WORD = 0x40016B03
WRITE_MOST_HERTZ = 0x40046B04
ONE_MESSAGE = 0x40206B00
"""Requests of <linux/spi/spidev.h>, the same on every machine that Linux gives SPI."""
MESSAGE = Struct("=QQIIHBBBBBx")
"""Where to send from, where to hear to, how many bytes, how fast; the rest stays as it is."""

Ask = Callable[[int, int, bytes], object]


class KernelBus:
    """One end of SPI0."""

    def __init__(self, end: End, folder: str = "/dev", ask: Ask = ioctl) -> None:
        self._end = end
        self._path = f"{folder}/spidev0.{end.chip}"
        self._ask = ask
        self._file = -1

    def open(self) -> None:
        """DeviceFault, saying what to do, if it cannot be had."""
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise DeviceFault(
                f"finds no {self._path}, so SPI is switched off; say "
                "`sudo raspi-config nonint do_spi 0` and start the Pi again"
            ) from None
        except PermissionError:
            raise DeviceFault(
                f"may not use {self._path}; say `sudo usermod -aG spi,gpio $USER`, "
                "then log out and in again"
            ) from None
        except OSError as error:
            raise DeviceFault(f"cannot open {self._path}: {error.strerror}") from error
        try:
            self._prepare()
        except OSError as error:
            self.close()
            raise DeviceFault(
                f"cannot use {self._path} as SPI mode {self._end.mode}: {error.strerror}"
            ) from error

    def transfer(self, data: bytes) -> bytes:
        if self._file < 0:
            raise DeviceFault(f"{self._path} is closed")
        both = array("B", data)
        where, length = both.buffer_info()
        message = MESSAGE.pack(where, where, length, self._end.hertz, 0, 8, 0, 0, 0, 0)
        self._ask(self._file, ONE_MESSAGE, message)
        return both.tobytes()

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _prepare(self) -> None:
        self._ask(self._file, WRITE_MODE, bytes([self._end.mode]))
        self._ask(self._file, WRITE_BITS_PER_WORD, bytes([8]))
        self._ask(self._file, WRITE_MOST_HERTZ, self._end.hertz.to_bytes(4, "little"))
