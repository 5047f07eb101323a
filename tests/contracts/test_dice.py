"""The contract of electronic dice: they report states, and numbers once they lie still."""

import pytest

from hardware.signals import DiceReading, DiceState
from tests.rigs.devices.device_rigs import DiceRig, SignalRecorder, parametrize_rigs, record_signals
from tests.rigs.devices.driver_rigs import DICE

ROLLING, SETTLED, COCKED, _ON_CHECKER, LIFTED = DiceState


def readings(recorder: SignalRecorder) -> list[tuple[DiceState, tuple[int, ...]]]:
    """The states that were reported, with their numbers."""
    return [(one.state, one.numbers) for one in recorder.signals if isinstance(one, DiceReading)]


@parametrize_rigs(DICE)
async def test_a_throw_rolls_and_then_shows_its_numbers(rig: DiceRig) -> None:
    async with record_signals(rig) as recorder:
        recorder.signals.clear()
        rig.dice.roll(6, 2)
        await rig.settle()
        assert readings(recorder) == [(ROLLING, ()), (SETTLED, (6, 2))]


@parametrize_rigs(DICE)
async def test_a_cocked_throw_shows_no_numbers(rig: DiceRig) -> None:
    if COCKED not in rig.reported_states:
        pytest.skip("these dice cannot tell that one is cocked")
    async with record_signals(rig) as recorder:
        rig.dice.start_rolling()
        rig.dice.cock()
        rig.dice.lift()
        await rig.settle()
        shown = [(state, ()) for state in (ROLLING, COCKED, LIFTED) if state in rig.reported_states]
        assert readings(recorder)[-len(shown) :] == shown


@parametrize_rigs(DICE)
async def test_dice_report_only_the_states_that_they_declare(rig: DiceRig) -> None:
    async with record_signals(rig) as recorder:
        rig.dice.start_rolling()
        rig.dice.cock()
        rig.dice.lift()
        rig.dice.roll(6, 2)
        await rig.settle()
        assert {state for state, _ in readings(recorder)} <= rig.reported_states


@parametrize_rigs(DICE)
async def test_one_die_may_be_thrown_alone(rig: DiceRig) -> None:
    if not rig.allows_single_die:
        pytest.skip("these dice are thrown together")
    async with record_signals(rig) as recorder:
        rig.dice.roll(4)
        await rig.settle()
        assert readings(recorder)[-1] == (SETTLED, (4,))


@parametrize_rigs(DICE)
async def test_unchanged_dice_are_not_reported_again(rig: DiceRig) -> None:
    async with record_signals(rig) as recorder:
        rig.dice.roll(5, 5)
        await rig.settle()
        recorder.signals.clear()
        rig.dice.settle(5, 5)
        await rig.settle()
        assert recorder.signals == []


@parametrize_rigs(DICE)
async def test_the_same_throw_again_is_a_throw(rig: DiceRig) -> None:
    async with record_signals(rig) as recorder:
        rig.dice.roll(5, 5)
        await rig.settle()
        recorder.signals.clear()
        rig.dice.roll(5, 5)
        await rig.settle()
        assert readings(recorder) == [(ROLLING, ()), (SETTLED, (5, 5))]


@parametrize_rigs(DICE)
async def test_dice_lying_on_opening_are_reported_with_their_numbers(rig: DiceRig) -> None:
    if not rig.reports_on_opening:
        pytest.skip("these dice cannot tell how they were found")
    rig.dice.roll(6, 1)
    async with record_signals(rig) as recorder:
        assert readings(recorder) == [(SETTLED, (6, 1))]


@parametrize_rigs(DICE)
async def test_all_reports_name_the_same_owner(rig: DiceRig) -> None:
    async with record_signals(rig) as recorder:
        rig.dice.roll(2, 1)
        await rig.settle()
        assert len({one.colour for one in recorder.signals if isinstance(one, DiceReading)}) == 1
