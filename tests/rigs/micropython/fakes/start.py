"""Starts main.py as a Pico does: the console is the serial line."""

# ruff: noqa: ARG002, ARG005, BLE001, I001, PTH123, S102  # MicroPython has no pathlib, and runs programs
# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="import-not-found"
import io
import sys
from binascii import hexlify, unhexlify

import micropython
import select
import world


class _Door:
    """What MicroPython calls a stream; text and bytes alike, as on the Pico."""

    def __init__(self):
        self.buffer = self

    def read(self, length):
        while not world.readable():
            world.turn()
        return unhexlify(world.read(length))

    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data
        world.write(hexlify(data).decode())
        return len(data)


class _Poll:
    """Which of the two directions of the console could be used now."""

    def __init__(self):
        self.wanted = []

    def register(self, stream, mask=select.POLLIN | select.POLLOUT):
        self.wanted.append((stream, mask))

    def poll(self, timeout=-1):
        ready = select.POLLIN if world.readable() else 0
        ready |= select.POLLOUT if world.writable() else 0
        return [(stream, mask & ready) for stream, mask in self.wanted if mask & ready]

    ipoll = poll


class _Implementation:
    """What a Pico says of itself."""

    _machine = "Raspberry Pi Pico with RP2040"


def _stand_in(module, **replaced):
    """What the program gets when it imports this module: all of it, but for what is replaced."""

    class Module:
        pass

    for name in dir(module):
        if not name.startswith("__"):
            setattr(Module, name, getattr(module, name))
    for name, value in replaced.items():
        setattr(Module, name, value)
    sys.modules[module.__name__] = Module  # type: ignore[assignment]  # as good as a module


def main():
    _stand_in(select, poll=_Poll)
    _stand_in(micropython, kbd_intr=lambda byte: None)
    console = _Door()
    _stand_in(sys, stdin=console, stdout=console, implementation=_Implementation)
    with open("/main.py") as file:
        program = compile(file.read(), "main.py", "exec")
    try:
        exec(program, {"__name__": "__main__"})
    except SystemExit:
        return
    except BaseException as fault:
        world.ended(_traceback(fault))
    else:
        world.ended("")


def _traceback(fault):
    """As a Pico would show it, where nothing of the rig is there."""
    text = io.StringIO()
    sys.print_exception(fault, text)  # type: ignore[attr-defined]  # of MicroPython
    return "".join([line + "\n" for line in text.getvalue().splitlines() if "/rig/" not in line])
