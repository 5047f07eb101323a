"""Handles players' requests by buttons and words, their statements, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.backgammon.game import events
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import double_ban, must_announce_dead_cube
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour
from hardware.signals import (
    Button,
    ButtonPressed,
    LayoutStated,
    PlayChosen,
    PlayerRequest,
    PlayerRequestKind,
    PositionSetUp,
)
from referee import notices, turn_end
from referee.dice_signals import let_early_throw_stand
from referee.draft import Draft
from referee.effects import StartNextMatch
from referee.faulty_switches import MAX_FAULTS
from referee.match_settings import HINT_LEVELS, Hints, IllegalPolicy
from referee.observed_board import SensorDoubt
from referee.questions import OpenQuestion, QuestionKind
from referee.state import OFFER_PHASES, SetUpRequest, State, TurnState
from referee.unexplained_boards import ask_for_set_up, judge_unexplained


def handle_stated_layout(draft: Draft, stated: LayoutStated) -> None:
    """Handles a stated layout: completes the turn with the play that leads to it."""
    state = draft.state
    play = state.seating.position(stated.layout, state.turn)
    if play and can_be_stated(state, play):
        turn_end.complete_turn(draft, play)
    else:
        draft.notify(notices.NotUnderstood())


def can_be_stated(state: State, play: Position) -> bool:
    """True if the play agrees with a fully seen board; else only the opponent's word counts."""
    tracking = state.observed.tracking
    all_seen = not (state.hidden or state.is_blind)
    return all_seen and tracking is not None and play in tracking.ends


def choose_play(draft: Draft, chosen: PlayChosen) -> None:
    """Handles the choice of a player without hands; the lamps then guide the moves."""
    state = draft.state
    play = state.seating.position(chosen.layout, state.turn)
    if play and state.plays and play in state.plays:
        draft.update_turn(chosen=play)
    else:
        draft.notify(notices.NotUnderstood())


def request_set_up(draft: Draft, wanted: PositionSetUp) -> None:
    """Handles a request to set up a position and play on from there."""
    if draft.match.winner:
        draft.notify(notices.EventRefused(Refusal(Ban.MATCH_OVER)))
        return
    seating = draft.state.seating
    turn = seating.player(wanted.turn)
    position = seating.position(wanted.layout, turn)
    if position is None:
        draft.notify(notices.NotUnderstood())
        return
    request = SetUpRequest(position, turn)
    if draft.match.game.phase not in (Phase.OPENING, Phase.OVER):
        # It may be the mover who wants it, to get past a refusal: both must hear of it.
        draft.notify(notices.PositionRequested(wanted.turn))
    draft.update(set_up_request=request, this_turn=TurnState(draft.state.plays))
    draft.update_chart()


AnswerHandler = Callable[[Draft, OpenQuestion], None]


def _confirm_chosen_play(draft: Draft, question: OpenQuestion) -> None:
    """Completes the turn with the chosen one of the plays in question."""
    play = question.plays[question.chosen]
    if question.kind is QuestionKind.UNSEEN:
        turn_end.distrust_dead_switch(draft, play, question.places)
    turn_end.complete_turn(draft, play)


def _show_next(draft: Draft, question: OpenQuestion) -> None:
    following = (question.chosen + 1) % len(question.plays)
    draft.update_turn(question=replace(question, chosen=following))


def _let_stand(draft: Draft, question: OpenQuestion) -> None:
    if question.dice:
        let_early_throw_stand(draft, question.dice)


def _have_thrown_again(draft: Draft, question: OpenQuestion) -> None:
    draft.update_turn(question=None)
    draft.notify(notices.EarlyThrowVoid(draft.state.seating.colour(question.to.opponent)))


def _refuse_play(draft: Draft, question: OpenQuestion) -> None:
    """Refuses the play, as the sensors are right; the same board raises no second question."""
    draft.update_turn(question=None, declined_question=question)
    turn_end.refuse_play(draft, judge_unexplained(draft.state, closely=True))


def _uncover(draft: Draft, question: OpenQuestion) -> None:
    """Asks for the board to be uncovered, as something is wrong under what hides it."""
    draft.update_turn(question=None, declined_question=question)
    draft.notify(notices.PlacesHidden(draft.state.colour, question.places))


