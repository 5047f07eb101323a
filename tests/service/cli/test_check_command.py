"""`kibitz check`: recorded matches, replayed turn by turn."""

from itertools import product
from pathlib import Path

import pytest

from engine.backgammon.errors import SeveralWays
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from service.records.match_files import check_report, read_match
from service.words.phrases import Language, available_languages, load_phrases
from service.words.rule_texts import notation_error_in_words
from tests.rigs.environment.command_shell import CommandShell

GOOD = """ 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2               Drops
      Wins 1 point
"""


def check(shell: CommandShell, text: str, *options: str) -> tuple[int, str]:
    Path(shell.folder, "match.mat").write_text(text, "utf-8")
    result = shell.kibitz("check", "match.mat", *options)
    return result.exit_code, result.output


def test_a_match_by_the_rules_is_ok_with_its_length_and_score(shell: CommandShell) -> None:
    text = GOOD.replace("3 point", "1 point").replace(
        "  2)  Doubles => 2               Drops\n", ""
    )
    assert check(shell, text) == (0, "match.mat: ok, match to 1 point, 1 game, Alice 1, Bob 0\n")


@pytest.mark.parametrize("end", ["", "      Wins 1 point\n", "  2)  Doubles => 2\n"])
def test_a_match_that_is_not_won_yet_is_ok_but_not_finished(shell: CommandShell, end: str) -> None:
    code, output = check(shell, GOOD.partition("  2)")[0] + end)
    assert code == 0
    assert output.startswith("match.mat: ok, match to 3 points")
    assert output.endswith(", not finished\n")


def test_play_for_stakes_is_finished_with_its_last_game(shell: CommandShell) -> None:
    text = GOOD.replace("3 point", "0 point")
    _, whole = check(shell, text)
    _, begun = check(shell, text.partition("  2)")[0], "--language=fr")
    assert whole == "match.mat: ok, for stakes, 1 game, Alice 1, Bob 0\n"
    assert begun.endswith("Alice 0, Bob 0, non terminé\n")


def test_rules_other_than_the_requested_ones_are_reported(shell: CommandShell) -> None:
    tagged = '; [Crawford "Off"]\n' + GOOD
    beaver = GOOD.replace("3 point", "0 point").replace("Drops", "Beavers => 4")
    assert check(shell, tagged)[1].endswith(", not finished, read without the Crawford rule\n")
    assert check(shell, tagged, "--language=fr")[1].endswith(", lu sans la règle de Crawford\n")
    output = check(shell, beaver.replace("    Wins 1 point", "3)  Drops"))[1]
    assert output.endswith(", Alice 0, Bob 2, read with beavers\n")


def test_a_double_in_the_crawford_game_is_a_fault_in_a_file_without_a_tag(
    shell: CommandShell,
) -> None:
    first = GOOD.replace("Wins 1 point", "Wins 2 points").replace("Drops", "Takes")
    second = GOOD.partition("\n\n")[2].replace("Game 1", "Game 2").replace("e : 0", "e : 2")
    code, output = check(shell, f"{first}\n{second}")
    assert code == 1
    assert "game 2, move 2, Alice: " in output
    assert "Crawford" in output


def test_unreadable_play_is_reported_in_the_language_of_the_player(shell: CommandShell) -> None:
    empty = GOOD.replace("24/18 13/11", "24/18 10/8")
    nonsense = GOOD.replace("24/18 13/11", "24/18 13/x")
    code, output = check(shell, empty)
    assert code == 1
    assert "24/18 10/8 cannot be read as a play: there is no checker on point 10." in output
    assert "a pas de pion sur" in check(shell, empty, "--language=fr")[1]
    assert "on ne comprend plus à partir de 'x'." in check(shell, nonsense, "--language=fr")[1]


def test_a_play_that_is_no_text_at_all_is_shown_in_short_and_without_control_characters(
    shell: CommandShell,
) -> None:
    _, output = check(shell, GOOD.replace("24/18 13/11", "\x1b[2J" + "x" * 1000))
    assert ": ?[2Jxxx" in output
    assert "x" * 100 not in output
    assert "\x1b" not in output


@pytest.mark.parametrize("language", available_languages())
def test_a_play_that_may_go_several_ways_names_them(language: Language) -> None:
    phrases = load_phrases(language)
    line = notation_error_in_words(SeveralWays(("8/2", "8/3*/2"), "8/2"), phrases, "fault")
    assert phrases.join(("8/2", "8/3*/2"), joined_by="or") in line


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_way_to_read_a_match_has_its_words(
    tmp_path: Path, rulebook: Rulebook, language: Language
) -> None:
    phrases = load_phrases(language)
    file = tmp_path / "match.mat"
    for length, on, cube in product((0, 99), ("On", "Off"), ("", '; [CubeLimit "1"]\n')):
        tags = "".join(f'; [{name} "{on}"]\n' for name in ("Crawford", "Jacoby", "Beaver"))
        file.write_text(tags + cube + GOOD.replace("3 point", f"{length} point"), "utf-8")
        reading = read_match(file, rulebook)
        *_, line = check_report(file, reading, phrases)
        assert bool(reading.changed_rules) == (phrases.say("check.read", how="") in line)


def test_illegal_move_is_reported_with_game_move_and_reason(shell: CommandShell) -> None:
    code, output = check(shell, GOOD.replace("24/18 13/11", "24/17 13/11"))
    assert code == 1
    assert "match.mat:5: game 1, move 1, Bob: 24/17 13/11 is not legal." in output
    assert "point 24" in output
    assert "1 problem" in output


def test_wrong_result_is_reported(shell: CommandShell) -> None:
    code, output = check(shell, GOOD.replace("Wins 1 point", "Wins 4 points"))
    assert code == 1
    assert "The game is worth 1, not 4." in output


def test_faults_are_reported_in_french(shell: CommandShell) -> None:
    _, output = check(shell, GOOD.replace("Wins 1 point", "Wins 4 points"), "--language", "fr")
    assert "La partie vaut 1, et non 4." in output


@pytest.mark.parametrize("text", ["", "hello", "\x00\xff", "(;GM[6", " 3 point match\n Game 1\n x"])
def test_file_that_is_no_record_gives_one_message_and_exit_code_2(
    shell: CommandShell, text: str
) -> None:
    code, output = check(shell, text)
    assert code == 2
    assert output.startswith("Error: match.mat: ")
    assert "\n" not in output.strip()


def test_a_file_that_cannot_be_read_does_not_stop_the_others(shell: CommandShell) -> None:
    Path(shell.folder, "match.mat").write_text(GOOD, "utf-8")
    result = shell.kibitz("check", "nowhere.mat", ".", "match.mat")
    assert result.exit_code == 2
    assert "nowhere.mat: Kibitz cannot read it (No such file" in result.output
    assert "match.mat: ok" in result.output


def test_files_must_be_named(shell: CommandShell) -> None:
    assert shell.kibitz("check").exit_code == 2


def test_a_name_in_a_record_does_not_steer_the_terminal(shell: CommandShell) -> None:
    _, output = check(shell, GOOD.replace("Alice", "Al\x1b[2J\x9bice"))
    assert "Al?[2J?ice" in output
