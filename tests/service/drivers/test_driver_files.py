"""Drivers of files and modules that a configuration names, and every mistake in them."""

import sys
from pathlib import Path

import pytest

from service.config.configuration_file import parse_configuration
from service.config.service_settings import Configuration
from service.drivers.driver_registry import driver_for
from service.schema.configuration_problems import ConfigurationError
from service.words.phrases import available_languages, load_phrases
from tests.rigs.environment.command_shell import CommandShell

PHRASES = [load_phrases(language) for language in available_languages()]
GOOD = '''
from __future__ import annotations
from dataclasses import dataclass
from typing import Annotated
from service.drivers.driver_entry import DiceDriverOptions, Driver
from service.schema.setting_marks import NumberRange
from hardware.drivers.simulated.simulated_devices import SimulatedDice

@dataclass(frozen=True, slots=True, kw_only=True)
class MineOptions(DiceDriverOptions):
    """Dice without any device."""

    speed: Annotated[int, NumberRange(1, 9, "turns")] = 5

MINE = Driver(name="mine", options=MineOptions, create=lambda _options, _context: [])
DRIVERS = (MINE,)
'''


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def configuration(*names: object, dice: str = '{ driver = "mine" }') -> str:
    listed = ", ".join(f'"{name}"' for name in names)
    return f"[service]\ndrivers = [{listed}]\n[[table]]\ndice = {dice}\n"


def problem_of(text: str) -> str:
    """The only problem of a configuration, in English; every language has words for it."""
    with pytest.raises(ConfigurationError) as refused:
        parse_configuration(text)
    (problem,) = refused.value.problems
    english, *_others = [problem.in_words("f", phrases) for phrases in PHRASES]
    return english


def test_driver_of_a_file_is_chosen_by_its_name_and_takes_its_options(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)

    text = configuration(file, dice='{ driver = "mine", speed = 7 }')
    (table,) = parse_configuration(text).tables

    assert driver_for(table.dice).name == "mine"
    assert repr(table.dice) == "MineOptions(speed=7)"
    assert table.simulated_kinds == {"board", "buttons", "lamps"}


def test_driver_of_a_module_is_chosen_in_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, GOOD, "kibitz_test_dice.py")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "kibitz_test_dice", None)
    monkeypatch.delitem(sys.modules, "kibitz_test_dice")

    for _again in range(2):
        (table,) = parse_configuration(configuration("kibitz_test_dice")).tables
        assert driver_for(table.dice).name == "mine"


def test_file_below_the_home_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, GOOD)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert parse_configuration(configuration("~/mine.py")).service.drivers == ("~/mine.py",)


def test_drivers_of_one_configuration_are_unknown_to_the_next(tmp_path: Path) -> None:
    parse_configuration(configuration(write(tmp_path, GOOD)))

    problem = problem_of('[[table]]\ndice.driver = "mine"')
    assert 'should be "simulated", "pico", ' in problem
    assert 'or "mine"' not in problem


def test_changed_file_is_read_anew(tmp_path: Path) -> None:
    parse_configuration(configuration(write(tmp_path, GOOD)))
    file = write(tmp_path, GOOD.replace("1, 9", "1, 7"))

    text = configuration(file, dice='{ driver = "mine", speed = 9 }')
    assert "from 1 to 7, not 9" in problem_of(text)


def test_options_and_units_without_phrases_are_described_in_plain_words(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)

    wrong = problem_of(configuration(file, dice='{ driver = "mine", speed = 0 }'))
    unknown = problem_of(configuration(file, dice='{ driver = "mine", colour = 0 }'))

    assert wrong == "f:4: table.dice.speed: should be a whole number of turns from 1 to 9, not 0"
    assert (
        unknown == "f:4: table.dice.colour: unknown setting; the settings here are: driver, speed"
    )


def test_missing_file_is_refused_with_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "none.py"

    assert problem_of(configuration(file)) == (
        f"f:2: service.drivers: {file} cannot be read (No such file or directory)"
    )


