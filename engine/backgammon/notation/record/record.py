"""A whole match as events and as its file has it, and the faults of one that was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Event, Refusal
from engine.backgammon.game.match import Crawford, Game, Match, Phase
from engine.backgammon.game.scoring import Cube
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Position
from engine.backgammon.rulebook import Rulebook
from engine.players import ByPlayer, Player
from engine.scanner import NotationError


@dataclass(frozen=True, slots=True)
class ResumedPosition:
    """A position that was set up by hand, from which a game goes on with a throw."""

    position: Position
    """Seen by the player on roll."""
    player: Player
    """The player on roll."""
    cube: Cube

    @property
    def game(self) -> Game:
        """The game as it goes on."""
        cube = self.cube
        return Game(Phase.TO_THROW, self.position, self.player, begun=True, cube=cube)


@dataclass(frozen=True, slots=True)
class Restart:
    """A game that does not continue from the end of the game before it, or goes on elsewhere."""

    after: int
    """The number of the record's events before this restart."""
    number: int
    score: ByPlayer[int]
    crawford: Crawford
    set_up: ResumedPosition | None = None
    """The position from which the game goes on; None if it begins."""

    def match(self, rulebook: Rulebook, length: int) -> Match:
        """The match as it goes on."""
        game = self.set_up.game if self.set_up else Game()
        return Match(rulebook, length, self.score, self.number, self.crawford, game)


@dataclass(frozen=True, slots=True)
class ReplayedEvent:
    """One event of a match, with the match before and after it."""

    before: Match
    event: Event
    after: Match


@dataclass(frozen=True, slots=True)
class Record:
    """A match to a number of points, or play for stakes (length 0), from its first event."""

    names: ByPlayer[str]
    rulebook: Rulebook
    length: int
    events: tuple[Event, ...]
    restarts: tuple[Restart, ...] = ()
    """The gaps of a match read from a file, its late beginning, and positions set up by hand."""

    @property
    def start(self) -> Match:
        """The match before its first event."""
        return self.restarted_matches.get(0) or Match(self.rulebook, self.length)

    @property
    def final(self) -> Match:
        """The match after its last event."""
        match = self.start
        for scene in self.replay():
            match = scene.after
        return self.restarted_matches.get(len(self.events), match)

    def replay(self) -> Iterator[ReplayedEvent]:
        """Yields every event with the match around it; raises `ValueError` for a refused one."""
        match = self.start
        anew = self.restarted_matches
        for index, event in enumerate(self.events):
            match = anew.get(index, match)
            after = apply(match, event)
            if isinstance(after, Refusal):
                raise ValueError(f"event {index + 1}, {event}, is refused: {after}")  # noqa: TRY004
            yield ReplayedEvent(match, event, after)
            match = after

    @property
    def restarted_matches(self) -> dict[int, Match]:
        """The match at each restart, by the number of events before it."""
        return {one.after: one.match(self.rulebook, self.length) for one in self.restarts}


FileValue = int | str | bool | Player | ByPlayer[int] | ByPlayer[str] | None
"""A value found in a file, or expected in it."""


class RecordFaultKind(Enum):
    """The kinds of faults in a recorded match."""

    ILLEGAL_PLAY = "illegal_play"
    UNCLEAR_PLAY = "unclear_play"
    MARK_WITHOUT_HIT = "mark_without_hit"
    OPENING_DOUBLE = "opening_double"
    WRONG_PLAYER = "wrong_player"
    NOT_ALLOWED = "not_allowed"
    WRONG_STAKE = "wrong_stake"
    WRONG_POINTS = "wrong_points"
    WRONG_WINNER = "wrong_winner"
    MATCH_NOT_WON = "match_not_won"
    NO_END = "no_end"
    WRONG_NUMBER = "wrong_number"
    WRONG_NAMES = "wrong_names"
    WRONG_SCORE = "wrong_score"
    WRONG_CRAWFORD = "wrong_crawford"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFault:
    """One thing wrong in a recorded match; fields that do not apply are empty."""

    kind: RecordFaultKind
    game: int
    """The number of the game in its header."""
    move: int | None = None
    """The number of the move; None for the header."""
    player: Player | None = None
    line: int = 0
    """The line of the file, counted from 1."""
    text: str = ""
    """The text of the play in the file."""
    reasons: tuple[Reason, ...] = ()
    """The rules that an illegal play breaks."""
    ban: Ban | None = None
    """The ban on an event that is not allowed."""
    misread: NotationError | None = field(default=None, compare=False)
    """The error from reading an unclear play."""
    found: FileValue = None
    expected: FileValue = None
    ends_game: bool = False
    """True if the rest of the game could not be read because of this fault."""


