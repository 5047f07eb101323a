"""The next state while it is being worked out, with all that is to be done about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.backgammon.cube import CENTRED
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.game.turns import legal_plays
from hardware.checkers import Colour
from referee.effects import Effect, Happened, Notice, What
from referee.outlook import chart
from referee.state import Question, SetUp, State
from referee.tracker import Tracking, rest, track
from referee.verdicts import Verdict


class Draft:
    """A state that may still change, and the effects so far."""

    def __init__(self, state: State, at: float) -> None:
        self.state = state
        self.at = at
        self.effects: list[Effect] = []
        self.judged: Verdict | None = None
        """What the board has been found to be at the end of a turn, if it was looked at."""

    @property
    def match(self) -> Match:
        return self.state.match

    def change(self, **fields: Any) -> None:
        """Let some of the state be new."""
        self.state = self.state.having(**fields)

    def tell(self, what: What, colour: Colour | None = None, **told: Any) -> None:
        """Have people told something."""
        self.effects.append(Notice(what, colour, **told))

    def happen(self, event: Event) -> bool:
        """Let something happen in the match; False, and people are told why, if it may not."""
        outcome = apply(self.match, event)
        if isinstance(outcome, Refusal):
            self.tell(What.REFUSED, refusal=outcome, event=event)
            return False
        self.effects.append(Happened(event))
        self.go_on_with(outcome)
        return True

    def go_on_with(self, match: Match) -> None:
        """Let the match be this one, and forget what was only about the one before."""
        state = self.state
        turned = match.game.turn is not state.match.game.turn
        if match.game.dice is not state.match.game.dice or turned or match is state.match.before:
            plays = legal_plays(match) if match.game.dice else None
            self.change(
                match=match,
                plays=plays,
                known=(),
                suspects=(),
                named=(),
                asking=None,
                ending=False,
                done=False,
                spoken=False,
                chosen=None,
            )
        else:
            self.change(match=match)
        if turned:
            self.look_anew()
        else:
            self.track()

    def play_from(self, wanted: SetUp) -> None:
        """Let the game go on from a position that has been set up."""
        was = self.match.game
        cube = CENTRED if was.phase is Phase.OVER else was.cube
        game = Game(Phase.TO_THROW, wanted.position, wanted.turn, begun=True, cube=cube)
        self.change(wanted=None)
        self.go_on_with(replace(self.match, game=game, before=None))
        self.look_anew()

    def look_anew(self) -> None:
        """Work out again what is seen, field by field."""
        state = self.state
        self.change(chart=chart(state.view, state.colour))
        self.track()

    def forget_switches(self) -> None:
        """The board has changed: whether a switch is to be trusted is asked again if need be."""
        asking = self.state.asking
        if asking and asking.question in (Question.UNSEEN, Question.PHANTOM, Question.WHICH):
            self.change(asking=None)

    def track(self) -> None:
        """Work out again how the board is explained."""
        tracking = explained(self.state)
        known = tracking.nodes if tracking else self.state.known
        self.change(tracking=tracking, known=known)


def explained(state: State) -> Tracking | None:
    """How the board is explained; None where it is not."""
    if state.plays and not state.is_setting_up:
        return track(state.plays.tree, state.chart, state.colour, state.known)
    return rest(state.expected, state.chart, state.colour)
