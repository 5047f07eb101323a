"""Tables with a simulated camera, and a fake camera pipeline."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.checkers import BACKGAMMON, Colour, Place, point
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import EMPTY_SIGHTING, UNKNOWN_SIGHTING, Sighting
from hardware.signals import CameraProblem
from service.camera.board_calibration import START_LAYOUT, calibrate_from_start
from service.camera.calibration_store import encode_calibration
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_sensor import CameraSensor
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, CameraState, Quad
from service.camera.picture_executor import run_at_once
from service.config.service_settings import TableSettings as Setup
from service.drivers.camera_drivers import SimulatedCameraOptions
from service.drivers.driver_entry import NoBoardOptions
from service.table.device_factory import SYNCHRONOUS_CAMERA, CameraOptions
from simulation.simulated_camera import PACE, SimulatedCamera
from tests.rigs.devices.device_rigs import SensorRig, deliver_pending
from tests.rigs.tables.table_in_memory import NAMES, HandsAtTable, open_table
from vision.calibration_data import Calibration

SMALL = (640, 480)
"""A size that is large enough to be read well, and drawn quickly."""
CAMERA_TABLE = Setup(
    names=NAMES, length=1, board=NoBoardOptions(), camera=SimulatedCameraOptions(size=SMALL)
)
"""A table with no sensor but a camera."""

SETTLING_PICTURES = 20
"""Pictures after which everything at rest is reported."""


@cache
def usual_calibration() -> Calibration:
    """The calibration of the board of `CAMERA_TABLE`."""
    camera = SimulatedCamera("camera", SimulatedTable(START_LAYOUT), SimulatedClock(), size=SMALL)
    learned = calibrate_from_start(camera.take_picture(), None).calibration
    assert learned is not None
    return learned


def known_board(folder: Path) -> CameraOptions:
    """Options with a stored calibration of the board of `CAMERA_TABLE`."""
    file = folder / "table.camera"
    file.write_bytes(encode_calibration(usual_calibration()))
    return CameraOptions(file)


@asynccontextmanager
async def camera_sensor() -> AsyncIterator[SensorRig]:
    """The camera of `CAMERA_TABLE` as a calibrated board sensor."""
    table, clock = SimulatedTable(START_LAYOUT), SimulatedClock(5.0)
    camera = SimulatedCamera("camera", table, clock, size=SMALL)

    def put_or_lift() -> None:
        if table.hand:
            table.put(point(1), Colour.DARK)
        else:
            table.lift(point(1))

    async def settle() -> None:
        for _ in range(SETTLING_PICTURES):
            await clock.pass_seconds(1 / PACE)
            await deliver_pending()

    with TemporaryDirectory() as folder:
        file = known_board(Path(folder)).calibration_file
        pipeline = CameraPipeline(camera.name, run_at_once, file)
        sensor = CameraSensor(camera, pipeline, clock)
        plug = (camera.unplug, camera.plug_in)
        yield SensorRig(sensor, clock, *plug, put_or_lift, table, settle=settle)


def open_camera_table(
    seeing: CameraOptions = SYNCHRONOUS_CAMERA, setup: Setup = CAMERA_TABLE
) -> AbstractAsyncContextManager[HandsAtTable]:
    """A table with a camera, a second after its opening."""
    return open_table(setup=setup, seeing=seeing)


def camera_of(seated: HandsAtTable) -> SimulatedCamera:
    return seated.devices.all_of(SimulatedCamera)[0]


def pipeline_of(seated: HandsAtTable) -> CameraPipeline:
    assert seated.devices.camera_pipeline is not None
    return seated.devices.camera_pipeline


def claims_nothing(seated: HandsAtTable) -> bool:
    observation = seated.table.state.observed.observations["camera"]
    return all(sighting == UNKNOWN_SIGHTING for sighting in observation.sightings.values())


def claims_everything_correctly(seated: HandsAtTable) -> bool:
    """True if the claims of the camera are correct, and cover every place."""
    claims = seated.table.state.observed.observations["camera"].sightings
    table, orientation = seated.checkers, seated.table.orientation
    counts = {place: [table.count(orientation[place], one) for one in Colour] for place in claims}
    return all(
        sighting != UNKNOWN_SIGHTING and sighting.allows(*counts[place])
        for place, sighting in claims.items()
    )


CORNERS: Quad = ((100.0, 50.0), (540.0, 50.0), (600.0, 430.0), (40.0, 430.0))


def camera_state(
    claims: Mapping[Place, Sighting] | None = None,
    problem: CameraProblem | None = None,
    *,
    learnt: bool = True,
) -> CameraState:
    """The state of a camera that sees an empty board, but for these claims."""
    empty = dict.fromkeys(BACKGAMMON.places, EMPTY_SIGHTING if learnt else UNKNOWN_SIGHTING)
    return CameraState(1.0, SMALL, learnt, problem, {**empty, **(claims or {})})


@dataclass
class FakePicture:
    jpeg: bytes


@dataclass
class FakeCameraPipeline:
    name: str = "camera"
    state: CameraState | None = field(default_factory=camera_state)
    result: CalibrationResult | None = None
    outcome: CalibrationOutcome = CalibrationOutcome.LEARNT
    """Outcome of the next calibration."""
    photos: int = 0
    """Number of pictures that were encoded."""
    searches: int = 0
    taught: list[Quad | None] = field(default_factory=list)
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    """Event for which slow operations wait."""
    learned: Any = None
    followers: list[Callable[[], None]] = field(default_factory=list)

    @property
    def is_calibrated(self) -> bool:
        return self.state is not None and self.state.is_calibrated

    @contextmanager
    def subscribe(self, changed: Callable[[], None]) -> Iterator[None]:
        self.followers.append(changed)
        try:
            yield
        finally:
            self.followers.remove(changed)

    async def picture(self) -> FakePicture | None:
        if self.state is None:
            return None
        self.photos += 1
        return FakePicture(b"picture %d" % self.photos)

    async def find_board(self) -> Quad | None:
        self.searches += 1
        return CORNERS if self.state else None

    async def calibrate(self, corners: Quad | None = None) -> CalibrationResult:
        self.taught.append(corners)
        await self.goes_on.wait()
        self.result = CalibrationResult(self.outcome, corners)
        return self.result

    async def delete_calibration(self) -> None:
        await self.goes_on.wait()
        self.result = None
        self.state = camera_state(learnt=False)
