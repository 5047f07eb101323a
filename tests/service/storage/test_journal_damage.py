"""Damage to the file never invents or alters a signal, and whole ones survive."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from service.storage.journal import Journal
from service.storage.journal_reader import JournalFile, StoredMatch, read_journal, read_match
from service.storage.journal_tables import JournalProblem
from tests.rigs.storage import example_journals as journals

TRIES = 15
"""The damaged journals of each kind of damage."""
REFUSED = {"no_journal", "newer"}
"""The problems of a file whose first bytes are damaged; it is left alone."""


QUICK = Path("/dev/shm")  # noqa: S108 - damage is the same in memory, and done sooner


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a journal that can be damaged."""
    with TemporaryDirectory(dir=QUICK if QUICK.is_dir() else None) as name:
        yield Path(name)


@dataclass(frozen=True, slots=True)
class Evening:
    """A journal as it lay on the disk when power went."""

    name: str
    main: bytes
    wal: bytes
    matches: tuple[StoredMatch, ...]
    safe: tuple[tuple[int, int], ...]
    """Lengths of the write-ahead log, each with the number of signals acknowledged by then."""

    def lay(self, folder: Path) -> Path:
        path = folder / "club"
        for file in folder.iterdir():
            file.unlink()
        path.write_bytes(self.main)
        if self.wal:
            path.with_name("club-wal").write_bytes(self.wal)
        return path


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Three matches in one file that was closed."""
    path = tmp_path_factory.mktemp("closed") / "club"
    matches = journals.filled_journal(path, 40, 60, 50)
    return Evening("closed", path.read_bytes(), b"", matches, ())


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Three matches of which the end is still in the write-ahead log."""
    path = tmp_path_factory.mktemp("cut_off") / "club"
    wal, aside = path.with_name("club-wal"), path.with_name("copy")
    safe: list[tuple[int, int]] = []

    async def play() -> None:
        async with journals.repeatable_journal(path) as journal:
            await journals.fill_journal(journal, [40, 60])
            await journal.checkpoint()
            await journals.fill_journal(journal, [0])
            for number in range(50):
                stored = await journal.store(journals.reed_observation(number))
                safe.append((wal.stat().st_size, stored))
            for file in (path, wal):
                shutil.copy(file, aside.with_name(f"{file.name}.copy"))

    asyncio.run(play())
    main, beside = (aside.with_name(f"{name}.copy").read_bytes() for name in ("club", "club-wal"))
    return Evening("cut_off", main, beside, tuple(read_journal(path)), tuple(safe))


@pytest.fixture(params=["closed", "cut_off"])
def evening(request: pytest.FixtureRequest) -> Evening:
    whole: Evening = request.getfixturevalue(request.param)
    return whole


def open_damaged(path: Path, before: Evening) -> int:
    """Opens what is left of an evening, asserts that it is unaltered, and counts its signals."""
    found = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    still_there = sum(count_signals(path, before))
    journal = opened(path)
    if journal is None:
        assert path.read_bytes() == found[path.name]
        return 0
    if journal.repaired_damage:
        for ending in ("", "-wal"):
            copy = path.with_name(f"{journal.repaired_damage.values['copy']}{ending}")
            assert copy.exists() == (f"{path.name}{ending}" in found)
            assert not copy.exists() or copy.read_bytes() == found[f"{path.name}{ending}"]
    stored = sum(count_signals(path, before))
    assert stored >= still_there
    assert_goes_on(path)
    return stored


def opened(path: Path) -> Journal | None:
    """The journal on opening; None if the file does not count as a journal."""
    try:
        return asyncio.run(journals.open_and_close(path))
    except JournalProblem as problem:
        if problem.key not in REFUSED:
            raise
        return None


def count_signals(path: Path, before: Evening) -> Iterator[int]:
    """The number of readable signals of each match; asserts that each is as it was."""
    known = {match.head: match for match in before.matches}
    try:
        with JournalFile(path) as file:
            for head in file.matches:
                stored, was = file.stored_match(head), known[head]
                assert stored.settings == was.settings
                for entry, original in zip(stored.entries, was.entries, strict=False):
                    assert entry.signal == original.signal
                    assert (entry.number, entry.stored_at) == (original.number, original.stored_at)
                    assert entry.decision in (original.decision, None)
                assert len(stored.entries) <= len(was.entries)
                yield len(stored.entries)
    except JournalProblem:
        return


def assert_goes_on(path: Path) -> None:
    """Asserts that another match can be stored in it, without a problem."""
    journals.filled_journal(path, 3)
    assert len(read_match(path).entries) == 3
    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None


def chances(kind: str, soak_factor: int) -> Iterator[Random]:
    for number in range(TRIES * soak_factor):
        yield Random(f"{kind} {number}")  # noqa: S311 - damage, not secrets


