"""`kibitz firmware` installs the program of a board, prints its version, and tests the board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware_bridge.port import Port
from firmware_bridge.serial_port import IN_USE, MISSING, SerialPort
from hardware.devices import Clock
from hardware.drivers.clocks import SystemClock
from hardware.sensor_map import SENSOR_MAPS
from service.cli.firmware_commands import BoardAccess
from service.cli.root_command import kibitz_group
from service.doctor.machine_probe import MachineProbe
from service.firmware.installer import CommandResult
from tests.rigs.environment.command_shell import ENGLISH
from tests.rigs.micropython.simulated_pico import Pico
from tests.rigs.wire.plain_board import BoardPort, ClosedPort, FunctionPort, Hurried, PlainBoard

UNKNOWN_LAYOUT = (
    "OK HELLO proto=1 fw=0.2.0 board=kibitz uid=e6614103e7 boot=8a45a250"
    " cells=128 bits=1 leds=26 btn=4 dice=1 map=q7 max=320 ma=300"
)
"""A board with an unknown layout of sensors."""
NO_MICROPYTHON = CommandResult(1, "TransportError: could not enter raw repl")


@dataclass
class Listed:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    serial_number: str | None = "e6614103e7"


class Copier:
    def __init__(self, done: CommandResult | None = None) -> None:
        self.calls: list[Sequence[str]] = []
        self._done = done or CommandResult(0, "")

    def __call__(self, arguments: Sequence[str]) -> CommandResult:
        self.calls.append(arguments)
        return self._done


def run_firmware(
    exit_code: int,
    *arguments: str,
    port: Callable[[str], Port],
    listed: Sequence[Listed] = (Listed("/dev/ttyACM0"),),
    run: Copier | None = None,
    root: Path = Path("/nowhere"),
    clock: Clock | None = None,
) -> str:
    access = BoardAccess(
        run or Copier(), lambda: listed, port, clock or Hurried(), MachineProbe(root), 0.05, 0.0
    )
    result = CliRunner().invoke(kibitz_group, ["firmware", *arguments], env=ENGLISH, obj=access)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == exit_code
    return result.output


def board(plain: PlainBoard | None = None) -> Callable[[str], Port]:
    behind = plain or PlainBoard()
    return lambda where: BoardPort(behind, SystemClock(), where)


def silent(where: str) -> Port:
    return FunctionPort(lambda _: b"", where)


def test_both_versions_are_reported() -> None:
    output = run_firmware(0, "version", port=board())

    assert "This Kibitz comes with the firmware 0.2.0." in output
    assert "/dev/ttyACM0: the board e6614103e7, firmware 0.2.0" in output


def test_silent_port_is_reported_with_what_to_do() -> None:
    output = run_firmware(1, "version", "--port", "/dev/ttyACM3", port=silent)

    assert "/dev/ttyACM3: nothing answers." in output
    assert "kibitz firmware install --port /dev/ttyACM3" in output


def test_a_board_is_installed_and_asked_who_it_is() -> None:
    run = Copier()
    output = run_firmware(0, "install", "--sensors", "hall", "--lamps", "52", port=board(), run=run)

    assert "SENSORS = hall, GAME = backgammon, LAYOUT = p5, CELLS = 128" in output
    assert "LAMPS = 52, LAMP_PLACES = points,bar" in output
    assert "the board e6614103e7, firmware 0.2.0" in output
    assert {call[1] for call in run.calls} == {"/dev/ttyACM0"}


@pytest.mark.parametrize("name", SENSOR_MAPS)
def test_a_layout_sets_everything_that_belongs_to_it(name: str) -> None:
    output = run_firmware(0, "install", "--layout", name, port=board(), run=Copier())

    it = SENSOR_MAPS[name]
    assert (
        f"GAME = {it.board.name}, LAYOUT = {name}, CELLS = {len(it)}, "
        f"SENSOR_PLACES = {it.sensor_runs}, LAMPS = {len(it.lamps)}, "
        f"LAMP_PLACES = {it.lamp_runs}"
    ) in output


def test_number_of_lamps_is_the_one_that_is_given_with_a_layout() -> None:
    arguments = ("install", "--layout", "p5", "--lamps", "78")
    assert "LAMPS = 78, " in run_firmware(0, *arguments, port=board(), run=Copier())


def test_a_board_on_which_nothing_answers_is_installed_all_the_same() -> None:
    run = Copier()
    output = run_firmware(1, "install", port=silent, run=run)

    assert run.calls
    assert "nothing answers" in output


def test_pico_without_micropython_is_reported_with_how_to_get_it() -> None:
    output = run_firmware(2, "install", port=silent, run=Copier(NO_MICROPYTHON))

    assert "BOOTSEL" in output
    assert "RPI_PICO" in output


def test_a_pico_that_waits_for_a_program_is_seen(tmp_path: Path) -> None:
    device = tmp_path / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    output = run_firmware(2, "install", port=silent, listed=(), root=tmp_path)

    assert "RPI-RP2" in output


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ((), "No Pico was found"),
        ((Listed("/dev/ttyUSB0", 0x1A86, 0x7523),), "No Pico was found"),
        ((Listed("/dev/ttyACM0"), Listed("/dev/ttyACM1")), "--port /dev/ttyACM0 or /dev/ttyACM1"),
    ],
)
@pytest.mark.parametrize("command", ["install", "version", "test"])
def test_firmware_command_never_guesses_which_board_is_meant(
    command: str, listed: Sequence[Listed], said: str
) -> None:
    run = Copier()
    output = run_firmware(2, command, port=silent, listed=listed, run=run)

    assert said in output
    assert run.calls == []


@pytest.mark.parametrize("command", ["install", "version", "test"])
@pytest.mark.parametrize(
    ("why", "said"), [(IN_USE, "another program"), (MISSING, "does not exist")]
)
def test_a_port_that_cannot_be_opened_is_left_alone(command: str, why: str, said: str) -> None:
    run = Copier()
    output = run_firmware(2, command, port=lambda where: ClosedPort(why, where), run=run)

    assert said in output
    assert "→" in output
    assert run.calls == []


def test_a_quick_test_goes_through_all_that_needs_no_hands() -> None:
    plain = PlainBoard()
    plain.seen[3] = 1
    output = run_firmware(0, "test", "--quick", port=board(plain), clock=SystemClock())

    assert "It answers in" in output
    assert "beep" in output
    assert "(point 1)" in output
    assert "Everything works" in output
    rows = [line.split(" ")[2] for line in plain.heard if line.startswith("LED")]
    assert len(rows) == 27
    assert [row.index("a") for row in rows[:-1]] == list(range(26))
    assert rows[-1] == "." * 26


def test_board_test_lists_skipped_steps() -> None:
    plain = PlainBoard(cells=0, lamps=0, buttons=2)
    output = run_firmware(1, "test", port=board(plain), clock=SystemClock())

    assert "Press button 2." in output
    assert "2 things did not work." in output


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (PlainBoard(cells=8), "Sensors: 8, but the layout p5 needs 128."),
        (PlainBoard(cells=130), "Sensors: 130, but the layout p5 needs 128."),
        (
            PlainBoard(false_answers={"HELLO": UNKNOWN_LAYOUT}),
            "this Kibitz does not know their layout, q7.",
        ),
    ],
)
def test_sensors_that_do_not_fit_their_layout_are_reported(plain: PlainBoard, said: str) -> None:
    output = run_firmware(1, "test", "--quick", port=board(plain), clock=SystemClock())

    assert said in output
    assert output.endswith("1 thing did not work.\n")


def test_board_test_without_a_board_says_so() -> None:
    output = run_firmware(1, "test", port=silent)
    assert "nothing answers" in output


def test_board_that_fails_during_a_test_is_reported_by_its_fault() -> None:
    plain = PlainBoard(false_answers={"PING": "OK PONG"})
    output = run_firmware(1, "test", port=board(plain), clock=SystemClock())

    assert "The test broke off: /dev/ttyACM0 sent an invalid message" in output
    assert "Traceback" not in output


# ---- the unmodified firmware ----


def test_the_real_firmware_says_who_it_is(pico: Pico) -> None:
    output = run_firmware(0, "version", "--port", pico.port, port=SerialPort, clock=SystemClock())
    assert f"{pico.port}: the board {pico.uid}, firmware 0.2.0; sensors: 128 (p5)" in output


def test_the_real_firmware_passes_the_quick_test(pico: Pico) -> None:
    output = run_firmware(
        0, "test", "--quick", "--port", pico.port, port=SerialPort, clock=SystemClock()
    )

    assert output.splitlines()[-1].startswith("Everything works")