_YES: Mapping[QuestionKind, AnswerHandler] = {
    QuestionKind.WHICH: _confirm_chosen_play,
    QuestionKind.UNSEEN: _confirm_chosen_play,
    QuestionKind.PHANTOM: turn_end.distrust_stuck_switch,
    QuestionKind.HIDDEN: turn_end.judge_visible_places,
    QuestionKind.EARLY_THROW: _let_stand,
    QuestionKind.DEAD_CUBE: lambda _draft, _question: None,  # only another double confirms a double
}
_NO: Mapping[QuestionKind, AnswerHandler] = {
    QuestionKind.WHICH: _show_next,
    QuestionKind.UNSEEN: _refuse_play,
    QuestionKind.PHANTOM: _refuse_play,
    QuestionKind.HIDDEN: _uncover,
    QuestionKind.EARLY_THROW: _have_thrown_again,
    QuestionKind.DEAD_CUBE: lambda draft, _question: draft.update_turn(question=None),
}


def handle_button(draft: Draft, pressed: ButtonPressed) -> None:
    """Handles a button press as the request that it stands for at this moment."""
    _BUTTONS[pressed.button](draft)


def handle_request(draft: Draft, request: PlayerRequest) -> None:
    """Fulfils a request if the rules allow it."""
    player = draft.state.seating.player(request.colour)
    if request.kind is PlayerRequestKind.RESIGN:
        draft.apply_event(events.Resign(player, Win(request.number)))
    elif request.kind is PlayerRequestKind.CHOOSE:
        _choose(draft, player, request.number)
    elif request.kind is PlayerRequestKind.HINTS:
        _set_hints(draft, request.colour, HINT_LEVELS[request.number])
    else:
        _REQUESTS[request.kind](draft, player)


def _yes(draft: Draft, player: Player) -> None:
    """Agrees to the question or offer that waits; without one, ends the turn."""
    match, question = draft.match, _question_to(draft, player)
    if match.game.resignation:
        draft.apply_event(events.AcceptResignation(player))
    elif match.game.undo_asked_by:
        _take_back(draft, events.AgreeUndo(player))
    elif match.game.phase in OFFER_PHASES:
        draft.apply_event(events.Take(player))
    elif question:
        _YES[question.kind](draft, question)
    elif draft.state.is_setting_up:
        _accept_set_up(draft, player)
    elif match.game.phase in turn_end.MOVING_PHASES and player is match.game.turn:
        turn_end.end_turn(draft)
    elif (declined := draft.state.this_turn.declined_question) and declined.to is player:
        # The player declined this question before, and changes his mind.
        _YES[declined.kind](draft, declined)


def _no(draft: Draft, player: Player) -> None:
    """Declines the question or offer that waits; without one, challenges an illegal play."""
    match, question = draft.match, _question_to(draft, player)
    if match.game.resignation:
        draft.apply_event(events.PlayOn(player))
    elif match.game.undo_asked_by:
        draft.apply_event(events.RefuseUndo(player))
    elif match.game.phase in OFFER_PHASES:
        draft.apply_event(events.Drop(player))
    elif question:
        _NO[question.kind](draft, question)
    elif match.game.reasons:
        _challenge(draft, player)


def _question_to(draft: Draft, player: Player) -> OpenQuestion | None:
    """The question that this player may answer."""
    question = draft.state.question
    return question if question and question.to is player else None


def _choose(draft: Draft, player: Player, number: int) -> None:
    """Takes one of the plays in question as the one that the player has made."""
    question = _question_to(draft, player)
    if question is None or number >= len(question.plays):
        draft.notify(notices.NotUnderstood())
    else:
        _confirm_chosen_play(draft, replace(question, chosen=number))


def _set_hints(draft: Draft, colour: Colour, hints: Hints) -> None:
    """Sets the level of hints for a player's own turns."""
    if draft.state.settings.profile.hints_locked:
        draft.notify(notices.HintsLocked(colour))
        return
    draft.update(hints={**draft.state.hints, colour: hints})
    draft.notify(notices.HintsChanged(colour, hints))


def _accept_set_up(draft: Draft, player: Player) -> None:
    """Accepts the set-up against the sensors, or begins the next game if that is what is meant."""
    gaps = draft.state.gaps
    doubts = {place: SensorDoubt(gap.missing, gap.extra) for place, gap in gaps.items()}
    faults = sum(doubt.unseen + doubt.phantom for doubt in doubts.values())
    if draft.match.game.phase is Phase.OVER and faults > MAX_FAULTS:
        begin_next(draft)
        return
    if draft.state.is_blind:
        draft.notify(notices.SensorsBlind(draft.state.seating.colour(player)))
        return
    if faults > MAX_FAULTS:
        draft.notify(ask_for_set_up(draft.state))
        return
    for place, doubt in doubts.items():
        kind = notices.SwitchDead if doubt.unseen else notices.SwitchStuck
        draft.notify(kind((place,)))
        turn_end.distrust(draft, (place,), doubt)


def begin_next(draft: Draft) -> None:
    """Begins the next game or, if the match is over, the next match."""
    if draft.match.winner:
        draft.effects.append(StartNextMatch())
    elif draft.match.game.phase is Phase.OVER:
        draft.apply_event(events.NextGame())


