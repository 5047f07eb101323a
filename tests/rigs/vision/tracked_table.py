"""A simulated table with a simulated camera whose pictures are tracked one by one."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from simulation.rendering.board_pictures import START
from simulation.simulated_camera import SimulatedCamera
from vision.board_reader import read_picture
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera, Corners
from vision.camera_registration import BoardLost, register_camera
from vision.picture_arrays import Picture
from vision.picture_reading import PictureReading
from vision.tracking.change_tracker import track_picture
from vision.tracking.tracker_state import TrackerState, TrackingResult, VisionSteps, start_tracking

SIZE = (640, 480)
PACE = 0.2
"""Seconds from one picture to the next."""


class TrackedTable:
    """A tracked table whose claims are compared with the truth after each picture."""

    def __init__(self, look: str = "club", light: str = "soft", viewpoint: str = "leaning") -> None:
        self.clock = SimulatedClock(5.0)
        self.table = SimulatedTable(START)
        self.dice = SimulatedDice("dice", self.clock)
        self.camera = SimulatedCamera(
            "camera", self.table, self.clock, look=look, light=light, viewpoint=viewpoint,
            size=SIZE, dice=(self.dice,),
        )  # fmt: skip
        asyncio.run(self._freeze_exposure())
        self.reads = self.searches = 0
        steps = VisionSteps(self._read, self._register, _as_it_was)
        self.state: TrackerState = start_tracking(_calibration(look, light, viewpoint), steps)

    def track_for(self, seconds: float = PACE) -> TrackingResult:
        """The result of the last picture after that many seconds."""
        return self.track_pictures(repeat(None, max(round(seconds / PACE), 1)))

    def track_pictures(self, pictures: Iterable[Picture | None]) -> TrackingResult:
        """The same with given pictures; None takes one from the camera."""
        result = None
        for picture in pictures:
            self.clock.advance(PACE)
            taken = self.camera.take_picture() if picture is None else picture
            self.state, result = track_picture(self.state, taken, self.clock.now())
            assert self.false_claims == []
        assert result is not None
        return result

    def carry(self, source: Place, target: Place) -> None:
        """Moves a checker from one place to another, at once."""
        self.table.put(target, self.table.lift(source))

    @property
    def claims(self) -> Mapping[Place, Sighting]:
        """The current claims."""
        return self.state.last_claims

    @property
    def unclaimed_places(self) -> set[Place]:
        """The places of which nothing is claimed."""
        known = (place for place, claim in self.claims.items() if claim != UNKNOWN_SIGHTING)
        return {*BACKGAMMON.places}.difference(known)

    @property
    def false_claims(self) -> list[str]:
        """The places whose claim is false."""
        return [
            f"{place}: {sighting}, but it is {self._pair(place)}"
            for place, sighting in self.claims.items()
            if not sighting.allows(*self._pair(place))
        ]

    async def _freeze_exposure(self) -> None:
        async with self.camera:
            await self.camera.freeze_exposure()

    def _pair(self, place: Place) -> tuple[int, int]:
        light, dark = (self.table.count(place, colour) for colour in Colour)
        return light, dark

    def _read(self, picture: Picture, learned: Calibration) -> PictureReading:
        self.reads += 1
        return read_picture(picture, learned)

    def _register(self, picture: Picture, learned: Calibration) -> BoardCamera | None:
        self.searches += 1
        try:
            return register_camera(picture, learned)
        except BoardLost:
            return None


@lru_cache(maxsize=2)
def _calibration(look: str, light: str, viewpoint: str) -> Calibration:
    table, clock = SimulatedTable(START), SimulatedClock(5.0)
    camera = SimulatedCamera(
        "camera", table, clock, look=look, light=light, viewpoint=viewpoint, size=SIZE
    )
    return calibrate(camera.take_picture(), Corners.of(camera.corners))


def _as_it_was(_picture: Picture, learned: Calibration, _reading: PictureReading) -> Calibration:
    return learned
