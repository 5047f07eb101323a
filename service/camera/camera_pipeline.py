"""The pipeline of one camera: its state, its calibration, and pictures for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.devices import Shot
from referee.seating import NEAR_RIGHT, Orientation
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, CameraState, Quad
from service.camera.malloc_tuning import tune_malloc
from service.camera.picture_executor import PictureExecutor

if TYPE_CHECKING:  # tables without a camera must not load numpy
    from service.camera.picture_processor import JpegPicture, PictureProcessor
    from vision.calibration_data import Calibration

ChangeListener = Callable[[], None]
PICTURE_WIDTH = 1280
"""The default width of a picture for people, in pixels."""


class CameraPipeline:
    """The view of one camera, and its calibration.

    All long work runs in the executor, one task after the other, in the order of the requests.
    Overlays and JPEGs are made on request only.
    """

    def __init__(
        self,
        name: str,
        executor: PictureExecutor,
        file: Path | None = None,
        *,
        simulated: bool = False,
        orientation: Orientation = NEAR_RIGHT,
    ) -> None:
        self.name = name
        """The name of the camera, which is the source of its signals."""
        self.simulated = simulated
        """True for a simulated camera, which people are told about."""
        self.state: CameraState | None = None
        """The present view; None before the first picture, and while the camera is lost."""
        self.result: CalibrationResult | None = None
        """The result of the last calibration, requested or automatic."""
        self.orientation = orientation
        """The present orientation of the board; the table sets it when people sit elsewhere."""
        self._executor = executor
        self._file = file
        self._processor: PictureProcessor | None = None
        self._subscribers: list[ChangeListener] = []

    @property
    def is_calibrated(self) -> bool:
        """True if the camera is calibrated."""
        return self._processor is not None and self._processor.is_calibrated

    @property
    def calibration(self) -> Calibration | None:
        """The calibration at the camera's present position, or None; one object while it stays."""
        return self._processor.calibration if self._processor and self.state else None

    @contextmanager
    def subscribe(self, changed: ChangeListener) -> Iterator[None]:
        """Calls `changed` whenever state or result may be new, while the context is open."""
        self._subscribers.append(changed)
        try:
            yield
        finally:
            self._subscribers.remove(changed)

    async def picture(
        self, *, drawn: bool = False, widest: int = PICTURE_WIDTH
    ) -> JpegPicture | None:
        """Returns the newest picture as JPEG, with an overlay if `drawn`; None if there is none."""
        if self._processor is None or self.state is None:
            return None
        return await self._executor(partial(self._processor.jpeg, drawn=drawn, widest=widest))

    async def find_board(self) -> Quad | None:
        """Returns the corners of the board, found automatically in the newest picture, or None."""
        if self._processor is None or self.state is None:
            return None
        return await self._executor(self._processor.find_board)

    async def calibrate(self, corners: Quad | None = None) -> CalibrationResult:
        """Calibrates with the newest picture, which must show the starting position.

        `corners` are those of the field in the picture, in any order around the board; without them
        the board is found automatically.
        """
        if self.state is None:
            return CalibrationResult(CalibrationOutcome.NO_PICTURE)
        processor = await self._loaded_processor()
        result = await self._executor(partial(processor.calibrate, corners, self.orientation))
        self._update(self.state, result)
        return result

    async def delete_calibration(self) -> None:
        processor = await self._loaded_processor()
        state = await self._executor(processor.delete_calibration)
        self._update(state if self.state else None, None)

    async def camera_opened(self) -> None:
        """Prepares for the pictures of a camera that has just been opened."""
        processor = await self._loaded_processor()
        await self._executor(processor.camera_opened)

    async def process(self, shot: Shot) -> CameraState:
        """Processes one more picture of the camera; raises DeviceFault if it cannot be used."""
        processor = await self._loaded_processor()
        state = await self._executor(partial(processor.process, shot, self.orientation))
        self._update(state, processor.result)
        return state

    def camera_closed(self) -> None:
        """Clears the present view when the camera is closed."""
        self._update(None, self.result)

    async def _loaded_processor(self) -> PictureProcessor:
        """The picture processor; its libraries are loaded when it is first needed."""
        if self._processor is None:
            self._processor = await self._executor(partial(_load_processor, self._file))
        return self._processor

    def _update(self, state: CameraState | None, result: CalibrationResult | None) -> None:
        self.state, self.result = state, result
        for changed in tuple(self._subscribers):
            changed()


def _load_processor(file: Path | None) -> PictureProcessor:
    # A service without a camera must not load the libraries for pictures.
    from service.camera.picture_processor import PictureProcessor

    tune_malloc()
    return PictureProcessor(file)
