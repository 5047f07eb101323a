"""The messages of the live feed, which programs read without a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

from engine.backgammon.game.match import Ending, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from hardware.checkers import Colour, Place
from referee.questions import QuestionKind
from service.storage.codec import Codec
from service.web.messages.to_page import CubeShown, DiceShown, MovedChecker
from service.words.phrases import Language

FEED_VERSION = 1
"""Raised whenever an old program could misunderstand a new feed; new fields do not raise it."""
EventCode = NewType("EventCode", str)
"""The code of an event of a match, as `play`; docs/feed.md lists all."""
NoticeCode = NewType("NoticeCode", str)
"""The code of a notice of the referee, as `illegal`; docs/feed.md lists all."""
EventId = NewType("EventId", str)
"""The identifier of an event, a text without meaning; a stream continues after it."""


class VerdictKind(Enum):
    """The kinds of verdicts on the board."""

    MOVING = "moving"
    """Checkers are moving, or the players are not to be told yet what the referee thinks."""
    UNCHANGED = "unchanged"
    """The board is as it was when the turn began."""
    ON_THE_WAY = "on_the_way"
    """Checkers are in hand, or a legal play is not finished."""
    COMPLETE = "complete"
    """A complete legal play lies on the board."""
    AMBIGUOUS = "ambiguous"
    """The board agrees with several legal plays."""
    ILLEGAL = "illegal"
    """A checker lies where it cannot lie in any legal play."""
    DISTURBED = "disturbed"
    """The checkers are not where they belong."""
    UNREADABLE = "unreadable"
    """The sensors contradict one another or the rules, or see too little."""


@dataclass(frozen=True, slots=True)
class ReasonShown:
    """A rule that a play breaks."""

    code: ReasonKind
    words: str
    """The reason in a sentence to the player who moved."""
    colour: Colour
    """The owner of the checkers concerned."""
    source: Place | None
    """The place that the checker left."""
    target: Place | None
    """The place where it was put."""
    places: tuple[Place, ...]
    """The places that block the move, or that are wrong."""
    numbers: tuple[int, ...]
    """The numbers of the dice concerned."""
    count: int
    """The number of checkers, or of numbers played; 0 where it does not apply."""


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """The verdict of the referee on the board."""

    code: VerdictKind
    alarm: bool
    """True if the referee objects."""
    words: str
    """The verdict, or the act that is awaited, as the page says it."""
    reasons: tuple[ReasonShown, ...]
    """The rules that an illegal play breaks, the most useful first."""
    question: QuestionKind | None
    """The question that waits for an answer of a player."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player."""

    name: str
    score: int
    pips: int | None
    """None where the position is not known."""
    off: int
    """The checkers borne off."""
    computer: bool


@dataclass(frozen=True, slots=True)
class LyingCheckers:
    """The checkers on one place, as the sensors report them."""

    light: int
    dark: int
    unknown: int
    """Checkers of unknown colour."""


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last turn of this game."""

    colour: Colour
    dice: tuple[int, ...]
    play: str
    """The play in the usual notation; empty if nothing was moved."""
    legal: bool
    """False if it broke a rule and stood."""
    moved: tuple[MovedChecker, ...]
    """The checkers that were moved, while the board is as the turn left it; empty afterwards."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """The whole state of a table."""

    table: str
    event: EventId
    """The newest event that this state contains."""
    match: int
    """The number of the match in the journal."""
    game: int
    """The number of the game in the match, from 1."""
    length: int
    """Points to win; 0 for stakes."""
    crawford: bool
    """True in the one game without doubling."""
    rulebook: str
    profile: str
    phase: Phase
    setting_up: bool
    """True while the checkers are set up."""
    players: Mapping[Colour, PlayerScore]
    turn: Colour | None
    """The player whose turn it is; None while the checkers are set up."""
    dice: tuple[DiceShown, ...]
    cube: CubeShown | None
    """None if this match is played without a cube."""
    verdict: VerdictShown
    status: str
    """The score, the cube and the length in one sentence."""
    board: Mapping[Place, LyingCheckers]
    """The places that are not empty, as the sensors report them; never a simulated truth."""
    last_move: LastMove | None
    winner: Colour | None
    """The winner of the match."""
    xgid: str
    gnu_id: str
    light_far: bool
    """True if the player of the light checkers sits on the far, upper side."""
    home_left: bool
    """True if the home of the player on the near side is at his left."""
    simulated: bool
    """True if any device of the table is simulated."""


@dataclass(frozen=True, slots=True)
class VerdictChanged:
    """The verdict of the referee, or the act that is awaited, has changed."""

    id: EventId
    """The event, unlike any other; a stream continues after it."""
    number: int
    """The number of the event at this table, from 1 since the start of the service."""
    time: str
    """The time in UTC, as 2026-05-01T20:15:03.120Z."""
    colour: Colour
    """The player whose turn it is."""
    verdict: VerdictShown


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """Something has happened in the match."""

    id: EventId
    number: int
    time: str
    code: EventCode
    colour: Colour | None
    """The player who did it; None if it was both."""
    dice: tuple[int, ...]
    """The numbers thrown; of an opening throw first Light's, then Dark's."""
    play: str
    """The play in the usual notation."""
    stake: int
    """The value of the cube, or the value that is offered."""
    words: str
    """The event in words; empty where a notice says it."""


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """The referee has told the players something."""

    id: EventId
    number: int
    time: str
    code: NoticeCode
    objection: bool
    """True if something is not as it should be."""
    colour: Colour | None
    """The player whom it concerns first; None if it concerns both."""
    places: tuple[Place, ...]
    devices: tuple[str, ...]
    reasons: tuple[ReasonShown, ...]
    words: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game is over, and the match as well if `match_over` is true."""

    id: EventId
    number: int
    time: str
    match: int
    game: int
    length: int
    winner: Colour
    ending: Ending
    win: Win
    points: int
    names: Mapping[Colour, str]
    score: Mapping[Colour, int]
    """The score after the game."""
    match_over: bool
    words: str


