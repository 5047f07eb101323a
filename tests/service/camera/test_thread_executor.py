"""Long work runs in one thread, in order, and a program that ends does not wait for it."""

import asyncio
import threading

import pytest

from service.camera.picture_executor import PictureExecutor, ThreadExecutor, run_at_once


@pytest.mark.parametrize("executor", [run_at_once, ThreadExecutor("a thread")])
async def test_executor_returns_results_and_raises_errors(executor: PictureExecutor) -> None:
    def fails() -> None:
        raise ValueError("no idea")

    assert await executor(lambda: 6 * 7) == 42
    with pytest.raises(ValueError, match="no idea"):
        await executor(fails)


async def test_one_thread_does_one_thing_after_the_other_and_the_loop_goes_on() -> None:
    executor, hold, done = ThreadExecutor("a thread"), threading.Event(), list[tuple[int, str]]()

    def work(number: int) -> None:
        hold.wait()
        done.append((number, threading.current_thread().name))

    waiting = [asyncio.ensure_future(executor(lambda at=at: work(at))) for at in range(3)]  # type: ignore[misc] # at is a number
    await asyncio.sleep(0)
    assert done == []
    hold.set()
    await asyncio.gather(*waiting)

    assert done == [(number, "a thread") for number in range(3)]


async def test_cancelled_work_is_skipped() -> None:
    executor, hold, done = ThreadExecutor("a thread"), threading.Event(), list[int]()
    first = asyncio.ensure_future(executor(hold.wait))
    second = asyncio.ensure_future(executor(lambda: done.append(2)))
    await asyncio.sleep(0)
    second.cancel()
    hold.set()
    await first
    await executor(lambda: done.append(3))

    assert done == [3]


async def test_a_program_that_ends_does_not_wait_for_the_thread() -> None:
    executor, hold, begun = ThreadExecutor("a thread"), threading.Event(), threading.Event()

    def hangs() -> None:
        begun.set()
        hold.wait()

    task = asyncio.ensure_future(executor(hangs))
    await asyncio.to_thread(begun.wait)
    assert not task.done()

    assert any(one.name == "a thread" and one.daemon for one in threading.enumerate())
    hold.set()
