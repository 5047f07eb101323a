"""The messages that the service sends to a page, their tags, and the refusal of an action."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from hardware.checkers import Colour, Place
from hardware.signals import DiceState, PlayerRequestKind
from service.storage.codec import Codec
from service.web.messages import device_messages, from_page
from service.web.messages.device_messages import (
    CameraPart,
    CameraViewPart,
    DevicesPart,
    DiagnosticsPart,
    Lamp,
    SelfTestPart,
    WorldPart,
)
from service.web.messages.ending_messages import EndingPart
from service.web.messages.from_page import KeepAlive
from service.web.messages.log_messages import NoticesPart
from service.web.messages.play_messages import PlaysPart
from service.words.phrases import Language, Phrases
from simulation import gestures


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to hello."""

    protocol: int
    version: str
    boot: str
    """Changes with each start of the service."""
    session: str
    """The token that every action of this page must carry."""
    table: str
    may_act: bool
    language: Language


@dataclass(frozen=True, slots=True)
class ActionDone:
    """The action of this number has been carried out."""

    number: int


class RefusalKind(Enum):
    """The kinds of refusals."""

    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    NOT_WELCOMED = "not_welcomed"
    OTHER_PROTOCOL = "other_protocol"
    NO_KEY = "no_key"
    WRONG_KEY = "wrong_key"
    REPLAYED = "replayed"
    OUT_OF_DATE = "out_of_date"
    NOT_SIMULATED = "not_simulated"
    NOT_POSSIBLE = "not_possible"


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal of a message or of an action."""

    kind: RefusalKind
    words: str
    number: int | None = None
    """The number of the refused action; None for other messages."""
    mistakes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The problem with each setting of an agreement, by its key."""
    field: str = ""
    """The path of the field that is wrong, missing or unknown; empty if it is not one field."""
    allowed: str = ""
    """The values that are allowed there."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place as the sensors and the lamps show it."""

    light: int
    """The number of light checkers to draw."""
    dark: int
    unknown: int
    """The number of further checkers whose colour is unknown."""
    claim: str
    """The claim of the sensors: `3`, `5+`, `L3`, `D4-5`, `?`, or `?!` where they cannot all be
    right."""
    says: str
    """The place and its content in words; points are numbered for the player to move, or Light."""
    lamp: Lamp | None = None
    doubtful: bool = False
    """True if a few more checkers may lie there, of which the sensors are not sure."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The board as the sensors and the lamps show it."""

    places: Mapping[Place, PlaceShown]


@dataclass(frozen=True, slots=True)
class Offer:
    """A request or an answer that a player may give now, as a button shows it."""

    request: PlayerRequestKind
    words: str
    number: int = 0
    main: bool = False
    """True if the game waits for it."""


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One player."""

    name: str
    score: int
    pips: int | None
    """None where the position is not known."""
    off: int
    computer: bool
    hints: int
    """0 none, 1 the checkers that can move, 2 where a lifted one can go too."""
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class DiceShown:
    """A pair of dice, as it was last seen."""

    device: str
    state: DiceState
    numbers: tuple[int, ...] = ()
    colour: Colour | None = None
    """The owner; None where both players throw the same pair."""
    over: bool = False
    """True if the throw that they show does not count any more, or never did."""


@dataclass(frozen=True, slots=True)
class CubeShown:
    """The doubling cube."""

    value: int
    owner: Colour | None
    offered: int | None = None
    """The value of the cube if the double is taken."""
    to: Colour | None = None
    """The player who has to answer the double."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the referee."""

    words: str
    to: Colour
    choices: tuple[str, ...] = ()
    """The plays among which the answer chooses, by number from 0."""
    chosen: int = 0


class NextAct(Enum):
    """The acts for which a game can wait."""

    ANSWER = "answer"
    """An answer to an offer or to a question."""
    BEGIN_NEXT = "begin_next"
    """The next game or the next match."""
    CORRECT = "correct"
    """Checkers carried to where the lamps lead them."""
    SET_UP = "set_up"
    THROW = "throw"
    MOVE = "move"
    DONE = "done"
    """The end of the turn, or the word that the checkers are set up."""
    WAIT = "wait"
    """Nothing that a person can do: dice roll, or the computer is about to act."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one step that the game waits for."""

    act: NextAct
    colour: Colour | None
    """The player who is to take it; None if either may."""
    words: str = ""
    """A sentence that names the act, if the verdict does not."""


@dataclass(frozen=True, slots=True)
class MovedChecker:
    """The way of one checker in a play."""

    source: Place
    target: Place
    hits: tuple[Place, ...] = ()
    """The points where it hit a checker, in order."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last completed turn, while the board is as it left it."""

    colour: Colour
    words: str
    """As a record has it: `31: 8/5 6/5`."""
    dice: tuple[int, ...]
    moved: tuple[MovedChecker, ...]
    """Empty if nothing was moved, or if the play was not legal."""


@dataclass(frozen=True, slots=True)
class NameWanted:
    """A player who is asked for a name."""

    colour: Colour
    key: str
    """The field of an agreement that is to have the name."""


