"""Handles players' requests, their statements, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win, greatest_win
from engine.backgammon.game.turns import double_ban, must_announce_dead_cube
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import BAR, HOME, MOVER_BAR, Position
from engine.players import Player
from engine.sides import Side
from hardware.checkers import Colour
from hardware.signals import (
    LayoutStated,
    PlayChosen,
    PlayerRequest,
    PlayerRequestKind,
)
from referee import notices, turn_end
from referee.corrected_plays import accept_corrected_play
from referee.dice_signals import let_early_throw_stand
from referee.draft import Draft
from referee.effects import StartNextMatch
from referee.faulty_switches import (
    MAX_FAULTS,
    describe_set_up_faults,
    faults_behind,
    is_likely_misplaced,
)
from referee.match_settings import HINT_LEVELS, Hints, IllegalPolicy
from referee.position_requests import agree_to_position, decline_position
from referee.question_handling import ask, ask_to_confirm, demand_set_up
from referee.question_notices import awaited_notice
from referee.questions import OpenQuestion, QuestionKind
from referee.seating_requests import agree_to_seating, decline_seating
from referee.sensor_answers import (
    ask_to_uncover,
    confirm_chosen_play,
    confirm_phantom,
    confirm_unseen,
    deny_fault,
)
from referee.state import MOVING_PHASES, OFFER_PHASES, State
from referee.switch_doubts import SwitchFailure
from referee.verdicts import Disturbed, Illegal, Unchanged
from referee.void_throws import keep_throw, request_void, void_throw


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


_DEAR = (PlayerRequestKind.RESIGN, PlayerRequestKind.BEAVER)
"""Requests that may cost a game, where the button of the player may mean something else."""

CHANGE_OF_MIND = 3.0
"""Seconds after a no from which the own button takes it back."""
AnswerHandler = Callable[[Draft, OpenQuestion], None]


def _show_next(draft: Draft, question: OpenQuestion) -> None:
    if len(question.plays) > 1:
        following = (question.chosen + 1) % len(question.plays)
        draft.update_turn(question=replace(question, chosen=following))
        if question.to is not draft.state.turn:
            # Both players reach NO: it must not change the play that the other is about to take.
            draft.update(asked_at=draft.at)
    elif draft.state.hidden:
        hidden, seen = draft.state.hidden, draft.state.view.sightings
        to = draft.state.turn.opponent
        ask(draft, OpenQuestion(QuestionKind.HIDDEN, to, places=hidden, seen=seen))
    else:
        draft.update_turn(question=None)


def _let_stand(draft: Draft, question: OpenQuestion) -> None:
    if question.dice:
        let_early_throw_stand(draft, question.dice)


def _have_thrown_again(draft: Draft, question: OpenQuestion) -> None:
    draft.update_turn(question=None)
    draft.notify(notices.EarlyThrowVoid(draft.state.seating.colour(question.to.opponent)))


def handle_request(draft: Draft, request: PlayerRequest) -> None:
    """Fulfils a request if the rules allow it."""
    player = draft.state.seating.player(request.colour)
    fulfil(draft, player, request.kind, request.number)


def fulfil(draft: Draft, player: Player, kind: PlayerRequestKind, number: int = 0) -> None:
    """Fulfils a request of a player if the rules allow it."""
    if kind is PlayerRequestKind.RESIGN:
        _resign(draft, player, Win(number))
    elif kind is PlayerRequestKind.CHOOSE:
        _choose(draft, player, number)
    elif kind is PlayerRequestKind.HINTS:
        _set_hints(draft, draft.state.seating.colour(player), HINT_LEVELS[number])
    else:
        _REQUESTS[kind](draft, player)


def agree(draft: Draft, player: Player) -> None:
    """Agrees to the question or offer that waits; without one, ends the turn."""
    match, question = draft.match, _question_to(draft, player)
    if question and question.kind is QuestionKind.CONFIRM:
        _fulfil_confirmed(draft, question)
    elif match.game.resignation:
        _accept_resignation(draft, player)
    elif match.game.undo_asked_by:
        _take_back(draft, events.AgreeUndo(player))
    elif match.game.phase in OFFER_PHASES:
        draft.apply_event(events.Take(player))
    elif question:
        _YES[question.kind](draft, question)
    elif draft.state.is_setting_up:
        _accept_set_up(draft, player)
    elif match.game.phase in MOVING_PHASES and player is match.game.turn:
        turn_end.end_turn(draft)
    elif (declined := draft.state.this_turn.declined_questions) and declined[-1].to is player:
        _change_mind(draft, declined[-1])
    elif match.game.phase is Phase.TO_THROW and player is match.game.turn:
        _say_what_is_wrong(draft)


def _accept_resignation(draft: Draft, player: Player) -> None:
    """Accepts a resignation, unless the play on the board has won already, perhaps more."""
    if player is draft.match.game.turn and turn_end.has_borne_off_all(draft.state):
        turn_end.end_turn(draft)
    else:
        draft.apply_event(events.AcceptResignation(player))


def _change_mind(draft: Draft, declined: OpenQuestion) -> None:
    """Answers a declined question with yes; a press in haste confirms the no."""
    if draft.at >= draft.state.this_turn.declined_at + CHANGE_OF_MIND:
        _YES[declined.kind](draft, declined)


def decline(draft: Draft, player: Player) -> None:
    """Declines the question or offer that waits; without one, challenges an illegal play."""
    match, question = draft.match, _question_to(draft, player)
    if question and question.kind is QuestionKind.CONFIRM:
        _withdraw(draft, question)
    elif match.game.resignation:
        draft.apply_event(events.PlayOn(player))
    elif match.game.undo_asked_by:
        draft.apply_event(events.RefuseUndo(player))
    elif match.game.phase in OFFER_PHASES:
        draft.apply_event(events.Drop(player))
    elif question:
        _NO[question.kind](draft, question)
    elif match.game.reasons:
        _challenge(draft, player)


def _say_what_is_wrong(draft: Draft) -> None:
    """Tells a player who has not thrown yet what is wrong on the board, or that he must throw."""
    found = draft.state.verdict
    if isinstance(found, Illegal | Disturbed):
        turn_end.refuse_play(draft, found)
    elif awaited := awaited_notice(draft.state):
        draft.notify(awaited)
    elif isinstance(found, Unchanged):
        shut_out = _is_shut_out(draft.match.game.position)
        draft.notify(notices.ThrowFirst(draft.state.colour, shut_out))


def _is_shut_out(position: Position) -> bool:
    """True if the player to throw has a checker on the bar, and no throw lets it enter."""
    home = position.counts[BAR - HOME - 1 : BAR - 1]
    return position.counts[MOVER_BAR] > 0 and all(count < -1 for count in home)


def _fulfil_confirmed(draft: Draft, question: OpenQuestion) -> None:
    """Fulfils a request that its player has confirmed; twice, if it may cost him the game."""
    drops = question.request is PlayerRequestKind.NO and draft.match.game.phase in OFFER_PHASES
    if (drops or question.request in _DEAR) and not question.is_repeated:
        ask_to_confirm(draft, replace(question, is_repeated=True))
        return
    draft.close_question()
    if question.request is PlayerRequestKind.RESIGN:
        draft.apply_event(events.Resign(question.to, Win(question.number)))
    elif question.request:
        fulfil(draft, question.to, question.request, question.number)


def _withdraw(draft: Draft, question: OpenQuestion) -> None:
    """Takes back a request that waited to be confirmed; an offer behind it must be heard again."""
    draft.close_question()
    if draft.state.has_offer:
        draft.update(asked_at=draft.at)
    draft.notify(notices.RequestWithdrawn(draft.state.seating.colour(question.to)))


def _resign(draft: Draft, player: Player, win: Win) -> None:
    """Offers to lose; more than the game can still cost must be confirmed."""
    game = draft.match.game
    side = Side.MOVER if player is game.turn else Side.OTHER
    most = greatest_win(game.position.setup[side], draft.match.rulebook)
    event = events.Resign(player, win)
    if win > most and isinstance(apply(draft.match, event), Match):
        request = PlayerRequestKind.RESIGN
        asked = OpenQuestion(QuestionKind.CONFIRM, player, request=request, number=int(win))
        ask_to_confirm(draft, asked)
    else:
        draft.apply_event(event)


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
        _YES[question.kind](draft, replace(question, chosen=number))


def _set_hints(draft: Draft, colour: Colour, hints: Hints) -> None:
    """Sets the level of hints for a player's own turns."""
    if draft.state.settings.profile.hints_locked:
        draft.notify(notices.HintsLocked(colour))
        return
    draft.update(hints={**draft.state.hints, colour: hints})
    draft.notify(notices.HintsChanged(colour, hints))


