"""A match of checkers in the terminal."""

from pathlib import Path

import pytest

from engine.checkers.game.match import Ending
from engine.checkers.notation.pdn_reader import read_pdn
from tests.rigs.environment.command_shell import CommandShell

ENGLISH_BOOK = ("--rulebook", "english")
KINGS_MOVE = (
    "9-13", "24-19", "11-15", "22-18", "13-17", "26-22", "7-11", "22x13", "2-7", "31-26",
    "15x22x31", "13-9", "31-26", "9x2", "26-31", "2-6",
)  # fmt: skip
"""A game by the leaflet in which both sides get a king and then move it."""


def play(shell: CommandShell, *lines: str, options: tuple[str, ...] = ENGLISH_BOOK) -> str:
    """The output while these lines are typed, after which the player leaves."""
    arguments = ("play", "--game", "checkers", "--names", "Anna", "Ben", *options)
    result = shell.kibitz(*arguments, typed="\n".join((*lines, "quit", "")))
    assert result.exit_code == 0, result.output
    return result.output


def stored_match(shell: CommandShell) -> str:
    (file,) = shell.folder.glob("kibitz-*.pdn")
    text = file.read_text("utf-8")
    assert read_pdn(text).faults == ()
    return text


def test_greeting_says_who_has_which_checkers_and_board_is_drawn(shell: CommandShell) -> None:
    output = play(shell)
    assert output.startswith(
        "Kibitz: Anna (dark, b) and Ben (light, w); capital letters are kings."
    )
    assert "Anna begins.\n" in output
    assert "8   b   b   b   b\n" in output
    assert "Anna> " in output


@pytest.mark.parametrize("move", ["11-15", "f6-e5", "F6-E5", " 11 - 15 ", "11x15"])
def test_move_is_typed_by_numbers_or_by_names(shell: CommandShell, move: str) -> None:
    output = play(shell, move, "22-18")
    assert "Anna plays 11-15 (f6-e5).\n" in output
    assert "Ben plays 22-18 (c3-d4).\n" in output
    assert "1. 11-15 22-18 *" in stored_match(shell)


def test_a_question_mark_lists_the_legal_moves(shell: CommandShell) -> None:
    assert "7 legal moves:\n  9-13 (b6-a5)\n" in play(shell, "?")


def test_jumps_are_typed_in_one_line(shell: CommandShell) -> None:
    output = play(shell, "", *KINGS_MOVE[:11], options=())
    assert "Anna plays 15x22x31 (e5xc3xe1).\n" in output
    board = output.rpartition("15x22x31")[2].splitlines()
    assert "1 w   w   B   w" in board


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("9-17", "b6 to b4 is not a diagonal step or jump"),
        ("9-18", "From b6 to d4 is too far"),
        ("8-11", "You cannot move from g7 to f6: another checker is there."),
        ("13-17", "Not legal: you have no checker on a5."),
        ("21-17", "Not legal: you have no checker on a3."),
        ("11-11", "You have not moved"),
        ("xyzzy", "Not understood from here on: 'xyzzy'."),
        ("11-33", "Not understood from here on: '33'."),
        ("c4-d5", "Not understood from here on: 'c4-d5'."),
        ("double", "Not understood from here on: 'double'."),
        ("\x00", "Not understood"),
        ("(" * 5000, "Not understood"),
        ("1-" * 5000, "Not understood"),
    ],
)
def test_wrong_line_is_answered_in_words_and_nothing_is_lost(
    shell: CommandShell, move: str, said: str
) -> None:
    output = play(shell, move, "11-15")
    assert said in output
    assert "1. 11-15 *" in stored_match(shell)


def test_compulsory_capture_is_explained_in_both_languages(shell: CommandShell) -> None:
    english = play(shell, "11-15", "22-18", "8-11")
    french = play(shell, "11-15", "22-18", "8-11", options=(*ENGLISH_BOOK, "--language", "fr"))
    assert (
        "That move is not legal. You can capture, so you must: do it with your checker on e5."
        in (english)
    )
    assert "Vous pouvez prendre, donc vous le devez\u00a0: prenez avec votre pion sur e5." in french


def test_setting_of_the_rulebook_can_be_changed(shell: CommandShell) -> None:
    lines = ("11-15", "22-18", "8-11")
    assert "Anna plays 8-11" in play(
        shell, *lines, options=(*ENGLISH_BOOK, "--rule", "must_capture=no")
    )
    refused = shell.kibitz("play", "--game", "checkers", "--rule", "beavers=on")
    assert refused.exit_code == 2
    assert "no setting 'beavers'; it has: must_capture" in refused.output


