"""What every clock does: it never runs back, and nobody is woken before their time."""

import asyncio

from tests.rigs.devices import ClockRig, arrived, every
from tests.rigs.drivers import CLOCKS


@every(CLOCKS)
async def test_a_clock_goes_on_and_never_back(rig: ClockRig) -> None:
    times = []
    for _ in range(5):
        times.append(rig.clock.now())
        await rig.pass_by(0.25)
    assert times == sorted(times)
    assert len(set(times)) == len(times)


@every(CLOCKS)
async def test_nobody_is_woken_before_their_time(rig: ClockRig) -> None:
    at = rig.clock.now() + 10.0
    waiting = asyncio.create_task(rig.clock.wait_until(at))
    await rig.pass_by(9.9)
    assert not waiting.done()
    await rig.pass_by(0.2)
    assert waiting.done()
    assert rig.clock.now() >= at


@every(CLOCKS)
async def test_whoever_is_woken_finds_that_their_time_has_come(rig: ClockRig) -> None:
    moments = [rig.clock.now() + seconds for seconds in (0.0001, 0.3, 0.7, 10.0)]
    late: list[float] = []

    async def sleeper() -> None:
        for moment in moments:
            await rig.clock.wait_until(moment)
            late.append(rig.clock.now() - moment)

    async with asyncio.TaskGroup() as sleepers:
        sleepers.create_task(sleeper())
        await rig.pass_by(20.0)
    assert min(late) >= 0.0
    assert max(late) < 0.1


@every(CLOCKS)
async def test_a_moment_that_is_past_is_not_waited_for(rig: ClockRig) -> None:
    waiting = asyncio.create_task(rig.clock.wait_until(rig.clock.now() - 1.0))
    await arrived()
    assert waiting.done()


@every(CLOCKS)
async def test_those_who_wait_are_woken_the_earliest_first(rig: ClockRig) -> None:
    start = rig.clock.now()
    woken: list[float] = []

    async def sleeper(seconds: float) -> None:
        await rig.clock.wait_until(start + seconds)
        woken.append(seconds)

    async with asyncio.TaskGroup() as sleepers:
        for seconds in (3.0, 1.0, 2.0):
            sleepers.create_task(sleeper(seconds))
        await rig.pass_by(5.0)
    assert woken == [1.0, 2.0, 3.0]


@every(CLOCKS)
async def test_who_no_longer_waits_is_not_woken(rig: ClockRig) -> None:
    waiting = asyncio.create_task(rig.clock.wait_until(rig.clock.now() + 1.0))
    await arrived()
    waiting.cancel()
    await rig.pass_by(2.0)
    assert waiting.cancelled()
