"""The contract of lamps: whole frames are shown, and the last one wins."""

import asyncio

import pytest

from hardware.checkers import Place
from hardware.devices import DeviceFault
from hardware.outputs import DARK_FRAME, LampFrame, LampLight, Rgb, Rhythm
from tests.rigs.devices.device_rigs import LampsRig, parametrize_rigs
from tests.rigs.devices.driver_rigs import LAMPS

GREEN = LampLight(Rgb(0, 200, 0))
RED = LampLight(Rgb(200, 0, 0), Rhythm.BLINK)


def two(rig: LampsRig) -> tuple[Place, Place]:
    """Two places with a lamp."""
    one, other, *_ = sorted(rig.device.places)
    return one, other


@parametrize_rigs(LAMPS)
async def test_new_frame_replaces_the_whole_old_one(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        await rig.device.show(LampFrame({one: GREEN}))
        await rig.device.show(LampFrame({other: RED}))
        await rig.settle()
        assert rig.visible_frame() == LampFrame({other: RED})


@parametrize_rigs(LAMPS)
async def test_of_many_frames_the_last_wins(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        for light in (GREEN, RED) * 10:
            await rig.device.show(LampFrame({one: light, other: GREEN}))
        await rig.settle()
        assert rig.visible_frame() == LampFrame({one: RED, other: GREEN})


@parametrize_rigs(LAMPS)
async def test_a_place_without_a_lamp_is_left_out(rig: LampsRig) -> None:
    one, _ = two(rig)
    async with rig.device:
        await rig.device.show(LampFrame({one: GREEN, Place("the floor"): RED}))
        await rig.settle()
        assert rig.visible_frame() == LampFrame({one: GREEN})


@parametrize_rigs(LAMPS)
async def test_the_dark_frame_puts_every_lamp_out(rig: LampsRig) -> None:
    async with rig.device:
        await rig.device.show(LampFrame(dict.fromkeys(rig.device.places, RED)))
        await rig.device.show(DARK_FRAME)
        await rig.settle()
        assert rig.visible_frame() == DARK_FRAME


@parametrize_rigs(LAMPS)
async def test_lost_lamps_refuse_a_frame(rig: LampsRig) -> None:
    async with rig.device:
        rig.unplug()
        await rig.settle()
        with pytest.raises(DeviceFault, match=rig.device.name):
            await rig.device.show(DARK_FRAME)


@parametrize_rigs(LAMPS)
async def test_reconnected_lamps_show_the_next_frame(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        await rig.device.show(LampFrame({one: GREEN}))
        rig.unplug()
        await rig.settle()
    rig.plug_in()
    async with rig.device:
        await rig.device.show(LampFrame({other: RED}))
        await rig.settle()
        assert rig.visible_frame() == LampFrame({other: RED})


@parametrize_rigs(LAMPS)
async def test_closed_lamps_refuse_a_frame(rig: LampsRig) -> None:
    with pytest.raises(RuntimeError, match=rig.device.name):
        await rig.device.show(DARK_FRAME)


@parametrize_rigs(LAMPS)
async def test_loss_of_the_lamps_is_reported_to_waiters(rig: LampsRig) -> None:
    async with rig.device:
        waiting = asyncio.create_task(rig.device.until_lost())
        await rig.settle()
        assert not waiting.done()
        rig.unplug()
        await rig.settle()
        assert waiting.done()
        with pytest.raises(DeviceFault, match=rig.device.name):
            waiting.result()
