"""Whatever takes long is thought about in one thread, in order, and nobody waits for its end."""

import asyncio
import threading

import pytest

from service.seeing.thinking import InAThread, Thinking, at_once


@pytest.mark.parametrize("thinking", [at_once, InAThread("a thread")])
def test_what_comes_of_it_is_told_be_it_good_or_bad(thinking: Thinking) -> None:
    def fails() -> None:
        raise ValueError("no idea")

    async def prove() -> None:
        assert await thinking(lambda: 6 * 7) == 42
        with pytest.raises(ValueError, match="no idea"):
            await thinking(fails)

    asyncio.run(prove())


def test_one_thread_does_one_thing_after_the_other_and_the_loop_goes_on() -> None:
    thinking, hold, done = InAThread("a thread"), threading.Event(), list[tuple[int, str]]()

    def work(number: int) -> None:
        hold.wait()
        done.append((number, threading.current_thread().name))

    async def prove() -> None:
        waiting = [asyncio.ensure_future(thinking(lambda at=at: work(at))) for at in range(3)]  # type: ignore[misc] # at is a number
        await asyncio.sleep(0)
        assert done == []
        hold.set()
        await asyncio.gather(*waiting)

    asyncio.run(prove())
    assert done == [(number, "a thread") for number in range(3)]


def test_what_nobody_waits_for_any_more_is_left_out() -> None:
    thinking, hold, done = InAThread("a thread"), threading.Event(), list[int]()

    async def prove() -> None:
        first = asyncio.ensure_future(thinking(hold.wait))
        second = asyncio.ensure_future(thinking(lambda: done.append(2)))
        await asyncio.sleep(0)
        second.cancel()
        hold.set()
        await first
        await thinking(lambda: done.append(3))

    asyncio.run(prove())
    assert done == [3]


def test_a_program_that_ends_does_not_wait_for_it() -> None:
    thinking, hold, begun = InAThread("a thread"), threading.Event(), threading.Event()

    def hangs() -> None:
        begun.set()
        hold.wait()

    async def prove() -> None:
        task = asyncio.ensure_future(thinking(hangs))
        await asyncio.to_thread(begun.wait)
        assert not task.done()

    asyncio.run(prove())
    assert any(one.name == "a thread" and one.daemon for one in threading.enumerate())
    hold.set()
