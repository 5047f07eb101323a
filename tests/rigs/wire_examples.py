"""Reads the examples in docs/wire.md, against which both ends of the wire are tested."""

import re
from dataclasses import dataclass
from zlib import crc32

from tests.rigs.house import ROOT

PAPER = ROOT / "docs" / "wire.md"
_BLOCK = re.compile(r"^```wire-(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GOOD = re.compile(r"[<>](?P<number>[0-9A-F]{2})(?P<body>[^<>*]+)\*(?P<check>[0-9A-F]{8})$")


@dataclass(frozen=True, slots=True)
class Line:
    """A good line as it goes over the wire, without its end."""

    text: bytes
    mark: bytes
    number: int
    body: bytes

    @property
    def sent(self) -> bytes:
        """With its end."""
        return self.text + b"\n"

    @property
    def is_request(self) -> bool:
        return self.mark == b">"


def talk() -> list[Line | str]:
    """A whole talk: what goes over the wire, and between it what happens, in words."""
    return [text[2:] if text.startswith("#") else line(text) for text in block("talk")]


def lines() -> list[Line]:
    """All good lines of the examples, those of the talk among them."""
    texts = (*block("talk"), *block("lines"))
    return [line(text) for text in texts if not text.startswith("#")]


def noise() -> list[bytes]:
    """Lines that are noise for both ends."""
    return [text.encode() for text in block("noise") if not text.startswith("#")]


def block(name: str) -> list[str]:
    """The lines of a block of examples, with what is said between them."""
    blocks = dict(_BLOCK.findall(PAPER.read_text(encoding="utf-8")))
    return str(blocks[name]).splitlines()


def line(text: str) -> Line:
    """An example as the paper means it, read without our own framing."""
    good = _GOOD.search(text)
    if good is None:
        raise ValueError(f"docs/wire.md has an example that is no line: {text}")
    if f"{crc32(good[0][: good.start('check') - good.start() - 1].encode()):08X}" != good["check"]:
        raise ValueError(f"docs/wire.md has an example with a wrong check: {text}")
    mark, body = good[0][:1].encode(), good["body"].encode()
    return Line(text.encode(), mark, int(good["number"], 16), body)