def _accept_set_up(draft: Draft, player: Player) -> None:
    """Accepts the set-up against the sensors, or begins the next game if that is what is meant."""
    state = draft.state
    faults = faults_behind(state, state.expected, MAX_FAULTS)
    misplaced = faults is None or (is_likely_misplaced(faults) and not state.this_turn.refusals)
    if (misplaced or state.is_set_up) and draft.match.game.phase is Phase.OVER:
        begin_next(draft)
    elif state.is_blind:
        draft.notify(notices.SensorsBlind(state.seating.colour(player)))
    elif misplaced:
        draft.update_turn(refusals=state.this_turn.refusals + 1)
        if faults:
            draft.notify(describe_set_up_faults(faults))
        else:
            demand_set_up(draft)
    elif faults:
        # A player gains by a checker too many or too few, so the other one has to agree.
        places, seen = tuple(place for place, _failure in faults), state.view.sightings
        asked = OpenQuestion(QuestionKind.SET_UP, player.opponent, places=places, seen=seen)
        ask(draft, asked)


def _distrust_in_set_up(draft: Draft, _question: OpenQuestion) -> None:
    """Distrusts the switches behind a set-up on which both players agree."""
    draft.update_turn(question=None)
    faults = faults_behind(draft.state, draft.state.expected, MAX_FAULTS) or ()
    for failure in SwitchFailure:
        if places := tuple(place for place, one in faults if one is failure):
            turn_end.distrust(draft, places, failure)


