"""Text from outside cannot control the terminal."""

import pytest

from service.words.printable_text import printable


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
