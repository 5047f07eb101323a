"""What people call the devices of a table."""

from __future__ import annotations

from collections.abc import Iterable

from referee.words import Phrases


def tell_device(name: str, phrases: Phrases) -> str:
    """A device in a sentence: `the board`."""
    key = f"device.{name.replace('.', '_')}"
    return phrases.say(key if key in phrases.texts else "device.other", name=name)


def tell_devices(names: Iterable[str], phrases: Phrases) -> str:
    """Several in a list: `the board, the buttons and the lamps`."""
    return phrases.listed(tell_device(name, phrases) for name in names)
