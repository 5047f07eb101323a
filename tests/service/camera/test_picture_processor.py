"""Pictures of an unknown board are tried as often as the processor time of an attempt allows."""

import time
from collections.abc import Callable

import numpy as np
import pytest

from hardware.devices import Shot
from service.camera import picture_processor
from service.camera.board_calibration import (
    MIN_PAUSE,
    PAUSE_FACTOR,
    STILL_SECONDS,
    CalibrationAttempt,
)
from service.camera.camera_state import CalibrationOutcome, CalibrationResult, Quad
from service.camera.picture_processor import PictureProcessor
from vision.picture_arrays import Picture

LONG = 1.3 * MIN_PAUSE / PAUSE_FACTOR
"""Processor seconds of an attempt after which the next comes later than the least pause."""


def wait_for_the_processor() -> None:
    time.sleep(LONG)


def use_the_processor() -> None:
    until = time.thread_time() + LONG
    while time.thread_time() < until:
        pass


@pytest.mark.parametrize(
    ("spend_time", "attempts_after_least_pause"),
    [(wait_for_the_processor, 2), (use_the_processor, 1)],
)
def test_next_attempt_is_delayed_by_processor_time_only(
    monkeypatch: pytest.MonkeyPatch,
    spend_time: Callable[[], None],
    attempts_after_least_pause: int,
) -> None:
    attempts = list[Picture]()

    def fail(picture: Picture, _corners: Quad | None) -> CalibrationAttempt:
        attempts.append(picture)
        spend_time()
        return CalibrationAttempt(CalibrationResult(CalibrationOutcome.NO_BOARD))

    monkeypatch.setattr(picture_processor, "calibrate_from_start", fail)
    processor, tried = PictureProcessor(), STILL_SECONDS
    before, after = (np.full((480, 640, 3), grey, np.uint8) for grey in (100, 150))

    for picture, at in ((before, 0), (before, tried), (after, tried + 1)):
        processor.process(Shot(at, picture))
    assert len(attempts) == 1
    processor.process(Shot(tried + MIN_PAUSE, after))
    assert len(attempts) == attempts_after_least_pause
    processor.process(Shot(tried + MIN_PAUSE + LONG * PAUSE_FACTOR, after))
    assert len(attempts) == 2
