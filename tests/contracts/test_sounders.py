"""The contract of sounders: a tune is played to its end, unless a newer one comes."""

import asyncio

from hardware.outputs import Tone, Tune
from tests.rigs.devices.device_rigs import SounderRig, deliver_pending, parametrize_rigs
from tests.rigs.devices.driver_rigs import SOUNDERS

TUNE = (Tone(440, 0.25), Tone(0, 0.25), Tone(880, 0.5))
LOW, HIGH = (Tone(440, 2.0),), (Tone(880, 1.0),)


async def start(rig: SounderRig, tune: Tune) -> asyncio.Task[None]:
    """Starts a tune and returns the task that plays it."""
    playing = asyncio.create_task(rig.device.play(tune))
    await deliver_pending()
    await rig.settle()
    return playing


async def stop(playing: asyncio.Task[None]) -> None:
    playing.cancel()
    await asyncio.wait({playing})


@parametrize_rigs(SOUNDERS)
async def test_a_tune_is_played_tone_by_tone_and_returns_at_its_end(rig: SounderRig) -> None:
    async with rig.device:
        playing, played = await start(rig, TUNE), []
        for _ in range(4):
            await rig.clock.pass_seconds(0.125)
            played.append(rig.hertz())
            assert not playing.done()
            await rig.clock.pass_seconds(0.125)
        await playing
        assert played == [440, 0, 880, 880]
        assert rig.hertz() == 0


@parametrize_rigs(SOUNDERS)
async def test_a_newer_tune_cuts_an_older_one_short(rig: SounderRig) -> None:
    async with rig.device:
        older = await start(rig, LOW)
        assert rig.hertz() == 440
        newer = await start(rig, HIGH)
        assert rig.hertz() == 880
        await rig.clock.pass_seconds(3)
        assert rig.hertz() == 0
        await asyncio.gather(older, newer)


@parametrize_rigs(SOUNDERS)
async def test_cancelling_the_player_stops_the_tune(rig: SounderRig) -> None:
    async with rig.device:
        await stop(await start(rig, LOW))
        assert rig.hertz() == 0


@parametrize_rigs(SOUNDERS)
async def test_cancelled_tune_does_not_stop_the_newer_one(rig: SounderRig) -> None:
    async with rig.device:
        older = await start(rig, LOW)
        newer = await start(rig, HIGH)
        await stop(older)
        assert rig.hertz() == 880
        await stop(newer)
