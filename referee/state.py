"""All that the referee knows between one signal and the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Node
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import Colour, Layout, Place
from hardware.observations import Observation, View
from hardware.sightings import ANYTHING
from hardware.signals import DiceSeen
from referee.effects import Effect, Meaning
from referee.outlook import Chart, Doubt, chart, range_of
from referee.seating import Seating
from referee.settings import MatchSettings
from referee.tracker import Tracking
from referee.verdicts import OnTheWay, Unchanged, Verdict

NOTHING_SEEN = View({})
UNSEEN = range_of(ANYTHING, Colour.LIGHT)
"""A field that no sensor reaches."""


class Question(Enum):
    """What the referee itself waits to be told."""

    WHICH = "which"
    """Which of several plays was made."""
    UNSEEN = "unseen"
    """Whether a checker lies where none is seen."""
    PHANTOM = "phantom"
    """Whether there is no checker where one is seen."""
    EARLY_THROW = "early_throw"
    """Whether a throw that came too early stands."""
    DEAD_CUBE = "dead_cube"
    """Whether somebody doubles though it is of no use."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question, with the plays among which the answer chooses."""

    question: Question
    plays: tuple[Position, ...] = ()
    chosen: int = 0
    places: tuple[Place, ...] = ()
    """Where a switch is in question."""
    dice: Dice | None = None
    """The throw in question."""
    to: Player | None = None
    """Who is to answer; None is anybody."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position that is to be set up, to go on from there."""

    position: Position
    """Seen by the player who is to throw."""
    turn: Player


@dataclass(frozen=True, slots=True)
class State:
    """The match, what is seen of the board, and what is going on between them."""

    settings: MatchSettings
    match: Match
    seen: Mapping[str, Observation] = field(default_factory=dict)
    """The last observation of each board sensor that can be reached."""
    heard: Mapping[str, float] = field(default_factory=dict)
    """When each source last reported."""
    lost: frozenset[str] = frozenset()
    """The devices that cannot be reached."""
    disputed: tuple[Place, ...] = ()
    """Where the sensors did not agree when the board was last still."""
    doubts: Mapping[Place, Doubt] = field(default_factory=dict)
    suspects: tuple[Place, ...] = ()
    """Where a checker too many may have been seen in this turn."""
    named: tuple[Place, ...] = ()
    """Which of them people have been told of."""
    view: View = NOTHING_SEEN
    chart: Chart = ()
    """The view as the player counts it whose turn it is."""
    plays: LegalPlays | None = field(default=None, compare=False)
    """The legal plays of the throw on the board."""
    tracking: Tracking | None = None
    """How the board is explained; None where it is not."""
    known: tuple[Node, ...] = ()
    """Where the player last was with empty hands."""
    verdict: Verdict | None = None
    still_at: float | None = None
    """When the board will have been still long enough to be judged; None: it has been."""
    ending: bool = False
    """Whether the turn is to end as soon as the board is still."""
    done: bool = False
    """Whether the player has picked up his dice, or has said that he is done."""
    dice: Mapping[str, DiceSeen] = field(default_factory=dict)
    """What each pair of dice was last seen doing, by its source."""
    rolling: bool = False
    """Whether the dice that both use are rolling."""
    knocked: bool = False
    """Whether somebody has knocked against the board, and it has not been put right since."""
    spoken: bool = False
    """Whether the player has been told what is wrong with his play."""
    asking: Asking | None = None
    early: Dice | None = None
    """A throw that waits for the turn before it to end."""
    opening: Mapping[Colour, int] = field(default_factory=dict)
    """The dice of the opening throw, while they come one by one."""
    wanted: SetUp | None = None
    chosen: Position | None = None
    """The play a player without hands has chosen."""
    lit: Mapping[Place, Meaning] = field(default_factory=dict)
    """What the lamps show."""

    @classmethod
    def of(cls, settings: MatchSettings) -> State:
        """The state before anything has been seen."""
        blank = cls(settings, settings.match())
        return replace(blank, chart=chart(NOTHING_SEEN, blank.colour))

    def having(self, **fields: Any) -> State:
        """The same state with some of it new; many times as fast as `replace`."""
        state = object.__new__(State)
        for name in State.__slots__:
            value = fields[name] if name in fields else getattr(self, name)
            object.__setattr__(state, name, value)
        return state

    @property
    def seating(self) -> Seating:
        return self.settings.seating

    @property
    def turn(self) -> Player:
        """Whose turn it is, or will be once a wanted position is set up."""
        return self.wanted.turn if self.wanted else self.match.game.turn

    @property
    def colour(self) -> Colour:
        """The same by colour."""
        return self.seating.colour(self.turn)

    @property
    def is_setting_up(self) -> bool:
        """Whether the checkers are being set up, and not played with."""
        return self.wanted is not None or self.match.game.phase in (Phase.OPENING, Phase.OVER)

    @property
    def expected(self) -> Position:
        """What should lie on the board before anything of this turn is moved."""
        if self.wanted:
            return self.wanted.position
        return START if self.is_setting_up else self.match.game.position

    @property
    def expected_layout(self) -> Layout:
        """The same on the table."""
        return self.seating.layout(self.expected, self.turn)

    @property
    def is_set_up(self) -> bool:
        """Whether the checkers are seen to lie as expected, wherever anything can be seen."""
        fields = zip(self.chart, self.expected.counts, strict=True)
        seen = all(there.seen.low for there, count in fields if count and there.seen != UNSEEN)
        return seen and not self.is_blind and isinstance(self.verdict, Unchanged)

    @property
    def is_moving(self) -> bool:
        """Whether checkers are in people's hands, or were a moment ago."""
        in_hand = isinstance(self.verdict, OnTheWay) and self.verdict.in_hand
        return bool(in_hand) or self.still_at is not None

    @property
    def is_blind(self) -> bool:
        """Whether nothing at all is known of the board."""
        return all(self.view[place] == ANYTHING for place in self.view.sightings)


@dataclass(frozen=True, slots=True)
class Step:
    """What a signal leads to."""

    state: State
    effects: tuple[Effect, ...] = ()
