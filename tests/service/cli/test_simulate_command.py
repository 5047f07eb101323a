"""The command `kibitz simulate`: what it counts, what it shows, and what it refuses."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.backgammon.game.events import Play
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import RULEBOOKS
from referee import notices
from referee.effects import Effect, ReportVerdict
from referee.match_settings import PROFILES
from referee.verdicts import Complete
from service.simulated_match.complaints import slip_in_words
from service.simulated_match.runner import play_match
from service.simulated_match.simulated_people import DeviceTrouble
from service.simulated_match.umpire import TWO_SLIPS, Umpire
from service.words.phrases import Language, load_phrases
from simulation.slips import SLIPS
from tests.rigs.engine.sample_matches import mat, rows, sample
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.referee.sample_notices import example_notice
from tests.rigs.simulation.umpired_matches import falsified_referee

MATCH = "match.mat"
ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
NUMBERS = (
    "turns", "false_alarms", "lost_plays", "planted_errors", "refused", "right_reason",
    "untellable", "missed_errors", "passed", "standstills",
)  # fmt: skip


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandShell:
    (tmp_path / MATCH).write_text(sample(181).text, encoding="utf-8")
    return CommandShell(tmp_path, monkeypatch)


def simulate_json(shell: CommandShell, *options: str) -> dict[str, int]:
    """The numbers of the one line that is printed."""
    result = shell.kibitz("simulate", MATCH, "--json", *options)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    score: dict[str, int] = json.loads(result.stdout)
    assert tuple(score) == NUMBERS
    assert all(type(number) is int for number in score.values())
    return score


def test_one_line_tells_how_the_referee_did(shell: CommandShell) -> None:
    score = simulate_json(shell)

    assert score == dict.fromkeys(NUMBERS, 0) | {"turns": score["turns"]}
    assert score["turns"] > 40


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("sensor", "errors"), [("slots", "0.5"), ("hall", "0.5"), ("counts", "0.5"), ("single", "0.15")]
)
def test_every_error_is_refused_or_undetectable(
    shell: CommandShell, sensor: str, errors: str
) -> None:
    score = simulate_json(shell, "--errors", errors, "--sensor", sensor, "--hands", "3")

    assert score["planted_errors"] > 5
    assert score["planted_errors"] == score["refused"] + score["untellable"]
    assert score["false_alarms"] == score["lost_plays"] == 0


@pytest.mark.release(after=1)
@pytest.mark.parametrize("kind", DeviceTrouble)
def test_a_table_in_trouble_loses_nothing(
    shell: CommandShell, kind: DeviceTrouble, expected_logs: LogWatch
) -> None:
    if kind in (DeviceTrouble.UNPLUGGED, DeviceTrouble.ALL):
        expected_logs.expect("service.table.supervisor", 30, "cannot be reached")
    assert simulate_json(shell, "--faults", kind.value)["lost_plays"] == 0


@pytest.mark.parametrize("options", [("--own-dice",), ("--hands", "-7"), ("--errors", "0")])
def test_other_hands_and_dice_cause_no_false_alarm(
    shell: CommandShell, options: tuple[str, ...]
) -> None:
    assert simulate_json(shell, *options)["false_alarms"] == 0


@pytest.mark.release(after=1)
@pytest.mark.parametrize("profile", PROFILES)
def test_any_profile_may_referee(shell: CommandShell, profile: str) -> None:
    assert simulate_json(shell, "--profile", profile, "--errors", "0.2")["missed_errors"] == 0


@pytest.mark.release(after=2)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_any_rulebook_that_allows_the_plays_may_be_used(shell: CommandShell, rulebook: str) -> None:
    result = shell.kibitz("simulate", MATCH, "--json", "--rulebook", rulebook)

    assert result.exit_code in (0, 2)
    assert (result.exit_code == 0) == ("turns" in result.stdout)


def test_several_matches_are_added_up(shell: CommandShell) -> None:
    one = simulate_json(shell)["turns"]
    assert simulate_json(shell, MATCH)["turns"] == 2 * one


def test_without_a_terminal_the_numbers_come_in_words(shell: CommandShell) -> None:
    result = shell.kibitz("simulate", MATCH, "--errors", "0.3", "--sensor", "single")

    assert "Turns played: " in result.stdout
    assert "False alarms: 0." in result.stdout
    assert "single cannot tell: " in result.stdout
    assert "\x1b" not in result.stdout


def test_simulate_speaks_french(shell: CommandShell) -> None:
    result = shell.kibitz("simulate", MATCH, "--language", "fr")
    assert "Fausses alertes" in result.stdout


def test_referee_errors_are_reported_and_change_the_exit_code(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nervous(effect: Effect) -> Iterable[Effect]:
        yield effect
        if isinstance(effect, ReportVerdict) and isinstance(effect.verdict, Complete):
            yield example_notice(notices.IllegalPlayRefused)

    monkeypatch.setattr("service.table.refereed_table.step", falsified_referee(nervous))
    result = shell.kibitz("simulate", MATCH)

    assert result.exit_code == 1
    assert "false alarm: " in result.stdout


@pytest.mark.release
def test_journal_of_a_simulation_can_be_replayed_and_exported(shell: CommandShell) -> None:
    simulate_json(shell, "--journal", "evening.journal", "--sensor", "hall", "--errors", "0.2")

    replayed = shell.kibitz("replay", "evening.journal")
    exported = shell.kibitz("export", "evening.journal")

    assert replayed.exit_code == 0
    assert replayed.output.startswith("same verdicts: ")
    assert plays(exported.stdout) == plays(sample(181).text)


def plays(text: str) -> list[Play]:
    reading = read_mat(text)
    assert not reading.faults
    return [event for event in reading.record.events if isinstance(event, Play)]


def refusal_of(shell: CommandShell, *arguments: str) -> str:
    """The one message with which the command refuses."""
    result = shell.kibitz("simulate", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


BAD_FILES: dict[str, Callable[[Path], object]] = {
    "nowhere.mat": lambda _path: None,
    "folder": lambda path: path.mkdir(),
    "empty.mat": lambda path: path.write_text(""),
    "letter.mat": lambda path: path.write_text("Dear Alice,\n\nyours Bob\n"),
    "bytes.mat": lambda path: path.write_bytes(b"\0\1\2\3" * 100),
    "faults.mat": lambda path: path.write_text(mat(rows("31: 8/5 6/4", "42: 8/4 6/4"))),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_file_that_is_no_match_is_refused_with_one_message(
    shell: CommandShell, name: str, options: tuple[str, ...]
) -> None:
    BAD_FILES[name](shell.folder / name)

    message = refusal_of(shell, name, *options)

    assert message.count("\n") == 1
    assert message.startswith("Error: ")
    assert name in message


def test_a_camera_has_no_switches_that_could_fail(shell: CommandShell) -> None:
    message = refusal_of(shell, MATCH, "--sensor", "camera", "--faults", "dead")
    assert "--sensor camera has none" in message


def test_a_record_with_gaps_is_refused(shell: CommandShell) -> None:
    text = sample(181).text
    games = re.split(r"(?m)^(?= Game \d)", text)
    (shell.folder / "gaps.mat").write_text("".join([games[0], *games[2:]]), encoding="utf-8")

    assert "gaps" in refusal_of(shell, "gaps.mat")


@pytest.mark.parametrize(
    "options",
    [
        ("--errors", "1.5"), ("--errors", "-0.1"), ("--errors", "nan"), ("--errors", "many"),
        ("--speed", "0"), ("--speed", "-1"), ("--speed", "nan"), ("--hands", "left"),
        ("--sensor", "nose"), ("--faults", "flood"), ("--rulebook", "mine"), ("--profile", "none"),
        ("--palette", "grey"),
    ],
)  # fmt: skip
def test_impossible_number_or_name_is_refused(
    shell: CommandShell, options: tuple[str, str]
) -> None:
    assert options[0] in refusal_of(shell, MATCH, "--json", *options)


def test_impossible_path_of_a_journal_is_refused(shell: CommandShell) -> None:
    (shell.folder / "letter.txt").write_text("Dear Alice", encoding="utf-8")
    for path in ("letter.txt", "nowhere/evening.journal", "."):
        assert refusal_of(shell, MATCH, "--json", "--journal", path).count("\n") == 1


class Terminal:
    def __init__(
        self, folder: Path, *options: str, size: tuple[int, int] = (24, 80), **environment: str
    ) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, size)
        arguments = (sys.executable, "-m", "service", "simulate", str(folder / MATCH), *options)
        variables = {"PYTHONPATH": str(ROOT), "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
        # A shell has what it starts in the background ignore an interrupt, and so its children.
        take_interrupts = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        self._process = subprocess.Popen(
            arguments, stdout=theirs, stderr=theirs, stdin=theirs, env=variables, cwd=folder,
            preexec_fn=take_interrupts,  # noqa: PLW1509 - no thread of the tests holds a lock
        )  # fmt: skip
        os.close(theirs)

    def read(self, until: str = "") -> str:
        """The output until these words appear or, without any, to the end."""
        text = b""
        while not (until and until in text.decode(errors="ignore")):
            try:
                more = os.read(self._ours, 65536)
            except OSError:
                break
            if not more:
                break
            text += more
        return text.decode()

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Waits for the end of the command; returns its exit code."""
        os.close(self._ours)
        return self._process.wait()


