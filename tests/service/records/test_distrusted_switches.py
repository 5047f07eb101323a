"""The doctor names the switches that the last match of a table left distrusted."""

from pathlib import Path

import pytest

from hardware.checkers import point
from referee.effects import Effect
from referee.notices import SwitchDead, SwitchMended, SwitchStuck
from service.records.distrusted_switches import distrusted_in_last_match
from service.storage.journal import Journal
from service.words.phrases import ENGLISH, phrases_in
from tests.rigs.storage.example_journals import SETTINGS, reed_observation

DEAD, STUCK = SwitchDead((point(5),)), SwitchStuck((point(8),))


async def write_journal(path: Path, *matches: tuple[Effect, ...]) -> None:
    async with Journal(path) as journal:
        for effects in matches:
            journal.begin(SETTINGS)
            for number, effect in enumerate(effects, start=1):
                journal.decide(await journal.store(reed_observation(number)), (effect,))
        await journal.wait_until_written()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


async def test_switches_of_the_last_match_are_named(path: Path) -> None:
    await write_journal(path, (DEAD, STUCK))
    found = distrusted_in_last_match(path)

    assert found
    assert (found.dead, found.stuck) == ((point(5),), (point(8),))
    assert "point 5" in found.in_words(phrases_in(ENGLISH))


async def test_switch_that_works_again_is_named_no_more(path: Path) -> None:
    await write_journal(path, (DEAD, STUCK, SwitchMended((point(5),))))
    found = distrusted_in_last_match(path)

    assert found
    assert (found.dead, found.stuck) == ((), (point(8),))


async def test_earlier_matches_do_not_count_nor_do_cameras(path: Path) -> None:
    await write_journal(path, (DEAD,), (SwitchDead((point(3),), ("camera",)),))
    assert distrusted_in_last_match(path) is None


def test_no_journal_names_no_switch(path: Path) -> None:
    path.write_text("no journal")
    assert distrusted_in_last_match(path) is None
