"""What the doctor says of what was found: in plain words, once, and with what to do."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from firmware_bridge.wire.tellings import BoardInfo
from referee.words import Language, Phrases, load_phrases
from service.config.drivers import (
    GoDice,
    LineDice,
    PiBoard,
    PicoBoard,
    PicoButtons,
    PicoDice,
    PicoLamps,
    PiLamps,
    SerialDice,
)
from service.config.settings import Configuration, Table
from service.doctor.devices import devices
from service.doctor.examined import examined
from service.doctor.facts import (
    Answer,
    Asked,
    Facts,
    Folder,
    Holder,
    Machine,
    Membership,
    Page,
    Power,
    Tried,
)
from service.doctor.findings import Finding, Level, What
from service.doctor.keeping import journals, page
from service.doctor.machine import machine
from service.doctor.needs import Needs
from service.doctor.ports import is_older, loaders, port

LANGUAGES = [load_phrases(language) for language in Language]
PI = Machine(
    system="Linux aarch64",
    python="3.11.2",
    model="Raspberry Pi 4 Model B Rev 1.4",
    power=Power(),
    groups={name: Membership(now=True, after_login=True) for name in ("dialout", "gpio", "spi")},
    modules={"lgpio": "0.2.2", "bleak": "1.0"},
)
PC = replace(PI, model=None, power=None, has_spi=False, modules={})
ALL = Needs(pins=True, ports=True, bluetooth=True)
BOARD = BoardInfo(
    firmware="0.1.0", kind="kibitz", uid="e6614103e7", boot="8a45a250", cells=128,
    lamps=26, buttons=4, dice=1, layout="p5", milliamperes=400,
)  # fmt: skip
PICO_TABLE = Table(board=PicoBoard(), dice=PicoDice(), buttons=PicoButtons(), lamps=PicoLamps())
HERE = Asked("/dev/ttyACM0", Answer.BOARD, BOARD)


def bad(findings: Iterable[Finding]) -> list[tuple[Level, What]]:
    """What is not well; all of it has words and advice in every language."""
    found = [one for one in findings if one.level is not Level.OK]
    for phrases in LANGUAGES:
        for one in found:
            assert one.told(phrases)
            assert one.advice(phrases)
    return [(one.level, one.what) for one in found]


def problems(findings: Iterable[Finding]) -> list[What]:
    found = bad(findings)
    assert all(level is Level.PROBLEM for level, _ in found), found
    return [what for _, what in found]


def hints(findings: Iterable[Finding]) -> list[What]:
    found = bad(findings)
    assert all(level is Level.HINT for level, _ in found), found
    return [what for _, what in found]


@pytest.mark.parametrize("phrases", LANGUAGES, ids=["en", "fr"])
def test_everything_that_can_be_found_has_words(phrases: Phrases) -> None:
    named = {what.value for what in What}
    tables = {
        table: {key.split(".")[2] for key in phrases.texts if key.startswith(f"doctor.{table}.")}
        for table in ("found", "do")
    }

    assert tables["found"] == named
    assert tables["do"] < named
    assert all(f"doctor.level.{level.value}" in phrases.texts for level in Level)


def test_both_languages_fill_in_the_same_and_french_is_set_as_french_is() -> None:
    prefixes = ("doctor.", "firmware.")
    english, french = (
        {
            key: sorted(set(re.findall(r"\{.*?\}", text)))
            for key, text in phrases.texts.items()
            if key.startswith(prefixes)
        }
        for phrases in LANGUAGES
    )

    assert english == french
    for key, text in LANGUAGES[1].texts.items():
        if key.startswith(prefixes):
            assert not re.search(r" [:;?!](?:\s|$)|\w'\w", text), key


# ---- the machine ----


def test_a_pi_on_which_all_is_well_needs_no_advice() -> None:
    found = list(machine(PI, ALL))

    assert bad(found) == []
    assert "Raspberry Pi 4" in found[0].told(LANGUAGES[0])


def test_a_computer_that_is_no_pi_is_well_as_long_as_nobody_wants_its_pins() -> None:
    (found,) = machine(PC, Needs())

    assert "This is no Raspberry Pi: Linux aarch64" in found.told(LANGUAGES[0])
    assert problems(machine(PC, Needs(pins=True))) == [What.NO_PINS]


@pytest.mark.parametrize(
    ("power", "expected"),
    [
        (Power(), []),
        (None, []),
        (Power(low=True, was_low=True, slowed=True), [(Level.PROBLEM, What.UNDERVOLTAGE)]),
        (Power(was_low=True), [(Level.HINT, What.UNDERVOLTAGE_BEFORE)]),
        (Power(slowed=True), [(Level.HINT, What.THROTTLED)]),
    ],
)
def test_too_little_voltage_is_told(
    power: Power | None, expected: list[tuple[Level, What]]
) -> None:
    assert bad(machine(replace(PI, power=power), ALL)) == expected


def test_spi_is_only_missed_where_it_is_needed() -> None:
    off = replace(PI, has_spi=False)

    assert problems(machine(off, ALL)) == [What.SPI_OFF]
    assert problems(machine(off, Needs(ports=True))) == []


def test_who_is_in_no_group_is_told_the_command_once_for_all_groups() -> None:
    nobody = Membership(now=False, after_login=False)
    groups = dict.fromkeys(("dialout", "gpio", "spi", "video"), nobody)
    (found,) = (it for it in machine(replace(PI, groups=groups), ALL) if it.level is Level.PROBLEM)

    assert "sudo usermod -aG dialout,gpio,spi pi" in found.advice(LANGUAGES[0])
    assert problems(machine(replace(PI, groups=groups, is_root=True), ALL)) == []
    assert problems(machine(replace(PI, groups={}), ALL)) == []


def test_who_has_just_been_added_to_a_group_is_to_log_in_again() -> None:
    later = {**PI.groups, "spi": Membership(now=False, after_login=True)}
    found = problems(machine(replace(PI, groups=later), ALL))

    assert found == [What.MEMBER_LATER]


def test_modules_are_missed_only_where_they_are_needed() -> None:
    bare = replace(PI, modules={})

    assert problems(machine(bare, Needs(ports=True))) == []
    assert problems(machine(bare, Needs(bluetooth=True))) == [What.NO_BLEAK]
    assert problems(machine(bare, Needs(pins=True))) == [What.NO_LGPIO]


def test_an_lgpio_with_nothing_in_it_is_recognised() -> None:
    empty = replace(PI, modules={**PI.modules, "lgpio": "0.0.0.2"})

    assert problems(machine(empty, ALL)) == [What.EMPTY_LGPIO]


def test_what_may_disturb_later_is_a_hint() -> None:
    odd = replace(PI, has_modem_manager=True, wide=False, today=date(1970, 1, 1))

    assert hints(machine(odd, ALL)) == [What.NARROW, What.MODEM_MANAGER, What.NO_CLOCK]
    assert problems(machine(replace(PI, has_bluetooth=False), ALL)) == [What.NO_BLUETOOTH]


# ---- journals and page ----

FOLDER = Folder(Path("/srv/kibitz"))


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        (FOLDER, []),
        (replace(FOLDER, is_folder=False), [(Level.PROBLEM, What.JOURNALS_NO_FOLDER)]),
        (replace(FOLDER, writable=False), [(Level.PROBLEM, What.JOURNALS_SHUT)]),
        (
            replace(FOLDER, writable=False, read_only=True),
            [(Level.PROBLEM, What.JOURNALS_READ_ONLY)],
        ),
        (replace(FOLDER, free=1), [(Level.PROBLEM, What.DISK_FULL)]),
        (replace(FOLDER, free=10**8), [(Level.HINT, What.DISK_NEARLY_FULL)]),
        (
            replace(FOLDER, kind="tmpfs", volatile=True),
            [(Level.PROBLEM, What.JOURNALS_FORGOTTEN)],
        ),
        (
            replace(FOLDER, kind="overlay", volatile=True),
            [(Level.PROBLEM, What.JOURNALS_FORGOTTEN)],
        ),
        (replace(FOLDER, kind="overlay"), [(Level.HINT, What.JOURNALS_LAYERED)]),
    ],
)
def test_journals_need_a_folder_that_can_be_written_and_stays(
    folder: Folder, expected: list[tuple[Level, What]]
) -> None:
    assert bad(journals(folder)) == expected


def test_the_place_of_the_page_may_be_taken_by_kibitz_itself() -> None:
    shut = Page("http://127.0.0.1:80/", free=False, why="Permission denied")
    taken = replace(shut, taken=True)
    ours = replace(taken, holder=Holder(77, "/usr/bin/python /usr/bin/kibitz run"))

    assert bad(page(Page("http://127.0.0.1:8080/"))) == []
    assert problems(page(shut)) == [What.PAGE_NOWHERE]
    assert problems(page(taken)) == [What.PAGE_TAKEN]
    assert hints(page(ours)) == [What.PAGE_OURS]


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("python -m service run --config a", True),
        ("/usr/bin/kibitz run", True),
        ("/usr/bin/kibitz doctor", False),
        ("vim run", False),
        ("", False),
    ],
)
def test_kibitz_is_known_by_how_it_was_started(command: str, ours: bool) -> None:  # noqa: FBT001
    assert Holder(1, command).is_kibitz is ours


# ---- ports ----


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (HERE, []),
        (replace(HERE, info=replace(BOARD, firmware="0.0.9")), [(Level.HINT, What.OLDER)]),
        (replace(HERE, info=replace(BOARD, firmware="myduino-7")), [(Level.HINT, What.NEWER)]),
        (replace(HERE, info=replace(BOARD, firmware="0.2")), [(Level.HINT, What.NEWER)]),
        (replace(HERE, info=replace(BOARD, kind="dice", firmware="9")), []),
        (Asked("p", Answer.SILENT), [(Level.PROBLEM, What.SILENT)]),
        (Asked("p", Answer.OTHER_TALK, why="OK"), [(Level.PROBLEM, What.OTHER_TALK)]),
        (Asked("p", Answer.WRONG_CHECK, why="<01*3f"), [(Level.PROBLEM, What.WRONG_CHECK)]),
        (Asked("p", Answer.ECHO), [(Level.PROBLEM, What.ECHO)]),
        (Asked("p", Answer.OTHER_WIRE, why="7"), [(Level.PROBLEM, What.OTHER_WIRE)]),
        (Asked("p", Answer.CRASHED, why="OSError: 5"), [(Level.PROBLEM, What.CRASHED)]),
        (Asked("p", Answer.UNRULY, why="raves"), [(Level.PROBLEM, What.UNRULY)]),
        (Asked("p", Answer.MISSING), [(Level.PROBLEM, What.MISSING)]),
        (Asked("p", Answer.FORBIDDEN), [(Level.PROBLEM, What.FORBIDDEN)]),
        (Asked("p", Answer.SHUT, why="hangs"), [(Level.PROBLEM, What.SHUT)]),
        (Asked("p", Answer.TAKEN), [(Level.PROBLEM, What.TAKEN)]),
        (
            Asked("p", Answer.TAKEN, holder=Holder(7, "minicom")),
            [(Level.PROBLEM, What.TAKEN_BY)],
        ),
        (Asked("p", Answer.TAKEN, holder=Holder(7, "kibitz run")), [(Level.HINT, What.OURS)]),
    ],
)
def test_each_answer_at_a_port_has_its_advice(
    asked: Asked, expected: list[tuple[Level, What]]
) -> None:
    assert bad(port(asked, "0.1.0", wanted=True)) == expected


@pytest.mark.parametrize("answer", [it for it in Answer if it is not Answer.BOARD])
def test_a_port_that_nobody_needs_is_never_a_problem(answer: Answer) -> None:
    found = list(port(Asked("p", answer, why="?"), "0.1.0", wanted=False))

    assert len(found) == 1
    assert found[0].level is not Level.PROBLEM
    assert found[0].told(LANGUAGES[0])


def test_all_who_hold_a_port_are_named() -> None:
    holder = Holder(7, "minicom", (Holder(9, "cat"),))
    (found,) = port(Asked("p", Answer.TAKEN, holder=holder), "0.1.0", wanted=True)

    assert "minicom (process 7) and cat (process 9)" in found.told(load_phrases(Language.ENGLISH))
    assert "minicom (processus 7) et cat (processus 9)" in found.told(load_phrases(Language.FRENCH))


def test_whoever_holds_a_port_cannot_steer_a_terminal() -> None:
    asked = Asked("p", Answer.TAKEN, holder=Holder(7, "evil\x1b[2J"))
    (found,) = port(asked, "0.1.0", wanted=True)

    assert "\x1b" not in found.told(LANGUAGES[0])


@pytest.mark.parametrize(
    ("version", "than", "older"),
    [
        ("0.1.0", "0.1.0", False),
        ("0.1.9", "0.1.10", True),
        ("1.0", "0.9.9", False),
        ("dev", "0.1.0", True),
        ("9" * 400, "0.1.0", False),
    ],
)
def test_versions_are_compared_number_by_number(
    version: str,
    than: str,
    older: bool,  # noqa: FBT001
) -> None:
    assert is_older(version, than) is older


def test_a_pico_that_waits_for_a_program_is_told() -> None:
    assert problems(loaders(1)) == [What.LOADER]
    assert problems(loaders(0)) == []


# ---- devices ----


def test_a_board_that_is_as_configured_is_simply_there() -> None:
    (found,) = devices(PICO_TABLE, (HERE,), ())

    assert found.level is Level.OK
    assert found.told(LANGUAGES[0]) == "Table table, board: it is there."


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (replace(BOARD, cells=0, layout=None), [(Level.PROBLEM, What.NO_SENSORS)]),
        (replace(BOARD, layout="q7"), [(Level.PROBLEM, What.OTHER_LAYOUT)]),
        (replace(BOARD, lamps=0), [(Level.PROBLEM, What.NO_LAMPS)]),
        (replace(BOARD, buttons=2), [(Level.HINT, What.FEW_BUTTONS)]),
        (replace(BOARD, buttons=0), [(Level.PROBLEM, What.FEW_BUTTONS)]),
        (replace(BOARD, dice=0), [(Level.PROBLEM, What.FEW_DICE)]),
        (replace(BOARD, milliamperes=200), [(Level.HINT, What.LESS_CURRENT)]),
    ],
)
def test_a_board_must_have_what_the_table_wants_of_it(
    info: BoardInfo, expected: list[tuple[Level, What]]
) -> None:
    assert bad(devices(PICO_TABLE, (replace(HERE, info=info),), ())) == expected


def test_parts_that_the_table_does_not_want_may_be_missing() -> None:
    bare = replace(BOARD, lamps=0, buttons=0, dice=0)

    assert bad(devices(Table(board=PicoBoard()), (replace(HERE, info=bare),), ())) == []


def test_a_board_that_is_nowhere_is_a_problem() -> None:
    table = Table(board=PicoBoard())
    silent = Asked("/dev/ttyACM1", Answer.SILENT)
    held = Asked("/dev/ttyACM1", Answer.TAKEN, holder=Holder(7, "kibitz run"))

    assert problems(devices(table, (), ())) == [What.NOT_FOUND]
    assert problems(devices(table, (silent, silent), ())) == [What.NOT_FOUND]
    assert hints(devices(table, (held,), ())) == [What.NOT_CHECKED]


def test_the_board_that_is_wanted_by_name_is_told_from_others() -> None:
    wanted = Table(board=PicoBoard(uid="other1"))
    both = (HERE, replace(HERE, info=replace(BOARD, uid="other1")))

    assert problems(devices(wanted, (HERE,), ())) == [What.OTHER_UID]
    assert bad(devices(wanted, both, ())) == []


def test_dice_where_a_board_should_be_are_no_board() -> None:
    table = Table(board=PicoBoard(port="/dev/ttyACM0"))
    dice = replace(HERE, info=replace(BOARD, kind="dice"))

    assert problems(devices(table, (dice,), ())) == [What.OTHER_KIND]
    assert bad(devices(Table(dice=SerialDice()), (dice,), ())) == []
    assert problems(devices(Table(dice=SerialDice(pairs=2)), (dice,), ())) == [What.FEW_DICE]


def test_what_is_wrong_with_a_port_that_is_named_is_told_of_the_port_alone() -> None:
    table = Table(board=PicoBoard(port="/dev/ttyACM0"))

    assert bad(devices(table, (Asked("/dev/ttyACM0", Answer.SILENT),), ())) == []


def test_a_device_that_does_not_open_says_why() -> None:
    tried = [Tried("table", "dice", "dice: bleak is missing"), Tried("other", "dice", "?")]

    assert problems(devices(Table(dice=GoDice()), (), tried)) == [What.FAULT]
    assert bad(devices(Table(dice=GoDice()), (), [Tried("table", "dice")])) == []


def test_dice_whose_port_is_missing_are_to_be_plugged_in() -> None:
    tried = [Tried("table", "dice", "/dev/ttyUSB7 is not there")]
    table = Table(dice=LineDice(port="/dev/ttyUSB7"))

    assert problems(devices(table, (), tried)) == [What.NO_PORT]
    assert problems(devices(Table(dice=GoDice()), (), tried)) == [What.FAULT]


# ---- all of it ----


def test_what_is_needed_follows_from_what_is_configured_and_not_simulated() -> None:
    assert Needs.of([Table()]) == Needs()
    assert Needs.of([PICO_TABLE]) == Needs(ports=True)
    assert Needs.of([Table(dice=LineDice()), Table(dice=GoDice())]) == Needs(
        ports=True, bluetooth=True
    )
    assert Needs.of([Table(board=PiBoard(), lamps=PiLamps())]) == Needs(pins=True)
    assert Needs.of([Table(board=PiBoard(pins="mock"), lamps=PiLamps())]) == Needs()


def test_where_all_is_well_nothing_is_said_twice() -> None:
    facts = Facts(PI, FOLDER, Page("http://127.0.0.1:8080/"), (HERE,))
    found = list(examined(facts, Configuration(tables=(PICO_TABLE,)), "0.1.0"))

    assert bad(found) == []
    assert len({one.told(LANGUAGES[0]) for one in found}) == len(found) == 7


def test_findings_are_told_to_programs_as_well() -> None:
    facts = Facts(PC, FOLDER, Page("http://127.0.0.1:8080/"), (), loaders=1)
    (found,) = (it for it in examined(facts, Configuration(), "0.1.0") if it.level is Level.PROBLEM)

    assert found.plain(LANGUAGES[0]) == {
        "level": "problem",
        "what": "loader",
        "says": found.told(LANGUAGES[0]),
        "do": found.advice(LANGUAGES[0]),
        "values": {},
    }
