"""Handles dice signals in each phase of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.game.turns import is_early_throw_harmless
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import DiceReading, DiceState
from referee import notices, turn_end
from referee.corrected_plays import accept_corrected_play
from referee.draft import Draft
from referee.faulty_switches import (
    describe_set_up_faults,
    find_faults_in_set_up,
    is_likely_misplaced,
)
from referee.match_settings import EarlyThrowPolicy
from referee.question_handling import ask, ask_to_void, demand_set_up
from referee.questions import OpenQuestion, QuestionKind
from referee.state import MOVING_PHASES, State
from referee.verdicts import Unchanged

DICE = 2
"""The number of dice in a throw."""


def handle_dice(draft: Draft, dice: DiceReading) -> None:
    """Handles a change of the dice, or the state in which they were found."""
    known, unheard = draft.state.dice.get(dice.source), dice.source in draft.state.unheard_dice
    draft.update(dice={**draft.state.dice, dice.source: dice})
    draft.update(unheard_dice=draft.state.unheard_dice - {dice.source})
    if dice.standing and not _was_thrown_unseen(dice, known):
        return
    seen_before = dice.source in draft.state.rolling_dice and not (dice.standing and unheard)
    if seen_before and dice.numbers and not _has_rolled(known):
        _handle_turned(draft, dice)
    else:
        _HANDLERS[dice.state](draft, dice, known)


def _has_rolled(known: DiceReading | None) -> bool:
    return known is not None and known.state is DiceState.ROLLING


def _was_thrown_unseen(found: DiceReading, known: DiceReading | None) -> bool:
    """True if dice were thrown unseen; dice found in the cup prove nothing."""
    if known is None or found.state in (DiceState.ROLLING, DiceState.LIFTED):
        return False
    return (found.state, found.numbers) != (known.state, known.numbers)


def _handle_settled(draft: Draft, dice: DiceReading, known: DiceReading | None) -> None:
    game, phase = draft.match.game, draft.match.game.phase
    rolled = _has_rolled(known)
    if phase in (Phase.OPENING, Phase.OVER):
        _handle_opening_throw(draft, dice)
    elif phase is Phase.TO_THROW:
        _decline_by_throwing(draft, dice)
        _handle_throw(draft, dice)
    elif phase in MOVING_PHASES:
        _throw_while_moving(draft, dice, rolled=rolled)
    elif len(dice.numbers) == DICE:
        draft.apply_event(events.Throw(game.turn, Dice(*dice.numbers)))


def _handle_turned(draft: Draft, dice: DiceReading) -> None:
    """Handles dice that report when they roll, and show something without having rolled."""
    counts = draft.match.game.dice
    if counts is None:
        draft.notify(notices.DiceNotRolled(dice.colour or draft.state.colour))
    elif len(dice.numbers) != DICE or Dice(*dice.numbers) != counts:
        draft.notify(notices.ThrowStands(draft.state.colour, counts))
    elif draft.match.game.phase in MOVING_PHASES:
        _resume_turn(draft)


def _resume_turn(draft: Draft) -> None:
    """Goes on with a turn whose dice lie there again; with nothing moved, nothing was wrong."""
    turn = draft.state.this_turn
    told = turn.is_told_of_error and turn.is_touched
    draft.update_turn(is_done=False, is_told_of_error=told)


def _decline_by_throwing(draft: Draft, dice: DiceReading) -> None:
    """Declines what the opponent has offered or asked for: a player who throws plays on."""
    game = draft.match.game
    if dice.colour not in (None, draft.state.colour) or len(dice.numbers) != DICE:
        return
    if game.undo_asked_by is game.turn.opponent:
        draft.apply_event(events.RefuseUndo(game.turn))
    elif game.resignation and game.resignation.player is game.turn.opponent:
        draft.apply_event(events.PlayOn(game.turn))


def _handle_lifted(draft: Draft, dice: DiceReading, _known: DiceReading | None) -> None:
    if dice.colour in (None, draft.state.colour):
        turn_end.end_turn(draft)


def _handle_rolling(draft: Draft, dice: DiceReading, _known: DiceReading | None) -> None:
    """Ends the turn if a shared pair is thrown after a finished play, unless it was only nudged."""
    draft.update(rolling_dice=draft.state.rolling_dice | {dice.source})
    ends = turn_end.ends_without_hands(draft.state)
    if dice.colour is None and len(ends) == 1 and not draft.state.may_be_in_hand:
        turn_end.end_turn(draft)


def _handle_cocked(draft: Draft, dice: DiceReading, _known: DiceReading | None) -> None:
    if draft.match.game.phase in (Phase.OPENING, Phase.TO_THROW):
        opening = draft.match.game.phase is Phase.OPENING
        colour = dice.colour or draft.state.colour
        draft.apply_event(events.CockedThrow(draft.state.seating.player(colour)))
        draft.notify(notices.CockedDice(dice.colour if opening else colour))


def _handle_on_checker(draft: Draft, dice: DiceReading, known: DiceReading | None) -> None:
    counts = draft.state.settings.profile.die_on_checker_counts
    (_handle_settled if counts else _handle_cocked)(draft, dice, known)


_HANDLERS: Mapping[DiceState, Callable[[Draft, DiceReading, DiceReading | None], None]] = {
    DiceState.ROLLING: _handle_rolling,
    DiceState.SETTLED: _handle_settled,
    DiceState.COCKED: _handle_cocked,
    DiceState.ON_CHECKER: _handle_on_checker,
    DiceState.LIFTED: _handle_lifted,
}


def _refuse_opening_throw(draft: Draft) -> None:
    """Asks for the checkers to be set up; who throws again means that they are."""
    state = draft.state
    demand_set_up(draft)
    draft.update_turn(refusals=state.this_turn.refusals + 1)
    faults = find_faults_in_set_up(state)
    if faults and (state.this_turn.refusals or not is_likely_misplaced(faults)):
        draft.notify(describe_set_up_faults(faults))


def _handle_opening_throw(draft: Draft, dice: DiceReading) -> None:
    """Handles the opening throw: one die from each player, together or one after the other."""
    over = draft.match.game.phase is Phase.OVER and not draft.match.winner
    if over and draft.state.hidden and draft.state.is_set_up:
        # The player who throws has taken his hands away, or his own arm hid the rest.
        draft.apply_event(events.NextGame())
    if draft.match.game.phase is Phase.OVER or not draft.state.is_set_up:
        _refuse_opening_throw(draft)
        return
    if dice.colour is None and len(dice.numbers) == DICE:
        thrown = dict(zip(Colour, dice.numbers, strict=True))
    elif dice.colour and dice.colour in draft.state.this_turn.opening:
        draft.notify(notices.ThrowStands(dice.colour, None))
        return
    elif dice.colour and len(dice.numbers) == 1:
        thrown = {**draft.state.this_turn.opening, dice.colour: dice.numbers[0]}
    else:
        draft.notify(notices.OneDieEach(dice.colour))
        return
    if len(thrown) < DICE:
        draft.update_turn(opening=thrown)
        return
    draft.update_turn(opening={})
    one, two = (thrown[draft.state.seating.colour(player)] for player in Player)
    draft.apply_event(events.OpeningThrow(one, two))
    turn_end.announce_no_play(draft)


def _handle_throw(draft: Draft, dice: DiceReading) -> None:
    """Handles the throw of the player whose turn it is."""
    colour = draft.state.colour
    if dice.colour not in (None, colour):
        draft.notify(notices.NotYourThrow(colour.other))
    elif (asked := draft.state.question) and asked.kind is QuestionKind.EARLY_THROW:
        # The throw before this one waits for the opponent's decision.
        ask(draft, asked)
    elif len(dice.numbers) == DICE:
        thrown = Dice(*dice.numbers)
        accept_corrected_play(draft, thrown)
        if draft.match.game.phase is not Phase.TO_THROW:
            return
        draft.apply_event(events.Throw(draft.match.game.turn, thrown))
        turn_end.announce_no_play(draft)
    else:
        draft.notify(notices.OneDieSeen(colour, dice.numbers[0]))


def _throw_while_moving(draft: Draft, dice: DiceReading, *, rolled: bool) -> None:
    """Handles a throw before the turn has ended: the opponent's, or dice that were nudged."""
    if len(dice.numbers) != DICE:
        draft.notify(notices.ThrowStands(draft.state.colour, draft.match.game.dice))
        return
    thrown = Dice(*dice.numbers)
    if dice.colour is draft.state.colour:
        _handle_second_throw(draft, thrown, rolled=rolled)
        return
    if dice.colour is None:
        _handle_shared_pair(draft, thrown, rolled=rolled)
    else:
        _handle_early_throw(draft, thrown)


