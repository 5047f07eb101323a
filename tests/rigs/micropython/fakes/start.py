"""Starts main.py as a Pico does, with the console on the serial line."""

# ruff: noqa: ARG002, ARG005, BLE001, I001, PTH123, S102  # MicroPython has no pathlib, and runs programs
# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="import-not-found"
import io
import sys
from binascii import hexlify, unhexlify

import micropython
import select
import world


class _Stream:
    """A stream of MicroPython, for text and bytes alike."""

    def __init__(self):
        self.buffer = self

    def read(self, length):
        while not world.readable():
            world.turn()
        return unhexlify(world.read(length))

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data
        world.write(hexlify(data).decode())
        return len(data)


class _Poll:
    """Polls the two directions of the console."""

    def __init__(self):
        self.wanted = []

    def register(self, stream, mask=select.POLLIN | select.POLLOUT):
        self.wanted.append((stream, mask))

    def poll(self, timeout=-1):
        ready = select.POLLIN if world.readable() else 0
        ready |= select.POLLOUT if world.writable() else 0
        return [(stream, mask & ready) for stream, mask in self.wanted if mask & ready]


class _Implementation:
    """Replaces `sys.implementation` of a Pico."""

    _machine = "Raspberry Pi Pico with RP2040"


def _stand_in(module, **replaced):
    """Replaces a module in `sys.modules` by a copy with these changes."""

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
    console = _Stream()
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
    """The traceback without the frames of the rig."""
    text = io.StringIO()
    sys.print_exception(fault, text)  # type: ignore[attr-defined]  # of MicroPython
    return "".join([line + "\n" for line in text.getvalue().splitlines() if "/rig/" not in line])