@dataclass(frozen=True, slots=True)
class FeedStart:
    """The first message of a stream."""

    version: int
    """The version of the feed."""
    kibitz: str
    """The version of the program."""
    language: Language
    tables: tuple[str, ...]
    """The tables of this stream."""
    after: EventId | None
    """The event after which the events begin; None in a stream of states only."""


@dataclass(frozen=True, slots=True)
class FeedGap:
    """Events are missing here: they are no longer stored, or are of another run of the service."""

    after: EventId
    """The last event that the program had."""
    missed: int | None
    """The number of events that are missing; None if that is not known."""


@dataclass(frozen=True, slots=True)
class FeedBeat:
    """A sign of life, sent when nothing else was sent for a while."""

    seconds: int
    """The longest silence of this stream; a longer one means that the connection is lost."""
    after: EventId | None
    """The newest event; None in a stream of states only."""


class ProblemKind(Enum):
    """The kinds of problems with a request."""

    WRONG_FIELD = "wrong_field"
    """A field of the address has a wrong value."""
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    NOT_FOUND = "not_found"
    """There is no such table, match, schema or address."""
    READ_ONLY = "read_only"
    """The feed takes no messages."""
    BUSY = "busy"
    """Too many programs ask at the same time."""
    UNREADABLE = "unreadable"
    """The journal cannot be read just now."""


@dataclass(frozen=True, slots=True)
class FeedProblem:
    """The answer to a request that cannot be served."""

    code: ProblemKind
    field: str
    """The name of the field that is wrong, missing or unknown."""
    allowed: str
    """The values that are allowed there, in words."""
    words: str


@dataclass(frozen=True, slots=True)
class TablesShown:
    """All tables of the service."""

    version: int
    """The version of the feed."""
    tables: tuple[TableShown, ...]


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match of the list."""

    match: int
    """The number of the match in the journal."""
    began: str
    """The start time in UTC."""
    names: Mapping[Colour, str]
    score: Mapping[Colour, int]
    length: int
    """Points to win; 0 for stakes."""
    winner: Colour | None
    """The winner of the match."""
    under_way: bool
    """True for the match that is being played."""
    problem: str
    """Damage in the journal that affects this match, in words."""


@dataclass(frozen=True, slots=True)
class MatchList:
    """A page of the matches of a table, the newest first."""

    table: str
    matches: tuple[MatchShown, ...]
    before: int | None
    """The value of `before` for the next page; None on the last one."""


@dataclass(frozen=True, slots=True)
class SchemaList:
    """The addresses of the JSON Schemas."""

    version: int
    schemas: Mapping[str, str]
    """The address by the name of the message."""


FeedEvent = VerdictChanged | MatchEvent | NoticeGiven | GameResult
"""The numbered events of a table."""
StreamMessage = FeedStart | FeedGap | FeedBeat | FeedProblem | TableShown | FeedEvent
"""The messages of a stream."""
FeedAnswer = TableShown | TablesShown | MatchList | SchemaList | FeedProblem
"""The answers to single requests."""
FeedMessage = StreamMessage | TablesShown | MatchList | SchemaList

FEED = Codec(
    {
        FeedStart: "Start", TableShown: "State", VerdictChanged: "Verdict", MatchEvent: "Event",
        NoticeGiven: "Notice", GameResult: "Result", FeedGap: "Gap", FeedBeat: "Beat",
        FeedProblem: "Problem", TablesShown: "Tables", MatchList: "Matches", SchemaList: "Schemas",
    }
)  # fmt: skip
"""Encodes and decodes all messages of the feed."""