@dataclass(frozen=True, slots=True)
class MatchReading:
    """A match that was read, and its faults in the order of the file."""

    record: Record
    faults: tuple[RecordFault, ...] = ()
    changed_rules: tuple[str, ...] = ()
    """The names of the fields in which the rulebook used differs from the one asked for."""


CRAWFORD, JACOBY, BEAVER, CUBE_LIMIT = "Crawford", "Jacoby", "Beaver", "CubeLimit"
"""The names of the tags for rules that were agreed on."""
RULEBOOK = "Rulebook"
"""The name of the tag for the rulebook of a match of ours."""
ON, OFF = "On", "Off"
NO_CUBE = "1"
"""The cube limit of a match without a cube."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEntry:
    """One entry of a script: an act of a player, with its place in the file."""

    player: Player
    row: int = 0
    """The number of the move; both players' turns share it."""
    line: int = 0
    """The line of the file, counted from 1."""


@dataclass(frozen=True, slots=True)
class MoveEntry(ScriptEntry):
    """A player threw these dice and made this play."""

    dice: Dice
    text: str = ""
    """The text of the play; empty if nothing was moved."""
    played: bool = True
    """False if the game or the file is known to end before the dice were played."""
    illegal: bool = field(default=False, compare=False)
    """True if the play broke a rule and stood; set from the rules, as files do not mark it."""


@dataclass(frozen=True, slots=True)
class DoubleEntry(ScriptEntry):
    """A player offered to play on for this stake; None if the file does not say."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class BeaverEntry(ScriptEntry):
    """A doubled player doubled again at once, to this stake; None if the file does not say."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class TakeEntry(ScriptEntry):
    """A player took the double that was offered."""


@dataclass(frozen=True, slots=True)
class DropEntry(ScriptEntry):
    """A player dropped the double."""


@dataclass(frozen=True, slots=True)
class WinEntry(ScriptEntry):
    """A player won the game with these points, and perhaps the match."""

    points: int
    match: bool = False
    resigned: bool | None = None
    """True if the loser resigned; None if the file does not say."""


Entry = MoveEntry | DoubleEntry | BeaverEntry | TakeEntry | DropEntry | WinEntry


@dataclass(frozen=True, slots=True)
class Tag:
    """One fact about the match: the event, the date, a rule agreed on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ScriptGame:
    """One game: its header and its entries."""

    number: int
    score: ByPlayer[int] | None
    """The score at the beginning of the game; None if the file does not say."""
    entries: tuple[Entry, ...]
    names: ByPlayer[str]
    stake: int | None = None
    """The cube at the beginning of the game; None if the file does not say."""
    crawford: bool | None = None
    """True if this is the Crawford game; None if the file does not say."""
    line: int = 0
    set_up: ResumedPosition | None = None
    """The position that was set up by hand at the beginning; then the number may be that of the
    game before, which goes on from there.
    """


@dataclass(frozen=True, slots=True)
class Script:
    """A match to a number of points, or play for stakes (length 0), as its file has it."""

    names: ByPlayer[str]
    length: int
    tags: tuple[Tag, ...]
    games: tuple[ScriptGame, ...]

    def tag(self, name: str) -> str | None:
        """The value of the first tag of this name; None if there is none."""
        return next((tag.value for tag in self.tags if tag.name.lower() == name.lower()), None)

    def is_on(self, name: str) -> bool | None:
        """True if a rule was agreed on; None if the file does not say."""
        return {"on": True, "off": False}.get((self.tag(name) or "").strip().lower())


def number_rows(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries with row numbers: player ONE begins a row, and so does TWO if none is open."""
    row, open_for_two, found = 0, False, []
    for entry in entries:
        two = entry.player is Player.TWO
        if not (two and open_for_two):
            row += 1
        open_for_two = not two
        found.append(replace(entry, row=row))
    return tuple(found)
