"""What the dice do, and what that means at this moment of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.game.turns import early_throw_tells_nothing
from engine.backgammon.players import Player
from hardware.checkers import Colour
from hardware.signals import DiceSeen, DiceState
from referee.asking import Asking, Question
from referee.draft import Draft
from referee.effects import Notice, What
from referee.judging import moves_of, places_of
from referee.profiles import EarlyThrow
from referee.turn_end import (
    MOVING,
    Ender,
    end_turn,
    judge_turn,
    may_be_over,
    tell_dance,
    throw_next,
)
from referee.verdicts import Unchanged

BOTH = 2


def follow_dice(draft: Draft, dice: DiceSeen) -> None:
    """The dice have done something, or have been found as they are."""
    known = draft.state.dice.get(dice.source)
    draft.change(dice={**draft.state.dice, dice.source: dice})
    if dice.standing and not _has_happened(dice, known):
        return
    _FOLLOW[dice.state](draft, dice, known)


def _has_happened(found: DiceSeen, known: DiceSeen | None) -> bool:
    """Whether dice were thrown while nobody saw them; that they are in the cup tells nothing."""
    if known is None or found.state not in (DiceState.SETTLED, DiceState.COCKED):
        return False
    return (found.state, found.numbers) != (known.state, known.numbers)


def _settled(draft: Draft, dice: DiceSeen, known: DiceSeen | None) -> None:
    phase = draft.match.game.phase
    if phase in (Phase.OPENING, Phase.OVER):
        _opening(draft, dice)
    elif phase is Phase.TO_THROW:
        _throw(draft, dice)
    elif phase in MOVING:
        _throw_while_moving(
            draft, dice, rolled=known is not None and known.state is DiceState.ROLLING
        )
    elif len(dice.numbers) == BOTH:
        draft.happen(events.Throw(draft.match.game.turn, Dice(*dice.numbers)))


def _lifted(draft: Draft, dice: DiceSeen, _known: DiceSeen | None) -> None:
    if dice.colour in (None, draft.state.colour):
        end_turn(draft)


def _rolling(draft: Draft, dice: DiceSeen, _known: DiceSeen | None) -> None:
    """Whoever throws a pair that both use has picked it up, seen or not; or has nudged it."""
    tracking = draft.state.sight.tracking
    ends = tracking.ends if tracking else ()
    if dice.colour is None and len(ends) == 1 and not draft.state.may_be_in_hand:
        end_turn(draft)


def _cocked(draft: Draft, dice: DiceSeen, _known: DiceSeen | None) -> None:
    if draft.match.game.phase in (Phase.OPENING, Phase.TO_THROW):
        opening = draft.match.game.phase is Phase.OPENING
        colour = dice.colour or draft.state.colour
        draft.happen(events.CockedThrow(draft.state.seating.player(colour)))
        draft.tell(Notice(What.COCKED, dice.colour if opening else colour))


_FOLLOW: Mapping[DiceState, Callable[[Draft, DiceSeen, DiceSeen | None], None]] = {
    DiceState.ROLLING: _rolling,
    DiceState.SETTLED: _settled,
    DiceState.COCKED: _cocked,
    DiceState.LIFTED: _lifted,
}


def _opening(draft: Draft, dice: DiceSeen) -> None:
    """Each player throws one die, together or one after the other."""
    over = draft.match.game.phase is Phase.OVER and not draft.match.winner
    if over and draft.state.hidden and draft.state.is_set_up:
        # Whoever throws has taken his hands away, or it was his arm that hid the rest.
        draft.happen(events.NextGame())
    if draft.match.game.phase is Phase.OVER or not draft.state.is_set_up:
        found = draft.state.verdict
        draft.tell(Notice(What.SET_UP_FIRST, places=places_of(found), moves=moves_of(found)))
        return
    if dice.colour is None and len(dice.numbers) == BOTH:
        thrown = dict(zip(Colour, dice.numbers, strict=True))
    elif dice.colour and len(dice.numbers) == 1:
        thrown = {**draft.state.this_turn.opening, dice.colour: dice.numbers[0]}
    else:
        draft.tell(Notice(What.ONE_DIE_EACH, dice.colour))
        return
    if len(thrown) < BOTH:
        draft.now(opening=thrown)
        return
    draft.now(opening={})
    one, two = (thrown[draft.state.seating.colour(player)] for player in Player)
    draft.happen(events.OpeningThrow(one, two))
    tell_dance(draft)


def _throw(draft: Draft, dice: DiceSeen) -> None:
    """The throw of the player whose turn it is."""
    colour = draft.state.colour
    if dice.colour not in (None, colour):
        draft.tell(Notice(What.NOT_YOUR_THROW, dice.colour))
    elif len(dice.numbers) == BOTH:
        draft.happen(events.Throw(draft.match.game.turn, Dice(*dice.numbers)))
        tell_dance(draft)


def _throw_while_moving(draft: Draft, dice: DiceSeen, *, rolled: bool) -> None:
    """A throw before the turn has ended: the opponent's, or dice that were knocked against."""
    if len(dice.numbers) != BOTH or dice.colour is draft.state.colour:
        draft.tell(Notice(What.THROW_STANDS, draft.state.colour, dice=draft.match.game.dice))
        return
    thrown = Dice(*dice.numbers)
    if dice.colour is None:
        _picked_up_unseen(draft, thrown, rolled=rolled)
    else:
        _early(draft, thrown)


