"""The requests and answers that each player may give now: the buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import double_ban
from engine.backgammon.players import Player
from engine.backgammon.position import Side
from hardware.checkers import Colour, Place, tray
from hardware.signals import PlayerRequest, PlayerRequestKind
from referee.effects import RecordEvent
from referee.faulty_switches import MAX_FAULTS, faults_behind, is_likely_misplaced
from referee.match_settings import HINT_LEVELS, IllegalPolicy
from referee.notices import EventRefused
from referee.questions import BOARD_QUESTIONS, QuestionKind
from referee.state import MOVING_PHASES, OFFER_PHASES, State
from referee.step import step
from referee.verdicts import Complete, Unchanged
from referee.void_throws import may_be_voided
from service.web.messages.to_page import Offer
from service.web.parts.board_part import DrawnBoard, drawn_pips, is_complete_drawing, position_pips
from service.words.notice_texts import PlaceTexts
from service.words.phrases import Phrases

_YES, _NO = PlayerRequestKind.YES, PlayerRequestKind.NO
_ANSWERS_TO: Mapping[QuestionKind, tuple[tuple[PlayerRequestKind, str], ...]] = {
    QuestionKind.WHICH: ((_YES, "this_one"), (_NO, "next_one")),
    QuestionKind.UNSEEN: ((_YES, "lies_there"), (_NO, "lies_not_there")),
    QuestionKind.PHANTOM: ((_YES, "nothing_there"), (_NO, "something_there")),
    QuestionKind.HIDDEN: ((_YES, "all_well_there"), (_NO, "not_well_there")),
    QuestionKind.EARLY_THROW: ((_YES, "let_stand"), (_NO, "throw_again")),
    QuestionKind.SET_UP: ((_YES, "all_well_there"), (_NO, "not_well_there")),
    QuestionKind.VOID: ((_YES, "void_agree"), (_NO, "void_not")),
    QuestionKind.POSITION: ((_YES, "position_agree"), (_NO, "position_not")),
    QuestionKind.SEATING: ((_YES, "seating_agree"), (_NO, "seating_not")),
    QuestionKind.CONFIRM: ((_YES, "confirm"), (_NO, "confirm_not")),
    QuestionKind.DEAD_CUBE: ((PlayerRequestKind.DOUBLE, "double_anyway"), (_NO, "double_not")),
}
"""The possible answers to each question of the referee."""


@dataclass(frozen=True, slots=True)
class PlayerOffer:
    """A request or an answer that a player may give now, before translation."""

    request: PlayerRequestKind
    key: str
    """The key of its phrase: `page.offer.<key>`."""
    number: int = 0
    main: bool = False
    """True if the game waits for it."""
    stake: int = 0
    """The stake that would result from it."""
    places: tuple[Place, ...] = ()
    """The places that the question is about."""

    def in_words(self, state: State, phrases: Phrases) -> Offer:
        words = phrases.say(
            f"page.offer.{self.key}",
            stake=self.stake,
            number=self.number + 1,
            at=PlaceTexts(state.settings, phrases, state.colour).places_in_words(self.places),
        )
        return Offer(self.request, words, self.number, self.main)


def player_offers(
    state: State, colour: Colour, computer: Player | None = None, unplayed: int = 0
) -> tuple[PlayerOffer, ...]:
    """Returns all that this player may request or answer now, in the order of the buttons.

    `unplayed` are the pips of `unplayed_pips`. For the computer, people move the checkers, but they
    do not decide anything in its place.
    """
    player = state.seating.player(colour)
    if player is computer:
        return tuple(_for_the_computer(state, player, unplayed))
    return (
        *_answers_to_opponent(state, player),
        *_answers_to_referee(state, player),
        *_continuations(state, player, unplayed),
        *_requests(state, player),
        *_hint_levels(state, player),
    )


def unplayed_pips(state: State, picture: DrawnBoard) -> int:
    """The pips of the throw that are certainly unplayed, where plays are judged only at their end.

    Counting pips tells nobody what is legal. Bearing off may waste all pips of a number but one.
    """
    game, colour = state.match.game, state.colour
    if state.settings.judges_at_once or not game.dice or not is_complete_drawing(picture):
        return 0
    left = drawn_pips(picture, colour)
    if not left:
        return 0
    played = position_pips(game.position, game.turn, state.seating)[colour] - left
    borne_off = picture[tray(colour)][colour] - game.position.off[Side.MOVER]
    wasted = sum(number - 1 for number in game.dice.numbers[: max(borne_off, 0)])
    return max(sum(game.dice.numbers) - played - wasted, 0)


def _for_the_computer(state: State, player: Player, unplayed: int) -> Iterator[PlayerOffer]:
    if state.question and state.question.kind in BOARD_QUESTIONS:
        yield from _answers_to_referee(state, player)
    yield from _continuations(state, player, unplayed)


def _is_allowed(match: Match, event: events.Event) -> bool:
    return isinstance(apply(match, event), Match)


def _answers_to_opponent(state: State, player: Player) -> Iterator[PlayerOffer]:
    match, game = state.match, state.match.game
    answers: Mapping[str, events.Event]
    if _is_to_confirm(state, player):
        return
    if game.resignation:
        answers = {"accept": events.AcceptResignation(player), "refuse": events.PlayOn(player)}
    elif game.undo_asked_by:
        answers = {"agree": events.AgreeUndo(player), "disagree": events.RefuseUndo(player)}
    elif game.phase in OFFER_PHASES:
        answers = {"take": events.Take(player), "drop": events.Drop(player)}
    else:
        return
    for request, (key, event) in zip((_YES, _NO), answers.items(), strict=True):
        if _is_allowed(match, event):
            yield PlayerOffer(request, key, main=True)
    if game.phase is Phase.DOUBLED and _is_allowed(match, events.Beaver(player)):
        yield PlayerOffer(PlayerRequestKind.BEAVER, "beaver", main=True, stake=2 * game.offer)


def _answers_to_referee(state: State, player: Player) -> Iterator[PlayerOffer]:
    """The answers to a question of the referee, unless an offer has to be answered first."""
    question = state.question
    if state.has_offer and not _is_to_confirm(state, player):
        return
    declined = state.this_turn.declined_questions
    if declined and declined[-1].to is player and not question:
        # A player who has said no may change the answer.
        (request, key), _ = _ANSWERS_TO[declined[-1].kind]
        yield PlayerOffer(request, key, places=declined[-1].places)
    if question is None or question.to is not player:
        return
    plays, chosen = question.plays, question.chosen
    alone = len(plays) == 1
    for request, answer in _ANSWERS_TO[question.kind]:
        instead = question.kind is QuestionKind.VOID and question.dice
        key = f"{answer}_instead" if instead else answer
        key = "not_played" if key == "next_one" and alone else key
        yield PlayerOffer(request, key, main=True, places=question.places)
    for number in range(0 if alone else len(plays)):
        yield PlayerOffer(PlayerRequestKind.CHOOSE, "choose", number, main=number == chosen)


def _is_to_confirm(state: State, player: Player) -> bool:
    """True if the player must say whether a request in his name is his own."""
    question = state.question
    return bool(question and question.kind is QuestionKind.CONFIRM and question.to is player)


def _continuations(state: State, player: Player, unplayed: int) -> Iterator[PlayerOffer]:
    """The steps that continue the match: end of a turn, set-up done, next game, next match."""
    match, phase = state.match, state.match.game.phase
    waiting = state.has_offer or (state.question and state.question.to is player)
    may_end = player is match.game.turn and not (waiting or state.set_up_request)
    if match.winner and not state.has_offer:
        yield PlayerOffer(PlayerRequestKind.NEXT, "next_match", main=True)
    elif phase is Phase.OVER and _is_allowed(match, events.NextGame()):
        yield PlayerOffer(PlayerRequestKind.NEXT, "next_game", main=True)
    elif phase in MOVING_PHASES and may_end:
        yield PlayerOffer(PlayerRequestKind.DONE, "done", main=has_moved(state) and not unplayed)
    if state.is_setting_up and _can_be_confirmed(state) and not waiting:
        yield PlayerOffer(PlayerRequestKind.DONE, "set_up", main=True)


def has_moved(state: State) -> bool:
    """True if the play seems complete or, where only its end is judged, has been begun."""
    if state.settings.judges_at_once:
        danced = state.plays is not None and not state.plays.tree.playable
        return isinstance(state.verdict, Complete) or danced
    return not (isinstance(state.verdict, Unchanged) or state.is_moving)


def _can_be_confirmed(state: State) -> bool:
    """True if so few checkers deviate from the expected set-up that switches may be faulty."""
    faults = faults_behind(state, state.expected, MAX_FAULTS) or ()
    misplaced = is_likely_misplaced(faults) and not state.this_turn.refusals
    return bool(faults) and not misplaced and not state.is_blind and not state.match.winner


def _requests(state: State, player: Player) -> Iterator[PlayerOffer]:
    """The offers and requests of a player to the opponent."""
    match = state.match
    if _may_double(state, player):
        yield PlayerOffer(PlayerRequestKind.DOUBLE, "double", stake=2 * match.game.cube.value)
    objects = state.settings.illegal_policy is not IllegalPolicy.RECORD and match.game.reasons
    if objects and _is_allowed(match, events.Challenge(player)):
        yield PlayerOffer(PlayerRequestKind.CHALLENGE, "challenge", main=True)
    if may_be_voided(state):
        yield PlayerOffer(PlayerRequestKind.VOID, "void")
    if _is_allowed(match, events.AskUndo(player)):
        outcome = apply(match, events.AskUndo(player))
        asks = isinstance(outcome, Match) and outcome.game.undo_asked_by is player
        key = "ask_undo" if asks else "undo"
        yield PlayerOffer(PlayerRequestKind.UNDO, key)
    for win in Win:
        if _is_allowed(match, events.Resign(player, win)):
            yield PlayerOffer(PlayerRequestKind.RESIGN, f"resign_{win.name.lower()}", int(win))


def _may_double(state: State, player: Player) -> bool:
    """True if the player may double: before the own throw, or while a correction is due.

    While the opponent is still moving, the opponent has to end the turn first.
    """
    match = state.match
    if state.question and state.question.kind is QuestionKind.DEAD_CUBE:
        return False
    if match.game.phase not in MOVING_PHASES:
        may = player is match.game.turn and not state.is_throwing
        return may and _is_allowed(match, events.Double(player))
    if player is match.game.turn or not state.this_turn.is_done or double_ban(match, player):
        return False
    return _is_granted(state, player, PlayerRequestKind.DOUBLE)


def _is_granted(state: State, player: Player, request: PlayerRequestKind) -> bool:
    """True if the referee would grant the request; tried only where that depends on the board."""
    at = max(state.last_signal_at.values(), default=0.0)
    result = step(state, PlayerRequest("page", at, state.seating.colour(player), request))
    refused = any(isinstance(it, EventRefused) for it in result.effects)
    return not refused and any(isinstance(it, RecordEvent) for it in result.effects)


def _hint_levels(state: State, player: Player) -> Iterator[PlayerOffer]:
    if state.settings.profile.hints_locked:
        return
    now = state.hints[state.seating.colour(player)]
    for number, level in enumerate(HINT_LEVELS):
        if level is not now:
            yield PlayerOffer(PlayerRequestKind.HINTS, f"hints_{level.value}", number)
