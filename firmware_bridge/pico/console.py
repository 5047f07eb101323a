"""The line to the host over the USB port, which is also MicroPython's console."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.pico.parts import Keyboard, Screen

MAX_CHUNK = 16
"""Bytes per read, and per write after one check for room."""
STOP = b"\r\x03"
"""The bytes that tools send to interrupt a program; never part of the protocol."""


class Console:
    """A line of raw bytes; neither reading nor writing blocks."""

    def __init__(
        self,
        keyboard: "Keyboard",
        screen: "Screen",
        can_read: "Callable[[], object]",
        can_write: "Callable[[], object]",
    ) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._can_read = can_read
        self._can_write = can_write
        self._last = b""
        self._rest = b""

    def read(self) -> bytes:
        """Reads what has arrived, byte by byte, as a longer read would wait."""
        data = b""
        while len(data) < MAX_CHUNK and self._can_read():
            byte = self._keyboard.read(1)
            if self._last + byte == STOP:
                # The bytes after it are for MicroPython, and must stay unread.
                raise KeyboardInterrupt
            self._last = byte
            data += byte
        return data

    def can_write(self) -> bool:
        """True if all earlier output has been sent and there is room for more."""
        self._push()
        return not self._rest and bool(self._can_write())

    def write(self, data: bytes) -> None:
        """Sends as much as there is room for now, and the rest later."""
        self._rest += data
        self._push()

    def _push(self) -> None:
        while self._rest and self._can_write():
            # There may be room for a part only.
            taken = self._screen.write(self._rest[:MAX_CHUNK])
            if not taken:
                return
            self._rest = self._rest[taken:]
