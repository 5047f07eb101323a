"""The line under a live picture: what the referee makes of the board, or waits for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.game.match import Phase
from engine.backgammon.moves.tree import Node, Numbers
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Place
from referee.announcing import tell_notice
from referee.asking import OF_SENSORS, Asking, Question
from referee.effects import OF_SWITCHES, Meaning, Notice, What
from referee.state import State
from referee.verdicts import (
    Ambiguous,
    Complete,
    Disturbed,
    Illegal,
    OnTheWay,
    Unchanged,
    Unreadable,
)
from referee.whereabouts import Whereabouts
from referee.words import Phrases

MOST_NAMED = 3
"""More plays that look alike are only counted."""
_WAITING = {
    Phase.OPENING: "to_begin",
    Phase.TO_THROW: "to_throw",
    Phase.DOUBLED: "to_take",
    Phase.BEAVERED: "to_take",
    Phase.TO_PLAY: "to_move",
    Phase.PLAYED: "to_move",
    Phase.OVER: "to_set_up",
}
_ASKED = {
    Question.UNSEEN: What.SWITCH_SILENT,
    Question.PHANTOM: What.SWITCH_CLOSED,
    Question.HIDDEN: What.HIDDEN,
    Question.EARLY_THROW: What.EARLY_THROW_CHOICE,
    Question.DEAD_CUBE: What.DEAD_CUBE,
}


def tell_state(state: State, phrases: Phrases, by_itself: Player | None = None) -> str:
    """What the referee makes of the board, or what it waits for, as far as it may be told yet.

    Nobody is asked to throw or move for a player who does it by itself.
    """
    if state.asking:
        return _question(state, state.asking, phrases)
    match state.verdict:
        case None:
            return phrases.say("verdict.unsettled")
        case Unreadable(places):
            return _unreadable(state, places, phrases)
        case Disturbed(moves) if moves:
            return Whereabouts(state.settings, phrases).carrying(moves)
        case OnTheWay(in_hand=count) if count and not (state.chosen and state.turn is by_itself):
            return phrases.say("verdict.in_hand", count=count)
        case Unchanged() if not state.chosen:
            return _waiting(state, phrases, by_itself)
    return _moving(state, phrases, by_itself)


def tell_lamps(phrases: Phrases) -> Mapping[Meaning, str]:
    """What each lamp means, for a legend."""
    return {meaning: phrases.say(f"lamp.{meaning.value}") for meaning in Meaning}


def tell_choice(player: str, play: str, phrases: Phrases, *, by_itself: bool) -> str:
    """Who is to move what a player without hands has chosen: people, or it does so by itself."""
    key = "moves_by_itself" if by_itself else "to_move_for"
    return phrases.say(f"verdict.{key}", play=play, player=player)


def write_choice(state: State, play: Position, phrases: Phrases) -> str:
    """A legal play of the throw on the board, as people write it."""
    line = state.plays.lines.get(play) if state.plays else None
    return write_play(line) if line else phrases.say("position.none")


def _question(state: State, asking: Asking, phrases: Phrases) -> str:
    """What the referee itself wants to know, as long as nobody has answered."""
    if asking.question is Question.WHICH:
        play = write_choice(state, asking.plays[asking.chosen], phrases)
        return phrases.say("verdict.which", play=play, player=_name(state, asking.to))
    # Of the sensors the mover is told, too; he can put right what his opponent is asked about.
    whom = state.colour if asking.question in OF_SENSORS else state.seating.colour(asking.to)
    what = _ASKED[asking.question]
    devices = state.cameras if what in OF_SWITCHES else ()
    notice = Notice(what, whom, places=asking.places, devices=devices)
    return tell_notice(notice, state.settings, phrases)


def _unreadable(state: State, places: tuple[Place, ...], phrases: Phrases) -> str:
    if state.is_blind:
        return phrases.say("verdict.unseen")
    at = Whereabouts(state.settings, phrases).at(places, joined_by="or")
    return phrases.say("verdict.too_full_at" if at else "verdict.too_full", at=at)


def _waiting(state: State, phrases: Phrases, by_itself: Player | None) -> str:
    """Nothing has been moved: who is to do what."""
    match = state.match
    asked = match.game.resignation or match.game.undo_asked_by
    key = "to_accept" if asked else _WAITING[match.game.phase]
    if not asked and state.is_setting_up and not (state.is_set_up and key == "to_begin"):
        key = "to_set_up"
    if key == "to_throw" and match.to_act is by_itself:
        key = "throws_by_itself"
    dice = phrases.listed((match.game.dice.high, match.game.dice.low)) if match.game.dice else ""
    return phrases.say(f"verdict.{key}", player=_name(state, match.to_act), dice=dice)


def _moving(state: State, phrases: Phrases, by_itself: Player | None) -> str:
    """How far a play has come; where plays are judged only at the end, that it is being made."""
    player = _name(state, state.turn)
    match state.verdict:
        case Ambiguous(plays) if state.chosen not in plays:
            return _ambiguous(state, plays, phrases)
        case Illegal(reasons) if state.shows_illegal:
            notice = Notice(What.ILLEGAL, state.colour, reasons)
            return tell_notice(notice, state.settings, phrases)
        case Complete(play) if state.chosen in (None, play) and state.settings.judges_at_once:
            key = "complete" if play != state.match.game.position else "no_play"
            return phrases.say(
                f"verdict.{key}", play=write_choice(state, play, phrases), player=player
            )
        case OnTheWay() if not state.chosen and state.settings.judges_at_once:
            return _unfinished(state, phrases)
    if state.chosen:
        wanted = write_choice(state, state.chosen, phrases)
        return tell_choice(player, wanted, phrases, by_itself=state.turn is by_itself)
    return phrases.say("verdict.moving", player=player)


def _unfinished(state: State, phrases: Phrases) -> str:
    """What is left to do for the play, where all that it can be agrees on that."""
    found = state.sight.tracking.come_down if state.sight.tracking else ()
    numbers = {_to_play(one.node) for one in found}
    hit = {len(one.late) for one in found}
    left = numbers.pop() if len(numbers) == 1 else None
    if left:
        return phrases.say("verdict.still_to_play", numbers=phrases.listed(left))
    if left == () and len(hit) == 1:
        return phrases.say("verdict.belongs_on_bar", count=hit.pop())
    return phrases.say("verdict.unfinished")


def _to_play(node: Node) -> Numbers | None:
    """The numbers that are still to be played from a board on the way, if it is certain which."""
    left = sorted(node.left, reverse=True)
    if len(set(left)) > 1 and 0 < node.playable < len(left):
        return None
    return tuple(left[: node.playable])


def _ambiguous(state: State, plays: tuple[Position, ...], phrases: Phrases) -> str:
    if len(plays) > MOST_NAMED:
        return phrases.say("verdict.ambiguous_many", count=len(plays))
    told = phrases.listed((write_choice(state, play, phrases) for play in plays), joined_by="or")
    return phrases.say("verdict.ambiguous", plays=told)


def _name(state: State, player: Player) -> str:
    return state.settings.names[player]