def _deny_set_up(draft: Draft, question: OpenQuestion) -> None:
    draft.update_turn(question=None)
    draft.notify(notices.RequestWithdrawn(draft.state.seating.colour(question.to.opponent)))


def begin_next(draft: Draft) -> None:
    """Begins the next game or, if the match is over, the next match; not before an answer."""
    if draft.match.winner and draft.match.game.undo_asked_by:
        draft.notify(notices.EventRefused(Refusal(Ban.ANSWER_UNDO), events.NextGame()))
    elif draft.match.winner:
        draft.effects.append(StartNextMatch())
    elif draft.match.game.phase is Phase.OVER:
        draft.apply_event(events.NextGame())


def _double(draft: Draft, player: Player) -> None:
    """Doubles; a double with a dead cube must be requested twice."""
    match, double = draft.match, events.Double(player)
    if match.game.phase in MOVING_PHASES and player is not match.game.turn:
        if not turn_end.end_for_opponent(draft):
            draft.notify(notices.EventRefused(Refusal(Ban.NOT_YOUR_TURN), double))
            return
        match = draft.match
    asked = draft.state.question and draft.state.question.kind is QuestionKind.DEAD_CUBE
    to_throw = match.game.phase is Phase.TO_THROW and player is match.game.turn
    if to_throw and draft.state.is_throwing:
        draft.notify(notices.EventRefused(Refusal(Ban.DOUBLE_BEFORE_THROW), double))
        return
    if to_throw and not double_ban(match, player):
        accept_corrected_play(draft)
        match = draft.match
    dead = must_announce_dead_cube(match, player) and not double_ban(match, player)
    if to_throw and dead and not asked:
        ask(draft, OpenQuestion(QuestionKind.DEAD_CUBE, player))
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


_YES: Mapping[QuestionKind, AnswerHandler] = {
    QuestionKind.WHICH: confirm_chosen_play,
    QuestionKind.UNSEEN: confirm_unseen,
    QuestionKind.PHANTOM: confirm_phantom,
    QuestionKind.HIDDEN: turn_end.judge_visible_places,
    QuestionKind.EARLY_THROW: _let_stand,
    QuestionKind.DEAD_CUBE: lambda _draft, _question: None,  # only another double confirms a double
    QuestionKind.VOID: void_throw,
    QuestionKind.CONFIRM: _fulfil_confirmed,
    QuestionKind.SET_UP: _distrust_in_set_up,
    QuestionKind.POSITION: agree_to_position,
    QuestionKind.SEATING: agree_to_seating,
}
_NO: Mapping[QuestionKind, AnswerHandler] = {
    QuestionKind.WHICH: _show_next,
    QuestionKind.UNSEEN: deny_fault,
    QuestionKind.PHANTOM: deny_fault,
    QuestionKind.HIDDEN: ask_to_uncover,
    QuestionKind.EARLY_THROW: _have_thrown_again,
    QuestionKind.DEAD_CUBE: lambda draft, _question: draft.update_turn(question=None),
    QuestionKind.VOID: keep_throw,
    QuestionKind.CONFIRM: _withdraw,
    QuestionKind.SET_UP: _deny_set_up,
    QuestionKind.POSITION: decline_position,
    QuestionKind.SEATING: decline_seating,
}
_REQUESTS: Mapping[PlayerRequestKind, Callable[[Draft, Player], object]] = {
    PlayerRequestKind.DONE: agree,
    PlayerRequestKind.YES: agree,
    PlayerRequestKind.NO: decline,
    PlayerRequestKind.VOID: lambda draft, player: request_void(
        draft, player, _question_to(draft, player)
    ),
    PlayerRequestKind.DOUBLE: _double,
    PlayerRequestKind.BEAVER: lambda draft, player: draft.apply_event(events.Beaver(player)),
    PlayerRequestKind.UNDO: lambda draft, player: _take_back(draft, events.AskUndo(player)),
    PlayerRequestKind.CHALLENGE: _challenge,
    PlayerRequestKind.NEXT: lambda draft, _player: begin_next(draft),
}
