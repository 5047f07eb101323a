"""Reads the examples in docs/wire.md, with which both ends of the wire are tested."""

import re
from dataclasses import dataclass
from zlib import crc32

from tests.rigs.environment.checkout import ROOT

WIRE_DOCUMENT = ROOT / "docs" / "wire.md"
_BLOCK = re.compile(r"^```wire-(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GOOD = re.compile(r"[<>](?P<number>[0-9A-F]{2})(?P<body>[^<>*]+)\*(?P<check>[0-9A-F]{8})$")


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A valid line of the wire, without its end."""

    text: bytes
    mark: bytes
    number: int
    body: bytes

    @property
    def sent(self) -> bytes:
        """The line with its end."""
        return self.text + b"\n"

    @property
    def is_request(self) -> bool:
        return self.mark == b">"


def example_conversation() -> list[ExampleLine | str]:
    """A whole conversation: the lines on the wire, and comments between them."""
    return [
        text[2:] if text.startswith("#") else parse_example(text) for text in example_block("talk")
    ]


def valid_examples() -> list[ExampleLine]:
    """All valid lines of the examples, with those of the conversation."""
    texts = (*example_block("talk"), *example_block("lines"))
    return [parse_example(text) for text in texts if not text.startswith("#")]


def invalid_examples() -> list[bytes]:
    """Lines that are invalid for both ends."""
    return [text.encode() for text in example_block("noise") if not text.startswith("#")]


def example_block(name: str) -> list[str]:
    """The lines of a block of examples, with their comments."""
    blocks = dict(_BLOCK.findall(WIRE_DOCUMENT.read_text(encoding="utf-8")))
    return str(blocks[name]).splitlines()


def parse_example(text: str) -> ExampleLine:
    """The line of an example, parsed without our own framing."""
    good = _GOOD.search(text)
    if good is None:
        raise ValueError(f"docs/wire.md has an example that is no line: {text}")
    if f"{crc32(good[0][: good.start('check') - good.start() - 1].encode()):08X}" != good["check"]:
        raise ValueError(f"docs/wire.md has an example with a wrong check: {text}")
    mark, body = good[0][:1].encode(), good["body"].encode()
    return ExampleLine(text.encode(), mark, int(good["number"], 16), body)
