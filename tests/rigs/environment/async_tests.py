"""Tests that are coroutines: each runs in an event loop of its own, with its contexts open."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

import pytest

AsyncTest = Callable[..., Awaitable[None]]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine, with its fixtures that are contexts open meanwhile."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(_run(pyfuncitem.obj, {name: pyfuncitem.funcargs[name] for name in names}))
    return True


async def _run(test: AsyncTest, given: Mapping[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        for name, value in given.items():
            if isinstance(value, AbstractAsyncContextManager):
                given = {**given, name: await stack.enter_async_context(value)}
        await test(**given)
