"""A recorded match as its file tells it: who did what, before anyone asks whether he might."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.backgammon.dice import Dice
from engine.backgammon.players import ByPlayer, Player

CRAWFORD, JACOBY, BEAVER, CUBE_LIMIT = "Crawford", "Jacoby", "Beaver", "CubeLimit"
"""The tags that tell which rules were agreed on."""
RULEBOOK = "Rulebook"
"""The tag that tells whose rules a match of ours was played by."""
ON, OFF = "On", "Off"
NO_CUBE = "1"
"""The cube limit of a match without a cube."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Something a player did, with where it is told."""

    player: Player
    row: int = 0
    """The number of the move, which counts one turn of each player."""
    line: int = 0
    """The line of the file, counted from 1."""


@dataclass(frozen=True, slots=True)
class Moved(Noted):
    """A player threw these dice and moved like this."""

    dice: Dice
    text: str = ""
    """The play as it is written; nothing if nothing was moved."""
    played: bool = True
    """False if it is told that the game ended, or the file did, before the dice were played."""
    illegal: bool = field(default=False, compare=False)
    """Whether it broke a rule and stood; files do not tell, the rules do."""


@dataclass(frozen=True, slots=True)
class Doubled(Noted):
    """A player offered to play on for this stake, if it is told."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class Beavered(Noted):
    """A doubled player doubled again at once, to this stake, if it is told."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class Took(Noted):
    """A player agreed to the stake he was offered."""


@dataclass(frozen=True, slots=True)
class Dropped(Noted):
    """A player gave the game up rather than agree."""


@dataclass(frozen=True, slots=True)
class Won(Noted):
    """A player won the game, and so many points; perhaps the match with them."""

    points: int
    match: bool = False
    resigned: bool | None = None
    """Whether the loser gave up; None where the file does not tell."""


Entry = Moved | Doubled | Beavered | Took | Dropped | Won


@dataclass(frozen=True, slots=True)
class Tag:
    """Something told about the match: the event, the date, the rules agreed on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ScriptGame:
    """One game: what its header says, and what happened."""

    number: int
    score: ByPlayer[int] | None
    """The score when it began; None where the file does not tell."""
    entries: tuple[Entry, ...]
    names: ByPlayer[str]
    stake: int | None = None
    """What the cube showed when it began; None where the file does not tell."""
    crawford: bool | None = None
    """Whether it is the game without doubling; None where the file does not tell."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """A match to a number of points, or play for stakes (length 0), as it is told."""

    names: ByPlayer[str]
    length: int
    tags: tuple[Tag, ...]
    games: tuple[ScriptGame, ...]

    def tag(self, name: str) -> str | None:
        """What the match's first tag of this name says, if there is one."""
        return next((tag.value for tag in self.tags if tag.name.lower() == name.lower()), None)

    def is_on(self, name: str) -> bool | None:
        """Whether a rule was agreed on; None where the file does not tell."""
        return {"on": True, "off": False}.get((self.tag(name) or "").strip().lower())


def numbered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The same entries with their rows: player ONE begins a new one, and so does a second TWO."""
    row, open_for_two, found = 0, False, []
    for entry in entries:
        two = entry.player is Player.TWO
        if not (two and open_for_two):
            row += 1
        open_for_two = not two
        found.append(replace(entry, row=row))
    return tuple(found)
