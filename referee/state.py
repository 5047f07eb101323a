"""All that the referee knows between one signal and the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Node
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import Colour, Layout, Place
from hardware.observations import Observation, View
from hardware.sightings import ANYTHING
from hardware.signals import DiceSeen, Trouble
from referee.asking import Asking
from referee.effects import Meaning
from referee.outlook import Chart, Doubt, Gap, chart, least_seen, range_of
from referee.profiles import Hints
from referee.seating import PLACES, Seating
from referee.settings import MatchSettings
from referee.tracker import Tracking, rest, track
from referee.verdicts import OnTheWay, Unchanged, Verdict

NOTHING_SEEN = View({})
UNSEEN = range_of(ANYTHING, Colour.LIGHT)
"""A field that no sensor reaches."""

ENOUGH, FEWEST = 20, 10
"""So many checkers show a set-up, if a camera is certain of them or something hides where they
should be, and so many of them are seen; the others may lie as they should."""

Kept = TypeVar("Kept", "State", "Sight", "Turn")


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position that is to be set up, to go on from there."""

    position: Position
    """Seen by the player who is to throw."""
    turn: Player


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen of the board, and what that can be."""

    seen: Mapping[str, Observation] = field(default_factory=dict)
    """The last observation of each board sensor that can be reached."""
    troubles: Mapping[str, Trouble] = field(default_factory=dict)
    """What keeps a device that can be reached from its work, by its source."""
    disputed: tuple[Place, ...] = ()
    """Where the sensors did not agree when the board was last still."""
    doubts: Mapping[Place, Doubt] = field(default_factory=dict)
    view: View = NOTHING_SEEN
    hidden: tuple[Place, ...] = ()
    """Where nothing is known although there is a sensor that sees the place at other times."""
    from_afar: bool = False
    """Whether there is such a sensor: it looks from afar, and tells late what hands have done."""
    chart: Chart = ()
    """The view as the player counts it whose turn it is."""
    tracking: Tracking | None = None
    """How the board is explained; None where it is not."""
    still_at: float | None = None
    """When the board will have been still long enough to be judged; None: it has been."""
    at_rest: bool = False
    """Whether it has been, all the same, and a sensor that tells late is given the time."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is forgotten when a turn, or the wait for its throw, is over."""

    plays: LegalPlays | None = field(default=None, compare=False)
    """The legal plays of the throw on the board."""
    known: tuple[Node, ...] = ()
    """Where the player last was with empty hands."""
    suspects: tuple[Place, ...] = ()
    """Where a checker too many may have been seen."""
    named: tuple[Place, ...] = ()
    """Which of them people have been told of."""
    asking: Asking | None = None
    ending: bool = False
    """Whether the turn is to end as soon as the board is still."""
    looks_until: float | None = None
    """When the player is told what hides the board, if it is hidden until then."""
    done: bool = False
    """Whether the player has picked up his dice, or has said that he is done."""
    spoken: bool = False
    """Whether the player has been told what is wrong with his play."""
    chosen: Position | None = None
    """The play a player without hands has chosen."""
    word_given: Asking | None = None
    """The question of what is hidden to which the opponent said yes, until the turn is judged."""
    declined_question: Asking | None = None
    """The question of the board to which the opponent said no, until the board changes."""
    early: Dice | None = None
    """The opponent's throw, if it waits for this turn to end."""
    opening: Mapping[Colour, int] = field(default_factory=dict)
    """The dice of the opening throw, while they come one by one."""


