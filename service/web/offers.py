"""What each player may ask for or answer now: the buttons of the page.

Whether the rules allow an event is for the engine to say; here it is only asked. What the referee
would do besides, and no button is for, is listed in the test of this module, each with why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.doubling import double_ban
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from hardware.checkers import Colour, Place
from hardware.signals import Wish, Wished
from referee.asking import OF_THE_BOARD, Asking, Question
from referee.effects import Happened, Notice, What
from referee.profiles import HINT_LEVELS, IllegalPolicy
from referee.state import OFFERED, State
from referee.step import step
from referee.switches import MOST_FAULTS
from referee.turn_end import MOVING
from referee.verdicts import Complete, Unchanged
from referee.whereabouts import Whereabouts
from referee.words import Phrases
from service.web.messages.to_page import Offer

_QUESTIONS: Mapping[Question, tuple[tuple[Wish, str], ...]] = {
    Question.WHICH: ((Wish.YES, "this_one"), (Wish.NO, "next_one")),
    Question.UNSEEN: ((Wish.YES, "lies_there"), (Wish.NO, "lies_not_there")),
    Question.PHANTOM: ((Wish.YES, "nothing_there"), (Wish.NO, "something_there")),
    Question.HIDDEN: ((Wish.YES, "all_well_there"), (Wish.NO, "not_well_there")),
    Question.EARLY_THROW: ((Wish.YES, "let_stand"), (Wish.NO, "throw_again")),
    Question.DEAD_CUBE: ((Wish.DOUBLE, "double_anyway"), (Wish.NO, "double_not")),
}
"""How each question of the referee can be answered."""


@dataclass(frozen=True, slots=True)
class May:
    """One thing that a player may ask for, in no language yet."""

    wish: Wish
    key: str
    """Of its phrase: `page.offer.<key>`."""
    number: int = 0
    main: bool = False
    """Whether it is what the game waits for."""
    stake: int = 0
    """What is played for then."""
    places: tuple[Place, ...] = ()
    """The places in doubt."""

    def told(self, state: State, phrases: Phrases) -> Offer:
        """The same as it stands on a button."""
        words = phrases.say(
            f"page.offer.{self.key}",
            stake=self.stake,
            number=self.number + 1,
            at=Whereabouts(state.settings, phrases, state.colour).at(self.places),
        )
        return Offer(self.wish, words, self.number, self.main)


def offers(state: State, colour: Colour, computer: Player | None = None) -> tuple[May, ...]:
    """Everything this player may ask for or answer now, in the order of the buttons.

    For a player without hands others move; what it has to decide, nobody does in its place.
    """
    player = state.seating.player(colour)
    if player is computer:
        return tuple(_for_the_computer(state, player))
    return tuple(
        may for kind in (_answers, _asked, _done, _offered, _helped) for may in kind(state, player)
    )


def _for_the_computer(state: State, player: Player) -> Iterator[May]:
    if state.asking and state.asking.question in OF_THE_BOARD:
        yield from _asked(state, player)
    yield from _done(state, player)


def _allows(match: Match, event: events.Event) -> bool:
    return isinstance(apply(match, event), Match)


def _answers(state: State, player: Player) -> Iterator[May]:
    """Yes and no to what the opponent has offered or asked for."""
    match, game = state.match, state.match.game
    if game.resignation:
        answers: Mapping[str, events.Event] = {
            "accept": events.AcceptResignation(player),
            "refuse": events.PlayOn(player),
        }
    elif game.undo_asked_by:
        answers = {"agree": events.AgreeUndo(player), "disagree": events.RefuseUndo(player)}
    elif game.phase in OFFERED:
        answers = {"take": events.Take(player), "drop": events.Drop(player)}
    else:
        return
    for wish, (key, event) in zip((Wish.YES, Wish.NO), answers.items(), strict=True):
        if _allows(match, event):
            yield May(wish, key, main=True)
    if game.phase is Phase.DOUBLED and _allows(match, events.Beaver(player)):
        yield May(Wish.BEAVER, "beaver", main=True, stake=2 * game.offer)


def _asked(state: State, player: Player) -> Iterator[May]:
    """Answers to what the referee himself asks, as soon as no offer has to be answered first."""
    asking = state.asking
    if state.has_offer:
        return
    declined = state.this_turn.declined_question
    if declined and declined.to is player and not asking:
        # Whoever has said no may look again.
        (wish, key), _ = _QUESTIONS[declined.question]
        yield May(wish, key, places=declined.places)
    if asking is None or asking.to is not player:
        return
    alone = len(asking.plays) == 1
    for wish, key in _QUESTIONS[asking.question]:
        if not (key == "next_one" and alone):
            yield May(wish, key, main=True, places=asking.places)
    if not alone:
        yield from _choices(asking)


def _choices(asking: Asking) -> Iterator[May]:
    for number in range(len(asking.plays)):
        yield May(Wish.CHOOSE, "choose", number, main=number == asking.chosen)


def _done(state: State, player: Player) -> Iterator[May]:
    """What goes on: a turn that is over, checkers that are set up, the next game."""
    match, phase = state.match, state.match.game.phase
    waiting = state.has_offer or (state.asking and state.asking.to is player)
    if match.winner:
        yield May(Wish.NEXT, "next_match", main=True)
    elif phase is Phase.OVER and _allows(match, events.NextGame()):
        yield May(Wish.NEXT, "next_game", main=True)
    elif phase in MOVING and player is match.game.turn and not (waiting or state.wanted):
        yield May(Wish.DONE, "done", main=_has_moved(state))
    if state.is_setting_up and _can_be_confirmed(state) and not waiting:
        yield May(Wish.DONE, "set_up", main=True)


def _has_moved(state: State) -> bool:
    """Whether the turn may well be over, as far as the player may be told while he moves."""
    if state.settings.judges_at_once:
        danced = state.plays is not None and not state.plays.tree.playable
        return isinstance(state.verdict, Complete) or danced
    return not (isinstance(state.verdict, Unchanged) or state.is_moving)


def _can_be_confirmed(state: State) -> bool:
    """Whether so few checkers are not seen as they should lie that it may be the switches."""
    off = sum(sum(gap) for gap in state.gaps.values())
    return 0 < off <= MOST_FAULTS and not state.is_blind and not state.match.winner


def _offered(state: State, player: Player) -> Iterator[May]:
    """What a player may offer or ask of the other."""
    match = state.match
    if _may_double(state, player):
        yield May(Wish.DOUBLE, "double", stake=2 * match.game.cube.value)
    objects = state.settings.illegal_policy is not IllegalPolicy.RECORD and match.game.reasons
    if objects and _allows(match, events.Challenge(player)):
        yield May(Wish.CHALLENGE, "challenge", main=True)
    if _allows(match, events.AskUndo(player)):
        yield May(Wish.UNDO, "ask_undo" if match.rulebook.undo_needs_both else "undo")
    for win in Win:
        if _allows(match, events.Resign(player, win)):
            yield May(Wish.RESIGN, f"resign_{win.name.lower()}", int(win))


def _may_double(state: State, player: Player) -> bool:
    """Whether a double would count: before the own throw, or instead of waiting for a correction.

    While the other is still moving he ends his turn first.
    """
    match = state.match
    if state.asking and state.asking.question is Question.DEAD_CUBE:
        return False
    if match.game.phase not in MOVING:
        return player is match.game.turn and _allows(match, events.Double(player))
    if player is match.game.turn or not state.this_turn.done or double_ban(match, player):
        return False
    return _is_granted(state, player, Wish.DOUBLE)


def _is_granted(state: State, player: Player, wish: Wish) -> bool:
    """Whether the referee would do it; asked only where that is a matter of the board."""
    at = max(state.heard.values(), default=0.0)
    asked = step(state, Wished("page", at, state.seating.colour(player), wish))
    refused = any(isinstance(it, Notice) and it.what is What.REFUSED for it in asked.effects)
    return not refused and any(isinstance(it, Happened) for it in asked.effects)


def _helped(state: State, player: Player) -> Iterator[May]:
    """More light for the own moves, or less."""
    if state.settings.profile.hints_locked:
        return
    now = state.hints[state.seating.colour(player)]
    for number, level in enumerate(HINT_LEVELS):
        if level is not now:
            yield May(Wish.HINTS, f"hints_{level.value}", number)
