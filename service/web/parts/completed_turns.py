"""Completed turns: their words, their dice, and the checkers they moved on the table."""

from __future__ import annotations

from engine.backgammon.moves.journeys import Journey, journeys_of
from engine.sides import Side
from hardware.checkers import Colour
from referee.match_settings import MatchSettings
from referee.seating import Seating, place_for_mover
from referee.state import State
from referee.verdicts import Complete, Unchanged
from service.records.score_sheet import CompletedTurn, MatchSheet, SetUpPosition
from service.web.messages.to_page import LastTurn, MovedChecker
from service.words.phrases import Phrases


def turn_in_words(turn: CompletedTurn, phrases: Phrases) -> str:
    """A turn as a record has it: `31: 8/5 6/5`."""
    key = "turn" if turn.play else "no_play"
    return phrases.say(f"page.sheet.{key}", dice=turn.dice, play=turn.play)


def thrown_numbers(turn: CompletedTurn) -> tuple[int, ...]:
    """The two numbers of a throw, the higher first."""
    return (turn.dice.high, turn.dice.low)


def moved_checkers(turn: CompletedTurn, seating: Seating) -> tuple[MovedChecker, ...]:
    """The checkers that a turn moved; empty if its play was not legal."""
    mover = seating.colour(turn.player)
    return tuple(_moved_checker(journey, mover) for journey in journeys_of(turn.steps))


def _moved_checker(journey: Journey, mover: Colour) -> MovedChecker:
    source, target, *hits = (
        place_for_mover(number, Side.MOVER, mover)
        for number in (journey.source, journey.target, *journey.hits)
    )
    return MovedChecker(source, target, tuple(hits))


def last_turn_on_board(state: State, sheet: MatchSheet) -> CompletedTurn | None:
    """The last completed turn of the game, as long as the board is as it left it.

    None while checkers are set up, once the next player has moved something, and while the lamps
    show a play to be moved for the computer.
    """
    if state.is_setting_up or state.chosen or state.observed.disputed or not _is_unmoved(state):
        return None
    lines = reversed(sheet.games[-1].lines)
    last = next((it for it in lines if isinstance(it, CompletedTurn | SetUpPosition)), None)
    return last if isinstance(last, CompletedTurn) else None


def _is_unmoved(state: State) -> bool:
    """True if the board lies as the turn before left it."""
    match state.verdict:
        case Unchanged():
            return True
        case Complete(play):  # A throw that cannot be played is complete at once.
            return play == state.match.game.position
    return False


def last_turn_shown(
    turn: CompletedTurn | None, settings: MatchSettings, phrases: Phrases
) -> LastTurn | None:
    """The last turn as a page is sent it."""
    if turn is None:
        return None
    seating = settings.seating
    return LastTurn(
        seating.colour(turn.player),
        turn_in_words(turn, phrases),
        thrown_numbers(turn),
        moved_checkers(turn, seating),
    )