def test_missing_module_is_refused_with_line_and_reason() -> None:
    assert problem_of(configuration("kibitz_no_such.module")) == (
        "f:2: service.drivers: kibitz_no_such.module cannot be read "
        "(No module named 'kibitz_no_such')"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n\n1 / 0", "fails in line 3 (ZeroDivisionError: division by zero)"),
        ("def f():\n    raise OSError('gone')\n\nf()", "fails in line 2 (OSError: gone)"),
        ("import sys\nsys.exit(1)", "fails in line 2 (SystemExit: 1)"),
        ("x = 1\nx = = 2", "fails in line 2 (SyntaxError: invalid syntax)"),
        ("import no_such", "fails in line 1 (ModuleNotFoundError: No module named 'no_such')"),
        (GOOD.replace('"mine"', '"Mine!"'), "cannot have the name 'Mine!'"),
        ("x = 1", "brings no drivers: its DRIVERS should be a tuple of one or more Driver"),
        ("DRIVERS = ()", "brings no drivers"), ("DRIVERS = (1,)", "brings no drivers"),
        (GOOD.replace(', NumberRange(1, 9, "turns")', ", None"),
         'the driver "mine" in'),
        (GOOD.replace(" = 5", ""), "cannot be used (options: TypeError: "),
        (GOOD.replace(" = 5", " = 10"), "(options: ValueError: speed cannot be 10)"),
        (GOOD.replace("@dataclass(frozen=True, slots=True, kw_only=True)", ""),
         "(options: TypeError: MineOptions is not a dataclass)"),
        (GOOD.replace("create=", "is_simulated=lambda it: 1 / 0, create="),
         "(is_simulated: ZeroDivisionError: division by zero)"),
        (GOOD.replace("create=", "exclusive_resource=lambda it: [], create="),
         "(exclusive_resource: TypeError: [] is not of the type str)"),
        (GOOD.replace("create=", "port=lambda it: 5, create="),
         "(port: TypeError: 5 is not of the type str | None)"),
        (GOOD.replace("create=", "needed_board=5, create="),
         "(needed_board: TypeError: 5 is not of the type str)"),
        (GOOD.replace("create=", 'needs=frozenset({"zork"}), create='),
         "(needs: TypeError: 'zork' is not of the type MachineNeed)"),
        ("class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd",
         "fails in line 3 (Odd)"),
        (GOOD.replace('"mine"', '"lines"'),
         'brings a driver "lines" for the key dice, but there is one already'),
        (GOOD.replace("(MINE,)", "(MINE, MINE)"), 'brings a driver "mine" for the key dice'),
        (f"{GOOD}\nDRIVERS = (MINE, Driver(name='b', options=MineOptions, create=MINE.create))",
         "MineOptions are the options of another driver"),
    ],
)  # fmt: skip
def test_unusable_file_is_refused_with_its_line_and_one_reason(
    tmp_path: Path, text: str, said: str
) -> None:
    file = write(tmp_path, text)

    problem = problem_of(configuration(file))

    assert problem.startswith("f:2: service.drivers: ")
    assert str(file) in problem
    assert said in problem


def test_two_files_cannot_bring_the_same_name(tmp_path: Path) -> None:
    one, other = write(tmp_path, GOOD), write(tmp_path, GOOD, "other.py")
    text = f'[service]\ndrivers = [\n  "{one}",\n  "{other}",\n]'

    assert problem_of(text) == (
        f'f:4: service.drivers: {other} brings a driver "mine" for the key dice, '
        "but there is one already"
    )


@pytest.mark.parametrize("name", ["", "./mine.py", "a-b", "/mine", "~", "3x", "x" * 251])
def test_name_that_is_no_file_and_no_module_is_refused(name: str) -> None:
    problem = problem_of(configuration(name))
    assert problem.startswith("f:2: service.drivers: should be a path such as ~/my_dice.py")


def test_drivers_that_are_no_list_are_refused_without_any_other_complaint() -> None:
    problem = problem_of('[service]\ndrivers = "~/mine.py"\n[[table]]\ndice.driver = "mine"')
    assert problem.startswith("f:2: service.drivers: should be a list of 0 to 20")


def test_service_that_is_no_table_is_refused_as_before() -> None:
    assert problem_of("service = 3").startswith("f:1: service: should be a table")


def test_configuration_without_drivers_runs_no_code() -> None:
    assert parse_configuration("[service]\ndrivers = []") == Configuration()


@pytest.mark.parametrize(
    ("create", "problem"),
    [
        ("lambda _options, _context: None", "TypeError: 'NoneType' object is not iterable"),
        ("lambda _options, _context: []", "it creates no device"),
        ("lambda _options, _context: [1 / 0]", "ZeroDivisionError: division by zero"),
        ("lambda _options, _context: ['dice']", "it creates 'dice'"),
        ("lambda _options, _context: exit(3)", "SystemExit: 3"),
        (
            "lambda _options, context: [SimulatedDice('own', context.clock)]",
            "it names its devices own (expected: dice, or dice.light and dice.dark)",
        ),
        (
            "lambda _options, context: [SimulatedDice('dice', context.clock)] * 2",
            "it names its devices dice, dice (expected: dice, or dice.light and dice.dark)",
        ),
    ],
)
@pytest.mark.parametrize("command", ["check-config", "run", "doctor"])
def test_driver_that_cannot_create_its_devices_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, create: str, problem: str
) -> None:
    file = write(tmp_path, GOOD.replace("lambda _options, _context: []", create))
    config = write(tmp_path, configuration(file), "kibitz.toml")

    named = [str(config)] if command == "check-config" else ["--config", str(config)]
    result = CommandShell(tmp_path, monkeypatch).kibitz(command, *named)

    assert result.exit_code == 2
    driver = f"The driver 'mine' of dice in {file}"
    assert result.stderr.strip() == f"{driver} cannot be used: {problem}."


def test_relative_path_is_not_taken_for_a_module() -> None:
    assert "cannot be read" not in problem_of(configuration("mine.py"))
