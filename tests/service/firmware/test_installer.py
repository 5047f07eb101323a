"""The installer copies what the program of a Pico needs, and the settings of the builder."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from service.firmware.installer import (
    PICO_FOLDER,
    SETTINGS_FILE,
    CommandResult,
    CopyError,
    CopyProblem,
    firmware_files,
    install,
    mpremote,
    parse_board_settings,
    write_board_settings,
)
from tests.rigs.environment.checkout import ROOT

FILES = firmware_files()
LIST = """
import sys
import firmware_bridge.pico.main
print(*(name for name in sys.modules if name.startswith("firmware_bridge")))
"""


def test_copied_files_are_exactly_the_imported_ones() -> None:
    listed = subprocess.run(
        [sys.executable, "-c", LIST], cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules = {f"lib/{name.replace('.', '/')}" for name in listed.stdout.split()}
    copied = {name.removesuffix(".py").removesuffix("/__init__") for name in FILES}

    assert copied == {*modules, "main"}


def test_each_file_is_copied_as_it_is_and_the_program_last() -> None:
    names = list(FILES)

    assert names[-2:] == [f"{PICO_FOLDER}/main.py", "main.py"]
    assert FILES["main.py"] == FILES[f"{PICO_FOLDER}/main.py"]
    for name, text in FILES.items():
        if name != "main.py":
            assert text == (ROOT / name.removeprefix("lib/")).read_text("utf-8")


def test_board_settings_are_read_from_and_written_to_the_settings_file() -> None:
    text = write_board_settings(
        FILES[SETTINGS_FILE], {"SENSORS": "hall", "LAMPS": 78, "BUZZER": False}
    )
    usual = parse_board_settings(FILES[SETTINGS_FILE])

    assert parse_board_settings(text) == {**usual, "SENSORS": "hall", "LAMPS": 78, "BUZZER": False}
    assert text.count("\n") == FILES[SETTINGS_FILE].count("\n")
    assert parse_board_settings(write_board_settings(text, {"SENSORS": None}))["SENSORS"] is None


@pytest.mark.parametrize(
    "text", ["LAMPS = ", "import os\nLAMPS = os", "LAMPS = '26'", "LAMPS = True", "\0", "(" * 500]
)
def test_settings_that_make_no_sense_are_left_out(text: str) -> None:
    assert parse_board_settings(text) == {}


def test_a_layout_cannot_smuggle_a_program_into_the_settings() -> None:
    text = write_board_settings(FILES[SETTINGS_FILE], {"LAYOUT": 'p5"\nimport os #\\'})
    assert parse_board_settings(text)["LAYOUT"] == 'p5"\nimport os #\\'


class Recorder:
    """A fake of mpremote that records its calls and the files that they copy."""

    def __init__(self, settings: str = "", fails: CommandResult | None = None) -> None:
        self.calls: list[Sequence[str]] = []
        self.copied: dict[str, str] = {}
        self._settings = settings
        self._fails = fails

    def __call__(self, arguments: Sequence[str]) -> CommandResult:
        self.calls.append(arguments)
        if self._fails:
            return self._fails
        for at, word in enumerate(arguments):
            if word == "cp":
                source, target = arguments[at + 1 : at + 3]
                self.copied[target.removeprefix(":")] = Path(source).read_text("utf-8")
        return CommandResult(0, f"{self._settings}\r\n")


def test_a_new_pico_gets_all_files_and_is_started_anew() -> None:
    run = Recorder()

    built = install("/dev/ttyACM0", FILES, {}, run)

    assert list(run.copied) == list(FILES)
    assert run.copied == dict(FILES)
    assert built == parse_board_settings(FILES[SETTINGS_FILE])
    assert [call[:3] for call in run.calls] == [["connect", "/dev/ttyACM0", "exec"]] * 2
    assert run.calls[-1][-2:] == ["+", "reset"]
    assert "'lib/firmware_bridge/pico'" in run.calls[-1][3]


def test_command_line_overrides_the_settings_of_the_board() -> None:
    run = Recorder(settings='SENSORS = "hall"\nLAMPS = 52\nMINE = 3\n')

    built = install("/dev/ttyACM0", FILES, {"LAMPS": 78}, run)

    assert (built["SENSORS"], built["LAMPS"], built["MILLIAMPS"]) == ("hall", 78, 400)
    assert parse_board_settings(run.copied[SETTINGS_FILE]) == built
    assert "MINE" not in run.copied[SETTINGS_FILE]


def test_only_own_files_are_touched() -> None:
    run = Recorder()
    install("/dev/ttyACM0", FILES, {}, run)

    assert all(name == "main.py" or name.startswith("lib/firmware_bridge/") for name in run.copied)
    words = {word for call in run.calls for word in call}
    assert not words & {"rm", "rmdir", "mip", "edit"}


def test_code_run_on_the_pico_is_valid_python() -> None:
    run = Recorder()
    install("/dev/ttyACM0", FILES, {}, run)

    for call in run.calls:
        compile(call[3], "said", "exec")


@pytest.mark.parametrize(
    ("said", "snag"),
    [
        ("mpremote.transport.TransportError: could not enter raw repl", CopyProblem.NO_MICROPYTHON),
        ("mpremote: failed to access /dev/ttyACM0 (it may be in use)", CopyProblem.NO_ACCESS),
        ("Traceback\nOSError: 28", CopyProblem.NO_ROOM),
        ("", CopyProblem.OTHER),
        ("what\n\nelse\n", CopyProblem.OTHER),
    ],
)
def test_failure_of_the_copier_is_recognised(said: str, snag: CopyProblem) -> None:
    with pytest.raises(CopyError) as refused:
        install("/dev/ttyACM0", FILES, {}, Recorder(fails=CommandResult(1, said)))
    assert refused.value.problem is snag


def test_mpremote_is_there_and_says_when_a_port_is_not(tmp_path: Path) -> None:
    done = mpremote(["connect", str(tmp_path / "ttyACM0"), "exec", "1"])

    assert done.code != 0
    assert "failed to access" in done.output


def test_a_program_that_has_only_just_stopped_is_asked_for_its_prompt_again() -> None:
    run = Recorder()
    answers = iter(
        [CommandResult(1, "could not enter raw repl"), *[CommandResult(0, "LAMPS = 52")] * 2]
    )

    def stubborn(arguments: Sequence[str]) -> CommandResult:
        run(arguments)
        return next(answers)

    assert install("/dev/ttyACM0", FILES, {}, stubborn)["LAMPS"] == 52
    assert len(run.calls) == 3
