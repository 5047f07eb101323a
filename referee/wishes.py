"""What people ask for, by buttons and in words, and how they answer what they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.backgammon.game import events
from engine.backgammon.game.doubling import double_ban, told_cube_is_dead
from engine.backgammon.game.match import Phase
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Node
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour
from hardware.signals import Button, ButtonPressed, Wish, Wished
from referee.answering import agree, choose, decline
from referee.asking import Asking, Question
from referee.draft import Draft
from referee.effects import NextMatch, Notice, What
from referee.judging import moves_of, places_of
from referee.outlook import Doubt
from referee.profiles import HINT_LEVELS, Hints, IllegalPolicy
from referee.state import OFFERED
from referee.switches import MOST_FAULTS
from referee.turn_end import (
    MOVING,
    Ender,
    distrust,
    end_turn,
    judge_turn,
    may_be_over,
)


def press(draft: Draft, pressed: ButtonPressed) -> None:
    """Take a button for the wish that it stands for at this moment."""
    _BUTTONS[pressed.button](draft)


def grant(draft: Draft, wished: Wished) -> None:
    """Do what a person has asked for, if the rules allow it."""
    player = draft.state.seating.player(wished.colour)
    if wished.wish is Wish.RESIGN:
        draft.happen(events.Resign(player, Win(wished.number)))
    elif wished.wish is Wish.CHOOSE:
        _choose(draft, player, wished.number)
    elif wished.wish is Wish.HINTS:
        _help(draft, wished.colour, HINT_LEVELS[wished.number])
    else:
        _WISHES[wished.wish](draft, player)


def _yes(draft: Draft, player: Player) -> None:
    """Agree to what is asked; where nothing is, the turn is done."""
    match, asking = draft.match, _asked(draft, player)
    if match.game.resignation:
        draft.happen(events.AcceptResignation(player))
    elif match.game.undo_asked_by:
        _take_back(draft, events.AgreeUndo(player))
    elif match.game.phase in OFFERED:
        draft.happen(events.Take(player))
    elif asking:
        agree(draft, asking)
    elif draft.state.is_setting_up:
        _as_it_is(draft, player)
    elif match.game.phase in MOVING and player is match.game.turn:
        end_turn(draft)
    elif (declined := draft.state.this_turn.declined_question) and declined.to is player:
        # He had said no, and looks again.
        agree(draft, declined)


def _no(draft: Draft, player: Player) -> None:
    """Decline what is asked; where nothing is, have an illegal play retaken."""
    match, asking = draft.match, _asked(draft, player)
    if match.game.resignation:
        draft.happen(events.PlayOn(player))
    elif match.game.undo_asked_by:
        draft.happen(events.RefuseUndo(player))
    elif match.game.phase in OFFERED:
        draft.happen(events.Drop(player))
    elif asking:
        decline(draft, asking)
    elif match.game.reasons:
        _challenge(draft, player)


def _asked(draft: Draft, player: Player) -> Asking | None:
    """What this player may answer."""
    asking = draft.state.asking
    return asking if asking and asking.to is player else None


def _choose(draft: Draft, player: Player, number: int) -> None:
    """One of the plays in question is the one that this player has made."""
    asking = _asked(draft, player)
    if asking is None or number >= len(asking.plays):
        draft.tell(Notice(What.NO_SENSE))
    else:
        choose(draft, replace(asking, chosen=number))


def _help(draft: Draft, colour: Colour, hints: Hints) -> None:
    """Let so much light help a player, in his own turns."""
    if draft.state.settings.profile.hints_locked:
        draft.tell(Notice(What.HINTS_LOCKED, colour))
        return
    draft.change(hints={**draft.state.hints, colour: hints})
    draft.tell(Notice(What.HINTS, colour, hints=hints))


def _as_it_is(draft: Draft, player: Player) -> None:
    """The checkers are set up, whatever the sensors say; or the next game is wanted."""
    gaps = draft.state.gaps
    doubts = {place: Doubt(gap.missing, gap.extra) for place, gap in gaps.items()}
    faults = sum(doubt.unseen + doubt.phantom for doubt in doubts.values())
    if draft.match.game.phase is Phase.OVER and faults > MOST_FAULTS:
        begin_next(draft)
        return
    if draft.state.is_blind:
        draft.tell(Notice(What.UNREADABLE, draft.state.seating.colour(player)))
        return
    if faults > MOST_FAULTS:
        found = draft.state.verdict
        draft.tell(Notice(What.SET_UP_FIRST, places=places_of(found), moves=moves_of(found)))
        return
    for place, doubt in doubts.items():
        what = What.SWITCH_DEAD if doubt.unseen else What.SWITCH_STUCK
        draft.tell(Notice(what, places=(place,)))
        distrust(draft, (place,), doubt)


def begin_next(draft: Draft) -> None:
    """Go on with the next game, or, the match being over, with the next match."""
    if draft.match.winner:
        draft.effects.append(NextMatch())
    elif draft.match.game.phase is Phase.OVER:
        draft.happen(events.NextGame())


def _double(draft: Draft, player: Player) -> None:
    """A double; one that is of no use must be asked for twice."""
    match, double = draft.match, events.Double(player)
    if match.game.phase in MOVING and player is not match.game.turn:
        if not (may_be_over(draft.state) and judge_turn(draft, Ender.OPPONENT)):
            draft.tell(Notice(What.REFUSED, refusal=Refusal(Ban.NOT_YOUR_TURN), event=double))
            return
        match = draft.match
    asked = draft.state.asking and draft.state.asking.question is Question.DEAD_CUBE
    to_throw = match.game.phase is Phase.TO_THROW and player is match.game.turn
    dead = told_cube_is_dead(match, player) and not double_ban(match, player)
    if to_throw and dead and not asked:
        draft.now(asking=Asking(Question.DEAD_CUBE, player))
        draft.tell(Notice(What.DEAD_CUBE, draft.state.seating.colour(player)))
    elif draft.happen(double):
        draft.now(asking=None)


def _undo(draft: Draft, player: Player) -> None:
    _take_back(draft, events.AskUndo(player))


def _take_back(draft: Draft, event: events.AskUndo | events.AgreeUndo) -> None:
    """Once the last turn is taken back, whatever has been moved since is to be put back."""
    before, played = draft.match.before, draft.match.game.position.turned
    if draft.happen(event) and draft.match is before:
        last = _end(draft.state.plays, played)
        draft.change(knocked=True)
        draft.now(known=(last,) if last else ())


def _end(plays: LegalPlays | None, play: Position) -> Node | None:
    """The board of a legal play among those on the way."""
    if plays is None or play not in plays:
        return None
    node = plays.tree
    for step in plays.lines[play]:
        node = node.next[step]
    return node


def _challenge(draft: Draft, player: Player) -> None:
    """Have an illegal play retaken; what is wrong with it has been told."""
    challenge = events.Challenge(player)
    if draft.state.settings.illegal_policy is IllegalPolicy.RECORD:
        refusal = Refusal(Ban.NOTHING_TO_CHALLENGE)
        draft.tell(Notice(What.REFUSED, refusal=refusal, event=challenge))
    elif draft.happen(challenge):
        draft.now(spoken=True)


def _beaver(draft: Draft, player: Player) -> None:
    draft.happen(events.Beaver(player))


def _next(draft: Draft, _player: Player) -> None:
    begin_next(draft)


_WISHES: Mapping[Wish, Callable[[Draft, Player], None]] = {
    Wish.DONE: _yes,
    Wish.YES: _yes,
    Wish.NO: _no,
    Wish.DOUBLE: _double,
    Wish.BEAVER: _beaver,
    Wish.UNDO: _undo,
    Wish.CHALLENGE: _challenge,
    Wish.NEXT: _next,
}


def _own(colour: Colour) -> Callable[[Draft], None]:
    return lambda draft: _yes(draft, draft.state.seating.player(colour))


def _cube(draft: Draft) -> None:
    """Whoever may double just now does; who has been doubled doubles at once again."""
    match, tracking = draft.match, draft.state.sight.tracking
    if match.game.phase is Phase.DOUBLED:
        _beaver(draft, match.to_act)
    elif match.game.phase in MOVING and not (tracking and tracking.ends):
        # Both can reach this button: the mover must not end a refused turn in the other's name.
        refusal = Refusal(Ban.NOT_YOUR_TURN)
        double = events.Double(match.game.turn.opponent)
        draft.tell(Notice(What.REFUSED, refusal=refusal, event=double))
    else:
        _double(draft, match.game.turn.opponent if match.game.phase in MOVING else match.game.turn)


def _give_up(draft: Draft) -> None:
    """Who is to act offers a game; pressed again, a gammon, and then a backgammon."""
    offered = draft.match.game.resignation
    if offered is None:
        draft.happen(events.Resign(draft.match.to_act, Win.SINGLE))
    elif offered.win < Win.BACKGAMMON:
        draft.happen(events.Resign(offered.player, Win(offered.win + 1)))


_BUTTONS: Mapping[Button, Callable[[Draft], None]] = {
    Button.LIGHT: _own(Colour.LIGHT),
    Button.DARK: _own(Colour.DARK),
    Button.CUBE: _cube,
    Button.NO: lambda draft: _no(draft, draft.state.to_answer),
    Button.UNDO: lambda draft: _undo(draft, draft.match.game.turn.opponent),
    Button.RESIGN: _give_up,
}
