"""What every pair of electronic dice does: it tells states, and numbers once it lies still."""

import pytest

from hardware.signals import DiceSeen, DiceState
from tests.rigs.devices import DiceRig, Heard, every, hearing
from tests.rigs.drivers import DICE

ROLLING, SETTLED, COCKED, LIFTED = DiceState


def told(heard: Heard) -> list[tuple[DiceState, tuple[int, ...]]]:
    """The states that were reported, with their numbers."""
    return [(seen.state, seen.numbers) for seen in heard.signals if isinstance(seen, DiceSeen)]


@every(DICE)
async def test_a_throw_rolls_and_then_shows_its_numbers(rig: DiceRig) -> None:
    async with hearing(rig) as heard:
        heard.signals.clear()
        rig.dice.roll(6, 2)
        await rig.settle()
        assert told(heard) == [(ROLLING, ()), (SETTLED, (6, 2))]


@every(DICE)
async def test_a_cocked_throw_shows_no_numbers(rig: DiceRig) -> None:
    if COCKED not in rig.tells:
        pytest.skip("these dice cannot tell that one is cocked")
    async with hearing(rig) as heard:
        rig.dice.start_rolling()
        rig.dice.cock()
        rig.dice.lift()
        await rig.settle()
        done = [(state, ()) for state in (ROLLING, COCKED, LIFTED) if state in rig.tells]
        assert told(heard)[-len(done) :] == done


@every(DICE)
async def test_dice_never_claim_what_they_cannot_tell(rig: DiceRig) -> None:
    async with hearing(rig) as heard:
        rig.dice.start_rolling()
        rig.dice.cock()
        rig.dice.lift()
        rig.dice.roll(6, 2)
        await rig.settle()
        assert {state for state, _ in told(heard)} <= rig.tells


@every(DICE)
async def test_one_die_may_be_thrown_alone(rig: DiceRig) -> None:
    if not rig.alone:
        pytest.skip("these dice are thrown together")
    async with hearing(rig) as heard:
        rig.dice.roll(4)
        await rig.settle()
        assert told(heard)[-1] == (SETTLED, (4,))


@every(DICE)
async def test_dice_that_stay_as_they_are_say_nothing_new(rig: DiceRig) -> None:
    async with hearing(rig) as heard:
        rig.dice.roll(5, 5)
        await rig.settle()
        heard.signals.clear()
        rig.dice.settle(5, 5)
        await rig.settle()
        assert heard.signals == []


@every(DICE)
async def test_the_same_throw_again_is_a_throw(rig: DiceRig) -> None:
    async with hearing(rig) as heard:
        rig.dice.roll(5, 5)
        await rig.settle()
        heard.signals.clear()
        rig.dice.roll(5, 5)
        await rig.settle()
        assert told(heard) == [(ROLLING, ()), (SETTLED, (5, 5))]


@every(DICE)
async def test_dice_that_lie_there_on_opening_are_told_with_their_numbers(rig: DiceRig) -> None:
    if not rig.stands:
        pytest.skip("these dice cannot tell how they were found")
    rig.dice.roll(6, 1)
    async with hearing(rig) as heard:
        assert told(heard) == [(SETTLED, (6, 1))]


@every(DICE)
async def test_all_reports_name_the_same_owner(rig: DiceRig) -> None:
    async with hearing(rig) as heard:
        rig.dice.roll(2, 1)
        await rig.settle()
        assert len({seen.colour for seen in heard.signals if isinstance(seen, DiceSeen)}) == 1