def _handle_shared_pair(draft: Draft, thrown: Dice, *, rolled: bool) -> None:
    """Handles a shared pair: either the turn has ended, seen or not, or the dice were nudged.

    A player who has picked the dice up and is told of an error may just lay them down again.
    """
    state, tracking = draft.state, draft.state.observed.tracking
    # A throw while the opponent's play is still being judged may show the same numbers.
    if rolled and _throws_after_refusal(state):
        draft.notify(notices.EarlyThrowVoid(state.colour.other))
        return
    same = thrown == draft.match.game.dice and not (rolled and state.this_turn.ending)
    ends = turn_end.ends_without_hands(state) if rolled else tracking and tracking.ends
    played = tracking and ends and not isinstance(tracking.verdict, Unchanged)
    in_hand = tracking and tracking.in_hand and not rolled
    over = state.this_turn.is_done or state.lies_still
    ended = over and rolled and not (same or state.is_untouched)
    complete = played and not in_hand
    late = rolled and not complete and _may_be_seen_late(state)
    if late:
        turn_end.end_turn(draft)
    if complete or ended or late:
        draft.update_turn(is_done=True)
        _handle_early_throw(draft, thrown)
        return
    if same or state.is_untouched:
        _resume_turn(draft)
    if not same:
        _handle_second_throw(draft, thrown, rolled=rolled)


