"""What the service says to a page; whatever is shown comes whole, and the newest counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.faults import FaultySwitch
from hardware.signals import DiceState, Wish
from referee.effects import Meaning
from referee.words import Language
from service.web.messages.from_page import Alive, Test
from service.web.messages.looks import Camera, Sight


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to hello."""

    protocol: int
    version: str
    boot: str
    """Another one after the service has begun anew."""
    session: str
    """What every act of this page is to carry."""
    table: str
    may_act: bool
    language: Language


@dataclass(frozen=True, slots=True)
class Done:
    """The act of this number has been done."""

    number: int


class Why(Enum):
    """Why something is not done."""

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
    """Something is not done."""

    why: Why
    words: str
    number: int | None = None
    """The act it is about."""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with each setting of an agreement, by its key."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that is lit, as the device shines."""

    colour: str
    """As in CSS: #rrggbb; on the board as eyes see it, in diagnostics as it was sent."""
    rhythm: str
    """Eighths of a second, `#` being on."""
    meaning: Meaning | None = None


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """What sensors and lamps say of a place."""

    light: int
    """How many light checkers to draw: those that are seen, by the colours they are taken for."""
    dark: int
    unknown: int
    """How many more are felt whose colour nobody knows."""
    claim: str
    """What the sensors claim: `3`, `5+`, `L3`, `D4-5`, `?`, or `?!` where they cannot all be
    right."""
    says: str
    """The place and what is there, as it is spoken: as whoever's turn it is counts, or Light."""
    lamp: Lamp | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The board as the sensors and the lamps say."""

    places: Mapping[Place, PlaceShown]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a player may ask for now, as it stands on a button."""

    wish: Wish
    words: str
    number: int = 0
    main: bool = False
    """Whether it is what the game waits for."""


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
    """Whose it is; None where both players throw it."""


@dataclass(frozen=True, slots=True)
class CubeShown:
    """The doubling cube."""

    value: int
    owner: Colour | None
    offered: int | None = None
    """What it would show if the double is taken."""
    to: Colour | None = None
    """Who has to answer it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the referee itself waits to be told."""

    words: str
    to: Colour
    choices: tuple[str, ...] = ()
    """The plays among which the answer chooses, by number from 0."""
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """The match, and what the referee waits for."""

    moment: int
    """Another one whenever what may be asked for or answered has changed."""
    verdict: str
    """What the referee makes of the board, and why it objects."""
    alarm: bool
    """Whether it objects."""
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
    """Of the game in the match, from 1."""
    crawford: bool
    rulebook: str
    profile: str
    hints_locked: bool
    setting_up: bool
    over: bool
    """Whether the game has ended."""
    winner: Colour | None
    """Of the match."""
    xgid: str
    gnu_id: str
    light_far: bool
    """Whether the player of the light checkers sits on the far side, the upper one."""
    home_left: bool
    """Whether the home of whoever sits near is at his left."""


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that was told or has happened."""

    number: int
    """From 1 on, since the service began."""
    words: str
    alarm: bool
    """Whether it objects to something."""


@dataclass(frozen=True, slots=True)
class Sayings:
    """The last of them, the oldest first."""

    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One turn, offer or answer of the record."""

    colour: Colour
    words: str
    """As a record has it: `31: 8/5 6/5`, `Doubles to 2`."""
    note: str = ""
    """What was wrong with it, for instance."""
    board: str = ""
    """The board after it, spelled as in `service.web.boards`."""
    xgid: str = ""
    """The moment after it."""
    gnu_id: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of one game."""

    number: int
    scores: Mapping[Colour, int]
    """Before it."""
    start: str
    """The board it began with, spelled as in `service.web.boards`."""
    rows: tuple[Row, ...]
    result: str = ""
    """How it ended, in words."""


@dataclass(frozen=True, slots=True)
class Record:
    """The record of the game that is played, and how those before it ended."""

    match: int
    """The number of the match in the journal."""
    results: tuple[str, ...]
    game: GameRecord


@dataclass(frozen=True, slots=True)
class DeviceShown:
    """A device."""

    name: str
    driver: str
    simulated: bool
    link: str
    """`opening`, `open` or `lost`."""
    plugged: bool | None = None
    """Whether the plug of a simulated one is in; nothing where hands on a page touch nothing."""
    called: str = ""
    """What people call it, in a sentence."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What the table is made of, and how it is reached."""

    devices: tuple[DeviceShown, ...]
    unwritten: str = ""
    """Why the journal cannot be written, if it cannot."""
    palette: tuple[Lamp, ...] = ()
    """How the lamps of this table tell each meaning."""


@dataclass(frozen=True, slots=True)
class LeaningShown:
    """A checker half on one place and half on another."""

    colour: Colour
    places: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class World:
    """What truly lies on a simulated board; only whoever may touch it is shown it."""

    piles: Mapping[Place, tuple[Colour, ...]]
    """The checkers of each place that has any, the box included, the last one to be lifted
    first."""
    hand: tuple[Colour, ...]
    leaning: tuple[LeaningShown, ...]
    switches: Mapping[Place, int]
    """How many there are under each place."""
    faulty: tuple[FaultySwitch, ...]
    computer_by_itself: bool


@dataclass(frozen=True, slots=True)
class SourceShown:
    """What one source of signals has said."""

    name: str
    signals: int
    nonsense: int
    last: tuple[str, ...]
    """Its last signals as JSON, the newest first."""
    claims: Mapping[Place, str] = field(default_factory=dict)
    """What it sees, if it is a board sensor."""


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """The devices from the inside."""

    sources: tuple[SourceShown, ...]
    lamps: Mapping[Place, Lamp]
    """What the lamps were sent last."""
    counters: Mapping[str, float]
    """By the key of a phrase: `page.counter.<key>`."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a test of the lamps or the switches goes."""

    running: bool
    test: Test | None = None
    """`lamps` or `switches`; nothing where there has been none."""
    words: str = ""
    """What is to be seen or done now, or what came of it."""
    place: Place | None = None
    """Where."""
    done: int = 0
    """Steps."""
    of: int = 0
    faults: tuple[str, ...] = ()
    """What was found wrong so far."""


Part = Board | Game | Sayings | Record | Devices | World | Diagnostics | Trial | Camera | Sight
"""What a page is shown: each whole, and only when it has changed."""

ToPage = Welcome | Alive | Done | Refused | Part
