"""Text from outside cannot control the terminal."""

import pytest

from service.words.printable_text import is_valid_name, printable


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\n", "\x7f", "\x80", "\x9b", "\u2028", "\u202e"])
def test_control_characters_are_replaced(sign: str) -> None:
    assert printable(f"a{sign}b") == "a?b"


def test_a_broken_letter_is_not_shown() -> None:
    assert printable("a\udc80b") == "a?b"


@pytest.mark.parametrize("text", ["Zoë plays 8/5 6/5", "« oui »", "“no”", "バックギャモン"])
def test_ordinary_text_is_unchanged(text: str) -> None:
    assert printable(text) == text


def test_a_long_text_is_cut_where_it_is_wanted_shorter() -> None:
    assert printable("abcdef", 4) == "abcd…"
    assert printable("abcd", 4) == "abcd"


PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize("name", ["Zoë", "👨\u200d👩\u200d👧", PERSIAN, "A#", "x" * 24, "K"])
def test_visible_name_is_valid(name: str) -> None:
    assert is_valid_name(name)


@pytest.mark.parametrize(
    "name",
    ["", " A", "A ", "#A", "A:B", "A;B", "x" * 25, "\u3164", "A\u2800B", "\u200dA", "A\u200d",
     "\u202eA", "A\nB", "A\x00", "\ud800"],
)  # fmt: skip
def test_name_that_records_or_people_cannot_read_is_not_valid(name: str) -> None:
    assert not is_valid_name(name)