def _may_be_seen_late(state: State) -> bool:
    """True if a camera may yet show what hands have moved, or uncover."""
    observed = state.observed
    sees = observed.has_camera and not observed.camera_problems
    return sees and state.this_turn.is_touched and not state.is_untouched


def _throws_after_refusal(state: State) -> bool:
    """True if a shared pair is thrown over a play that was refused and must be put right.

    Nobody knows then who has thrown, and the play does not stand by anybody's throw.
    """
    stands = state.settings.illegal_policy in turn_end.STANDING_POLICIES
    told = state.this_turn.is_told_of_error and not stands
    return told and not turn_end.ends_without_hands(state)


def _handle_second_throw(draft: Draft, thrown: Dice, *, rolled: bool) -> None:
    """Handles a throw by a player who has just thrown: the opponent decides which one counts."""
    state = draft.state
    game = draft.match.game
    if rolled and state.is_untouched and game.has_opening_dice and game.dice:
        draft.notify(notices.OpeningThrowCounts(state.colour, game.dice))
    elif rolled and state.is_untouched and not state.has_offer:
        ask_to_void(draft, state.turn.opponent, thrown)
    else:
        draft.notify(notices.ThrowStands(state.colour, game.dice))


def _handle_early_throw(draft: Draft, thrown: Dice) -> None:
    """Handles the opponent's throw before the turn is over, by the policy for early throws."""
    state, policy = draft.state, draft.state.settings.early_throw_policy
    asked = state.question and state.question.kind is QuestionKind.EARLY_THROW
    if first := state.question.dice if state.question and asked else state.this_turn.early_throw:
        draft.notify(notices.ThrowStands(state.colour.other, first))
        return
    harmless = is_early_throw_harmless(draft.match)
    judged = state.this_turn.is_done and state.lies_still
    if judged and turn_end.judge_turn(draft, turn_end.TurnEnder.OPPONENT):
        turn_end.throw_next(draft, thrown)
    elif state.this_turn.ending and state.observed.has_camera:
        # The player has ended his turn; the camera will see the play a moment later.
        draft.update_turn(early_throw=thrown)
    elif state.this_turn.is_done and not harmless:
        _hold_throw(draft, thrown)
    elif policy is EarlyThrowPolicy.OPPONENT and not harmless:
        ask(draft, OpenQuestion(QuestionKind.EARLY_THROW, state.turn, dice=thrown))
    elif policy is EarlyThrowPolicy.VOID and not harmless:
        draft.notify(notices.EarlyThrowVoid(state.colour.other))
    else:
        let_early_throw_stand(draft, thrown)


def let_early_throw_stand(draft: Draft, thrown: Dice) -> None:
    """Lets an early throw count; it waits if the turn before it is not over."""
    draft.update_turn(question=None)
    waits = draft.match.game.phase in MOVING_PHASES
    if waits and not turn_end.end_for_opponent(draft):
        _hold_throw(draft, thrown)
    else:
        turn_end.throw_next(draft, thrown)


def _hold_throw(draft: Draft, thrown: Dice) -> None:
    """Keeps the opponent's throw until the turn is over, and tells him so."""
    draft.update_turn(early_throw=thrown)
    draft.notify(notices.ThrowWaits(draft.state.colour.other, thrown))