@pytest.mark.parametrize(
    ("typed", "begins"),
    [("", "Anna"), ("1", "Anna"), ("2", "Ben"), ("ben", "Ben"), ("Anna", "Anna")],
)
def test_players_of_the_leaflet_decide_who_begins(
    shell: CommandShell, typed: str, begins: str
) -> None:
    output = play(shell, "who?", typed, options=())
    assert output.count("Who begins? 1: Anna, 2: Ben; Enter: Anna.") == 2
    assert f"{begins} begins.\n" in output


def test_turn_is_taken_back_if_the_opponent_agrees(shell: CommandShell) -> None:
    output = play(shell, "undo", "11-15", "undo", "no", "undo", "yes", "11-16")
    assert "There is nothing to take back." in output
    assert "Request to take back Anna's last turn. Ben: accept or refuse?" in output
    assert "The turn stands." in output
    assert "1. 11-16 *" in stored_match(shell)


def test_resignation_is_offered_and_accepted(shell: CommandShell) -> None:
    output = play(shell, "resign", "no", "resign", "11-15", "yes", "")
    assert "Ben refuses: play on." in output
    assert "You cannot move now: accept or refuse?" in output
    assert "Anna resigns: Ben wins." in output
    assert "Enter for the next game.\nAnna> Game 2.\n" in output
    assert "Game 2: Ben (dark, b) 2, Anna (light, w) 0." in output
    one, two = read_pdn(stored_match(shell)).games
    assert (one.names.one, two.names.one) == ("Anna", "Ben")


def test_draw_is_offered_declined_and_agreed_on(shell: CommandShell) -> None:
    output = play(shell, "draw", "no", "11-15", "draw", "yes")
    assert "Ben does not agree to a draw: play on." in output
    assert "Anna and Ben agree on a draw.\n" in output
    assert "1. 11-15 1/2-1/2" in stored_match(shell)


def test_draw_is_claimed_only_where_the_rulebook_gives_a_right_to_it(shell: CommandShell) -> None:
    assert "You cannot claim a draw now: offer one instead." in play(shell, "claim")

    lines = ("", *KINGS_MOVE, "claim")
    output = play(shell, *lines, options=("--rule", "draw_claim_after=1"))
    assert "You may claim a draw: claim." in output
    assert "A draw, as claimed: in the last move of each player" in output


def test_match_of_one_game_ends_with_it(shell: CommandShell) -> None:
    output = play(shell, "resign", "yes", options=(*ENGLISH_BOOK, "--length", "1"))
    assert output.endswith("Anna resigns: Ben wins.\n" + output.splitlines()[-1] + "\n")
    assert "The match is saved in kibitz-" in output


@pytest.mark.parametrize("options", [("--strength", "easy"), ("--random", "--seed", "3")])
def test_program_plays_the_light_checkers_and_agrees_to_undo(
    shell: CommandShell, options: tuple[str, ...]
) -> None:
    output = play(shell, "11-15", "undo", "11-16", options=(*ENGLISH_BOOK, *options))
    assert output.count("Ben plays ") == 2
    assert output.count("The last turn has been taken back.") == 2
    # The only person looks at the board from his side.
    assert "1   w   w   w   w\n" in output
    (game,) = read_pdn(stored_match(shell)).games
    assert len(game.events) == 5


def test_computer_accepts_a_resignation(shell: CommandShell) -> None:
    output = play(shell, "resign", options=(*ENGLISH_BOOK, "-c", "--length", "1"))
    assert "Ben is the computer." in output
    assert "Anna resigns: Ben wins." in output
    (game,) = read_pdn(stored_match(shell)).games
    assert game.final.game.result is not None
    assert game.final.game.result.ending is Ending.RESIGNED


def test_strength_belongs_to_checkers(shell: CommandShell) -> None:
    result = shell.kibitz("play", "--strength", "easy")
    assert result.exit_code == 2
    assert "--strength is an option of checkers, not of backgammon" in result.output


def test_match_is_saved_where_it_is_wanted_and_over_no_other(shell: CommandShell) -> None:
    play(shell, "11-15", options=(*ENGLISH_BOOK, "--save", "mine.pdn"))
    assert "11-15" in Path(shell.folder, "mine.pdn").read_text("utf-8")
    result = shell.kibitz("play", "--game", "checkers", "--save", "mine.pdn")
    assert result.exit_code == 2
    assert "mine.pdn already exists" in result.output


def test_help_lists_only_the_words_of_checkers(shell: CommandShell) -> None:
    output = play(shell, "help")
    assert "Words: resign, draw, claim, accept, refuse, undo, ?, help and quit." in output
    french = play(shell, "aide", options=(*ENGLISH_BOOK, "--language", "fr"))
    assert "Mots\u00a0: abandon, nulle, réclamer, accepter" in french
