"""The line to the host over the USB port, which is also the console of MicroPython."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.pico.parts import Keyboard, Screen

MOST = 16
"""Bytes read in one turn, or written without asking whether there is room."""
STOP = b"\r\x03"
"""What a person's tools send to stop a program; no line of the wire has it."""


class Console:
    """Bytes as they are; neither way waits for the host."""

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
        """What has come: the console gives only one byte at a time without waiting for more."""
        data = b""
        while len(data) < MOST and self._can_read():
            byte = self._keyboard.read(1)
            if self._last + byte == STOP:
                # What comes after it is for MicroPython, and must still be there.
                raise KeyboardInterrupt
            self._last = byte
            data += byte
        return data

    def writable(self) -> bool:
        """Whether all that was written has gone, and there is room for more."""
        self._push()
        return not self._rest and bool(self._can_write())

    def write(self, data: bytes) -> None:
        """Send this, as far as it goes now, and the rest when there is room."""
        self._rest += data
        self._push()

    def _push(self) -> None:
        while self._rest and self._can_write():
            # With less room than that, it may have taken less than that.
            taken = self._screen.write(self._rest[:MOST])
            if not taken:
                return
            self._rest = self._rest[taken:]