def _picked_up_unseen(draft: Draft, thrown: Dice, *, rolled: bool) -> None:
    """One pair for both: either the turn has ended, seen or not, or the dice have been nudged.

    Who has picked them up and is told that something is wrong may just lay them down.
    """
    state, tracking = draft.state, draft.state.sight.tracking
    # Who has thrown while his opponent's play is still being looked at may throw the same.
    same = thrown == draft.match.game.dice and not (rolled and state.this_turn.ending)
    played = tracking and tracking.ends and not isinstance(tracking.verdict, Unchanged)
    in_hand = tracking and tracking.held and not rolled
    if (played and not in_hand) or (state.this_turn.done and rolled and not same):
        draft.now(done=True)
        _early(draft, thrown)
    elif same:
        draft.now(done=False)
    else:
        draft.tell(Notice(What.THROW_STANDS, state.colour, dice=draft.match.game.dice))


def _early(draft: Draft, thrown: Dice) -> None:
    """The opponent throws before the turn is over, perhaps before the dice were picked up."""
    state, policy = draft.state, draft.state.settings.early_throw_policy
    judged = state.this_turn.done and not state.is_moving
    if judged and judge_turn(draft, Ender.OPPONENT):
        throw_next(draft, thrown)
    elif state.this_turn.ending and state.sight.from_afar:
        # The player has done his part; it is only seen a moment later.
        draft.now(early=thrown)
    elif policy is EarlyThrow.OPPONENT and not judged:
        draft.now(asking=Asking(Question.EARLY_THROW, state.turn, dice=thrown))
        draft.tell(Notice(What.EARLY_THROW_CHOICE, state.colour))
    elif policy is EarlyThrow.VOID and not early_throw_tells_nothing(draft.match):
        draft.tell(Notice(What.EARLY_THROW_VOID, state.colour.other))
    elif judged:
        draft.now(early=thrown)
    else:
        let_early_throw_stand(draft, thrown)


def let_early_throw_stand(draft: Draft, thrown: Dice) -> None:
    """The throw counts; if the turn before it is not over, it waits for that."""
    draft.now(asking=None)
    waits = draft.match.game.phase in MOVING
    if waits and not (may_be_over(draft.state) and judge_turn(draft, Ender.OPPONENT)):
        draft.now(early=thrown)
    else:
        throw_next(draft, thrown)
