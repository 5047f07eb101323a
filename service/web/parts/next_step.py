"""The next step of a match: the one thing that the game waits for, and from whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import Colour
from hardware.signals import DiceState, PlayerRequestKind
from referee.state import MOVING_PHASES, State
from referee.turn_end import has_borne_off_all
from referee.verdicts import Disturbed, Illegal, UnreadableBoard
from service.web.messages.to_page import NextAct, NextStep
from service.web.parts.player_offers import PlayerOffer, has_moved
from service.words.phrases import Phrases

_THROWING = (Phase.OPENING, Phase.TO_THROW)
_Offers = Mapping[Colour, Collection[PlayerOffer]]


@dataclass(frozen=True, slots=True)
class AwaitedStep:
    """The step that is awaited, before translation."""

    act: NextAct
    player: Player | None = None
    """The player who is to take it; None if either may, or nobody can."""
    key: str = ""
    """The key of a sentence that names the act, `page.next.<key>`; empty if the verdict does."""

    def in_words(self, state: State, phrases: Phrases) -> NextStep:
        colour = state.seating.colour(self.player) if self.player else None
        return NextStep(self.act, colour, self._sentence(state, phrases) if self.key else "")

    def _sentence(self, state: State, phrases: Phrases) -> str:
        names = state.settings.names
        player = names[self.player or state.turn]
        return phrases.say(f"page.next.{self.key}", player=player, one=names.one, two=names.two)


def awaited_step(
    state: State,
    offers: _Offers,
    computer: Player | None,
    automatic_player: Player | None,
) -> AwaitedStep:
    """Returns the one step that the game waits for.

    The computer answers without people. The hands of `automatic_player` are simulated, so people
    wait for them as well.
    """
    rules = (_answer, _end_of_game, _correction, _set_up, _throw, _end_of_turn)
    steps = (step for rule in rules for step in rule(state, offers))
    step = next(steps, AwaitedStep(NextAct.MOVE, state.turn))
    is_answer = step.act is NextAct.ANSWER
    if step.player and step.player is (computer if is_answer else automatic_player):
        return AwaitedStep(NextAct.WAIT, step.player)
    return step


def _answer(state: State, _offers: _Offers) -> Iterator[AwaitedStep]:
    if state.has_offer or state.question:
        yield AwaitedStep(NextAct.ANSWER, state.player_to_answer)


def _end_of_game(state: State, offers: _Offers) -> Iterator[AwaitedStep]:
    """The next game at a table where it begins on request; elsewhere the set-up begins it."""
    if state.settings.next_on_request and _is_offered(offers, PlayerRequestKind.NEXT):
        yield AwaitedStep(NextAct.BEGIN_NEXT, key="rematch" if state.match.winner else "")
    elif state.match.game.phase is Phase.OVER:
        yield AwaitedStep(NextAct.SET_UP)


def _correction(state: State, _offers: _Offers) -> Iterator[AwaitedStep]:
    verdict = state.verdict
    if isinstance(verdict, UnreadableBoard) and (state.is_blind or not verdict.places):
        yield AwaitedStep(NextAct.WAIT)
    elif isinstance(verdict, UnreadableBoard):
        yield AwaitedStep(NextAct.SET_UP if state.is_setting_up else NextAct.CORRECT)
    is_wrong = isinstance(verdict, Disturbed) and verdict.moves
    if is_wrong and not state.is_setting_up:
        yield AwaitedStep(NextAct.CORRECT)
    if isinstance(verdict, Illegal) and state.shows_illegal:
        yield AwaitedStep(NextAct.CORRECT, state.turn)


def _set_up(state: State, offers: _Offers) -> Iterator[AwaitedStep]:
    if not state.is_setting_up or (state.is_set_up and not state.set_up_request):
        return
    confirmed = _is_offered(offers, PlayerRequestKind.DONE)
    yield AwaitedStep(NextAct.DONE if confirmed else NextAct.SET_UP)


def _throw(state: State, offers: _Offers) -> Iterator[AwaitedStep]:
    phase = state.match.game.phase
    if phase not in _THROWING:
        return
    if any(pair.state is DiceState.ROLLING for pair in state.dice.values()):
        yield AwaitedStep(NextAct.WAIT)
    elif phase is Phase.TO_THROW:
        may_challenge = _is_offered(offers, PlayerRequestKind.CHALLENGE)
        yield AwaitedStep(NextAct.THROW, state.turn, "may_challenge" if may_challenge else "")
    else:
        player = _next_to_begin(state)
        key = "tie" if _has_tied(state) else "throw_both"
        yield AwaitedStep(NextAct.THROW, player, "" if player else key)


def _has_tied(state: State) -> bool:
    """True if the dice of the opening throw lie there and show the same number."""
    lying = [pair.numbers for pair in state.dice.values() if pair.state is DiceState.SETTLED]
    return any(len(numbers) > 1 and len(set(numbers)) == 1 for numbers in lying)


def _next_to_begin(state: State) -> Player | None:
    """The player whose opening die is missing; None if both throw the same pair."""
    owners = {pair.colour for pair in state.dice.values() if pair.colour}
    missing = [colour for colour in Colour if colour in owners - set(state.this_turn.opening)]
    return state.seating.player(missing[0]) if missing else None


def _end_of_turn(state: State, offers: _Offers) -> Iterator[AwaitedStep]:
    """The end of the turn; a move as long as pips are certainly unplayed, which may end it too."""
    is_moving = state.match.game.phase in MOVING_PHASES
    if is_moving and has_moved(state) and _is_offered(offers, PlayerRequestKind.DONE):
        is_due = _is_offered(offers, PlayerRequestKind.DONE, main=True)
        key = "ends_game" if has_borne_off_all(state) else "ends_turn"
        yield AwaitedStep(NextAct.DONE if is_due else NextAct.MOVE, state.turn, key)


def _is_offered(offers: _Offers, request: PlayerRequestKind, *, main: bool = False) -> bool:
    listed = (offer for colour in Colour for offer in offers.get(colour, ()))
    return any(offer.request is request and (offer.main or not main) for offer in listed)
