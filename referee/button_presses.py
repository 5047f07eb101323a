"""Handles presses of the table's buttons: a player's own, and those that both can reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import beaver_ban, double_ban
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import Button, ButtonPressed, PlayerRequestKind
from referee import notices, turn_end
from referee.draft import Draft
from referee.match_settings import IllegalPolicy
from referee.player_requests import agree, decline, fulfil
from referee.question_handling import ask, ask_to_confirm
from referee.question_notices import awaited_notice
from referee.questions import OpenQuestion, QuestionKind
from referee.state import MOVING_PHASES, OFFER_PHASES, State

HASTY = 1.0
"""Seconds within which nobody can have heard a question and answered it."""


def handle_button(draft: Draft, pressed: ButtonPressed) -> None:
    """Handles a button press as the request that it stands for at this moment.

    Both players reach the shared buttons. Where a request of the other player would gain something
    by it, only the own button of the player concerned makes it.
    """
    _BUTTONS[pressed.button](draft)


def _press_own(draft: Draft, colour: Colour) -> None:
    """Handles a player's own button: yes, done, go on.

    Where it may have been meant otherwise, a press in haste is no answer: the question is repeated.
    """
    player = draft.state.seating.player(colour)
    if _is_hasty(draft, player) and (awaited := awaited_notice(draft.state)):
        draft.update(asked_at=draft.at)
        draft.notify(awaited)
    elif _is_moving_on(draft.state, player):
        turn_end.end_turn(draft)
    else:
        agree(draft, player)


def _is_hasty(draft: Draft, player: Player) -> bool:
    """True if the button meant something else, and the player cannot have heard what is asked."""
    state = draft.state
    is_asked = (state.question or state.has_offer) and state.player_to_answer is player
    return bool(is_asked and state.asked_at is not None and draft.at < state.asked_at + HASTY)


def _is_moving_on(state: State, player: Player) -> bool:
    """True if his own button ends the turn of a player, who has moved or cannot: he declines."""
    asked_to_undo = state.match.game.undo_asked_by is player.opponent
    asked = state.question and state.question.kind in (QuestionKind.VOID, QuestionKind.POSITION)
    moving = state.match.game.phase in MOVING_PHASES and player is state.match.game.turn
    can_pass = state.plays is not None and not state.plays.tree.playable
    return bool(moving and (asked_to_undo or asked) and (can_pass or not state.is_untouched))


def _press_cube(draft: Draft) -> None:
    """Handles the cube button: a double by the player allowed to double, or a beaver."""
    match, tracking = draft.match, draft.state.observed.tracking
    moving = match.game.phase in MOVING_PHASES
    doubler = match.game.turn.opponent if moving else match.game.turn
    if match.game.phase is Phase.DOUBLED:
        _confirm(draft, match.to_act, PlayerRequestKind.BEAVER, ban=beaver_ban(match))
    elif moving and not (tracking and tracking.ends):
        # Most likely the player who has just thrown has pressed it.
        refusal = Refusal(Ban.DOUBLE_BEFORE_THROW)
        draft.notify(notices.EventRefused(refusal, events.Double(match.game.turn)))
    elif moving or match.game.phase is Phase.TO_THROW:
        _confirm(draft, doubler, PlayerRequestKind.DOUBLE, ban=double_ban(match, doubler))
    else:
        fulfil(draft, doubler, PlayerRequestKind.DOUBLE)


def _press_resign(draft: Draft) -> None:
    """Asks if the player to act resigns a single game; pressed again, a gammon, then a backgammon.

    During a turn his button could end it: so he must hear the question, and the board must rest.
    """
    match, question = draft.match, draft.state.question
    offered = match.game.resignation
    resigner = offered.player if offered else match.to_act
    number = int(offered.win) + 1 if offered else 1
    if question and question.request is PlayerRequestKind.RESIGN:
        resigner, number = question.to, question.number + 1
    if number <= Win.BACKGAMMON:
        outcome = apply(match, events.Resign(resigner, Win(number)))
        ban = outcome.ban if isinstance(outcome, Refusal) else None
        if match.game.phase in MOVING_PHASES and _has_played(draft.state):
            # The button of a player who has played ends his turn, and must mean nothing else.
            ban = ban or Ban.PLAY_FIRST
        _confirm(draft, resigner, PlayerRequestKind.RESIGN, number, ban=ban)


def _has_played(state: State) -> bool:
    """True if the player on turn has moved, and seems to have finished his play."""
    can_move = state.plays is not None and state.plays.tree.playable
    return bool(can_move and turn_end.ends_without_hands(state) and not state.is_untouched)


def _press_undo(draft: Draft) -> None:
    """Takes back the last turn, after its player has been asked."""
    before = draft.match.before
    if before:
        _confirm(draft, before.game.turn, PlayerRequestKind.UNDO)
    else:
        fulfil(draft, draft.match.game.turn, PlayerRequestKind.UNDO)


def _press_no(draft: Draft) -> None:
    """Declines the question or offer that waits, or challenges an illegal play."""
    state, game = draft.state, draft.match.game
    player, question = state.player_to_answer, state.question
    offers = game.phase in OFFER_PHASES and not (game.resignation or game.undo_asked_by)
    early = question and question.kind is QuestionKind.EARLY_THROW and not state.has_offer
    decided = state.settings.illegal_policy is IllegalPolicy.RECORD
    if question and question.kind is QuestionKind.CONFIRM:
        decline(draft, player)
    elif offers or early:
        _confirm(draft, player, PlayerRequestKind.NO)
    elif game.reasons and not (question or state.has_offer or decided):
        _confirm(draft, player, PlayerRequestKind.CHALLENGE)
    else:
        decline(draft, player)


def _press_void(draft: Draft) -> None:
    """Has both players asked if the throw counts, its player first."""
    state, mover = draft.state, draft.match.game.turn
    if state.is_blind:
        draft.notify(notices.SensorsBlind(state.colour))
    elif draft.match.game.phase in MOVING_PHASES and not state.is_untouched:
        draft.notify(notices.PutBackFirst(state.colour))
    elif draft.match.game.phase in MOVING_PHASES:
        _confirm(draft, mover, PlayerRequestKind.VOID)
    else:
        fulfil(draft, mover, PlayerRequestKind.VOID)


_EVENTS: Mapping[PlayerRequestKind, Callable[[Player], events.Event]] = {
    PlayerRequestKind.DOUBLE: events.Double,
    PlayerRequestKind.BEAVER: events.Beaver,
    PlayerRequestKind.UNDO: events.AskUndo,
    PlayerRequestKind.RESIGN: lambda player: events.Resign(player, Win.SINGLE),
}
"""The event that a request would lead to."""
_ANSWERED_BY_ANOTHER_BUTTON = (PlayerRequestKind.BEAVER, PlayerRequestKind.NO)
"""Requests that are another answer to what a player is asked."""


def _confirm(
    draft: Draft,
    player: Player,
    request: PlayerRequestKind,
    number: int = 0,
    *,
    ban: Ban | None = None,
) -> None:
    """Asks a player to confirm a request, unless the rules forbid it or he must answer first."""
    state, question = draft.state, draft.state.question
    if question and question.request not in (None, request):
        # Only NO takes back what another shared button has asked for.
        ask(draft, question)
        return
    answers = request in _ANSWERED_BY_ANOTHER_BUTTON
    asked = question and question.to is player and question.kind is not QuestionKind.CONFIRM
    offered = state.has_offer and draft.match.to_act is player
    if (asked or offered) and not answers and not _is_dead_cube(question, request):
        ban = Ban.NOT_NOW
    if ban:
        event = _EVENTS.get(request)
        draft.notify(notices.EventRefused(Refusal(ban), event and event(player)))
    else:
        # A player who moves on by his throw has answered that it counts, and does not resign.
        moving = draft.match.game.phase in MOVING_PHASES
        lapses = request is PlayerRequestKind.VOID or (
            request is PlayerRequestKind.RESIGN and moving and player is draft.match.game.turn
        )
        seen = state.view.sightings if lapses else {}
        question = OpenQuestion(
            QuestionKind.CONFIRM, player, request=request, number=number, seen=seen
        )
        ask_to_confirm(draft, question)


def _is_dead_cube(question: OpenQuestion | None, request: PlayerRequestKind) -> bool:
    """True if a double is requested once more, as a player with a dead cube must."""
    dead = question is not None and question.kind is QuestionKind.DEAD_CUBE
    return dead and request is PlayerRequestKind.DOUBLE


_BUTTONS: Mapping[Button, Callable[[Draft], None]] = {
    Button.LIGHT: lambda draft: _press_own(draft, Colour.LIGHT),
    Button.DARK: lambda draft: _press_own(draft, Colour.DARK),
    Button.CUBE: _press_cube,
    Button.NO: _press_no,
    Button.UNDO: _press_undo,
    Button.RESIGN: _press_resign,
    Button.VOID: _press_void,
}
