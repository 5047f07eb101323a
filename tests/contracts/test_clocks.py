"""The contract of clocks: they never run back, and wake no waiter too early."""

import asyncio

from tests.rigs.devices.device_rigs import ClockRig, deliver_pending, parametrize_rigs
from tests.rigs.devices.driver_rigs import CLOCKS


@parametrize_rigs(CLOCKS)
async def test_a_clock_goes_on_and_never_back(rig: ClockRig) -> None:
    times = []
    for _ in range(5):
        times.append(rig.clock.now())
        await rig.pass_seconds(0.25)
    assert times == sorted(times)
    assert len(set(times)) == len(times)


@parametrize_rigs(CLOCKS)
async def test_waiter_is_not_woken_before_its_time(rig: ClockRig) -> None:
    at = rig.clock.now() + 10.0
    waiting = asyncio.create_task(rig.clock.wait_until(at))
    await rig.pass_seconds(9.9)
    assert not waiting.done()
    await rig.pass_seconds(0.2)
    assert waiting.done()
    assert rig.clock.now() >= at


@parametrize_rigs(CLOCKS)
async def test_woken_waiter_finds_that_its_time_has_come(rig: ClockRig) -> None:
    moments = [rig.clock.now() + seconds for seconds in (0.0001, 0.3, 0.7, 10.0)]
    late: list[float] = []

    async def sleeper() -> None:
        for moment in moments:
            await rig.clock.wait_until(moment)
            late.append(rig.clock.now() - moment)

    async with asyncio.TaskGroup() as sleepers:
        sleepers.create_task(sleeper())
        await rig.pass_seconds(20.0)
    assert min(late) >= 0.0
    assert max(late) < 0.1


@parametrize_rigs(CLOCKS)
async def test_a_moment_that_is_past_is_not_waited_for(rig: ClockRig) -> None:
    waiting = asyncio.create_task(rig.clock.wait_until(rig.clock.now() - 1.0))
    await deliver_pending()
    assert waiting.done()


@parametrize_rigs(CLOCKS)
async def test_earliest_waiter_is_woken_first(rig: ClockRig) -> None:
    start = rig.clock.now()
    woken: list[float] = []

    async def sleeper(seconds: float) -> None:
        await rig.clock.wait_until(start + seconds)
        woken.append(seconds)

    async with asyncio.TaskGroup() as sleepers:
        for seconds in (3.0, 1.0, 2.0):
            sleepers.create_task(sleeper(seconds))
        await rig.pass_seconds(5.0)
    assert woken == [1.0, 2.0, 3.0]


@parametrize_rigs(CLOCKS)
async def test_cancelled_waiter_is_not_woken(rig: ClockRig) -> None:
    waiting = asyncio.create_task(rig.clock.wait_until(rig.clock.now() + 1.0))
    await deliver_pending()
    waiting.cancel()
    await rig.pass_seconds(2.0)
    assert waiting.cancelled()
