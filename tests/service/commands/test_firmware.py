"""`kibitz firmware`: installs the program of a board, tells its version, and tests the board."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_bridge.ports.port import Port
from firmware_bridge.ports.reasons import MISSING, TAKEN
from firmware_bridge.ports.serial_port import SerialPort
from hardware.devices import Clock
from hardware.drivers.system_clock import SystemClock
from service.cli import kibitz
from service.commands.firmware import Bench
from service.doctor.gathering import Looking
from service.firmware.copying import Done
from tests.rigs.board_port import BoardPort, OddPort, ShutPort
from tests.rigs.commands import ENGLISH
from tests.rigs.micropython.pico import Pico
from tests.rigs.plain_board import PlainBoard

ELSEWHERE = (
    "OK HELLO proto=1 fw=0.1.0 board=kibitz uid=e6614103e7 boot=8a45a250"
    " cells=128 bits=1 leds=26 btn=4 dice=1 map=q7 max=320 ma=300"
)
"""A board of which nobody knows where its sensors lie."""
NO_MICROPYTHON = Done(1, "TransportError: could not enter raw repl")


class Hurried(SystemClock):
    """A clock on which nobody waits long: each wait is over at once, and the time has passed."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = 0.0

    def now(self) -> float:
        return super().now() + self._ahead

    async def wait_until(self, at: float) -> None:
        await asyncio.sleep(0)
        self._ahead += max(0.0, at - self.now())


@dataclass
class Listed:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    serial_number: str | None = "e6614103e7"


class Copier:
    """Stands for mpremote."""

    def __init__(self, done: Done | None = None) -> None:
        self.calls: list[Sequence[str]] = []
        self._done = done or Done(0, "")

    def __call__(self, arguments: Sequence[str]) -> Done:
        self.calls.append(arguments)
        return self._done


def typed(
    *arguments: str,
    port: Callable[[str], Port],
    listed: Sequence[Listed] = (Listed("/dev/ttyACM0"),),
    run: Copier | None = None,
    root: Path = Path("/nowhere"),
    clock: Clock | None = None,
) -> Result:
    """What `kibitz firmware` answers at a bench of our own."""
    bench = Bench(
        run or Copier(), lambda: listed, port, clock or Hurried(), Looking(root), 0.05, 0.0
    )
    result = CliRunner().invoke(kibitz, ["firmware", *arguments], env=ENGLISH, obj=bench)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def board(plain: PlainBoard | None = None) -> Callable[[str], Port]:
    behind = plain or PlainBoard()
    return lambda where: BoardPort(behind, SystemClock(), where)


def silent(where: str) -> Port:
    return OddPort(lambda _: b"", where)


def test_the_version_of_both_is_told() -> None:
    done = typed("version", port=board())

    assert done.exit_code == 0
    assert "This Kibitz brings the firmware 0.1.0." in done.output
    assert "/dev/ttyACM0: the board e6614103e7, firmware 0.1.0" in done.output


def test_where_nothing_answers_it_says_what_to_do() -> None:
    done = typed("version", "--port", "/dev/ttyACM3", port=silent)

    assert done.exit_code == 1
    assert "/dev/ttyACM3: nothing answers." in done.output
    assert "kibitz firmware install --port /dev/ttyACM3" in done.output


def test_a_board_is_installed_and_asked_who_it_is() -> None:
    run = Copier()
    done = typed("install", "--sensors", "hall", "--lamps", "52", port=board(), run=run)

    assert done.exit_code == 0
    assert "SENSORS = hall, LAYOUT = p5, LAMPS = 52" in done.output
    assert "the board e6614103e7, firmware 0.1.0" in done.output
    assert {call[1] for call in run.calls} == {"/dev/ttyACM0"}


def test_a_board_on_which_nothing_answers_is_installed_all_the_same() -> None:
    run = Copier()
    done = typed("install", port=silent, run=run)

    assert run.calls
    assert done.exit_code == 1
    assert "nothing answers" in done.output


def test_a_pico_without_micropython_is_told_how_to_get_it() -> None:
    done = typed("install", port=silent, run=Copier(NO_MICROPYTHON))

    assert done.exit_code == 2
    assert "BOOTSEL" in done.output
    assert "RPI_PICO" in done.output


