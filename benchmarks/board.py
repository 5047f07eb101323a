"""How long it takes from a switch to the host and to the lamps, through the real firmware."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.accounts import Account, Aim, Extent, Line, Spread, typical
from benchmarks.processes import READY, SERVICE, can_be_watched, watched
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.switches import WiredSwitches
from firmware_bridge.link import BoardLink
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.wire.tellings import Cells
from hardware.cells import P5
from hardware.checkers import point
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable
from hardware.drivers.system_clock import SystemClock
from hardware.lights import Frame, Light
from referee.profiles import CASUAL
from referee.settings import MatchSettings
from referee.state import State
from service.tables.devices import Attached, AttachedLamps
from service.tables.table import Table
from tests.rigs.firmware import PLACE
from tests.rigs.micropython.pico import Interpreter, Pico
from tests.rigs.node import find_node
from tests.rigs.wire_fuzz import decoded, recorded
from tests.rigs.wired_evening import SPARED, lay, shows, until
from tools import micropython

WINDOW = 20.0
"""Milliseconds of the debounce: four samples, one every five."""
MORE = 30.0
"""Milliseconds from the end of the window to the lamp, all but one in a hundred."""
SHARE = 0.5
"""Per cent of a core for a line on which nothing happens."""
LINES = 20_000
CALM = 2.0
"""Seconds after which a service that has begun is at rest."""
OPENING = (3, 1)
FROM = P5.cell(point(6), 5)
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


class _Found(NamedTuple):
    host: Spread
    lamp: Spread


def board(extent: Extent) -> Account:
    """Checkers are lifted and put back at a board whose firmware runs in MicroPython."""
    node = find_node()
    if node is None or not micropython.is_there(PLACE):
        aims = [Aim("p99 ms from switch to lamp", WINDOW + MORE, None)]
        return Account(TITLE, "MicroPython is not installed", COLUMNS, [], aims)
    interpreter = Interpreter(node, PLACE / "micropython.mjs")
    lifts = max(extent.gestures // 10, 10)
    found = [_round(interpreter, lifts) for _ in range(extent.rounds)]
    host, lamp = typical([one.host for one in found]), typical([one.lamp for one in found])
    line, service = _idle_shares(interpreter, extent.seconds)
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


def _line(name: str, it: Spread) -> Line:
    ratios = (it.middle / WINDOW, it.rare / WINDOW)
    return Line(name, (it.size, it.middle, it.rare, it.worst, *ratios))


def _lines_per_second() -> float:
    stream = recorded(LINES)
    began = time.process_time()
    heard = decoded(stream)
    return heard / (time.process_time() - began)


@contextmanager
def _plugged(interpreter: Interpreter) -> Iterator[Pico]:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder:
        pico = Pico(interpreter, Path(folder, "usb"))
        pico.plug()
        try:
            yield pico
        finally:
            pico.unplug()


def _round(interpreter: Interpreter, lifts: int) -> _Found:
    with _plugged(interpreter) as pico:
        return asyncio.run(_lift(pico, lifts))


async def _lift(pico: Pico, lifts: int) -> _Found:
    async with _table(pico) as (table, heard):
        hosts, lamps = [], []
        for _ in range(lifts):
            for move in (pico.world.release, pico.world.press):
                began = await _moved(pico, table, heard, move)
                hosts.append((heard.at - began) * 1000)
                lamps.append((_lit(pico, table.shining.frame, began) - began) * 1000)
                await asyncio.sleep(THINKING)
    host, lamp = Spread.of(hosts), Spread.of(lamps)
    if host is None or lamp is None:
        raise ValueError("nothing was moved")
    return _Found(host, lamp)


async def _moved(pico: Pico, table: Table, heard: _Ear, move: Callable[[int], None]) -> float:
    """When a switch has changed; returns once the lamps tell."""
    before, shining = heard.at, table.shining
    began = time.monotonic()
    move(FROM)
    await until(lambda: heard.at != before and table.shining is not shining)
    await until(lambda: shows(pico.world.lamps, table.shining.frame))
    return began


def _lit(pico: Pico, frame: Frame, after: float) -> float:
    """When the lamps began to show this."""
    frames = [it for it in pico.world.seen.frames if it.at >= after]
    return next(it.at for it in frames if shows(it.lamps, frame))


class _Ear:
    """Notes when the board tells what its sensors see."""

    def __init__(self) -> None:
        self.at = 0.0

    def told(self, telling: object) -> None:
        if isinstance(telling, Cells):
            self.at = time.monotonic()

    def lost(self, why: str) -> None:
        raise RuntimeError(f"the board {why}")


class _SteadyLamps(WiredLamps):
    """Lamps without rhythms, so that each picture is seen from its beginning."""

    async def show(self, frame: Frame) -> None:
        steady = {place: Light(light.colour) for place, light in frame.lights.items()}
        await super().show(Frame(steady))


@asynccontextmanager
async def _table(pico: Pico) -> AsyncIterator[tuple[Table, _Ear]]:
    clock, ear = SystemClock(), _Ear()
    link = BoardLink(SerialPort(pico.port), clock)
    match = MatchSettings(ByPlayer("O", "X"), TOURNAMENT, 3, Player.ONE, CASUAL)
    laid = SimulatedTable(State.of(match).expected_layout)
    lay(pico, laid)
    dice = SimulatedDice("dice", clock)
    lamps = AttachedLamps(_SteadyLamps("lamps", clock, link), most_milliamps=SPARED)
    table = Table(
        "table", match, Attached((WiredSwitches("board", clock, link), dice), (lamps,)), clock
    )
    async with table.open():
        await until(lambda: link.cells is not None and table.state.is_set_up)
        await link.join(ear)
        dice.roll(*OPENING)
        await until(lambda: table.state.match.game.dice is not None)
        yield table, ear
        await link.leave(ear)


def _idle_shares(interpreter: Interpreter, seconds: float) -> tuple[float | None, float | None]:
    """Per cent of a core that the line takes, and that the whole service does, nobody moving."""
    if not can_be_watched():
        return None, None
    with _plugged(interpreter) as pico:
        service = _used(pico, (*SERVICE, "--config", "kibitz.toml"), seconds)
    with _plugged(interpreter) as pico:
        line = _used(pico, ("-m", "benchmarks.idle_line", pico.port), seconds)
    return line, service


def _used(pico: Pico, arguments: Sequence[str], seconds: float) -> float:
    with TemporaryDirectory(prefix="kibitz-bench-") as name:
        folder = Path(name)
        (folder / "kibitz.toml").write_text(CONFIGURATION.format(port=pico.port), encoding="utf-8")
        with watched(folder, arguments) as process:
            process.wait(READY)
            time.sleep(CALM)
            before, began = process.usage, time.monotonic()
            time.sleep(seconds)
            used = process.usage - before
            return used.milliseconds / (time.monotonic() - began) / 10
