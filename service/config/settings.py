"""The settings of a Kibitz service, with the defaults of a simulated table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, ClassVar

from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from referee.profiles import CASUAL, PROFILES, Profile
from referee.seating import Facing
from referee.settings import MatchSettings
from referee.words import Language
from service.config.cameras import CameraDriver, NoCamera
from service.config.drivers import (
    BoardDriver,
    ButtonsDriver,
    DiceDriver,
    Driver,
    LampsDriver,
    NoBoard,
    NoSounder,
    NoStatusLight,
    SimulatedButtons,
    SimulatedCounts,
    SimulatedDice,
    SimulatedLamps,
    SounderDriver,
    StatusDriver,
)
from service.config.marks import Absent, Called, Doublings, Presets, Range, Spelled, Unique
from service.config.problems import Found, Mistake, Value, Wrong, quoted
from service.config.shapes import Text
from service.config.tables import DRIVER, Check, OneDriver, Settings, driver_of
from service.languages import language_of
from service.names import NAME

USUAL_LENGTH = 3
"""Points of a match, where none are asked for."""
LONGEST = 999
"""The longest match that is offered; a rulebook may know less."""
MOST_TIES = 99999
HIGHEST_CUBE = 65536

TableName = Annotated[str, Spelled(re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"), "table_name")]
PlayerName = Annotated[str, Spelled(NAME, "player_name")]
ADDRESS = Spelled(re.compile(r"[0-9A-Fa-f.:]{2,45}"), "address")
HOST_NAME = Spelled(
    re.compile(
        r"(?!auto\Z)(?=.{1,253}\Z)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*"
    ),
    "host_name",
)
THIS_MACHINE = "127.0.0.1"
ON_BOARDS = ("dice", "buttons", "lamps", "sounder", "status")
"""Devices that may be part of a board."""

RULES = Presets(
    RULEBOOKS,
    TOURNAMENT,
    {
        "automatic_doubles": (Range(0, MOST_TIES), Absent("none")),
        "cube_top": (Doublings(1, HIGHEST_CUBE), Absent("none")),
        "longest_match": (Range(1, LONGEST, "points"), Absent("none")),
    },
)
REFEREE = Presets(
    PROFILES,
    CASUAL,
    {
        "illegal_play": (Absent("rulebook"),),
        "early_throw": (Absent("rulebook"),),
        "undo_needs_both": (Absent("rulebook"),),
        "settle": (Range(0.1, 3, "seconds"),),
    },
)


class LogLevel(Enum):
    """How much the log tells."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Sits(Enum):
    """On which side of the board somebody sits, as its maker saw it."""

    NEAR = "near"
    FAR = "far"


class Home(Enum):
    """At which hand the home of whoever sits near is."""

    RIGHT = "right"
    LEFT = "left"


def _different_players(names: tuple[str, str]) -> Iterator[Mistake]:
    if names[0] == names[1]:
        yield Mistake(("names", 1), Wrong.SAME_PLAYERS)


def usual_length(rules: Rulebook) -> int:
    """Points of a match by these rules, where none are asked for."""
    if rules.played_for is PlayedFor.STAKES:
        return 0
    return min(USUAL_LENGTH, rules.longest_match or USUAL_LENGTH)


def length_beyond(length: int | None, rules: Rulebook) -> Mistake | None:
    """Why there is no match of this length by these rules, if there is none."""
    if length and rules.played_for is PlayedFor.STAKES:
        return Mistake(("length",), Wrong.ONLY_STAKES, {"rulebook": rules.name})
    if length and rules.longest_match is not None and length > rules.longest_match:
        values = {"longest": rules.longest_match, "length": length}
        return Mistake(("length",), Wrong.TOO_LONG, {"rulebook": rules.name, **values})
    return None


def _length_in_rules(length: int | None, rules: Rulebook) -> Iterator[Mistake]:
    """A length is one that the rulebook knows."""
    if mistake := length_beyond(length, rules):
        yield mistake


def _on_board_of(kind: str) -> Check:
    """What is part of a board is part of the board of its table."""

    def find(board: Driver, driver: Driver) -> Iterator[Mistake]:
        has = driver_of(type(board))
        if driver.NEEDS_BOARD not in ("", has):
            values: dict[str, Value] = {"needed": quoted(driver.NEEDS_BOARD), "has": quoted(has)}
            yield Mistake((kind, DRIVER), Wrong.NEEDS_BOARD, values)

    return Check(("board", kind), find)


def _seen_somehow(board: Driver, camera: Driver) -> Iterator[Mistake]:
    """Checkers are seen by a board, a camera, or both; and both have the same table before them."""
    is_blind = isinstance(camera, NoCamera)
    if isinstance(board, NoBoard):
        if is_blind:
            yield Mistake(("board", DRIVER), Wrong.NO_SENSOR)
    elif not is_blind and board.simulated != camera.simulated:
        yield Mistake(("camera", DRIVER), Wrong.OTHER_TABLE)


