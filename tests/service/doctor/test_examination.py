"""The doctor reports each finding once, in plain words, with what to do."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from firmware_bridge.wire.board_messages import BoardInfo
from service.config.service_settings import Configuration, TableSettings
from service.doctor.device_checks import check_boot_loaders, check_devices, check_port, is_older
from service.doctor.examination import run_checks
from service.doctor.facts import (
    Facts,
    FolderFacts,
    GroupMembership,
    HoldingProcess,
    MachineFacts,
    OpenedDevice,
    PageFacts,
    PortAnswer,
    PowerFacts,
    ProbedPort,
)
from service.doctor.findings import Finding, Severity
from service.doctor.findings import FindingKind as Kind
from service.doctor.machine_checks import (
    MachineNeeds,
    check_journal_folder,
    check_machine,
    check_page,
    needs_of_tables,
)
from service.drivers.dice_drivers import GoDiceOptions, LineDiceOptions, SerialDiceOptions
from service.drivers.driver_entry import MachineNeed
from service.drivers.pi_drivers import PiBoardOptions, PiStripOptions
from service.drivers.pico_drivers import (
    PicoBoardOptions,
    PicoButtonsOptions,
    PicoDiceOptions,
    PicoLampsOptions,
)
from service.words.phrases import Language, Phrases, available_languages, load_phrases

LANGUAGES = [load_phrases(language) for language in available_languages()]
PI = MachineFacts(
    system="Linux aarch64",
    python="3.11.2",
    model="Raspberry Pi 4 Model B Rev 1.4",
    power=PowerFacts(),
    groups={
        name: GroupMembership(is_member=True, after_login=True)
        for name in ("dialout", "gpio", "spi")
    },
    modules={"lgpio": "0.2.2", "bleak": "1.0"},
)
PC = replace(PI, model=None, power=None, has_spi=False, modules={})
PROBLEM, HINT = Severity.PROBLEM, Severity.HINT
NOTHING: MachineNeeds = frozenset()
PINS = frozenset({MachineNeed.PINS})
PORTS = frozenset({MachineNeed.SERIAL_PORT})
BLUETOOTH = frozenset({MachineNeed.BLUETOOTH})
ALL = PINS | PORTS | BLUETOOTH
BOARD = BoardInfo(
    firmware="0.1.0", kind="kibitz", uid="e6614103e7", boot="8a45a250", cells=128,
    lamps=26, buttons=4, dice=1, layout="p5", milliamps=400,
)  # fmt: skip
PICO_TABLE = TableSettings(
    board=PicoBoardOptions(),
    dice=PicoDiceOptions(),
    buttons=PicoButtonsOptions(),
    lamps=PicoLampsOptions(),
)
HERE = ProbedPort("/dev/ttyACM0", PortAnswer.BOARD, BOARD)
FAILURES = [it for it in PortAnswer if it is not PortAnswer.BOARD]


def not_ok(findings: Iterable[Finding]) -> list[tuple[Severity, Kind]]:
    """The problems and hints among the findings; all have words and advice in every language."""
    found = [one for one in findings if one.level is not Severity.OK]
    for phrases in LANGUAGES:
        for one in found:
            assert one.in_words(phrases)
            assert one.advice(phrases)
    return [(one.level, one.what) for one in found]


def problems(findings: Iterable[Finding]) -> list[Kind]:
    found = not_ok(findings)
    assert all(level is PROBLEM for level, _ in found), found
    return [what for _, what in found]


def hints(findings: Iterable[Finding]) -> list[Kind]:
    found = not_ok(findings)
    assert all(level is HINT for level, _ in found), found
    return [what for _, what in found]


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda phrases: phrases.language)
def test_every_kind_of_finding_has_words(phrases: Phrases) -> None:
    named = {what.value for what in Kind}
    tables = {
        table: {key.split(".")[2] for key in phrases.texts if key.startswith(f"doctor.{table}.")}
        for table in ("found", "do")
    }

    assert tables["found"] == named
    assert tables["do"] < named
    assert all(f"doctor.level.{level.value}" in phrases.texts for level in Severity)


def test_every_language_fills_in_the_same_and_french_is_set_as_french_is() -> None:
    prefixes = ("doctor.", "firmware.")
    english, *others = (
        {
            key: sorted(set(re.findall(r"\{.*?\}", text)))
            for key, text in phrases.texts.items()
            if key.startswith(prefixes)
        }
        for phrases in LANGUAGES
    )

    assert others == [english] * len(others)
    for key, text in load_phrases(Language("fr")).texts.items():
        if key.startswith(prefixes):
            assert not re.search(r" [:;?!](?:\s|$)|\w'\w", text), key


# ---- the machine ----


def test_a_pi_on_which_all_is_well_needs_no_advice() -> None:
    found = list(check_machine(PI, ALL))

    assert not_ok(found) == []
    assert "Raspberry Pi 4" in found[0].in_words(LANGUAGES[0])


def test_other_computer_than_a_pi_is_fine_while_no_pins_are_needed() -> None:
    (found,) = check_machine(PC, NOTHING)

    assert "This is not a Raspberry Pi: Linux aarch64" in found.in_words(LANGUAGES[0])
    assert problems(check_machine(PC, PINS)) == [Kind.NO_PINS]


@pytest.mark.parametrize(
    ("power", "expected"),
    [
        (PowerFacts(), []),
        (None, []),
        (PowerFacts(low=True, was_low=True, slowed=True), [(PROBLEM, Kind.UNDERVOLTAGE)]),
        (PowerFacts(was_low=True), [(HINT, Kind.UNDERVOLTAGE_BEFORE)]),
        (PowerFacts(slowed=True), [(HINT, Kind.THROTTLED)]),
    ],
)
def test_low_voltage_is_reported(
    power: PowerFacts | None, expected: list[tuple[Severity, Kind]]
) -> None:
    assert not_ok(check_machine(replace(PI, power=power), ALL)) == expected


def test_spi_is_only_missed_where_it_is_needed() -> None:
    off = replace(PI, has_spi=False)

    assert problems(check_machine(off, ALL)) == [Kind.SPI_OFF]
    assert problems(check_machine(off, PORTS)) == []


def test_missing_groups_are_reported_once_with_one_command() -> None:
    nobody = GroupMembership(is_member=False, after_login=False)
    groups = dict.fromkeys(("dialout", "gpio", "spi", "video"), nobody)
    checked = check_machine(replace(PI, groups=groups), ALL)
    (found,) = (it for it in checked if it.level is PROBLEM)

    assert "sudo usermod -aG dialout,gpio,spi pi" in found.advice(LANGUAGES[0])
    assert problems(check_machine(replace(PI, groups=groups, is_root=True), ALL)) == []
    assert problems(check_machine(replace(PI, groups={}), ALL)) == []


def test_new_group_member_is_asked_to_log_in_again() -> None:
    later = {**PI.groups, "spi": GroupMembership(is_member=False, after_login=True)}
    found = problems(check_machine(replace(PI, groups=later), ALL))

    assert found == [Kind.IN_GROUP_AFTER_LOGIN]


def test_modules_are_missed_only_where_they_are_needed() -> None:
    bare = replace(PI, modules={})

    assert problems(check_machine(bare, PORTS)) == []
    assert problems(check_machine(bare, BLUETOOTH)) == [Kind.NO_BLEAK]
    assert problems(check_machine(bare, PINS)) == [Kind.NO_LGPIO]


def test_an_lgpio_with_nothing_in_it_is_recognised() -> None:
    empty = replace(PI, modules={**PI.modules, "lgpio": "0.0.0.2"})
    assert problems(check_machine(empty, ALL)) == [Kind.EMPTY_LGPIO]


def test_possible_later_disturbance_is_a_hint() -> None:
    odd = replace(PI, has_modem_manager=True, is_64_bit=False, today=date(1970, 1, 1))

    assert hints(check_machine(odd, ALL)) == [Kind.SYSTEM_32_BIT, Kind.MODEM_MANAGER, Kind.NO_CLOCK]
    deaf = replace(PI, has_bluetooth=False)
    assert problems(check_machine(deaf, ALL)) == [Kind.NO_BLUETOOTH]


# ---- journals and page ----

FOLDER = FolderFacts(Path("/srv/kibitz"))
VOLATILE = replace(FOLDER, file_system="tmpfs", volatile=True)


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        (FOLDER, []), (replace(FOLDER, is_folder=False), [(PROBLEM, Kind.JOURNALS_NO_FOLDER)]),
        (replace(FOLDER, writable=False), [(PROBLEM, Kind.JOURNALS_NOT_WRITABLE)]),
        (replace(FOLDER, writable=False, read_only=True), [(PROBLEM, Kind.JOURNALS_READ_ONLY)]),
        (replace(FOLDER, free_bytes=1), [(PROBLEM, Kind.DISK_FULL)]),
        (replace(FOLDER, free_bytes=10**8), [(HINT, Kind.DISK_NEARLY_FULL)]),
        (VOLATILE, [(PROBLEM, Kind.JOURNALS_VOLATILE)]),
        (replace(VOLATILE, file_system="overlay"), [(PROBLEM, Kind.JOURNALS_VOLATILE)]),
        (replace(FOLDER, file_system="overlay"), [(HINT, Kind.JOURNALS_ON_OVERLAY)]),
    ],
)  # fmt: skip
def test_journals_need_a_folder_that_can_be_written_and_stays(
    folder: FolderFacts, expected: list[tuple[Severity, Kind]]
) -> None:
    assert not_ok(check_journal_folder(folder)) == expected


def test_the_place_of_the_page_may_be_taken_by_kibitz_itself() -> None:
    shut = PageFacts("http://127.0.0.1:80/", free=False, why="Permission denied")
    taken = replace(shut, taken=True)
    ours = replace(taken, holder=HoldingProcess(77, "/usr/bin/python /usr/bin/kibitz run"))

    assert not_ok(check_page(PageFacts("http://127.0.0.1:8080/"))) == []
    assert problems(check_page(shut)) == [Kind.PAGE_NOT_OPENED]
    assert problems(check_page(taken)) == [Kind.PAGE_IN_USE]
    assert hints(check_page(ours)) == [Kind.PAGE_USED_BY_KIBITZ]


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("python -m service run --config a", True), ("/usr/bin/kibitz run", True),
        ("/usr/bin/kibitz doctor", False), ("vim run", False), ("", False),
    ],
)  # fmt: skip
def test_process_of_kibitz_is_recognised_by_its_command(command: str, *, ours: bool) -> None:
    assert HoldingProcess(1, command).is_kibitz is ours


# ---- ports ----


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (HERE, []),
        (replace(HERE, info=replace(BOARD, firmware="0.0.9")), [(HINT, Kind.OLDER_FIRMWARE)]),
        (replace(HERE, info=replace(BOARD, firmware="myduino-7")), [(HINT, Kind.NEWER_FIRMWARE)]),
        (replace(HERE, info=replace(BOARD, firmware="0.2")), [(HINT, Kind.NEWER_FIRMWARE)]),
        (replace(HERE, info=replace(BOARD, kind="dice", firmware="9")), []),
        *((ProbedPort("p", it, why="5"), [(PROBLEM, Kind(it.value))]) for it in FAILURES),
        (ProbedPort("p", PortAnswer.IN_USE, holder=HoldingProcess(7, "minicom")),
         [(PROBLEM, Kind.PORT_IN_USE_BY)]),
        (ProbedPort("p", PortAnswer.IN_USE, holder=HoldingProcess(7, "kibitz run")),
         [(HINT, Kind.PORT_USED_BY_KIBITZ)]),
    ],
)  # fmt: skip
def test_each_answer_at_a_port_has_its_advice(
    asked: ProbedPort, expected: list[tuple[Severity, Kind]]
) -> None:
    assert not_ok(check_port(asked, "0.1.0", wanted=True)) == expected


@pytest.mark.parametrize("answer", FAILURES)
def test_unneeded_port_is_never_a_problem(answer: PortAnswer) -> None:
    found = list(check_port(ProbedPort("p", answer, why="?"), "0.1.0", wanted=False))

    assert len(found) == 1
    assert found[0].level is not PROBLEM
    assert found[0].in_words(LANGUAGES[0])


def test_all_who_hold_a_port_are_named() -> None:
    holder = HoldingProcess(7, "minicom", (HoldingProcess(9, "cat"),))
    (found,) = check_port(ProbedPort("p", PortAnswer.IN_USE, holder=holder), "0.1.0", wanted=True)

    assert "minicom (process 7) and cat (process 9)" in found.in_words(load_phrases(Language("en")))
    french = found.in_words(load_phrases(Language("fr")))
    assert "minicom (processus 7) et cat (processus 9)" in french


def test_name_of_a_port_holder_cannot_control_the_terminal() -> None:
    asked = ProbedPort("p", PortAnswer.IN_USE, holder=HoldingProcess(7, "evil\x1b[2J"))
    (found,) = check_port(asked, "0.1.0", wanted=True)

    assert "\x1b" not in found.in_words(LANGUAGES[0])


@pytest.mark.parametrize(
    ("version", "than", "older"),
    [
        ("0.1.0", "0.1.0", False), ("0.1.9", "0.1.10", True), ("1.0", "0.9.9", False),
        ("dev", "0.1.0", True), ("9" * 400, "0.1.0", False),
    ],
)  # fmt: skip
def test_versions_are_compared_number_by_number(version: str, than: str, *, older: bool) -> None:
    assert is_older(version, than) is older


def test_pico_in_bootloader_mode_is_reported() -> None:
    assert problems(check_boot_loaders(1)) == [Kind.BOOT_LOADER]
    assert problems(check_boot_loaders(0)) == []


# ---- devices ----


def test_a_board_that_is_as_configured_is_simply_there() -> None:
    (found,) = check_devices(PICO_TABLE, (HERE,), ())

    assert found.level is Severity.OK
    assert found.in_words(LANGUAGES[0]) == "Table table, board: found."


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (replace(BOARD, cells=0, layout=None), [(PROBLEM, Kind.NO_SENSORS)]),
        (replace(BOARD, layout="q7"), [(PROBLEM, Kind.OTHER_LAYOUT)]),
        (
            replace(BOARD, game="checkers", layout="c64", cells=64),
            [(PROBLEM, Kind.OTHER_GAME)],
        ),
        (replace(BOARD, lamps=0), [(PROBLEM, Kind.NO_LAMPS)]),
        (replace(BOARD, buttons=2), [(HINT, Kind.FEW_BUTTONS)]),
        (replace(BOARD, buttons=0), [(PROBLEM, Kind.FEW_BUTTONS)]),
        (replace(BOARD, dice=0), [(PROBLEM, Kind.FEW_DICE)]),
        (replace(BOARD, milliamps=200), [(HINT, Kind.LESS_CURRENT)]),
    ],
)
def test_a_board_must_have_what_the_table_wants_of_it(
    info: BoardInfo, expected: list[tuple[Severity, Kind]]
) -> None:
    assert not_ok(check_devices(PICO_TABLE, (replace(HERE, info=info),), ())) == expected


def test_parts_that_the_table_does_not_want_may_be_missing() -> None:
    bare = replace(HERE, info=replace(BOARD, lamps=0, buttons=0, dice=0))
    assert not_ok(check_devices(TableSettings(board=PicoBoardOptions()), (bare,), ())) == []


def test_a_board_that_is_nowhere_is_a_problem() -> None:
    table = TableSettings(board=PicoBoardOptions())
    silent = ProbedPort("/dev/ttyACM1", PortAnswer.SILENT)
    held = ProbedPort("/dev/ttyACM1", PortAnswer.IN_USE, holder=HoldingProcess(7, "kibitz run"))

    assert problems(check_devices(table, (), ())) == [Kind.NOT_FOUND]
    assert problems(check_devices(table, (silent, silent), ())) == [Kind.NOT_FOUND]
    assert hints(check_devices(table, (held,), ())) == [Kind.NOT_CHECKED]


def test_board_required_by_name_is_distinguished_from_others() -> None:
    wanted = TableSettings(board=PicoBoardOptions(uid="other1"))
    both = (HERE, replace(HERE, info=replace(BOARD, uid="other1")))

    assert problems(check_devices(wanted, (HERE,), ())) == [Kind.OTHER_UID]
    assert not_ok(check_devices(wanted, both, ())) == []


def test_dice_where_a_board_should_be_are_no_board() -> None:
    table = TableSettings(board=PicoBoardOptions(port="/dev/ttyACM0"))
    dice = replace(HERE, info=replace(BOARD, kind="dice"))

    assert problems(check_devices(table, (dice,), ())) == [Kind.OTHER_KIND]
    for pairs, expected in ((1, []), (2, [Kind.FEW_DICE])):
        table = TableSettings(dice=SerialDiceOptions(pairs=pairs))
        assert problems(check_devices(table, (dice,), ())) == expected


def test_problem_of_a_named_port_is_reported_only_for_the_port() -> None:
    table = TableSettings(board=PicoBoardOptions(port="/dev/ttyACM0"))
    assert not_ok(check_devices(table, (ProbedPort("/dev/ttyACM0", PortAnswer.SILENT),), ())) == []


def test_a_device_that_does_not_open_says_why() -> None:
    failed = OpenedDevice("table", "dice", "dice: bleak is missing")
    table = TableSettings(dice=GoDiceOptions())

    tried = [failed, OpenedDevice("other", "dice", "?")]
    assert problems(check_devices(table, (), tried)) == [Kind.FAULT]
    assert not_ok(check_devices(table, (), [replace(failed, why="")])) == []


def test_dice_whose_port_is_missing_are_to_be_plugged_in() -> None:
    tried = [OpenedDevice("table", "dice", "/dev/ttyUSB7 is not there")]
    table = TableSettings(dice=LineDiceOptions(port="/dev/ttyUSB7"))

    assert problems(check_devices(table, (), tried)) == [Kind.NO_PORT]
    table = TableSettings(dice=GoDiceOptions())
    assert problems(check_devices(table, (), tried)) == [Kind.FAULT]


# ---- all checks ----


def test_needs_follow_from_the_configured_real_devices() -> None:
    assert needs_of_tables([TableSettings()]) == NOTHING
    assert needs_of_tables([PICO_TABLE]) == PORTS
    lines, bluetooth = (TableSettings(dice=it) for it in (LineDiceOptions(), GoDiceOptions()))
    assert needs_of_tables([lines, bluetooth]) == PORTS | BLUETOOTH
    on_pins = TableSettings(board=PiBoardOptions(), lamps=PiStripOptions())
    assert needs_of_tables([on_pins]) == PINS
    assert needs_of_tables([replace(on_pins, board=PiBoardOptions(pins="mock"))]) == NOTHING


def test_healthy_machine_has_no_repeated_findings() -> None:
    facts = Facts(PI, FOLDER, PageFacts("http://127.0.0.1:8080/"), (HERE,))
    found = list(run_checks(facts, Configuration(tables=(PICO_TABLE,)), "0.1.0"))

    assert not_ok(found) == []
    assert len({one.in_words(LANGUAGES[0]) for one in found}) == len(found) == 7


def test_findings_are_available_as_json() -> None:
    facts = Facts(PC, FOLDER, PageFacts("http://127.0.0.1:8080/"), (), loaders=1)
    checked = run_checks(facts, Configuration(), "0.1.0")
    (found,) = (it for it in checked if it.level is PROBLEM)

    assert found.as_json(LANGUAGES[0]) == {
        "level": "problem",
        "what": "loader",
        "says": found.in_words(LANGUAGES[0]),
        "do": found.advice(LANGUAGES[0]),
        "values": {},
    }
