"""A message is encoded and parsed as its fields are declared."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar

import pytest

from firmware_bridge.wire import message
from firmware_bridge.wire.board_messages import BoardInfo

BOARD = BoardInfo(firmware="1", kind="kibitz", uid="e66", boot="8a45a250", cells=3, bits=2)


class Mood(Enum):
    GOOD = "g"
    BAD = "b"


@dataclass(frozen=True, slots=True)
class Report(message.Message):
    verb: ClassVar[str] = "R"
    mood: Annotated[Mood, message.choice(Mood)]
    counts: Annotated[tuple[int, ...], message.number_words(message.number(range(10)))] = ()
    bits: int = 1


@dataclass(frozen=True, slots=True)
class Status(message.KeyedMessage):
    verb: ClassVar[str] = "T"
    uptime: Annotated[int, "up", message.number(range(100))]
    name: Annotated[str | None, message.or_none(message.text(r"[a-z]+", "letters"))] = None


def test_words_of_a_message_are_its_fields_in_their_order() -> None:
    assert Report(Mood.GOOD, (1, 2)).body == b"R g 1 2"
    assert Report(Mood.BAD).body == b"R b"
    assert Report.from_body(b"R g 1 2") == Report(Mood.GOOD, (1, 2))
    assert Report.from_body(b"R b") == Report(Mood.BAD)


def test_field_without_a_type_has_the_value_of_the_board() -> None:
    assert Report.from_body(b"R g 1", BOARD).bits == 2


def test_keys_are_read_in_any_order_and_unknown_ones_ignored() -> None:
    assert Status(7).body == b"T up=7 name=-"
    assert Status.from_body(b"T new=1 name=ann up=7") == Status(7, "ann")


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        (Report, b"S g 1", "'S g 1' is not a valid R"),
        (Report, b"R", "'R' is not a valid R"),
        (Report, b"R x 1", "mood is 'x', not g, b"),
        (Report, b"R g 1 10", "counts is '1 10', not numbers 0 to 9"),
        (Status, b"T up=100 name=-", "up is '100', not 0 to 99"),
        (Status, b"T up=1 name=A", "name is 'A', not letters, or -"),
        (Status, b"T up=1", "it lacks name"),
        (Status, b"T up=1 up=2 name=-", "'up=2' is not a unique key with a value"),
    ],
)
def test_invalid_body_is_malformed_and_the_text_says_what_is_allowed(
    kind: type[message.Message], body: bytes, why: str
) -> None:
    with pytest.raises(message.Malformed) as error:
        kind.from_body(body)
    assert str(error.value) == why


@pytest.mark.parametrize(
    ("kind", "value", "word"),
    [
        (message.number(range(1, 3)), 2, "2"),
        (message.choice(Mood), Mood.BAD, "b"),
        (message.numbers(message.number(range(9))), (), "-"),
        (message.numbers(message.number(range(9))), (3, 0), "3,0"),
        (message.number_words(message.number(range(9)), count=2), (3, 0), "3 0"),
        (message.FREE_TEXT, "any words", "any words"),
    ],
)
def test_value_and_word_mean_each_other(kind: message.FieldType, value: object, word: str) -> None:
    assert kind.format(value, None) == word
    assert kind.parse(word, None) == value


@pytest.mark.parametrize("word", ["", "-1", "+1", "01", "1_0", "1.0", " 1", "3", "one", "9" * 400])
def test_number_in_another_notation_or_out_of_range_is_refused(word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the engine says what is allowed
        message.number(range(3)).parse(word, None)


@pytest.mark.parametrize("word", ["-,1", "1,", ",1", "1,9", ""])
def test_list_with_an_invalid_number_is_refused(word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the engine says what is allowed
        message.numbers(message.number(range(9))).parse(word, None)


def test_list_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the engine says what is allowed
        message.number_words(message.number(range(9)), count=2).parse("1 2 3", None)