def _double(draft: Draft, player: Player) -> None:
    """Doubles; a double with a dead cube must be requested twice."""
    match, double = draft.match, events.Double(player)
    if match.game.phase in turn_end.MOVING_PHASES and player is not match.game.turn:
        if not turn_end.end_for_opponent(draft):
            draft.notify(notices.EventRefused(Refusal(Ban.NOT_YOUR_TURN), double))
            return
        match = draft.match
    asked = draft.state.question and draft.state.question.kind is QuestionKind.DEAD_CUBE
    to_throw = match.game.phase is Phase.TO_THROW and player is match.game.turn
    dead = must_announce_dead_cube(match, player) and not double_ban(match, player)
    if to_throw and dead and not asked:
        draft.update_turn(question=OpenQuestion(QuestionKind.DEAD_CUBE, player))
        draft.notify(notices.DeadCubeDouble(draft.state.seating.colour(player)))
    elif draft.apply_event(double):
        draft.update_turn(question=None)


def _take_back(draft: Draft, event: events.AskUndo | events.AgreeUndo) -> None:
    """Takes back the last turn; checkers moved since then must be put back."""
    before, played = draft.match.before, draft.match.game.position.mirrored
    if draft.apply_event(event) and draft.match is before:
        last = _node_of_play(draft.state.plays, played)
        draft.update(is_knocked=True)
        draft.update_turn(last_empty_handed=(last,) if last else ())


def _node_of_play(plays: LegalPlays | None, play: Position) -> PlayNode | None:
    """The node of a legal play in the tree of its throw."""
    if plays is None or play not in plays:
        return None
    node = plays.tree
    for step in plays.lines[play]:
        node = node.next[step]
    return node


def _challenge(draft: Draft, player: Player) -> None:
    """Has an illegal play retaken; its reasons have been announced before."""
    challenge = events.Challenge(player)
    if draft.state.settings.illegal_policy is IllegalPolicy.RECORD:
        refusal = Refusal(Ban.NOTHING_TO_CHALLENGE)
        draft.notify(notices.EventRefused(refusal, challenge))
    elif draft.apply_event(challenge):
        draft.update_turn(is_told_of_error=True)


_REQUESTS: Mapping[PlayerRequestKind, Callable[[Draft, Player], object]] = {
    PlayerRequestKind.DONE: _yes,
    PlayerRequestKind.YES: _yes,
    PlayerRequestKind.NO: _no,
    PlayerRequestKind.DOUBLE: _double,
    PlayerRequestKind.BEAVER: lambda draft, player: draft.apply_event(events.Beaver(player)),
    PlayerRequestKind.UNDO: lambda draft, player: _take_back(draft, events.AskUndo(player)),
    PlayerRequestKind.CHALLENGE: _challenge,
    PlayerRequestKind.NEXT: lambda draft, _player: begin_next(draft),
}


def _press_cube(draft: Draft) -> None:
    """Handles the shared cube button: a double by the player allowed to double, or a beaver."""
    game, tracking = draft.match.game, draft.state.observed.tracking
    moving = game.phase in turn_end.MOVING_PHASES
    doubler = game.turn.opponent if moving else game.turn
    if game.phase is Phase.DOUBLED:
        draft.apply_event(events.Beaver(draft.match.to_act))
    elif moving and not (tracking and tracking.ends):
        # Both players reach this button: the mover must not end a refused turn for the opponent.
        refusal = Refusal(Ban.NOT_YOUR_TURN)
        draft.notify(notices.EventRefused(refusal, events.Double(doubler)))
    else:
        _double(draft, doubler)


def _press_resign(draft: Draft) -> None:
    """Offers a single game for the player to act; pressed again, a gammon, then a backgammon."""
    offered = draft.match.game.resignation
    if offered is None:
        draft.apply_event(events.Resign(draft.match.to_act, Win.SINGLE))
    elif offered.win < Win.BACKGAMMON:
        draft.apply_event(events.Resign(offered.player, Win(offered.win + 1)))


_BUTTONS: Mapping[Button, Callable[[Draft], None]] = {
    Button.LIGHT: lambda draft: _yes(draft, draft.state.seating.player(Colour.LIGHT)),
    Button.DARK: lambda draft: _yes(draft, draft.state.seating.player(Colour.DARK)),
    Button.CUBE: _press_cube,
    Button.NO: lambda draft: _no(draft, draft.state.player_to_answer),
    Button.UNDO: lambda draft: _take_back(draft, events.AskUndo(draft.match.game.turn.opponent)),
    Button.RESIGN: _press_resign,
}
