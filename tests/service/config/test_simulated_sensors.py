"""The sensor of a simulated table is chosen by its name."""

import pytest

from service.config.service_settings import (
    BOARDS_BY_SENSOR,
    SENSORS,
    NotSimulated,
    TableSettings,
    with_sensor,
)
from service.drivers.camera_drivers import SimulatedCameraOptions, UsbCameraOptions
from service.drivers.driver_entry import CameraDriverOptions, NoBoardOptions, NoCameraOptions
from service.drivers.driver_registry import driver_for
from service.drivers.pico_drivers import PicoBoardOptions

FAR_AWAY = SimulatedCameraOptions(size=(640, 480))


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize(
    "table", [TableSettings(), TableSettings(board=NoBoardOptions(), camera=FAR_AWAY)]
)
def test_one_sensor_sees_the_checkers_and_no_other(table: TableSettings, sensor: str) -> None:
    seen = with_sensor(table, sensor)

    names = driver_for(seen.board).name, driver_for(seen.camera).name
    wanted = ("none", "simulated") if sensor == "camera" else (sensor, "none")
    assert names == wanted


def test_a_camera_that_is_configured_stays_as_it_is() -> None:
    assert with_sensor(TableSettings(camera=FAR_AWAY), "camera").camera == FAR_AWAY


@pytest.mark.parametrize("sensor", [*BOARDS_BY_SENSOR, "camera"])
@pytest.mark.parametrize("camera", [NoCameraOptions(), UsbCameraOptions()])
def test_real_checkers_are_seen_by_what_is_there(camera: CameraDriverOptions, sensor: str) -> None:
    with pytest.raises(NotSimulated):
        with_sensor(TableSettings(board=PicoBoardOptions(), camera=camera), sensor)
