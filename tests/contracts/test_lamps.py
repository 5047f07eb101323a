"""What every set of lamps does: it shows whole frames, and the last one wins."""

import asyncio

import pytest

from hardware.checkers import Place
from hardware.devices import DeviceFault
from hardware.lights import DARK, Frame, Light, Rgb, Rhythm
from tests.rigs.devices import LampsRig, every
from tests.rigs.drivers import LAMPS

GREEN = Light(Rgb(0, 200, 0))
RED = Light(Rgb(200, 0, 0), Rhythm.BLINK)


def two(rig: LampsRig) -> tuple[Place, Place]:
    """Two places with a lamp."""
    one, other, *_ = sorted(rig.device.places)
    return one, other


@every(LAMPS)
async def test_a_frame_is_the_whole_picture(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        await rig.device.show(Frame({one: GREEN}))
        await rig.device.show(Frame({other: RED}))
        await rig.settle()
        assert rig.shining() == Frame({other: RED})


@every(LAMPS)
async def test_of_many_frames_the_last_wins(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        for light in (GREEN, RED) * 10:
            await rig.device.show(Frame({one: light, other: GREEN}))
        await rig.settle()
        assert rig.shining() == Frame({one: RED, other: GREEN})


@every(LAMPS)
async def test_a_place_without_a_lamp_is_left_out(rig: LampsRig) -> None:
    one, _ = two(rig)
    async with rig.device:
        await rig.device.show(Frame({one: GREEN, Place("the floor"): RED}))
        await rig.settle()
        assert rig.shining() == Frame({one: GREEN})


@every(LAMPS)
async def test_the_dark_frame_puts_every_lamp_out(rig: LampsRig) -> None:
    async with rig.device:
        await rig.device.show(Frame(dict.fromkeys(rig.device.places, RED)))
        await rig.device.show(DARK)
        await rig.settle()
        assert rig.shining() == DARK


@every(LAMPS)
async def test_lamps_that_are_lost_cannot_be_told_anything(rig: LampsRig) -> None:
    async with rig.device:
        rig.unplug()
        await rig.settle()
        with pytest.raises(DeviceFault, match=rig.device.name):
            await rig.device.show(DARK)


@every(LAMPS)
async def test_lamps_that_came_back_show_what_they_are_told_then(rig: LampsRig) -> None:
    one, other = two(rig)
    async with rig.device:
        await rig.device.show(Frame({one: GREEN}))
        rig.unplug()
        await rig.settle()
    rig.plug_in()
    async with rig.device:
        await rig.device.show(Frame({other: RED}))
        await rig.settle()
        assert rig.shining() == Frame({other: RED})


@every(LAMPS)
async def test_closed_lamps_are_not_told_anything(rig: LampsRig) -> None:
    with pytest.raises(RuntimeError, match=rig.device.name):
        await rig.device.show(DARK)


@every(LAMPS)
async def test_whoever_stays_with_lamps_hears_that_they_are_lost(rig: LampsRig) -> None:
    async with rig.device:
        staying = asyncio.create_task(rig.device.until_lost())
        await rig.settle()
        assert not staying.done()
        rig.unplug()
        await rig.settle()
        assert staying.done()
        with pytest.raises(DeviceFault, match=rig.device.name):
            staying.result()
