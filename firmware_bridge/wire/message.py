"""Messages declared as dataclasses: each field is annotated with its type on the wire.

    @dataclass(frozen=True, slots=True)
    class Heartbeat(KeyedMessage):
        verb: ClassVar[str] = "H"
        uptime: Annotated[int, "up", number(range(2**32))]

A message is its verb and the words of its fields in their order; a `KeyedMessage` has `key=word`
instead, where the key is the text in the annotation, or else the name of the field. A field without
a type is not sent: it has the value that the board reports under its name in HELLO.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Protocol, Self, get_args, get_origin, get_type_hints

PRESS_MODULUS = 256
"""Modulus of the press counts."""
OK = "OK"
ERR = "ERR"
PRINTABLE = range(0x20, 0x7F)
_MAX_QUOTE = 60


class Malformed(ValueError):
    """A line with a valid checksum whose body is invalid; the text names the mistake."""


def split_words(body: bytes) -> list[str]:
    """Splits a body into words, which are separated by exactly one blank."""
    try:
        words = body.decode("ascii").split(" ")
    except UnicodeDecodeError:
        words = [""]
    if not all(words):
        raise Malformed(f"'{printable(body)}' does not consist of words")
    return words


def parse_keys(words: Iterable[str]) -> Mapping[str, str]:
    """Parses key=value words; Malformed if a key occurs twice."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise Malformed(f"'{word[:_MAX_QUOTE]}' is not a unique key with a value")
        found[key] = value
    return found


