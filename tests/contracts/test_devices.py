"""The manners of every device: made without effect, opened once at a time, closed at will."""

import pytest

from hardware.devices import BoardSensor, Device, DeviceFault, Lamps, Reporter, Sounder
from tests.rigs.devices import LampsRig, ReporterRig, Rig, SensorRig, SounderRig, every
from tests.rigs.drivers import DEVICES, LAMPS, REPORTERS, SENSORS, SOUNDERS


@every(DEVICES)
async def test_a_device_has_a_name_and_says_whether_it_is_simulated(rig: Rig[Device]) -> None:
    assert rig.device.name
    assert isinstance(rig.device.simulated, bool)


@every(REPORTERS)
async def test_a_reporter_is_known_for_one(rig: ReporterRig[Reporter]) -> None:
    assert isinstance(rig.device, Reporter)


@every(SENSORS)
async def test_a_board_sensor_is_known_for_one(rig: SensorRig) -> None:
    assert isinstance(rig.device, BoardSensor)


@every(LAMPS)
async def test_lamps_are_known_for_lamps(rig: LampsRig) -> None:
    assert isinstance(rig.device, Lamps)


@every(SOUNDERS)
async def test_a_sounder_is_known_for_one(rig: SounderRig) -> None:
    assert isinstance(rig.device, Sounder)


@every(DEVICES)
async def test_opening_gives_the_device_itself(rig: Rig[Device]) -> None:
    async with rig.device as opened:
        assert opened is rig.device


@every(DEVICES)
async def test_a_device_can_be_closed_twice(rig: Rig[Device]) -> None:
    async with rig.device as device:
        await device.__aexit__(None, None, None)


@every(DEVICES)
async def test_a_device_can_be_closed_without_having_been_opened(rig: Rig[Device]) -> None:
    await rig.device.__aexit__(None, None, None)


@every(DEVICES)
async def test_a_second_owner_is_refused_by_the_name_of_the_device(rig: Rig[Device]) -> None:
    async with rig.device:
        with pytest.raises(RuntimeError, match=rig.device.name):
            await rig.device.__aenter__()


@every(DEVICES)
async def test_a_closed_device_can_be_opened_again(rig: Rig[Device]) -> None:
    for _ in range(2):
        async with rig.device:
            pass


@every(DEVICES)
async def test_a_device_that_is_not_there_cannot_be_opened(rig: Rig[Device]) -> None:
    rig.unplug()
    with pytest.raises(DeviceFault, match=rig.device.name):
        await rig.device.__aenter__()

    rig.plug_in()
    async with rig.device:
        pass
