"""The time from a switch to the host and to the lamps, through the real firmware."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.processes import READY, SERVICE, can_be_watched, watch_process
from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread, typical
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from firmware_bridge.board_devices import WiredLamps, WiredSwitches
from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.board_messages import SensorStates
from hardware.checkers import point
from hardware.drivers.clocks import SystemClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.outputs import LampFrame, LampLight
from hardware.sensor_map import P5
from referee.match_settings import CASUAL_PROFILE, MatchSettings
from referee.state import State
from service.table.device_factory import ConfiguredLamps, DeviceSet
from service.table.refereed_table import RefereedTable
from tests.rigs.firmware.pico_fixtures import MICROPYTHON_FOLDER
from tests.rigs.firmware.wired_match import LAMP_MILLIAMPS, lamps_show, lay_checkers, wait_until
from tests.rigs.micropython.simulated_pico import Interpreter, Pico
from tests.rigs.wire.random_messages import count_decoded_lines, event_stream
from tools import micropython
from tools.node import find_node

WINDOW = 20.0
"""Milliseconds of the debounce: four samples, one every five."""
MORE = 30.0
"""Milliseconds from the end of the window to the lamp, all but one in a hundred."""
SHARE = 0.5
"""Per cent of a core for a line on which nothing happens."""
LINES = 20_000
CALM = 2.0
"""Seconds after which a service that was started is at rest."""
OPENING = (3, 1)
FROM = P5.sensor_at(point(6), 5)
THINKING = 0.03
"""Seconds from one movement of the hand to the next, at the least."""
COLUMNS = ("number", "p50 ms", "p99 ms", "worst ms", "p50 / window", "p99 / window")
HOST, LAMP = "from switch to host", "from switch to lamp"
TITLE = "From a switch to the lamps of a board"
CONFIGURATION = """
[[table]]
board = {{ driver = "pico", port = "{port}" }}
buttons = {{ driver = "pico" }}
lamps = {{ driver = "pico" }}
"""


class _RoundTimes(NamedTuple):
    host: Spread
    lamp: Spread


def measure_board(extent: Extent) -> Account:
    """Checkers are lifted and put back at a board whose firmware runs in MicroPython."""
    node = find_node()
    if node is None or not micropython.is_in(MICROPYTHON_FOLDER):
        aims = [Aim("p99 ms from switch to lamp", WINDOW + MORE, None)]
        return Account(TITLE, "MicroPython is not installed", COLUMNS, [], aims)
    interpreter = Interpreter(node, MICROPYTHON_FOLDER / "micropython.mjs")
    lifts = max(extent.awaited_gestures // 10, 10)
    found = [_round(interpreter, lifts) for _ in range(extent.rounds)]
    host, lamp = typical([one.host for one in found]), typical([one.lamp for one in found])
    line, service = _idle_shares(interpreter, extent.idle_seconds)
    return Account(
        title=TITLE,
        about=f"{2 * lifts} times a switch opens or closes at the unmodified firmware, in "
        f"MicroPython behind a pty; debounce window {WINDOW:.0f} ms; median of {extent.rounds} "
        "rounds",
        columns=COLUMNS,
        lines=[_line(HOST, host), _line(LAMP, lamp)],
        aims=[
            Aim("p99 ms from switch to lamp", WINDOW + MORE, lamp.rare),
            Aim("per cent of a core, a line on which nothing happens", SHARE, line),
        ],
        notes=[
            f"lines decoded in a second: {_lines_per_second():,.0f}",
            f"the whole service with a board on which nothing happens: {service:.2f} % of a core"
            if service is not None
            else "what processes use is not told here",
        ],
    )


def _line(name: str, it: Spread) -> ResultLine:
    ratios = (it.middle / WINDOW, it.rare / WINDOW)
    return ResultLine(name, (it.size, it.middle, it.rare, it.worst, *ratios))


def _lines_per_second() -> float:
    stream = event_stream(LINES)
    began = time.process_time()
    heard = count_decoded_lines(stream)
    return heard / (time.process_time() - began)


@contextmanager
def _plug_in(interpreter: Interpreter) -> Iterator[Pico]:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder:
        pico = Pico(interpreter, Path(folder, "usb"))
        pico.plug()
        try:
            yield pico
        finally:
            pico.unplug()


def _round(interpreter: Interpreter, lifts: int) -> _RoundTimes:
    with _plug_in(interpreter) as pico:
        return asyncio.run(_lift(pico, lifts))


async def _lift(pico: Pico, lifts: int) -> _RoundTimes:
    async with _table(pico) as (table, heard):
        hosts, lamps = [], []
        for _ in range(lifts):
            for move in (pico.world.release, pico.world.press):
                began = await _move(pico, table, heard, move)
                hosts.append((heard.at - began) * 1000)
                lamps.append((_lit_time(pico, table.lamp_picture.frame, began) - began) * 1000)
                await asyncio.sleep(THINKING)
    host, lamp = Spread.of(hosts), Spread.of(lamps)
    if host is None or lamp is None:
        raise ValueError("nothing was moved")
    return _RoundTimes(host, lamp)


async def _move(
    pico: Pico, table: RefereedTable, heard: _CellListener, move: Callable[[int], None]
) -> float:
    """Lifts or puts a checker; the time of its switch, once the lamps have followed."""
    before, shining = heard.at, table.lamp_picture
    began = time.monotonic()
    move(FROM)
    await wait_until(lambda: heard.at != before and table.lamp_picture is not shining)
    await wait_until(lambda: lamps_show(pico.world.lamps, table.lamp_picture.frame))
    return began


def _lit_time(pico: Pico, frame: LampFrame, after: float) -> float:
    """The time at which the lamps began to show this."""
    frames = [it for it in pico.world.outputs.frames if it.at >= after]
    return next(it.at for it in frames if lamps_show(it.lamps, frame))


class _CellListener:
    """Notes the time of the last update of the sensors."""

    def __init__(self) -> None:
        self.at = 0.0

    def on_update(self, update: object) -> None:
        if isinstance(update, SensorStates):
            self.at = time.monotonic()

    def on_lost(self, why: str) -> None:
        raise RuntimeError(f"the board {why}")


class _SteadyLamps(WiredLamps):
    """Lamps without rhythms, so that each picture is seen from its beginning."""

    async def show(self, frame: LampFrame) -> None:
        steady = {place: LampLight(light.colour) for place, light in frame.lights.items()}
        await super().show(LampFrame(steady))


@asynccontextmanager
async def _table(pico: Pico) -> AsyncIterator[tuple[RefereedTable, _CellListener]]:
    clock, listener = SystemClock(), _CellListener()
    link = BoardLink(SerialPort(pico.port), clock)
    match = MatchSettings(ByPlayer("O", "X"), TOURNAMENT, 3, Player.ONE, CASUAL_PROFILE)
    laid = SimulatedTable(State.of(match).expected_layout)
    lay_checkers(pico, laid)
    dice = SimulatedDice("dice", clock)
    lamps = ConfiguredLamps(_SteadyLamps("lamps", clock, link), most_milliamps=LAMP_MILLIAMPS)
    table = RefereedTable(
        "table", match, DeviceSet((WiredSwitches("board", clock, link), dice), (lamps,)), clock
    )
    async with table.open():
        await wait_until(lambda: link.sensors is not None and table.state.is_set_up)
        await link.join(listener)
        dice.roll(*OPENING)
        await wait_until(lambda: table.state.match.game.dice is not None)
        yield table, listener
        await link.leave(listener)


def _idle_shares(interpreter: Interpreter, seconds: float) -> tuple[float | None, float | None]:
    """Per cent of a core that the link and the whole service take at a board at rest."""
    if not can_be_watched():
        return None, None
    with _plug_in(interpreter) as pico:
        service = _percent_used(pico, (*SERVICE, "--config", "kibitz.toml"), seconds)
    with _plug_in(interpreter) as pico:
        line = _percent_used(pico, ("-m", "benchmarks.idle_board_link", pico.port), seconds)
    return line, service


def _percent_used(pico: Pico, arguments: Sequence[str], seconds: float) -> float:
    with TemporaryDirectory(prefix="kibitz-bench-") as name:
        folder = Path(name)
        (folder / "kibitz.toml").write_text(CONFIGURATION.format(port=pico.port), encoding="utf-8")
        with watch_process(folder, arguments) as process:
            process.wait(READY)
            time.sleep(CALM)
            before, began = process.usage, time.monotonic()
            time.sleep(seconds)
            used = process.usage - before
            return used.milliseconds / (time.monotonic() - began) / 10
