"""A match in the terminal."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.backgammon.notation.record.mat import read_mat
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell

X_BEGINS_WITH_32 = "4"
"""The seed of a match that X begins with a throw of 32."""


def play(shell: CommandShell, *lines: str, options: tuple[str, ...] = ()) -> str:
    """The output while these lines are typed, after which the player leaves."""
    arguments = ("play", "--seed", X_BEGINS_WITH_32, "--names", "Alice", "Bob", *options)
    result = shell.kibitz(*arguments, typed="\n".join((*lines, "quit", "")))
    assert result.exit_code == 0, result.output
    return result.output


def stored_match(shell: CommandShell) -> str:
    (file,) = shell.folder.glob("*.mat")
    return file.read_text("utf-8")


def test_the_opening_throw_says_who_begins(shell: CommandShell) -> None:
    output = play(shell)
    assert "Alice throws 2, Bob throws 3." in output
    assert "Bob begins." in output
    assert "Bob 32>" in output


def test_a_question_mark_lists_the_legal_plays(shell: CommandShell) -> None:
    output = play(shell, "?")
    assert "17 legal plays:" in output
    assert "  24/21 13/11" in output


def test_a_play_is_shown_and_counts_when_the_turn_is_ended(shell: CommandShell) -> None:
    output = play(shell, "24/21 13/11", "")
    assert "Bob plays 24/21 13/11." in output
    assert "Alice>" in output
    assert "32: 24/21 13/11" in stored_match(shell)


def test_a_play_can_be_taken_back_until_the_turn_is_ended(shell: CommandShell) -> None:
    output = play(shell, "24/21 13/11", "back", "13/8", "")
    assert "Taken back." in output
    assert "32: 13/11 11/8" in stored_match(shell) or "32: 13/10 10/8" in stored_match(shell)


def test_a_completed_turn_is_taken_back_if_the_opponent_agrees(shell: CommandShell) -> None:
    output = play(shell, "24/21 13/11", "", "undo", "yes", "8/5 6/4", "")
    assert "Request to take back Bob's last turn. Alice: accept or refuse?" in output
    assert "The last turn has been taken back." in output
    assert "32: 8/5 6/4" in stored_match(shell)
    assert "24/21" not in stored_match(shell)


def test_an_illegal_play_is_refused_in_words_and_nothing_is_lost(shell: CommandShell) -> None:
    output = play(shell, "24/20", "8/5 6/4", "")
    assert "That play is not legal." in output
    assert "point 24" in output
    assert "32: 8/5 6/4" in stored_match(shell)


@pytest.mark.parametrize("nonsense", ["xyzzy", "13/", "99/1", "7/4", "13/7(9)", "\x00", "(" * 500])
def test_unreadable_input_is_reported_and_asked_again(shell: CommandShell, nonsense: str) -> None:
    output = play(shell, nonsense, "8/5 6/4", "")
    assert "Not understood" in output
    assert "32: 8/5 6/4" in stored_match(shell)


def test_doubling_asks_the_opponent(shell: CommandShell) -> None:
    output = play(shell, "8/5 6/4", "", "double", "take", "")
    assert "Alice doubles to 2. Bob: take or drop?" in output
    assert "Bob takes at 2." in output
    assert "Cube at 2, with Bob." in output


def test_a_drop_ends_the_game(shell: CommandShell) -> None:
    output = play(shell, "8/5 6/4", "", "double", "drop")
    assert "Bob drops: Alice wins 1 point." in output
    assert "Enter for the next game." in output


def test_useless_cube_is_reported_before_it_is_turned(shell: CommandShell) -> None:
    lines = ["8/5 6/4", "", "double", "take", "resign 1", "refuse", "", "quit"]
    output = play(shell, *lines, options=("--length", "2"))
    assert "doubles to 2" in output
    stubborn = play(shell, "8/5 6/4", "", "double", "take", "resign 2", "yes")
    assert "Alice resigns a gammon: Bob wins 4 points." in stubborn
    assert "Bob wins the match 4 to 0." in stubborn


def test_every_match_gets_a_file_of_its_own(shell: CommandShell) -> None:
    play(shell, "8/5 6/4", "")
    play(shell, "24/21 13/11", "")
    assert len(list(shell.folder.glob("*.mat"))) == 2


def test_a_file_that_is_there_is_never_overwritten(shell: CommandShell) -> None:
    precious = shell.folder / "mine.mat"
    precious.write_text("precious", "utf-8")
    result = shell.kibitz("play", "--save", "mine.mat")
    assert result.exit_code == 2
    assert "mine.mat already exists" in result.output
    assert precious.read_text("utf-8") == "precious"


@pytest.mark.parametrize("file", ["nowhere/mine.mat", "x" * 300, "/dev/full/x", "."])
def test_an_impossible_file_is_refused_before_the_match(shell: CommandShell, file: str) -> None:
    result = shell.kibitz("play", "--save", file)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert "\n" not in result.output.strip()


def test_a_match_that_can_no_longer_be_written_is_shown_instead(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("service.records.match_files.write_atomically", full)
    result = shell.kibitz("play", "--seed", X_BEGINS_WITH_32, typed="8/5 6/4\n\nquit\n")
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert "32: 8/5 6/4" in result.output


def test_foreign_file_at_the_temporary_path_is_not_touched(shell: CommandShell) -> None:
    precious = shell.folder / "precious"
    precious.write_text("precious", "utf-8")
    (shell.folder / ".mine.mat.new").symlink_to(precious)
    play(shell, "8/5 6/4", "", options=("--save", "mine.mat"))
    assert precious.read_text("utf-8") == "precious"
    assert len(list(shell.folder.iterdir())) == 3


def test_a_whole_match_against_random_play_is_stored_without_faults(shell: CommandShell) -> None:
    options = ("--random", "--seed", "7", "--length", "1")
    result = shell.kibitz("play", *options, typed="resign 3\nyes\n" * 3)
    assert "wins the match" in result.output
    assert not read_mat(stored_match(shell)).faults


def test_against_random_play_undo_goes_back_to_the_own_last_turn(shell: CommandShell) -> None:
    result = shell.kibitz("play", "--random", "--seed", "3", typed="\n13/8 13/10\n\nundo\nquit\n")
    assert "The last turn has been taken back." in result.output
    assert "O 53>" in result.output.split("taken back.")[-1]


def test_a_match_is_checked_by_the_rulebook_it_was_played_by(shell: CommandShell) -> None:
    shell.kibitz("play", "--rulebook", "parker", "--seed", "5", "--save", "m.mat", typed="\n?\n")
    assert '; [Rulebook "parker"]' in stored_match(shell)
    assert shell.kibitz("check", "m.mat").exit_code == 0


def test_the_knobs_of_a_rulebook_can_be_turned(shell: CommandShell) -> None:
    beavers = ("--length", "0", "--rule", "beavers=for_stakes")
    output = play(shell, "8/5 6/4", "", "double", "beaver", "take", "", options=beavers)
    assert "Bob: take, drop or beaver?" in output
    assert "Cube at 4, with Bob." in output


def test_english_words_are_understood_in_french_too(shell: CommandShell) -> None:
    output = play(shell, "help", options=("--language", "fr"))
    assert "Mots\u00a0: " in output


def test_the_terminal_speaks_french(shell: CommandShell) -> None:
    output = play(shell, "24/20", "coups", "8/5 6/4", "", options=("--language", "fr"))
    assert "Bob commence." in output
    assert "Ce coup n\u2019est pas permis." in output
    assert "17 coups permis\u00a0:" in output


def test_the_system_says_which_language(shell: CommandShell) -> None:
    result = shell.kibitz("play", typed="quitter\n", environment={"LC_ALL": "fr_FR.UTF-8"})
    assert "commence." in result.output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rulebook", "whist"), "whist"), (("--length", "-1"), "-1"),
        (("--length", "many"), "many"), (("--length", "26"), "25"),
        (("--rulebook", "parker", "--length", "5"), "parker"),
        (("--names", "Alice", ""), "A name has"), (("--names", "Alice", "B\nob"), "A name has"),
        (("--names", "Alice", "#1"), "A name has"),
        (("--names", "Alice", "Alice"), "different names"),
        (("--rule", "gravity=off"), "larger_die"), (("--rule", "larger_die=maybe"), "yes, no"),
        (("--rule", "cube_top=3"), "1, 2, 4, 8, …"), (("--rule", "cube_top=many"), "none"),
        (("--seed", "x"), "x"), (("--bogus",), "--bogus"),
    ],
)  # fmt: skip
def test_options_that_make_no_sense_get_one_message_and_exit_code_2(
    shell: CommandShell, options: tuple[str, ...], said: str
) -> None:
    result = shell.kibitz("play", *options)
    assert result.exit_code == 2
    assert said in result.output


ALICE_61 = ("", "13/7 8/7", "")
"""The lines with which Alice throws, plays and ends her turn; the computer is next."""


def test_the_computer_throws_plays_and_answers_by_itself(shell: CommandShell) -> None:
    output = play(shell, *ALICE_61, "double", options=("-c",))
    assert "Bob plays 13/11 13/10." in output
    assert "Bob throws 44.\nBob plays 24/20(2) 6/2(2)." in output
    assert "Bob takes at 2." in output


def test_a_whole_match_against_the_computer_is_stored_without_faults(shell: CommandShell) -> None:
    result = shell.kibitz("play", "--computer", "--seed", "7", "--length", "1", typed="resign 3\n")
    assert "X wins the match 3 to 0." in result.output
    assert not read_mat(stored_match(shell)).faults


def test_against_the_computer_undo_goes_back_to_the_own_last_turn(shell: CommandShell) -> None:
    output = play(shell, *ALICE_61, "undo", options=("-c",))
    assert output.split("The last turn has been taken back.")[-1].count("Alice 61>") == 1


def test_the_help_says_honestly_how_strong_the_computer_is(shell: CommandShell) -> None:
    help_text = " ".join(shell.kibitz("play", "--help").output.split())
    assert "its strength against people has not been measured" in help_text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_name_with_a_semicolon_is_refused_with_a_reason(shell: CommandShell, language: str) -> None:
    result = shell.kibitz("play", "--names", "A;B", "C", "--language", language)

    assert result.exit_code == 2
    assert {"en": "semicolon", "fr": "point-virgule"}[language] in result.output


def test_the_computer_is_introduced(shell: CommandShell) -> None:
    assert "quit to stop.\nX is the computer.\n" in play(shell, options=("-c",))
    assert "computer" not in play(shell)
    french = play(shell, options=("-c", "--language", "fr"))
    assert "X est l\N{RIGHT SINGLE QUOTATION MARK}ordinateur." in french


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_is_ended_before_its_first_turn_leaves_no_file(
    shell: CommandShell, how: signal.Signals
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "service", "play"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        assert list(shell.folder.glob("*.mat"))
        process.send_signal(how)
        process.communicate(timeout=20)

    assert process.returncode == 128 + how
    assert not list(shell.folder.iterdir())


def test_a_pipe_that_closes_before_the_first_turn_leaves_no_file(shell: CommandShell) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as broken:
        subprocess.run(
            [sys.executable, "-m", "service", "play"],
            env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=broken,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert not list(shell.folder.iterdir())
