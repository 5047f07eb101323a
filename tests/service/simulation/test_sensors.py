"""What sees the checkers of a simulated table can be chosen by its name."""

import pytest

from service.config import cameras, drivers
from service.config.settings import Table
from service.simulation.sensors import FELT_BY, SENSORS, NotSimulated, seen_by

FAR_AWAY = cameras.SimulatedCamera(size=(640, 480))


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("table", [Table(), Table(board=drivers.NoBoard(), camera=FAR_AWAY)])
def test_one_sensor_sees_the_checkers_and_no_other(table: Table, sensor: str) -> None:
    seen = seen_by(table, sensor)

    names = {kind: driver.driver for kind, driver in seen.devices.items()}  # type: ignore[attr-defined] # each driver has one
    wanted = ("none", "simulated") if sensor == "camera" else (sensor, "none")
    assert (names["board"], names["camera"]) == wanted


def test_a_camera_that_is_configured_stays_as_it_is() -> None:
    assert seen_by(Table(camera=FAR_AWAY), "camera").camera == FAR_AWAY


@pytest.mark.parametrize("sensor", [*FELT_BY, "camera"])
@pytest.mark.parametrize("camera", [cameras.NoCamera(), cameras.UsbCamera()])
def test_real_checkers_are_seen_by_what_is_there(camera: cameras.CameraDriver, sensor: str) -> None:
    with pytest.raises(NotSimulated):
        seen_by(Table(board=drivers.PicoBoard(), camera=camera), sensor)
