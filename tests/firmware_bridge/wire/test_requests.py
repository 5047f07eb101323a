"""Every request is read back from its text, and any other text is malformed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire import requests
from firmware_bridge.wire.message import Malformed
from tests.rigs.wire.random_messages import INKS, host_requests

RED, GREEN = requests.LampInk(255, 0, 0), requests.LampInk(0, 255, 0, 0xF0)


@given(host_requests())
def test_a_request_is_read_back_from_its_text(request: requests.Request) -> None:
    assert requests.parse_request(request.body) == request
    assert requests.is_within_limit(request.body)


@given(st.binary(max_size=40) | st.text("HELOPINGSABTRDUZW 0189.-abf", max_size=40))
def test_parsed_request_writes_back_as_the_same_text(drawn: bytes | str) -> None:
    body = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        request = requests.parse_request(body)
    except Malformed:
        return
    assert request.body == body


@pytest.mark.parametrize(
    "body",
    [
        *("", " ", "HELLO", "HELLO 1 2", "HELLO 01", "HELLO +1", "HELLO 1.0", "HELLO one"),
        *("HELLO  1", " HELLO 1", "HELLO 1 ", "hello 1", "HELLO 1000", "JUMP", "OK LED"),
        *("PING", "PING a-b", "PING abcdefghijklmnopq", "PING a b", "SNAP 1", "BTN 0", "RESET now"),
        *("ROLL", "ROLL 2", "ROLL -1", "RAW 32", "RAW", "RAW 1 2"),
        *("LED", "LED -", "LED - a", "LED ff00ff .", "LED ff00ffff b", "LED FF00FFFF a"),
        *("LED ff00ffff A", "LED  .", "LED ff00ffff0 a", "LED - " + "." * 79, "LED zz00ffff a"),
        *("BUZ", "BUZ 440", "BUZ 0 10", "BUZ 440 0", "BUZ 19 10", "BUZ 20001 10", "BUZ 440 10001"),
        *("SET", "SET deb", "SET DEB 4", "SET deb4 4", "SET deb 4 5", "SET deb 4=5"),
        "SET abcdefghi 1",
    ],
)
def test_request_in_any_other_spelling_is_malformed(body: str) -> None:
    with pytest.raises(Malformed):
        requests.parse_request(body.encode())


@pytest.mark.parametrize("body", [b"PING \xe9", b"\xff\xff", b"SNAP\n", b"BTN\r", b"SNAP\0"])
def test_a_request_is_plain_text(body: bytes) -> None:
    with pytest.raises(Malformed):
        requests.parse_request(body)


def test_lamps_share_the_inks_they_have_in_common() -> None:
    assert requests.SetLamps.of([RED, None, GREEN, RED]) == requests.SetLamps((RED, GREEN), "a.ba")
    assert requests.SetLamps.of([None, None]).body == b"LED - .."


LAMPS = st.none() | st.sampled_from([RED, GREEN, requests.LampInk(1, 2, 3)])


@given(st.lists(LAMPS, min_size=1, max_size=78))
def test_each_lamp_gets_its_own_ink(lamps: list[requests.LampInk | None]) -> None:
    picture = requests.SetLamps.of(lamps)
    letters = dict(zip("abc", picture.inks, strict=False))

    assert [letters.get(letter) for letter in picture.row] == lamps


@given(st.lists(INKS, min_size=40, max_size=60, unique=True))
def test_picture_too_long_for_a_line_is_malformed(inks: list[requests.LampInk]) -> None:
    with pytest.raises(Malformed, match="too"):
        requests.SetLamps.of(inks)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (requests.Ping, ("",)), (requests.Ping, ("a b",)), (requests.ReadDice, (2,)),
        (requests.ReadRawValues, (-1,)), (requests.PlayTone, (440, 0)),
        (requests.ChangeSetting, ("Deb", "4")), (requests.ChangeSetting, ("deb", "")),
        (requests.LampInk, (256, 0, 0)), (requests.LampInk, (0, 0, -1)),
        (requests.SetLamps, ((), "a")), (requests.SetLamps, ((), "")),
        (requests.SetLamps, ((RED,), "*")),
    ],
)  # fmt: skip
def test_impossible_value_of_a_request_is_malformed(kind: type, values: tuple[object, ...]) -> None:
    with pytest.raises(Malformed):
        kind(*values)