def flip_bits(content: bytes, chance: Random, bits: int) -> bytes:
    damaged = bytearray(content)
    for _ in range(bits):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def overwrite_sector(content: bytes, chance: Random) -> bytes:
    """The content with one sector that has died."""
    at = chance.randrange(len(content) // 512) * 512
    return content[:at] + chance.choice((bytes(512), chance.randbytes(512))) + content[at + 512 :]


def test_an_undamaged_evening_is_read_whole(folder: Path, evening: Evening) -> None:
    assert open_damaged(evening.lay(folder), evening) == 150


def test_a_file_that_is_cut_short_gives_what_is_left(
    folder: Path, evening: Evening, soak_factor: int
) -> None:
    for chance in chances(f"cut {evening.name}", soak_factor):
        path = evening.lay(folder)
        path.write_bytes(evening.main[: chance.randrange(len(evening.main))])

        open_damaged(path, evening)


def test_a_log_that_is_cut_short_loses_nothing_that_was_safe_before(
    folder: Path, cut_off: Evening, soak_factor: int
) -> None:
    for chance in chances("cut log", soak_factor):
        path, left = cut_off.lay(folder), chance.randrange(len(cut_off.wal))
        path.with_name("club-wal").write_bytes(cut_off.wal[:left])

        stored = open_damaged(path, cut_off)

        assert stored >= max((number for size, number in cut_off.safe if size <= left), default=100)


@pytest.mark.parametrize("bits", [1, 30])
def test_flipped_bits_are_never_believed(
    bits: int, folder: Path, evening: Evening, soak_factor: int
) -> None:
    for chance in chances(f"flip {bits} {evening.name}", soak_factor):
        path = evening.lay(folder)
        path.write_bytes(flip_bits(evening.main, chance, bits))
        if evening.wal:
            path.with_name("club-wal").write_bytes(flip_bits(evening.wal, chance, bits))

        open_damaged(path, evening)


def test_a_dead_sector_is_never_believed(folder: Path, evening: Evening, soak_factor: int) -> None:
    for chance in chances(f"sector {evening.name}", soak_factor):
        path = evening.lay(folder)
        path.write_bytes(overwrite_sector(evening.main, chance))

        open_damaged(path, evening)


def test_a_flipped_bit_in_a_signal_costs_the_rest_of_its_match_and_no_other(
    folder: Path, closed: Evening
) -> None:
    path, at = closed.lay(folder), closed.main.index(b'"at":1002.5,')
    path.write_bytes(closed.main[: at + 6] + b"3" + closed.main[at + 7 :])

    first, second, third = read_journal(path)

    number = len(first.entries)
    assert first.entries == closed.matches[0].entries[:number]
    assert number == 20
    assert first.problem
    assert first.problem.key == "breaks_off"
    assert (second, third) == closed.matches[1:]


def test_a_flipped_bit_in_a_decision_costs_that_decision_alone(
    folder: Path, closed: Evening
) -> None:
    path, at = closed.lay(folder), closed.main.rindex(b'"reachable":["p3"')
    path.write_bytes(closed.main.replace(b'"reachable":["p3"', b'"reachable":["p4"'))
    path.write_bytes(closed.main[: at + 15] + b"4" + closed.main[at + 16 :])

    matches = list(read_journal(path))

    assert [len(match.entries) for match in matches] == [40, 60, 50]
    lost = [entry for match in matches for entry in match.entries if entry.decision is None]
    assert len(lost) == 1
    assert [match.problem.key for match in matches if match.problem] == ["decision_damaged"]


def test_damage_in_an_older_match_is_reported_when_it_is_read(
    folder: Path, closed: Evening
) -> None:
    path, at = closed.lay(folder), closed.main.index(b'"at":1002.5,')
    path.write_bytes(closed.main[: at + 6] + b"3" + closed.main[at + 7 :])

    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None

    assert [match.problem is None for match in read_journal(path)] == [False, True, True]


@pytest.mark.release
def test_the_first_bytes_of_a_journal_are_put_right(folder: Path, closed: Evening) -> None:
    for at in range(100):
        path = closed.lay(folder)
        path.write_bytes(closed.main[:at] + bytes([closed.main[at] ^ 0x55]) + closed.main[at + 1 :])

        stored = open_damaged(path, closed)

        assert stored in (0, 150)
        assert stored == 150 or at in range(60, 64)


@pytest.mark.parametrize(
    "spoil", [lambda path: path.unlink(), lambda path: path.write_bytes(b"")], ids=["gone", "empty"]
)
def test_a_log_without_its_file_is_set_aside(
    spoil: Callable[[Path], object], folder: Path, cut_off: Evening
) -> None:
    path = cut_off.lay(folder)
    spoil(path)

    journal = asyncio.run(journals.open_and_close(path))

    assert journal.repaired_damage
    assert path.with_name("club.damaged-1-wal").read_bytes() == cut_off.wal
    assert_goes_on(path)


def test_each_damage_has_a_copy_of_its_own(folder: Path, closed: Evening) -> None:
    path = closed.lay(folder)
    for number in (1, 2, 3):
        damaged = closed.main[: -4096 * 3]
        path.write_bytes(damaged)

        repaired = asyncio.run(journals.open_and_close(path)).repaired_damage

        assert repaired
        assert repaired.values["copy"] == f"club.damaged-{number}"
        assert path.with_name(f"club.damaged-{number}").read_bytes() == damaged


@pytest.mark.parametrize("done", ["built", "cleared"])
def test_a_repair_that_a_power_cut_interrupted_is_finished(
    done: str, tmp_path: Path, folder: Path, cut_off: Evening
) -> None:
    whole = tmp_path / "whole"
    journals.filled_journal(whole, 7)
    path = cut_off.lay(folder)
    shutil.move(whole, path.with_name("club.mended"))
    path.with_name("club.making").write_bytes(b"half")
    if done == "cleared":
        path.with_name("club-wal").unlink()

    assert asyncio.run(journals.open_and_close(path)).repaired_damage is None

    assert [len(stored.entries) for stored in read_journal(path)] == [7]