@dataclass(frozen=True, slots=True)
class State:
    """The match, what is seen of the board, and what is going on between them."""

    settings: MatchSettings
    match: Match
    heard: Mapping[str, float] = field(default_factory=dict)
    """When each source last reported."""
    lost: frozenset[str] = frozenset()
    """The devices that cannot be reached."""
    sight: Sight = Sight()
    this_turn: Turn = Turn()
    """What is true of this turn only."""
    dice: Mapping[str, DiceSeen] = field(default_factory=dict)
    """What each pair of dice was last seen doing, by its source."""
    verdict: Verdict | None = None
    hints: Mapping[Colour, Hints] = field(default_factory=dict)
    """How much light helps each player."""
    knocked: bool = False
    """Whether somebody has knocked against the board, and it has not been put right since."""
    wanted: SetUp | None = None
    lit: Mapping[Place, Meaning] = field(default_factory=dict)
    """What the lamps show."""

    @classmethod
    def of(cls, settings: MatchSettings) -> State:
        """The state before anything has been seen."""
        blank = cls(settings, settings.match())
        sight = Sight(chart=chart(NOTHING_SEEN, blank.colour))
        return replace(blank, sight=sight, hints=dict.fromkeys(Colour, settings.profile.hints))

    @property
    def view(self) -> View:
        """What is seen of the board."""
        return self.sight.view

    @property
    def plays(self) -> LegalPlays | None:
        """The legal plays of the throw on the board."""
        return self.this_turn.plays

    @property
    def asking(self) -> Asking | None:
        """What the referee waits to be told."""
        return self.this_turn.asking

    @property
    def chosen(self) -> Position | None:
        """The play a player without hands has chosen."""
        return self.this_turn.chosen

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
    def gaps(self) -> Mapping[Place, Gap]:
        """Where what is seen cannot be what is expected, and by how many checkers."""
        fields = zip(PLACES[self.colour], self.sight.chart, self.expected.counts, strict=True)
        found = {
            place: Gap(there.missing[count], there.extra[count]) for place, there, count in fields
        }
        return {place: gap for place, gap in found.items() if any(gap)}

    def explained(self, seen: Chart) -> Tracking | None:
        """How the board is explained if this is seen; None where it is not."""
        if self.plays and not self.is_setting_up:
            return track(self.plays.tree, seen, self.colour, self.this_turn.known)
        return rest(self.expected, seen, self.colour)

    @property
    def is_set_up(self) -> bool:
        """Whether the checkers are seen to lie as expected, wherever anything can be seen."""
        fields = tuple(zip(self.sight.chart, self.expected.counts, strict=True))
        seen = all(there.seen.low for there, count in fields if count and there.seen != UNSEEN)
        if self.sight.from_afar and not seen:
            hidden = sum(abs(count) for there, count in fields if there.seen == UNSEEN)
            certain = least_seen(self.sight.chart)
            seen = certain >= FEWEST and certain + hidden >= ENOUGH
        return seen and not self.is_blind and isinstance(self.verdict, Unchanged)

    @property
    def hidden(self) -> tuple[Place, ...]:
        """Where a hand, most likely, hides what lies there; while a sensor is in trouble, none."""
        return () if self.sight.troubles else self.sight.hidden

    @property
    def cameras(self) -> tuple[str, ...]:
        """What sees the checkers where nothing feels them: there are no switches to be doubted."""
        seen = self.sight.seen
        return tuple(seen) if self.sight.from_afar and len(seen) == 1 else ()

    @property
    def is_moving(self) -> bool:
        """Whether checkers are in people's hands, or were a moment ago; or hands are over them."""
        in_hand = isinstance(self.verdict, OnTheWay) and self.verdict.in_hand
        return bool(in_hand or self.hidden) or self.sight.still_at is not None

    @property
    def may_be_in_hand(self) -> bool:
        """Whether the last checker of a finished play may be; a camera would see that hand."""
        tracking = self.sight.tracking
        return bool(tracking and tracking.held) and not self.sight.from_afar

    @property
    def is_blind(self) -> bool:
        """Whether nothing at all is known of the board."""
        return all(sighting == ANYTHING for sighting in self.view.sightings.values())

    @property
    def shows_illegal(self) -> bool:
        """Whether the player may be shown that his play is not legal."""
        return self.this_turn.spoken or self.plays is None or self.settings.judges_at_once

    @property
    def has_offer(self) -> bool:
        """Whether a double, a resignation or a wish to take back waits for its answer."""
        game = self.match.game
        return bool(game.resignation or game.undo_asked_by or game.phase in OFFERED)

    @property
    def to_answer(self) -> Player:
        """Who has to answer now: an offer comes before what the referee asks."""
        return self.asking.to if self.asking and not self.has_offer else self.match.to_act


OFFERED = (Phase.DOUBLED, Phase.BEAVERED)


def renewed(kept: Kept, **fields: Any) -> Kept:
    """The same with some of it new; many times as fast as `replace`."""
    kind = type(kept)
    new = object.__new__(kind)
    for name, get, put in _SLOTS[kind]:
        put(new, fields.pop(name) if name in fields else get(kept))
    if fields:
        raise TypeError(f"a {kind.__name__} has no {', '.join(fields)}")
    return new


def _slots(kind: type) -> Sequence[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]]:
    """The name of each field, with what reads and what writes it."""
    slots = (vars(kind)[name] for name in vars(kind)["__slots__"])
    return [(slot.__name__, slot.__get__, slot.__set__) for slot in slots]


_SLOTS = {kind: _slots(kind) for kind in (State, Sight, Turn)}
