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
from referee.asking import OF_THE_BOARD, Question
from referee.effects import OF_SWITCHES, Effect, Happened, Notice, What
from referee.outlook import chart
from referee.state import SetUp, State, Turn, renewed
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
        self.state = renewed(self.state, **fields)

    def see(self, **fields: Any) -> None:
        """Let some of what is seen be new."""
        self.change(sight=renewed(self.state.sight, **fields))

    def now(self, **fields: Any) -> None:
        """Let something be true for this turn."""
        self.change(this_turn=renewed(self.state.this_turn, **fields))

    def tell(self, notice: Notice) -> None:
        """Have people told something; of switches only where there are any."""
        if notice.what in OF_SWITCHES:
            notice = replace(notice, devices=self.state.cameras)
        self.effects.append(notice)

    def happen(self, event: Event) -> bool:
        """Let something happen in the match; False, and people are told why, if it may not."""
        outcome = apply(self.match, event)
        if isinstance(outcome, Refusal):
            self.tell(Notice(What.REFUSED, refusal=outcome, event=event))
            return False
        self.effects.append(Happened(event))
        self.go_on_with(outcome)
        return True

    def go_on_with(self, match: Match) -> None:
        """Let the match be this one, and forget what was only about the turn before."""
        was = self.match
        self.judged = None
        if _is_same_turn(was, match):
            self.change(match=match)
        else:
            plays = legal_plays(match) if match.game.dice else None
            self.change(match=match, this_turn=Turn(plays))
        if match.game.turn is not was.game.turn:
            self.look_anew()
        else:
            self.track()

    def play_from(self, wanted: SetUp) -> None:
        """Let the game go on from a position that has been set up."""
        was = self.match.game
        cube = CENTRED if was.phase is Phase.OVER else was.cube
        game = Game(Phase.TO_THROW, wanted.position, wanted.turn, begun=True, cube=cube)
        match = replace(self.match, game=game, before=None)
        self.change(match=match, this_turn=Turn(), wanted=None)
        self.look_anew()

    def look_anew(self) -> None:
        """Work out again what is seen, field by field."""
        state = self.state
        self.see(chart=chart(state.view, state.colour))
        self.track()

    def drop_outdated_question(self) -> None:
        """Drops a question of the board, and a no to one, if the board has changed since.

        If all is seen again of what was hidden, the turn is judged after all.
        """
        asking, now = self.state.asking, self.state.view.sightings
        if asking and asking.question is Question.HIDDEN and not self.state.hidden:
            self.now(asking=None, ending=True)
        elif asking and asking.question in OF_THE_BOARD and asking.is_outdated_by(now):
            self.now(asking=None)
        declined = self.state.this_turn.declined_question
        if declined and declined.is_outdated_by(now):
            self.now(declined_question=None)

    def track(self) -> None:
        """Work out again how the board is explained."""
        tracking = self.state.explained(self.state.sight.chart)
        now = self.state.this_turn
        if tracking and tracking.nodes is not now.known:
            now = renewed(now, known=tracking.nodes)
        self.change(sight=renewed(self.state.sight, tracking=tracking), this_turn=now)


def _is_same_turn(was: Match, match: Match) -> bool:
    """Whether what is known of a turn, or of the wait for its throw, is still of use."""
    if match is was.before or match.game.turn is not was.game.turn:
        return False
    over = Phase.OVER in (match.game.phase, was.game.phase)
    return match.game.dice is was.game.dice and not over
