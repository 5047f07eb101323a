"""A table without a camera carries none of the libraries that pictures take."""

import subprocess
import sys

import pytest

LOADED = "import sys; print(*sorted({'numpy', 'cv2'} & set(sys.modules)))"
ATTACHED = """
from hardware.drivers.simulated.clock import SimulatedClock
from referee.state import State
from service.config.cameras import SimulatedCamera, UsbCamera
from service.config.drivers import NoBoard, PicoBoard
from service.config.settings import Table
from service.tables.devices import attach

table = Table({})
attach(table, SimulatedClock(), State.of(table.match))
"""


def loaded_by(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("code", ["import service.cli", ATTACHED.format("")])
def test_pictures_are_not_thought_of_where_there_is_no_camera(code: str) -> None:
    assert loaded_by(code) == []


def test_a_real_camera_needs_nothing_before_it_is_opened() -> None:
    assert loaded_by(ATTACHED.format("board=PicoBoard(), camera=UsbCamera()")) == []


def test_a_simulated_camera_does() -> None:
    assert loaded_by(ATTACHED.format("camera=SimulatedCamera()")) == ["cv2", "numpy"]
