"""The contract of every device: created without effect, opened once at a time, closed at will."""

import pytest

from hardware.devices import BoardSensor, Device, DeviceFault, InputDevice, Lamps, Sounder
from tests.rigs.devices.device_rigs import Rig, RigFactory, parametrize_rigs
from tests.rigs.devices.driver_rigs import DEVICES, INPUT_DEVICES, LAMPS, SENSORS, SOUNDERS


@parametrize_rigs(DEVICES)
async def test_a_device_has_a_name_and_says_whether_it_is_simulated(rig: Rig[Device]) -> None:
    assert rig.device.name
    assert isinstance(rig.device.is_simulated, bool)


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        *((InputDevice, make) for make in INPUT_DEVICES.values()),
        *((BoardSensor, make) for make in SENSORS.values()),
        *((Lamps, make) for make in LAMPS.values()),
        *((Sounder, make) for make in SOUNDERS.values()),
    ],
)
async def test_device_implements_its_kind(kind: type, make: RigFactory[Rig[Device]]) -> None:
    async with make() as rig:
        assert isinstance(rig.device, kind)


@parametrize_rigs(DEVICES)
async def test_opening_gives_the_device_itself(rig: Rig[Device]) -> None:
    async with rig.device as opened:
        assert opened is rig.device


@parametrize_rigs(DEVICES)
async def test_a_device_can_be_closed_twice(rig: Rig[Device]) -> None:
    async with rig.device as device:
        await device.__aexit__(None, None, None)


@parametrize_rigs(DEVICES)
async def test_a_device_can_be_closed_without_having_been_opened(rig: Rig[Device]) -> None:
    await rig.device.__aexit__(None, None, None)


@parametrize_rigs(DEVICES)
async def test_second_owner_is_refused_with_the_name_of_the_device(rig: Rig[Device]) -> None:
    async with rig.device:
        with pytest.raises(RuntimeError, match=rig.device.name):
            await rig.device.__aenter__()


@parametrize_rigs(DEVICES)
async def test_a_closed_device_can_be_opened_again(rig: Rig[Device]) -> None:
    for _ in range(2):
        async with rig.device:
            pass


@parametrize_rigs(DEVICES)
async def test_a_device_that_is_not_there_cannot_be_opened(rig: Rig[Device]) -> None:
    rig.unplug()
    with pytest.raises(DeviceFault, match=rig.device.name):
        await rig.device.__aenter__()

    rig.plug_in()
    async with rig.device:
        pass