def terminal_output(
    shell: CommandShell, size: tuple[int, int] = (24, 80), **environment: str
) -> str:
    terminal = Terminal(shell.folder, size=size, **environment)
    text = terminal.read()
    assert terminal.end() == 0
    return text


def test_in_a_terminal_a_picture_is_drawn_over_and_over(shell: CommandShell) -> None:
    text = terminal_output(shell)

    assert text.count("+-13-") > 1
    assert re.search(r"\x1b\[\d+;48;5;\d+m", text)
    assert "Turns played: " in text


def test_without_colours_only_the_cursor_is_steered(shell: CommandShell) -> None:
    text = terminal_output(shell, NO_COLOR="1")
    assert set(re.findall(r"\x1b\[[\d;]*([A-Za-z])", text)) == {"H", "J", "K"}


def test_an_interrupted_terminal_is_left_as_it_should_be(shell: CommandShell) -> None:
    terminal = Terminal(shell.folder, "--speed", "5")
    text = terminal.read(until="+-13-")
    terminal.interrupt()
    text += terminal.read()

    assert terminal.end() == 0
    assert "Traceback" not in text
    assert "?1049h" not in text
    assert "?25l" not in text
    codes = re.findall(r"\x1b\[([\d;]*)m", text)
    assert not codes or codes[-1] == "0"
    assert "Turns played: " in text
    assert text.rstrip().endswith("Stopped.")