@dataclass(frozen=True, slots=True)
class GamePart:
    """The match, and what the referee waits for."""

    revision: int
    """A number that rises whenever the possible requests or answers change."""
    verdict: str
    """The verdict of the referee on the board, and its reasons if it objects."""
    alarm: bool
    """True if the referee objects."""
    next: NextStep
    status: str
    """The score, the cube and the length in one sentence."""
    players: Mapping[Colour, PlayerShown]
    turn: Colour | None
    """None while the checkers are set up."""
    dice: tuple[DiceShown, ...]
    cube: CubeShown | None
    question: Question | None
    length: int
    """Points to win; 0 for stakes."""
    number: int
    """The number of the game in the match, from 1."""
    crawford: bool
    rulebook: str
    profile: str
    hints_locked: bool
    setting_up: bool
    over: bool
    """True if the game has ended."""
    winner: Colour | None
    """The winner of the match."""
    xgid: str
    gnu_id: str
    light_far: bool
    """True if the player of the light checkers sits on the far, upper side."""
    home_left: bool
    """True if the home of the player on the near side is at his left."""
    names_wanted: tuple[NameWanted, ...] = ()
    """The players who are asked for their names, player one first."""
    last_turn: LastTurn | None = None
    """None where the board has changed since, or was set up by hand."""
    double_meaning: tuple[str, ...] = ()
    """The meaning of the offered double in sentences; empty without one, or if hints are locked."""


@dataclass(frozen=True, slots=True)
class Row:
    """One turn, offer or answer of the record."""

    colour: Colour
    words: str
    """As a record has it: `31: 8/5 6/5`, `Doubles to 2`."""
    note: str = ""
    """Additional words, for instance the reasons of an objection."""
    board: str = ""
    """The board after it, as written by `service.records.position_ids`."""
    xgid: str = ""
    """The position after it, with the score and the cube."""
    gnu_id: str = ""
    dice: tuple[int, ...] = ()
    """The numbers thrown; empty for offers, answers and set-up positions."""
    moved: tuple[MovedChecker, ...] = ()
    """Empty if nothing was moved, or if the play was not legal."""
    cube: CubeShown | None = None
    """The cube after it; None without one."""
    objections: tuple[str, ...] = ()
    """The objections of the referee before it, in words."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of one game."""

    number: int
    scores: Mapping[Colour, int]
    """The score before the game."""
    start: str
    """The board it began with, as written by `service.records.position_ids`."""
    rows: tuple[Row, ...]
    result: str = ""
    """The ending in words."""
    set_up: bool = False
    """True if it began with a position that was set up by hand."""
    cube: CubeShown | None = None
    """The cube at the beginning; None without one."""


@dataclass(frozen=True, slots=True)
class RecordPart:
    """The record of the present game, and the results of the games before it."""

    match: int
    """The number of the match in the journal."""
    results: tuple[str, ...]
    game: GameRecord


Part = (
    BoardPart | GamePart | NoticesPart | RecordPart | EndingPart | DevicesPart | WorldPart
    | DiagnosticsPart | SelfTestPart | CameraPart | CameraViewPart | PlaysPart
)  # fmt: skip
"""The parts of the page: each is sent whole, and only when it has changed."""

ToPage = Welcome | KeepAlive | ActionDone | Refused | Part


MESSAGES = Codec(
    {
        from_page.Hello: "Hello", from_page.KeepAlive: "KeepAlive",
        from_page.ChooseLanguage: "ChooseLanguage", from_page.Subscribe: "Subscribe",
        from_page.ActionRequest: "ActionRequest", gestures.Lift: "Lift",
        from_page.LiftForStep: "LiftForStep", from_page.PutDown: "Put",
        gestures.PutBetween: "PutBetween", gestures.Straighten: "Straighten",
        gestures.Nudge: "Nudge", gestures.Fetch: "Fetch", gestures.Cock: "Cock",
        gestures.LiftDice: "LiftDice", gestures.Press: "Press", from_page.Arrange: "Arrange",
        from_page.Knock: "Knock", from_page.ThrowDice: "ThrowDice",
        from_page.BreakSwitch: "BreakSwitch", from_page.RepairSwitch: "RepairSwitch",
        from_page.Unplug: "Unplug", from_page.PlugIn: "PlugIn", from_page.CutPower: "CutPower",
        from_page.LetComputerMove: "LetComputerMove", from_page.MakeRequest: "MakeRequest",
        from_page.StateLayout: "StateLayout", from_page.SetUp: "SetUp",
        from_page.BeginMatch: "BeginMatch", from_page.KeepNames: "KeepNames",
        from_page.ControlSelfTest: "ControlSelfTest",
        from_page.Calibrate: "Calibrate", from_page.ForgetBoard: "ForgetBoard", Welcome: "Welcome",
        ActionDone: "Done", Refused: "Refused", BoardPart: "Board", GamePart: "Game",
        NoticesPart: "Notices", RecordPart: "Record",
        EndingPart: "Ending", device_messages.DevicesPart: "Devices",
        device_messages.WorldPart: "World", device_messages.DiagnosticsPart: "Diagnostics",
        device_messages.SelfTestPart: "SelfTest", device_messages.CameraPart: "Camera",
        device_messages.CameraViewPart: "CameraView", PlaysPart: "Plays",
    }
)  # fmt: skip
"""Encodes and decodes all messages between the pages and the service."""


class ActionRefused(Exception):
    """An action is refused, and nothing has changed."""

    def __init__(self, kind: RefusalKind, key: str | None = None, **values: Any) -> None:
        super().__init__(kind.value if key is None else key)
        self.kind = kind
        self.key = kind.value if key is None else key
        """The key of its phrase: `page.refused.<key>`."""
        self.values = values

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say(f"page.refused.{self.key}", **self.values)

    def field_errors(self, _phrases: Phrases) -> Mapping[str, str]:
        """The mistakes of an agreement form by the key of the setting; empty for other refusals."""
        return {}