def printable(data: bytes, most: int = _MAX_QUOTE) -> str:
    """Formats bytes as printable text of limited length."""
    text = "".join(chr(it) if it in PRINTABLE else f"\\x{it:02x}" for it in data[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


NONE = "-"
"""The word for a value that is not there, and for an empty list."""


class BoardParts(Protocol):
    """The parts of a board, which decide how some messages are read."""

    @property
    def boot(self) -> str: ...
    @property
    def cells(self) -> int: ...
    @property
    def bits(self) -> int: ...
    @property
    def buttons(self) -> int: ...
    @property
    def dice(self) -> int: ...


@dataclass(frozen=True, slots=True)
class FieldType:
    """A type of fields."""

    description: str
    """The allowed words."""
    parse: Callable[[str, BoardParts | None], Any]
    """Returns the value of a word from a board with these parts; ValueError if not allowed."""
    format: Callable[[Any, Any], str] = lambda value, _message: str(value)
    """Returns the word for a value of this message."""
    takes_all_words: bool = False
    """True if it takes all words that are left, with the blanks between them."""
    if_missing: str | None = None
    """The word for a key that is missing in a `KeyedMessage`; None if it must be there."""


def number(among: range) -> FieldType:
    """A number within a range, without sign and leading zeros."""

    def parse(word: str, _board: object) -> int:
        value = int(word)
        # `int` also accepts "+1", "01" and "1_0".
        if value not in among or str(value) != word:
            raise ValueError(word)
        return value

    return FieldType(f"{among[0]} to {among[-1]}" if len(among) > 1 else f"{among[0]}", parse)


def text(pattern: str, description: str) -> FieldType:
    """A word that matches a pattern."""
    matches = re.compile(pattern).fullmatch

    def parse(word: str, _board: object) -> str:
        if not matches(word):
            raise ValueError(word)
        return word

    return FieldType(description, parse)


def choice(kind: type[Enum]) -> FieldType:
    """The value of a member of an enum."""
    values = ", ".join(member.value for member in kind)
    return FieldType(values, lambda word, _: kind(word), lambda member, _: str(member.value))


def or_none(of: FieldType) -> FieldType:
    """A value of another type, or `-` for None."""
    return FieldType(
        f"{of.description}, or {NONE}",
        lambda word, board: None if word == NONE else of.parse(word, board),
        lambda value, message: NONE if value is None else of.format(value, message),
    )


def optional(of: FieldType, word: str) -> FieldType:
    """A value of another type; a message without it means this word."""
    return replace(of, if_missing=word)


def numbers(of: FieldType) -> FieldType:
    """Numbers with commas between them, or `-` for none."""
    return FieldType(
        f"numbers {of.description} with commas, or {NONE}",
        lambda word, _: (
            () if word == NONE else tuple([of.parse(each, None) for each in word.split(",")])
        ),
        lambda values, _: ",".join(map(str, values)) or NONE,
    )


def number_words(of: FieldType, count: int | None = None) -> FieldType:
    """Numbers with blanks between them: `count`, or as many as there are words."""

    def parse(words: str, _board: object) -> tuple[int, ...]:
        values = tuple([of.parse(word, None) for word in words.split()])
        if count not in (None, len(values)):
            raise ValueError(words)
        return values

    return FieldType(
        f"{count or ''} numbers {of.description}".strip(),
        parse,
        lambda values, _: " ".join(map(str, values)),
        takes_all_words=True,
    )


FREE_TEXT = FieldType("any words", lambda words, _: words, takes_all_words=True)
"""Any words, or none."""


@dataclass(frozen=True, slots=True)
class WireField:
    """A field that is sent."""

    name: str
    key: str
    """The name on the wire and in its description."""
    type: FieldType


class Message:
    """A message whose words are its fields in their order."""

    __slots__ = ()
    verb: ClassVar[str] = ""
    """The first word; empty if a field has its place."""
    sent: ClassVar[tuple[WireField, ...]] = ()
    unsent: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that the board reports in HELLO instead."""

    def __init_subclass__(cls) -> None:
        sent, unsent = [], []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            marks = get_args(hint)[1:]
            key = next((mark for mark in marks if isinstance(mark, str)), name)
            kind = next((mark for mark in marks if isinstance(mark, FieldType)), None)
            if kind is not None:
                sent.append(WireField(name, key, kind))
            elif get_origin(hint) is not ClassVar:
                unsent.append(name)
        cls.sent, cls.unsent = tuple(sent), tuple(unsent)

    @property
    def body(self) -> bytes:
        """The text between the number and the checksum of a line."""
        return " ".join((self.verb, *self._join(self._format()))).strip().encode()

    @classmethod
    def from_body(cls, body: bytes, board: BoardParts | None = None) -> Self:
        """Parses a body; Malformed if it is not valid, or not for a board with these parts."""
        words = split_words(body)
        is_other = cls.verb != "" and words.pop(0) != cls.verb
        if is_other or (split := cls._split(words)) is None:
            raise Malformed(f"'{printable(body)}' is not a valid {cls.verb or cls.__name__}")
        values = cls._parse(split, board)
        if board is None:
            return cls(**values)
        for name in cls.unsent:
            values[name] = getattr(board, name)
        message = cls(**values)
        message.check_board(board)
        return message

    def check_fields(self) -> None:
        """Raises Malformed if the type of a field does not allow its value."""
        self._parse(self._format(), None)

    def check_board(self, board: BoardParts) -> None:
        """Raises Malformed if no board with these parts sends this message."""

    @classmethod
    def _parse(cls, words: list[str], board: BoardParts | None) -> dict[str, Any]:
        """The values of the fields; Malformed if a word is not allowed."""
        values = {}
        for field, word in zip(cls.sent, words, strict=True):
            try:
                values[field.name] = field.type.parse(word, board)
            except Malformed:
                raise
            except ValueError:
                quote = printable(word.encode())
                raise Malformed(f"{field.key} is '{quote}', not {field.type.description}") from None
        return values

    def _format(self) -> list[str]:
        return [field.type.format(getattr(self, field.name), self) for field in self.sent]

    @classmethod
    def _join(cls, words: list[str]) -> list[str]:
        """The words after the verb, given a word for each field."""
        return words

    @classmethod
    def _split(cls, words: list[str]) -> list[str] | None:
        """A word for each field; None if there are too few words, or too many."""
        if cls.sent and cls.sent[-1].type.takes_all_words:
            last = len(cls.sent) - 1
            words[last:] = [" ".join(words[last:])]
        return words if len(words) == len(cls.sent) else None


class KeyedMessage(Message):
    """A message of `key=word`, which is read in any order; unknown keys are ignored."""

    __slots__ = ()

    @classmethod
    def _join(cls, words: list[str]) -> list[str]:
        return [f"{field.key}={word}" for field, word in zip(cls.sent, words, strict=True)]

    @classmethod
    def _split(cls, words: list[str]) -> list[str]:
        found = parse_keys(words)
        known = [found.get(field.key, field.type.if_missing) for field in cls.sent]
        missing = [field.key for field, word in zip(cls.sent, known, strict=True) if word is None]
        if missing:
            raise Malformed(f"it lacks {' '.join(missing)}")
        return [word for word in known if word is not None]
