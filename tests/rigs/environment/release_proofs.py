"""Proofs of a release, left out unless `--release` asks for them, and `--seconds` for a run."""

import os
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

MARKER = "release"
SLOW = 2.0
"""Seconds that the call of a test may take if it is not marked."""
SLOW_PROPERTY = 8.0
"""The same for a property, of which `--release` tries four times as many examples."""
USUAL_PACE = 0.045
"""Processor seconds that `fixed_work` takes on the machine on which `SLOW` was chosen."""
SCATTER = 1.5
"""The factor by which two measurements of the same test differ on a shared machine."""
IS_PROOF = pytest.StashKey[bool]()
BEGUN = pytest.StashKey[float]()
"""The time at which the first test began."""
TASKS = Path("/proc/self/task")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--release",
        action="store_true",
        help="run the proofs of a release as well and every property with more examples, "
        f"and fail an unmarked test that takes over {SLOW:g} s",
    )
    parser.addoption(
        "--seconds",
        type=float,
        default=float("inf"),
        help="skip every test that would begin later than this after the first one",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the proofs of a release unless they are asked for."""
    proofs = set(find_proofs(items))
    for item in proofs:
        item.stash[IS_PROOF] = True
    if proofs and not is_asked_for(config):
        items[:] = [item for item in items if item not in proofs]
        config.hook.pytest_deselected(items=list(proofs))


def find_proofs(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yields what is marked; with `after=2`, all cases of a test but the first two."""
    cases = Counter[str]()
    for item in items:
        if (marker := item.get_closest_marker(MARKER)) is not None:
            test = item.nodeid.partition("[")[0]
            cases[test] += 1
            if cases[test] > marker.kwargs.get("after", 0):
                yield item


def is_asked_for(config: pytest.Config) -> bool:
    """True for `--release` and `make soak`, and where a marker or a single test is named."""
    named = any("::" in argument for argument in config.args)
    soaks = "KIBITZ_SOAK" in os.environ
    return named or soaks or config.getoption("release") or MARKER in config.option.markexpr


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test for which there is no time left."""
    allowed: float = item.config.getoption("seconds")
    begun = item.config.stash.setdefault(BEGUN, time.monotonic())
    if time.monotonic() - begun >= allowed:
        pytest.skip(f"{allowed:g} s are over; make test runs it")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fails a slow test that is not marked, where the proofs of a release run."""
    if not item.config.getoption("release"):
        return (yield)
    before, begun = processor_seconds(), time.monotonic()
    result = yield
    # Several threads at work take more processor time than time, and a busy machine the reverse.
    taken = min(processor_seconds() - before, time.monotonic() - begun)
    if taken > (limit := time_limit(item)) and taken > limit * slowness() * SCATTER:
        pytest.fail(
            f"it takes {taken:.1f} s, and {limit:g} s is the most: make it "
            f"faster, or mark it `{MARKER}` if `make test` can do without it",
            pytrace=False,
        )
    return result


def time_limit(item: pytest.Item) -> float:
    """The processor seconds that the call of a test may take."""
    if item.stash.get(IS_PROOF, default=False) or item.get_closest_marker("soak"):
        return float("inf")
    if item.get_closest_marker("hypothesis"):
        return SLOW_PROPERTY
    return SLOW


def processor_seconds() -> float:
    """The processor time of this process and of all that it has started, in seconds."""
    used = os.times()
    own = used.user + used.system + used.children_user + used.children_system
    return own + sum(map(_used_by, descendants(TASKS)))


def descendants(tasks: Path) -> Iterator[Path]:
    """Yields the folders in /proc of the living children, grandchildren and so on."""
    for listed in tasks.glob("*/children"):
        try:
            children = listed.read_text(encoding="ascii").split()
        except OSError:  # the thread has ended
            continue
        for child in children:
            folder = Path("/proc") / child
            yield folder
            yield from descendants(folder / "task")


def _used_by(process: Path) -> float:
    """The processor seconds of a process and of its children that have ended."""
    try:
        fields = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def slowness() -> float:
    """The factor by which this machine is slower at the moment than it usually is; at least 1."""
    before = time.process_time()
    fixed_work()
    return max((time.process_time() - before) / USUAL_PACE, 1.0)


def fixed_work() -> int:
    """Always the same amount of work."""
    return sum(number * number % 7 for number in range(1_000_000))
