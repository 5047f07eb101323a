"""A table without a camera loads none of the libraries for pictures."""

import subprocess
import sys

import pytest

LOADED = "import sys; print(*sorted({'numpy', 'cv2'} & set(sys.modules)))"
ATTACHED = """
from hardware.drivers.clocks import SimulatedClock
from referee.state import State
from service.config.service_settings import TableSettings
from service.drivers.driver_entry import NoBoardOptions
from service.drivers.camera_drivers import SimulatedCameraOptions, UsbCameraOptions
from service.drivers.pico_drivers import PicoBoardOptions
from service.table.device_factory import create_devices

table = TableSettings({})
create_devices(table, SimulatedClock(), State.of(table.match_settings))
"""


def loaded_by(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("code", ["import service.cli.root_command", ATTACHED.format("")])
def test_table_without_a_camera_loads_no_picture_library(code: str) -> None:
    assert loaded_by(code) == []


def test_real_camera_loads_no_picture_library_before_it_is_opened() -> None:
    assert loaded_by(ATTACHED.format("board=PicoBoardOptions(), camera=UsbCameraOptions()")) == []


def test_simulated_camera_loads_the_picture_libraries() -> None:
    assert loaded_by(ATTACHED.format("camera=SimulatedCameraOptions()")) == ["cv2", "numpy"]
