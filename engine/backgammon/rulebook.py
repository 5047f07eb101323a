"""The six rulebooks, printed or practised, as values of one type."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FirstDice(Enum):
    """The dice that the winner of the opening throw plays first."""

    OPENING = "the two opening dice"
    ANEW = "both dice, thrown anew"


class DoublingFrom(Enum):
    """The earliest double: by the first player to throw, or only after both dice were thrown."""

    FIRST_TURN = "from the first turn"
    AFTER_FIRST_THROW = "after the first throw of the game"


class RefusalCosts(Enum):
    """The cost of refusing a double."""

    STAKE_BEFORE = "the stake before the double"
    STAKE_OFFERED = "the stake the double asks for"


class GammonWhen(Enum):
    """The condition under which a loss counts double."""

    NONE_OFF = "the loser has none off"
    NONE_OFF_OR_OUTSIDE = "the loser has none off, or a checker outside his home"


class BackgammonWhen(Enum):
    """The condition under which a loss counts triple."""

    NONE_OFF_AND_BACK = "the loser has none off, and one on the bar or in the winner's home"
    BACK = "the loser has one on the bar or in the winner's home, whatever is off"


class Option(Enum):
    """The state of a rule that players may agree on."""

    OFF = "off"
    FOR_STAKES = "on, but not in a match"
    ON = "on"

    def in_force(self, length: int) -> bool:
        """True if the rule applies in a match of this length; length 0 is play for stakes."""
        return self is Option.ON or (self is Option.FOR_STAKES and length == 0)


class PlayedFor(Enum):
    """The kinds of play allowed: stakes without end, or also matches to a number of points."""

    STAKES = "stakes"
    MATCH_OR_STAKES = "a match or stakes"


class IllegalPlay(Enum):
    """The consequence of an illegal play that its player has completed."""

    PUT_RIGHT = "it must be put right"
    OPPONENT_DECIDES = "the opponent lets it stand or has it retaken"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A set of rules; derive a variant with `dataclasses.replace`."""

    name: str
    first_dice: FirstDice = FirstDice.OPENING
    larger_die: bool = False
    """True if the larger number must be played where either can be played but not both."""
    automatic_doubles: int | None = 0
    """The number of ties of a game's opening throw that may double the stake; None: no limit."""
    cube: bool = True
    doubling_from: DoublingFrom = DoublingFrom.FIRST_TURN
    cube_top: int | None = None
    """The highest stake the cube can show; None: no limit."""
    refusal_costs: RefusalCosts = RefusalCosts.STAKE_BEFORE
    beavers: Option = Option.OFF
    crawford: bool = False
    jacoby: Option = Option.OFF
    cube_in_one_point_match: bool = True
    dead_cube_told: bool = False
    """True if a player is told that a higher cube cannot help him."""
    gammon_when: GammonWhen = GammonWhen.NONE_OFF
    backgammon_when: BackgammonWhen = BackgammonWhen.NONE_OFF_AND_BACK
    played_for: PlayedFor = PlayedFor.MATCH_OR_STAKES
    longest_match: int | None = None
    illegal_play: IllegalPlay = IllegalPlay.PUT_RIGHT
    early_throw_counts: bool = True
    """True if a throw made before the opponent has picked up his dice completes his play."""
    undo_needs_both: bool = True
    """True if taking back a completed turn needs the opponent's consent."""

    def __post_init__(self) -> None:
        for knob in ("automatic_doubles", "longest_match", "cube_top"):
            value = getattr(self, knob)
            if value is not None and value < 0:
                raise ValueError(f"{knob} must be 0 or more, or None, not {value}")
        if self.cube_top is not None and self.cube_top.bit_count() != 1:
            raise ValueError(f"cube_top must be a power of two or None, not {self.cube_top}")


PARKER = Rulebook(
    "parker",
    first_dice=FirstDice.ANEW,
    doubling_from=DoublingFrom.AFTER_FIRST_THROW,
    played_for=PlayedFor.STAKES,
)
CLASSIC = Rulebook(
    "classic",
    cube_top=64,
    cube_in_one_point_match=False,
    dead_cube_told=True,
    gammon_when=GammonWhen.NONE_OFF_OR_OUTSIDE,
    backgammon_when=BackgammonWhen.BACK,
)
GRAVES = Rulebook(
    "graves",
    larger_die=True,
    cube_top=64,
    illegal_play=IllegalPlay.OPPONENT_DECIDES,
    early_throw_counts=False,
)
SEASIDE = Rulebook(
    "seaside",
    cube=False,
    gammon_when=GammonWhen.NONE_OFF_OR_OUTSIDE,
    backgammon_when=BackgammonWhen.BACK,
)
TRICTRAC = Rulebook("trictrac", automatic_doubles=None, cube_top=64, played_for=PlayedFor.STAKES)
TOURNAMENT = Rulebook(
    "tournament",
    larger_die=True,
    doubling_from=DoublingFrom.AFTER_FIRST_THROW,
    crawford=True,
    cube_in_one_point_match=False,
    dead_cube_told=True,
    longest_match=25,
)
RULEBOOKS = {book.name: book for book in (PARKER, CLASSIC, GRAVES, SEASIDE, TRICTRAC, TOURNAMENT)}
"""The presets, by name."""
