"""Several tables in one process share nothing, and each goes on where it was."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import point
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Button, DeviceLost, Garbled, Restarted, Wish, Wished
from referee.effects import Happened, Notice, What
from referee.profiles import CLUB
from referee.step import step
from referee.verdicts import OnTheWay, Unchanged
from service.config.drivers import SimulatedDice, SimulatedSlots
from service.config.settings import Table as Setup
from service.journal.problems import JournalProblem
from service.journal.reading import KeptMatch, read_journal, read_match
from service.tables.inbox import MOST_A_SECOND
from service.tables.running import Running, journal_of, running, serve
from tests.rigs.logs import LogWatch
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

OTHER = Setup(name="other", length=3, board=SimulatedSlots(), dice=SimulatedDice(pairs=2))
Rule = Callable[[Sitting], Awaitable[None]]


def unseen(_running: Running) -> None:
    """Nobody watches."""


def evening(folder: Path, rule: Rule, setup: Setup = SETUP, *, anew: bool = False) -> Running:
    """The service is started, something happens, and it is stopped."""

    async def run() -> Running:
        async with running(setup, ways(folder, anew=anew), unseen) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(seated)
        return table

    return asyncio.run(run())


async def begin(seated: Sitting) -> None:
    seated.dice().roll(3, 1)
    await seated.passes(1)
    seated.checkers.lift(point(8))
    await seated.passes(1)


async def nothing(seated: Sitting) -> None:
    await seated.passes(1)


async def whole_match(seated: Sitting) -> None:
    await seated.play(performance(a_match()))


def kept(folder: Path, name: str = SETUP.name) -> list[KeptMatch]:
    return list(read_journal(journal_of(folder, name)))


def test_every_signal_and_every_decision_of_an_evening_is_in_the_journal(tmp_path: Path) -> None:
    evening(tmp_path, whole_match)

    (match,) = kept(tmp_path)
    assert match.problem is None
    assert match.settings == SETUP.match
    assert all(entry.decision for entry in match.entries)


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    first = evening(tmp_path, begin)
    second = evening(tmp_path, nothing)

    before, after = first.table.state, second.table.state
    assert second.resumption.state is not None
    assert after.match == before.match
    assert isinstance(before.verdict, OnTheWay)
    assert after.verdict == before.verdict
    (match,) = kept(tmp_path)
    assert sum(isinstance(entry.signal, Restarted) for entry in match.entries) == 1


def test_the_clock_of_a_table_never_runs_back_whatever_was_between(tmp_path: Path) -> None:
    for _ in range(3):
        evening(tmp_path, nothing)

    (match,) = kept(tmp_path)
    times = [entry.signal.at for entry in match.entries]
    assert times == sorted(times)


def test_a_decision_that_power_took_is_made_again(tmp_path: Path) -> None:
    async def cut(seated: Sitting) -> None:
        await begin(seated)
        seated.table._journal.decide = lambda *_decision: None  # type: ignore[method-assign]
        seated.dice().lift()
        seated.buttons.press(Button.CUBE)
        await seated.passes(1)

    evening(tmp_path, cut)
    (match,) = kept(tmp_path)
    assert None in {entry.decision for entry in match.entries}

    evening(tmp_path, nothing)

    (match,) = kept(tmp_path)
    assert None not in {entry.decision for entry in match.entries}


def test_a_match_that_is_over_is_followed_by_a_new_one(tmp_path: Path) -> None:
    evening(tmp_path, whole_match)
    second = evening(tmp_path, nothing)

    assert second.resumption.state is None
    assert [match.head.number for match in kept(tmp_path)] == [1, 2]
    assert second.table.state.match.game.phase is Phase.OPENING


def test_another_match_than_the_last_begins_anew(tmp_path: Path) -> None:
    evening(tmp_path, begin)
    second = evening(tmp_path, nothing, replace(SETUP, names=("Alice", "Carol")))

    assert second.resumption.state is None
    assert second.table.state.settings.names.two == "Carol"
    assert second.table.clock.now() > 3


def test_a_new_match_can_be_asked_for(tmp_path: Path) -> None:
    evening(tmp_path, begin)

    assert evening(tmp_path, nothing, anew=True).resumption.state is None


def test_a_match_goes_on_with_the_referee_it_began_with(tmp_path: Path) -> None:
    stricter = replace(SETUP, referee=CLUB)
    evening(tmp_path, begin)

    async def play_to_the_end(seated: Sitting) -> None:
        assert seated.table.state.settings.profile == SETUP.referee
        colour = seated.table.state.colour
        for wish, who in ((Wish.RESIGN, colour), (Wish.YES, colour.other), (Wish.NEXT, colour)):
            seated.table.say(Wished("page", seated.clock.now(), who, wish, wish is Wish.RESIGN))
            await seated.passes(1)

    second = evening(tmp_path, play_to_the_end, stricter)

    assert second.table.state.settings.profile == CLUB
    assert [match.settings.profile for match in kept(tmp_path)] == [SETUP.referee, CLUB]


def test_a_signal_that_ended_the_service_is_left_out_when_it_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.resuming", logging.ERROR, "table.journal: signal ")

    def fragile(state: object, signal: object) -> object:
        if isinstance(signal, Garbled):
            raise ZeroDivisionError("a bug")
        return step(state, signal)  # type: ignore[arg-type]

    async def meet_the_bug(seated: Sitting) -> None:
        await begin(seated)
        seated.table.say(Garbled("page", seated.clock.now(), "hm"))
        await seated.passes(1)

    monkeypatch.setattr("service.tables.table.step", fragile)
    monkeypatch.setattr("service.tables.resuming.step", fragile)
    with pytest.raises(ExceptionGroup) as caught:
        evening(tmp_path, meet_the_bug)
    assert caught.value.subgroup(ZeroDivisionError)

    second = evening(tmp_path, nothing)

    assert second.table.state.match.game.dice


def test_a_damaged_journal_is_told_about_and_what_is_intact_goes_on(tmp_path: Path) -> None:
    evening(tmp_path, begin)
    path = journal_of(tmp_path, SETUP.name)
    path.write_bytes(path.read_bytes()[:-100] + bytes(100))

    second = evening(tmp_path, nothing)

    assert [problem.key for problem in second.resumption.problems] == ["mended"]
    assert len(kept(tmp_path)) in (1, 2)


def test_two_programs_do_not_write_one_journal(tmp_path: Path) -> None:
    async def rule(_seated: Sitting) -> None:
        with pytest.raises(JournalProblem) as caught:
            async with running(SETUP, ways(tmp_path), unseen):
                raise AssertionError
        assert caught.value.key == "in_use"

    evening(tmp_path, rule)


def test_a_folder_that_cannot_be_made_is_told_about(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(JournalProblem):
        evening(tmp_path / "file" / "folder", nothing)


async def havoc(seated: Sitting) -> None:
    """Everything goes wrong at a table that can."""
    now = seated.clock.now
    for number in range(30):
        seated.board.unplug()
        seated.dice(seated.table.state.colour).unplug()
        seated.lamps.unplug()
        for _ in range(2 * MOST_A_SECOND):
            seated.buttons.press(Button.NO)
        seated.table.say(Garbled("page", now(), f"nonsense {number}"))
        await seated.passes(0.2)
        seated.board.plug_in()
        seated.lamps.plug_in()
        seated.dice(seated.table.state.colour).plug_in()
        seated.board.spoil(point(1 + number % 24), 1 + number % 5, list(Fault)[number % 4])
        await seated.passes(3)


def test_what_happens_at_one_table_is_nothing_to_another(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "cannot be reached")
    expected_logs.expect("service.tables.inbox", logging.WARNING, "says too much")
    expected_logs.expect("service.tables.table", logging.WARNING, "makes no sense")
    alone, together = tmp_path / "alone", tmp_path / "together"
    evening(alone, whole_match)

    async def both() -> None:
        async with (
            running(SETUP, ways(together), unseen) as one,
            running(OTHER, ways(together), unseen) as two,
        ):
            raging = asyncio.create_task(havoc(seated_at(two)))
            seated = seated_at(one)
            await seated.passes(1)
            await whole_match(seated)
            await raging

    asyncio.run(both())

    name = journal_of(alone, SETUP.name).name
    assert (together / name).read_bytes() == (alone / name).read_bytes()
    signals = [entry.signal for entry in read_match(journal_of(together, "other")).entries]
    assert sum(isinstance(signal, DeviceLost) for signal in signals) >= 20


def test_the_service_stops_when_it_is_told_to(tmp_path: Path) -> None:
    heard: list[object] = []

    async def run() -> None:
        stop = asyncio.Event()

        def watch(table: Running) -> None:
            heard.append(table.table.name)
            table.table.listeners.append(heard.append)

        await serve([SETUP, OTHER], ways(tmp_path), watch, stop, ready=stop.set)

    evening(tmp_path, begin)
    asyncio.run(run())

    assert heard[0] == SETUP.name
    assert OTHER.name in heard
    assert Notice(What.RESUMED) in heard
    assert not [effect for effect in heard if isinstance(effect, Happened)]


def test_a_table_that_cannot_be_opened_closes_those_that_are(tmp_path: Path) -> None:
    journal_of(tmp_path, OTHER.name).mkdir(parents=True)

    async def run() -> None:
        await serve([SETUP, OTHER], ways(tmp_path), unseen, asyncio.Event())

    with pytest.raises(JournalProblem):
        asyncio.run(run())
    assert not (tmp_path / "table.journal.lock").exists()


def test_the_light_checkers_belong_to_whom_the_configuration_says(tmp_path: Path) -> None:
    second = evening(tmp_path, nothing, replace(SETUP, light=Player.TWO))

    assert second.table.state.settings.light is Player.TWO
    assert isinstance(second.table.state.verdict, Unchanged)


def test_tables_that_are_open_go_on_while_another_reads_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(tmp_path, begin)
    begun, went_on = Event(), Event()

    def slowly(*arguments: object) -> KeptMatch:
        begun.set()
        assert went_on.wait(10)
        return read_match(*arguments)  # type: ignore[arg-type]

    async def run() -> Running:
        async def go_on() -> None:
            await asyncio.to_thread(begun.wait, 10)
            went_on.set()

        going_on = asyncio.create_task(go_on())
        async with running(SETUP, ways(tmp_path), unseen) as table:
            await going_on
        return table

    monkeypatch.setattr("service.tables.resuming.read_match", slowly)

    assert asyncio.run(run()).resumption.state


def test_a_match_that_fits_again_goes_on_if_nothing_was_played_after_it(tmp_path: Path) -> None:
    first = evening(tmp_path, begin)
    others = (replace(SETUP, names=("Alice", "Carol")), replace(SETUP, length=9))
    misfits = [evening(tmp_path, nothing, other) for other in others]
    again = evening(tmp_path, nothing)

    assert [table.resumption.left and table.resumption.left.number for table in misfits] == [1, 1]
    assert again.resumption.state
    assert again.resumption.state.match == first.table.state.match
    matches = kept(tmp_path)
    assert [match.head.number for match in matches] == [1, 2, 3, 4]
    signals = [[entry.signal for entry in match.entries] for match in (matches[0], matches[3])]
    assert signals[1][: len(signals[0])] == signals[0]
    assert all(entry.decision for entry in matches[3].entries)
    assert evening(tmp_path, nothing).resumption.state


def test_a_match_behind_one_that_was_played_stays_left(tmp_path: Path) -> None:
    other = replace(SETUP, names=("Alice", "Carol"))
    evening(tmp_path, begin)

    async def begin_anew(seated: Sitting) -> None:
        seated.checkers.put(point(8), seated.checkers.hand[0])
        seated.dice().lift()
        await seated.passes(1)
        await begin(seated)

    evening(tmp_path, begin_anew, other)
    third = evening(tmp_path, nothing)

    assert third.resumption.state is None
    assert third.resumption.left
    assert third.resumption.left.number == 2


def test_a_match_that_was_given_up_for_a_new_one_does_not_come_back(tmp_path: Path) -> None:
    evening(tmp_path, begin)
    evening(tmp_path, nothing, anew=True)
    evening(tmp_path, nothing, replace(SETUP, length=9))

    resumption = evening(tmp_path, nothing).resumption
    assert (resumption.state, resumption.left, resumption.carried) == (None, None, None)