def test_interrupted_simulation_prints_the_counts_so_far_in_any_language(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = simulate_json(shell)["turns"]
    evenings: list[Record] = []

    def stopped_in_the_second(record: Record, *arranged: Any) -> Coroutine[Any, Any, Umpire]:
        evenings.append(record)
        if len(evenings) % 2 == 0:
            raise KeyboardInterrupt
        return play_match(record, *arranged)

    monkeypatch.setattr("service.cli.simulation_commands.play_match", stopped_in_the_second)
    french = shell.kibitz("simulate", MATCH, MATCH, "--language", "fr")
    counts = shell.kibitz("simulate", MATCH, MATCH, "--json")

    assert (french.exit_code, counts.exit_code) == (130, 130)
    assert f"Tours joués\xa0: {turns}." in french.stdout
    assert french.stdout.endswith("Arrêté.\n")
    assert json.loads(counts.stdout)["turns"] == turns
    assert counts.stderr == "Stopped.\n"


def test_announcements_come_line_by_line_in_a_terminal_without_escapes(shell: CommandShell) -> None:
    text = terminal_output(shell, TERM="dumb")

    assert "\x1b" not in text
    assert "columns" not in text
    assert text.count("\n") > 40


def test_narrow_terminal_is_reported_in_one_line(shell: CommandShell) -> None:
    text = terminal_output(shell, size=(24, 60))

    assert "\x1b" not in text
    assert "+-13-" not in text
    assert text.count("needs 78 columns") == 1


def test_a_picture_never_scrolls_its_first_line_away(shell: CommandShell) -> None:
    text = terminal_output(shell, NO_COLOR="1")

    pictures = [picture.partition("\x1b[J")[0] for picture in text.split("\x1b[H")[1:]]
    assert max(picture.count("\n") for picture in pictures) == 23
    assert not any(after.startswith("\r\n") for after in text.split("\x1b[J")[1:-1])


@pytest.mark.release
def test_damaged_journal_is_reported(shell: CommandShell) -> None:
    simulate_json(shell, "--journal", "evening.journal")
    for options in ((), ("--json",)):
        path = shell.folder / "evening.journal"
        path.write_bytes(path.read_bytes()[:-100] + bytes(100))
        result = shell.kibitz("simulate", MATCH, "--journal", "evening.journal", *options)

        assert result.exit_code == 0
        output = result.stderr if options else result.stdout
        assert output.count("evening.journal was damaged and has been repaired. ") == 1


def test_a_game_resigned_before_anything_was_moved_is_no_error_of_the_referee(
    shell: CommandShell,
) -> None:
    options = ("--seed", "1", "--save", "short.mat")
    played = shell.kibitz("play", *options, typed="resign 1\naccept\nquit\n")
    result = shell.kibitz("simulate", "short.mat")

    assert (played.exit_code, result.exit_code) == (0, 0)
    assert "  missed: 0" in result.stdout.splitlines()


def test_undetectable_errors_are_reported_in_any_language(shell: CommandShell) -> None:
    options = ("--errors", "0.3", "--sensor", "single", "--language")
    english, french = (shell.kibitz("simulate", MATCH, *options, it).stdout for it in ("en", "fr"))

    for phrases, text in ((ENGLISH, english), (FRENCH, french)):
        kinds = (*(slip.name for slip in SLIPS), TWO_SLIPS)
        ways = {slip_in_words(kind, phrases) for kind in kinds}
        reported = re.findall(r"(?:cannot tell|ne distingue pas)\W+(.+) \(\d+\)", text)
        assert reported
        assert ways.issuperset(reported)
    assert french.count("ne distingue pas") == english.count("cannot tell")
