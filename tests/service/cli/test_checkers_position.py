"""`kibitz position --game checkers`: a position drawn, its moves, and lines counted."""

import json

import pytest

from service.records import checkers_card
from tests.rigs.environment.command_shell import CommandShell

START = "B:W21-32:B1-12"
ENGLISH_BOOK = ("--rulebook", "english")


def position(shell: CommandShell, fen: str, *options: str) -> tuple[int, str]:
    result = shell.kibitz("position", fen, "--game", "checkers", *options)
    return result.exit_code, result.output


def test_position_is_drawn_with_its_turn_and_its_moves(shell: CommandShell) -> None:
    code, output = position(shell, START)
    assert code == 0
    assert output.startswith("8   b   b   b   b\n7 b   b   b   b\n")
    assert "Dark is to move, by the rulebook seaside.\n" in output
    assert "7 legal moves:\n  9-13 (b6-a5)\n" in output
    assert "\nB:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\n" in output


def test_game_of_a_position_is_known_from_its_text(shell: CommandShell) -> None:
    assert "7 legal moves:" in shell.kibitz("position", START).output
    assert "Pips: 167 against 167" in shell.kibitz("position", "4HPwATDgc/ABMA").output
    refused = shell.kibitz("position", START, "--game", "backgammon")
    assert "is not an XGID" in refused.output


def test_rulebook_decides_whether_a_capture_is_compulsory(shell: CommandShell) -> None:
    fen = "W:WK22,30:B1,18"
    free = json.loads(position(shell, fen, "--json")[1])["moves"]
    (forced,) = json.loads(position(shell, fen, "--json", *ENGLISH_BOOK)[1])["moves"]
    assert len(free) == 6
    assert forced == {"move": "22x15", "squares": "c3xe5", "fen": "B:WK15,30:B1"}


def test_values_for_programs_number_squares_as_pdn_does(shell: CommandShell) -> None:
    values = json.loads(position(shell, "W:WK22,30:B1,K18", "--json", "--perft", "2")[1])
    assert values["turn"] == "light"
    assert values["dark"] == {"men": [1], "kings": [18]}
    assert values["light"] == {"men": [30], "kings": [22]}
    assert len(values["perft"]) == 2


def test_lines_of_play_are_counted_as_published(shell: CommandShell) -> None:
    output = position(shell, START, *ENGLISH_BOOK, "--perft", "6")[1]
    assert output.endswith(
        "1 move: 7 lines of play\n2 moves: 49 lines of play\n3 moves: 302 lines of play\n"
        "4 moves: 1469 lines of play\n5 moves: 7361 lines of play\n6 moves: 36768 lines of play\n"
    )


def test_count_that_takes_too_long_is_given_up_with_a_word(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkers_card, "COUNT_SECONDS", 0.0)
    output = position(shell, START, "--perft", "30")[1]
    assert "1 move: 7 lines of play\n2 moves: not counted within 0 seconds" in output
    assert json.loads(position(shell, START, "--perft", "30", "--json")[1])["perft"] == [7]


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("B:B:W5,9", "The game is over: Dark has no checkers left.\n"),
        ("B:B12:W16,19", "The game is over: Dark is to move and cannot.\n"),
        ("W:W4-5:BK29", None),
    ],
)
def test_game_that_is_over_is_said_to_be(shell: CommandShell, fen: str, said: str | None) -> None:
    code, output = position(shell, fen)
    assert code == (0 if said else 2)
    assert (said or "where it would be a king") in output
    assert "legal move" not in output


def test_all_faults_of_an_impossible_position_are_told_at_once(shell: CommandShell) -> None:
    code, output = position(shell, "W:W1-14:B14,30")
    assert code == 2
    assert output.splitlines() == [
        "Error: 'W:W1-14:B14,30' is not a possible position of checkers:",
        "  Light has 2 checkers too many: each side has at most 12.",
        "  There are two different checkers on 14: leave only one of them.",
        (
            "  Light has men on 1, 2, 3 and 4, where they would be kings: crown them, or move them"
            " elsewhere."
        ),
        "  Dark has a man on 30, where it would be a king: crown it, or move it elsewhere.",
    ]
    french = position(shell, "W:W1-14:B14,30", "--language", "fr")[1]
    assert len(french.splitlines()) == 5
    assert "Le camp clair a 2 pions de trop" in french


@pytest.mark.parametrize(
    "fen",
    ["", "nonsense", "B", "B:W1,1:B2", "B:W33:B1", "XGID=abc", "é" * 40, "B:W" + "1," * 9999,
     "\x1b[31m", "B:" * 5000],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr"])
def test_text_that_is_no_position_gives_one_line_and_exit_code_2(
    shell: CommandShell, fen: str, language: str
) -> None:
    code, output = position(shell, fen, "--language", language)
    assert code == 2
    assert output.startswith(("Error: ", "Erreur\u00a0: "))
    assert len(output.splitlines()) == 1
    assert len(output) < 500
    assert output.strip().replace("\u00a0", " ").isprintable()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--game", "backgammon", "--perft", "3"),
            "--perft is an option of checkers, not of backgammon",
        ),
        (("--game", "checkers", "--dice", "31"), "--dice is an option of backgammon, not of"),
        (("--game", "checkers", "--rulebook", "parker"), "there are: seaside, english."),
        (
            ("--game", "backgammon", "--rulebook", "english"),
            "There is no rulebook english for backgammon",
        ),
        (("--rulebook", "parker"), "There is no rulebook parker for checkers"),
    ],
)
def test_option_or_rulebook_of_the_other_game_is_refused(
    shell: CommandShell, arguments: tuple[str, ...], said: str
) -> None:
    result = shell.kibitz("position", START, *arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_depth_without_end_is_refused(shell: CommandShell) -> None:
    assert position(shell, START, "--perft", "31")[0] == 2
    assert position(shell, START, "--perft", "0")[0] == 2
