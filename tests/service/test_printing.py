"""Nothing that comes from outside steers the terminal."""

import pytest

from service.printing import printable


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\n", "\x7f", "\x80", "\x9b", "\u2028", "\u202e"])
def test_what_would_steer_a_terminal_is_not_shown(sign: str) -> None:
    assert printable(f"a{sign}b") == "a?b"


def test_a_broken_letter_is_not_shown() -> None:
    assert printable("a\udc80b") == "a?b"


@pytest.mark.parametrize("text", ["Zoë plays 8/5 6/5", "« oui »", "“no”", "バックギャモン"])
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_a_long_text_is_cut_where_it_is_wanted_shorter() -> None:
    assert printable("abcdef", 4) == "abcd…"
    assert printable("abcd", 4) == "abcd"