def test_a_pico_that_waits_for_a_program_is_seen(tmp_path: Path) -> None:
    device = tmp_path / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    done = typed("install", port=silent, listed=(), root=tmp_path)

    assert done.exit_code == 2
    assert "RPI-RP2" in done.output


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ((), "No Pico is to be found"),
        ((Listed("/dev/ttyUSB0", 0x1A86, 0x7523),), "No Pico is to be found"),
        (
            (Listed("/dev/ttyACM0"), Listed("/dev/ttyACM1")),
            "--port /dev/ttyACM0 or /dev/ttyACM1",
        ),
    ],
)
@pytest.mark.parametrize("command", ["install", "version", "test"])
def test_it_never_guesses_which_board_is_meant(
    command: str, listed: Sequence[Listed], said: str
) -> None:
    run = Copier()
    done = typed(command, port=silent, listed=listed, run=run)

    assert done.exit_code == 2
    assert said in done.output
    assert run.calls == []


@pytest.mark.parametrize("command", ["install", "version", "test"])
@pytest.mark.parametrize(("why", "said"), [(TAKEN, "another program"), (MISSING, "no such port")])
def test_a_port_that_cannot_be_opened_is_left_alone(command: str, why: str, said: str) -> None:
    run = Copier()
    done = typed(command, port=lambda where: ShutPort(why, where), run=run)

    assert done.exit_code == 2
    assert said in done.output
    assert "→" in done.output
    assert run.calls == []


def test_a_quick_test_goes_through_all_that_needs_no_hands() -> None:
    plain = PlainBoard()
    plain.seen[3] = 1
    done = typed("test", "--quick", port=board(plain), clock=SystemClock())

    assert done.exit_code == 0
    assert "It answers in" in done.output
    assert "beep" in done.output
    assert "(point 1)" in done.output
    assert "All of this works" in done.output
    rows = [line.split(" ")[2] for line in plain.heard if line.startswith("LED")]
    assert len(rows) == 27
    assert [row.index("a") for row in rows[:-1]] == list(range(26))
    assert rows[-1] == "." * 26


def test_a_test_says_what_nobody_has_done() -> None:
    plain = PlainBoard(cells=0, lamps=0, buttons=2)
    done = typed("test", port=board(plain), clock=SystemClock())

    assert done.exit_code == 1
    assert "Press button 2." in done.output
    assert "2 things did not work." in done.output


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (PlainBoard(cells=8), "Sensors: 8, and the layout p5 needs 128."),
        (PlainBoard(cells=130), "Sensors: 130, and the layout p5 needs 128."),
        (PlainBoard(lies={"HELLO": ELSEWHERE}), "this Kibitz does not know their layout, q7."),
    ],
)
def test_sensors_that_do_not_fit_their_layout_are_told(plain: PlainBoard, said: str) -> None:
    done = typed("test", "--quick", port=board(plain), clock=SystemClock())

    assert done.exit_code == 1
    assert said in done.output
    assert done.output.endswith("1 thing did not work.\n")


def test_a_test_of_nothing_says_so() -> None:
    done = typed("test", port=silent)

    assert done.exit_code == 1
    assert "nothing answers" in done.output


def test_a_board_that_stops_in_the_midst_of_a_test_is_told_by_its_fault() -> None:
    plain = PlainBoard(lies={"PING": "OK PONG"})
    done = typed("test", port=board(plain), clock=SystemClock())

    assert done.exit_code == 1
    assert "The test broke off: /dev/ttyACM0 says what cannot be" in done.output
    assert "Traceback" not in done.output


# ---- the unmodified firmware ----


def test_the_real_firmware_says_who_it_is(pico: Pico) -> None:
    done = typed("version", "--port", pico.port, port=SerialPort, clock=SystemClock())

    assert done.exit_code == 0
    assert f"{pico.port}: the board {pico.uid}, firmware 0.1.0; sensors: 128 (p5)" in done.output


def test_the_real_firmware_passes_the_quick_test(pico: Pico) -> None:
    done = typed("test", "--quick", "--port", pico.port, port=SerialPort, clock=SystemClock())

    assert done.exit_code == 0
    assert done.output.splitlines()[-1].startswith("All of this works")
