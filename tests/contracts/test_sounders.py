"""What every sounder does: it plays a tune to its end, unless a newer one comes."""

import asyncio

from hardware.sounds import Tone, Tune
from tests.rigs.devices import SounderRig, arrived, every
from tests.rigs.drivers import SOUNDERS

TUNE = (Tone(440, 0.25), Tone(0, 0.25), Tone(880, 0.5))
LOW, HIGH = (Tone(440, 2.0),), (Tone(880, 1.0),)


async def begun(rig: SounderRig, tune: Tune) -> asyncio.Task[None]:
    """A tune that is to be heard from now on."""
    playing = asyncio.create_task(rig.device.play(tune))
    await arrived()
    await rig.settle()
    return playing


async def stopped(playing: asyncio.Task[None]) -> None:
    playing.cancel()
    await asyncio.wait({playing})


@every(SOUNDERS)
async def test_a_tune_is_played_tone_by_tone_and_returns_at_its_end(rig: SounderRig) -> None:
    async with rig.device:
        playing, heard = await begun(rig, TUNE), []
        for _ in range(4):
            await rig.clock.pass_by(0.125)
            heard.append(rig.hertz())
            assert not playing.done()
            await rig.clock.pass_by(0.125)
        await playing
        assert heard == [440, 0, 880, 880]
        assert rig.hertz() == 0


@every(SOUNDERS)
async def test_a_newer_tune_cuts_an_older_one_short(rig: SounderRig) -> None:
    async with rig.device:
        older = await begun(rig, LOW)
        assert rig.hertz() == 440
        newer = await begun(rig, HIGH)
        assert rig.hertz() == 880
        await rig.clock.pass_by(3)
        assert rig.hertz() == 0
        await asyncio.gather(older, newer)


@every(SOUNDERS)
async def test_who_stops_listening_stops_the_tune(rig: SounderRig) -> None:
    async with rig.device:
        await stopped(await begun(rig, LOW))
        assert rig.hertz() == 0


@every(SOUNDERS)
async def test_who_was_cut_short_does_not_stop_the_newer_tune(rig: SounderRig) -> None:
    async with rig.device:
        older = await begun(rig, LOW)
        newer = await begun(rig, HIGH)
        await stopped(older)
        assert rig.hertz() == 880
        await stopped(newer)
