"""The link to a table can be read by people, by browsers, and by phones."""

from pathlib import Path

import pytest

from service.web.http.invitation import Invitation, has_desktop, is_local_only, qr_code_lines
from service.words.language_choice import preferred_language
from service.words.phrases import Language, phrases_in

ENGLISH, FRENCH = phrases_in(Language("en")), phrases_in(Language("fr"))
KEY = "abcdefghijklmnopqrstuv"


def invitation(listen: str = "127.0.0.1", *, scanned: bool = False) -> Invitation:
    return Invitation(listen, 8080, "window", KEY, has_qr_code=scanned)


def test_a_link_holds_the_key_where_no_server_is_sent_it() -> None:
    assert invitation().links == (f"http://127.0.0.1:8080/t/window#key={KEY}",)


def test_an_address_with_colons_stands_in_brackets() -> None:
    assert invitation("::1").local_link.startswith("http://[::1]:8080/t/window#")


@pytest.mark.parametrize("listen", ["0.0.0.0", "::"])  # noqa: S104 - nothing is bound
def test_wildcard_address_is_announced_by_reachable_addresses(listen: str) -> None:
    links = invitation(listen).links

    assert links[-1] == f"http://127.0.0.1:8080/t/window#key={KEY}"
    assert not any("0.0.0" in link or "[::]" in link for link in links)


def test_a_name_that_others_know_comes_first_where_others_may_come() -> None:
    named = Invitation("0.0.0.0", 8080, "window", KEY, "board.example")  # noqa: S104
    alone = Invitation("127.0.0.1", 8080, "window", KEY, "board.example")

    assert named.links[0].startswith("http://board.example:8080/")
    assert alone.links == invitation().links


@pytest.mark.parametrize(
    ("listen", "alone"),
    [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False), ("192.168.0.7", False)],  # noqa: S104
)
def test_invitation_says_whether_others_can_come(listen: str, alone: bool) -> None:  # noqa: FBT001
    text = "\n".join(invitation(listen).in_words(ENGLISH))

    assert is_local_only(listen) is alone
    assert ("Only this machine" in text) is alone


def test_qr_code_is_printed_where_another_device_can_open_the_link() -> None:
    address = "192.0.2.7"
    plain = list(invitation(address).in_words(FRENCH))
    scanned = list(invitation(address, scanned=True).in_words(FRENCH))
    picture = list(qr_code_lines(invitation(address).links[0]))

    assert scanned[-len(picture) :] == picture
    assert scanned[: len(plain)] == plain


def test_no_qr_code_is_printed_for_an_address_of_this_machine_alone() -> None:
    assert list(invitation(scanned=True).in_words(FRENCH)) == list(invitation().in_words(FRENCH))


def test_a_picture_is_square_and_has_a_light_edge() -> None:
    picture = list(qr_code_lines("http://127.0.0.1:8080/"))
    width = len(picture[0])

    assert {len(line) for line in picture} == {width}
    assert width in (2 * len(picture), 2 * len(picture) - 1)
    assert set("".join(picture)) <= set(" ▀▄█")
    assert picture[0] == "█" * width
    assert all(line[:2] == line[-2:] == "██" for line in picture[:-1])


@pytest.mark.parametrize(
    ("environment", "platform", "seen"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "linux", False),
        ({"DISPLAY": ":0", "CI": "true"}, "linux", False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "a b"}, "linux", False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", False),
    ],
)
def test_browser_is_opened_only_on_a_desktop(
    environment: dict[str, str], platform: str, *, seen: bool
) -> None:
    assert has_desktop(environment, platform) is seen


def test_a_browser_in_the_terminal_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    from service.web.http import invitation

    opened: list[str] = []

    class Lynx(webbrowser.GenericBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:  # noqa: FBT001, FBT002
            del new, autoraise
            opened.append(url)
            return True

    monkeypatch.setattr(webbrowser, "get", lambda: Lynx([str(tmp_path / "lynx")]))
    invitation.open_browser("http://127.0.0.1/").join()
    assert opened == []

    monkeypatch.setattr(webbrowser, "get", lambda: Lynx([str(tmp_path / "firefox")]))
    invitation.open_browser("http://127.0.0.1/").join()
    assert opened == ["http://127.0.0.1/"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", Language("en")), ("fr", Language("fr")),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", Language("fr")),
        ("en-GB,en;q=0.9,fr;q=0.8", Language("en")), ("de, fr;q=0.5", Language("fr")),
        ("fr;q=0, de", Language("en")), ("fr;q=nan", Language("en")),
        ("fr;q=x,,;;=", Language("en")),
    ],
)  # fmt: skip
def test_a_browser_is_answered_in_the_language_it_likes_best(
    accepted: str, language: Language
) -> None:
    assert preferred_language(accepted) == language
