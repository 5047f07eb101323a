"""`kibitz check` of games of checkers: the file says which game it is of."""

from pathlib import Path

import pytest

from engine.checkers.notation.pdn_tokens import MAX_TEXT
from service.records.pdn_files import MAX_LISTED_FAULTS
from tests.rigs.environment.command_shell import CommandShell

GOOD = """\
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. 11-15 22-18 2. 15x22 25x18 3. 8-11 1-0
"""


def check(
    shell: CommandShell, text: str | bytes, *options: str, name: str = "games.pdn"
) -> tuple[int, str]:
    content = text if isinstance(text, bytes) else text.encode()
    Path(shell.folder, name).write_bytes(content)
    result = shell.kibitz("check", name, *options)
    return result.exit_code, result.output


def test_games_by_the_rules_are_ok_with_their_number(shell: CommandShell) -> None:
    assert check(shell, GOOD) == (0, "games.pdn: ok, 1 game of checkers, rulebook english\n")
    begun = GOOD + '[Rulebook "seaside"]\n1. 11-15 *\n'
    assert check(shell, begun) == (
        0,
        (
            "games.pdn: ok, 2 games of checkers, 1 of them not finished, rulebook english and"
            " seaside\n"
        ),
    )


@pytest.mark.parametrize("name", ["games.txt", "games", "games.mat"])
@pytest.mark.parametrize("before", ["", "\ufeff", "{ a remark }\n", "% remark\n; another\n\n"])
def test_games_are_known_by_their_tags_under_any_name(
    shell: CommandShell, name: str, before: str
) -> None:
    code, output = check(shell, before + GOOD, name=name)
    assert (code, "game of checkers" in output) == (0, True)


def test_match_of_backgammon_with_tags_in_remarks_stays_one(shell: CommandShell) -> None:
    text = '; [Crawford "Off"]\n 1 point match\n\n Game 1\n A : 0     B : 0\n  1) 31: 8/5 6/5\n'
    assert "match to 1 point" in check(shell, text, name="match.mat")[1]


def test_every_fault_is_told_with_its_game_move_player_and_reason(shell: CommandShell) -> None:
    bad = GOOD.replace("15x22", "8-11") + "\n[White Carl]\n1. 11-16 24-20 2. 9x18 *"
    code, output = check(shell, bad)
    assert code == 1
    missed, tag, far, sum_up = output.splitlines()
    assert missed.startswith("games.pdn:5: game 1, move 2, Ben: 8-11 is not legal. You can capture")
    assert missed.endswith("with your checker on 15. The rest of the game cannot be read.")
    assert tag == 'games.pdn:7: game 1: [White Carl] is not a tag such as [White "Anna"].'
    assert far.startswith("games.pdn:8: game 2, move 2: 9x18 is not legal. From 9 to 18 is too far")
    assert sum_up == "games.pdn: 3 problems, rulebook english"


def test_faults_are_told_in_french(shell: CommandShell) -> None:
    output = check(shell, GOOD.replace("15x22", "8-11"), "--language", "fr")[1]
    assert "partie 1, coup 2, Ben\u00a0: 8-11 n\u2019est pas permis. Vous pouvez" in output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 11-15 {oops", "The comment {oops has no closing brace."),
        ("1. 11-15 (23-19", "The variation (23-19 has no closing bracket."),
        ("1. 11-15 ) *", "A closing bracket stands alone."),
        ("1. 11-15 zz 23-19 *", "zz is neither a move nor a result."),
        ("2. 11-15 *", "It should be move 1, not 2."),
        ("1. 11-33 *", "11-33 is not a move: squares are numbered 1 to 32"),
        ("1. 13-17 *", "the player to move has no checker where it begins."),
        ("1. 8-11 *", "You cannot move from 8 to 11: another checker is there."),
        ("1. 11-15", "The game has no result"),
        ('[Result "1-0"] 1. 11-15 0-1', "The result should be 1-0, not 0-1."),
        ('[GameType "20"] 1. 32-28 *', "The game type 20 is not that of checkers"),
        ('[Rulebook "parker"] 1. 11-15 *', "it can be: seaside or english."),
        ('[FEN "W:W1:B2,32"] *', "Light has a man on 1, where it would be a king"),
        ('[FEN "W:Wx"] *', "is not a position: the part from 'x' on cannot be read."),
        ('[FEN "B:BK1:W6"] 1. 1x10 10-9 *', "10-9 comes after the end of the game."),
        ('[Rulebook "seaside"] [FEN "B:BK2:W6,7,14,15,32"] 1. 2x18 *', "write 2x11x18 or 2x9x18."),
    ],
)
def test_each_kind_of_damage_is_told(shell: CommandShell, text: str, said: str) -> None:
    code, output = check(shell, text)
    assert code == 1
    assert said in output


def test_rulebook_that_is_asked_for_replaces_the_one_in_the_file(shell: CommandShell) -> None:
    missed = '[Rulebook "seaside"] 1. 11-15 22-18 2. 8-11 *'
    assert check(shell, missed)[0] == 0
    assert check(shell, missed, "--rulebook", "english")[0] == 1
    assert check(shell, missed, "--rulebook", "parker") == (
        2, "Error: There is no rulebook parker for checkers; there are: seaside, english.\n",
    )  # fmt: skip


def test_each_of_several_files_is_read_by_its_own_game(shell: CommandShell) -> None:
    Path(shell.folder, "a.mat").write_text(" 1 point match\n\n Game 1\n A : 0   B : 0\n", "utf-8")
    Path(shell.folder, "b.pdn").write_text(GOOD, "utf-8")
    output = shell.kibitz("check", "a.mat", "b.pdn").output
    assert "a.mat: ok, match to 1 point" in output
    assert "b.pdn: ok, 1 game of checkers" in output


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (bytes(range(256)) * 40, 2), (bytes(range(1, 256)) * 40, 1), (b" \n", 2), (b"", 2),
        (b"x" * 10_000_001, 2), (b" " * MAX_TEXT + b"*", 2), (b"{" * 2_000_000, 1),
        (b"1. 11-15 " + b"(" * 200_000, 1), (b"1. 11-15 " + b"(" * 99_999 + b")" * 99_999, 1),
        (b"[" * 100_000, 1), (b"\x1b]0;title\x07 1. 11-15 *", 1), (b"; only a remark", 1),
        (b"\xff\xfe1. 11-15 *", 1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hostile_file_is_refused_or_reported_in_few_printable_lines(
    shell: CommandShell, content: bytes, code: int, language: str
) -> None:
    found, output = check(shell, content, "--language", language)
    assert found == code
    lines = output.splitlines()
    assert 1 <= len(lines) <= 102
    assert all(len(line) < 400 for line in lines)
    assert all(line.replace("\u00a0", " ").isprintable() for line in lines)


def test_faults_beyond_a_thousand_are_only_counted(shell: CommandShell) -> None:
    lines = check(shell, '[A "b"] 1. xx ' * 600)[1].splitlines()
    assert len(lines) == MAX_LISTED_FAULTS + 2
    assert lines[-2:] == [
        "games.pdn: and 200 more problems",
        "games.pdn: 1200 problems, rulebook english",
    ]
