"""Tables that are seen by a simulated camera, and boards that need not be learnt each time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.checkers import Colour, point
from hardware.drivers.simulated.camera.device import PACE, SimulatedCamera
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.sightings import ANYTHING
from service.config import cameras, drivers
from service.config.settings import Table as Setup
from service.seeing.eyes import Eyes
from service.seeing.keeping import bytes_of
from service.seeing.sensor import CameraSensor
from service.seeing.starting import LAID_OUT, lesson
from service.seeing.thinking import at_once
from service.tables.devices import AT_ONCE, Seeing
from tests.rigs.devices import SensorRig, arrived
from tests.rigs.tables import NAMES, Sitting, sitting
from vision.learned import Learned

SMALL = (640, 480)
"""Large enough to be read well, and drawn quickly."""
WATCHED = Setup(
    names=NAMES,
    length=1,
    board=drivers.NoBoard(),
    camera=cameras.SimulatedCamera(size=SMALL),
)
"""A table that nothing but a camera sees."""

STILL = 20
"""Pictures after which all is told that lies still."""


@cache
def usual_board() -> Learned:
    """What the camera of `WATCHED` learns of its board."""
    camera = SimulatedCamera("camera", SimulatedTable(LAID_OUT), SimulatedClock(), size=SMALL)
    learned = lesson(camera.look(), None).learned
    assert learned is not None
    return learned


def known(folder: Path) -> Seeing:
    """The board of `WATCHED` has been learnt before."""
    file = folder / "table.camera"
    file.write_bytes(bytes_of(usual_board()))
    return Seeing(file)


@asynccontextmanager
async def camera_sensor() -> AsyncIterator[SensorRig]:
    """The camera of `WATCHED` as the board sensor of its table, which knows the board."""
    table, clock = SimulatedTable(LAID_OUT), SimulatedClock(5.0)
    camera = SimulatedCamera("camera", table, clock, size=SMALL)

    def put_or_lift() -> None:
        if table.hand:
            table.put(point(1), Colour.DARK)
        else:
            table.lift(point(1))

    async def settle() -> None:
        for _ in range(STILL):
            await clock.pass_by(1 / PACE)
            await arrived()

    with TemporaryDirectory() as folder:
        eyes = Eyes(camera.name, at_once, known(Path(folder)).file)
        sensor = CameraSensor(camera, eyes, clock)
        plug = (camera.unplug, camera.plug_in)
        yield SensorRig(sensor, clock, *plug, put_or_lift, table, settle=settle)


Rule = Callable[[Sitting], Awaitable[None]]


def proved(rule: Rule, seeing: Seeing = AT_ONCE, setup: Setup = WATCHED) -> None:
    """Prove something at a table before a camera, opened a second ago."""

    async def prove() -> None:
        async with sitting(setup=setup, seeing=seeing) as seated:
            await rule(seated)

    asyncio.run(prove())


def camera_of(seated: Sitting) -> SimulatedCamera:
    return seated.devices.all_of(SimulatedCamera)[0]


def eyes_of(seated: Sitting) -> Eyes:
    assert seated.devices.eyes is not None
    return seated.devices.eyes


def claims_nothing(seated: Sitting) -> bool:
    """Whether the referee has been told nothing of any place."""
    seen = seated.table.state.sight.seen["camera"]
    return all(sighting == ANYTHING for sighting in seen.sightings.values())


def sees_what_lies_there(seated: Sitting) -> bool:
    """Whether what the referee has been told is true, and says something of every place."""
    seen = seated.table.state.sight.seen["camera"].sightings
    table, facing = seated.checkers, seated.table.facing
    counts = {place: [table.count(facing[place], one) for one in Colour] for place in seen}
    return all(
        sighting != ANYTHING and sighting.allows(*counts[place]) for place, sighting in seen.items()
    )