def _held_once(tables: tuple[Table, ...]) -> Iterator[Mistake]:
    """Nothing that only one device can use is given to two."""
    held: set[str] = set()
    for number, table in enumerate(tables):
        for kind, driver in table.devices.items():
            if driver.holds in held:
                yield Mistake(("table", number, kind), Wrong.HELD_TWICE)
            held |= {driver.holds} - {""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Settings):
    """One table: what is played there, and what it is made of."""

    CHECKS: ClassVar[tuple[Check, ...]] = (
        Check(("names",), _different_players),
        Check(("length", "rules"), _length_in_rules),
        *map(_on_board_of, ON_BOARDS),
        Check(("board", "camera"), _seen_somehow),
    )
    name: TableName = "table"
    names: tuple[PlayerName, PlayerName] = ("O", "X")
    light: Player = Player.ONE
    """Who has the light checkers."""
    light_sits: Sits = Sits.NEAR
    """Where the player of the light checkers sits."""
    home: Home = Home.RIGHT
    """Where the home of whoever sits near is."""
    computer: Player | None = None
    """Whose part the computer takes."""
    length: Annotated[int | None, Range(0, LONGEST, "points"), Absent("auto")] = None
    """Points to win; 0 is for stakes, and None what is usual by the rules."""
    rules: Annotated[Rulebook, RULES] = TOURNAMENT
    referee: Annotated[Profile, REFEREE] = CASUAL
    board: Annotated[BoardDriver, OneDriver()] = field(default_factory=SimulatedCounts)
    camera: Annotated[CameraDriver, OneDriver()] = field(default_factory=NoCamera)
    dice: Annotated[DiceDriver, OneDriver()] = field(default_factory=SimulatedDice)
    buttons: Annotated[ButtonsDriver, OneDriver()] = field(default_factory=SimulatedButtons)
    lamps: Annotated[LampsDriver, OneDriver()] = field(default_factory=SimulatedLamps)
    sounder: Annotated[SounderDriver, OneDriver()] = field(default_factory=NoSounder)
    status: Annotated[StatusDriver, OneDriver()] = field(default_factory=NoStatusLight)

    @property
    def match(self) -> MatchSettings:
        """What is agreed on before the match."""
        return MatchSettings(
            ByPlayer(*self.names), self.rules, self._points, self.light, self.referee
        )

    @property
    def facing(self) -> Facing:
        """From where Light looks at the board."""
        return Facing(light_far=self.light_sits is Sits.FAR, home_left=self.home is Home.LEFT)

    @property
    def devices(self) -> Mapping[str, Driver]:
        """The drivers by what they drive."""
        return {
            "board": self.board,
            "camera": self.camera,
            "dice": self.dice,
            "buttons": self.buttons,
            "lamps": self.lamps,
            "sounder": self.sounder,
            "status": self.status,
        }

    @property
    def simulated(self) -> frozenset[str]:
        """The devices without hardware behind them."""
        return frozenset(
            kind
            for kind, driver in self.devices.items()
            if driver.simulated or (driver.NEEDS_BOARD and self.board.simulated)
        )

    @property
    def _points(self) -> int:
        return usual_length(self.rules) if self.length is None else self.length


def _an_address(listen: str) -> Iterator[Mistake]:
    try:
        ip_address(listen)
    except ValueError:
        values: dict[str, Value] = {"found": Found(listen), "allowed": Text(ADDRESS)}
        yield Mistake(("listen",), Wrong.VALUE, values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Service(Settings):
    """What concerns all tables."""

    CHECKS: ClassVar[tuple[Check, ...]] = (Check(("listen",), _an_address),)
    journals: Annotated[Path | None, Absent("auto")] = None
    """The folder for the journals; None is the user's data folder."""
    language: Annotated[Language | None, Absent("auto")] = None
    """What to speak; None is what the system speaks."""
    log_level: LogLevel = LogLevel.INFO
    listen: Annotated[str, ADDRESS] = THIS_MACHINE
    """The address at which the page is served."""
    port: Annotated[int | None, Range(1, 65535), Absent("auto")] = None
    """None is the first one that is free, from a usual one on."""
    host_name: Annotated[str | None, HOST_NAME, Absent("auto")] = None
    """By which name a browser may ask for the page; None is what the machine is called."""

    def journals_in(self, environment: Mapping[str, str], home: Path) -> Path:
        """The folder for the journals of this user."""
        if self.journals is None:
            return user_folder("XDG_DATA_HOME", ".local/share", environment, home)
        first, *rest = self.journals.parts
        return Path(home, *rest) if first == "~" else self.journals

    def spoken(self, environment: Mapping[str, str]) -> Language:
        """What to speak to this user."""
        return self.language or language_of(environment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration(Settings):
    """All that a Kibitz service is told."""

    CHECKS: ClassVar[tuple[Check, ...]] = (Check(("tables",), _held_once),)
    service: Service = field(default_factory=Service)
    tables: Annotated[tuple[Table, ...], Called("table"), Unique("name")] = (Table(),)


def user_folder(variable: str, usual: str, environment: Mapping[str, str], home: Path) -> Path:
    """Where Kibitz keeps things of one kind for a user; what is no whole path does not count."""
    base = environment.get(variable, "")
    return (Path(base) if base.startswith("/") else home / usual) / "kibitz"
