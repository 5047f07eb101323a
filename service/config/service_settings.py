"""The settings of the service and of its tables, and of tables with simulated sensors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, ClassVar

from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from engine.players import ByPlayer, Player
from referee.match_settings import CASUAL_PROFILE, PROFILES, MatchSettings, Profile
from referee.seating import Orientation
from service.drivers.camera_drivers import SimulatedCameraOptions
from service.drivers.driver_entry import (
    BoardDriverOptions,
    ButtonsDriverOptions,
    CameraDriverOptions,
    DeviceKind,
    DiceDriverOptions,
    DriverOptions,
    LampsDriverOptions,
    NoBoardOptions,
    NoCameraOptions,
    NoSounderOptions,
    NoStatusLightOptions,
    SounderDriverOptions,
    StatusDriverOptions,
)
from service.drivers.driver_registry import driver_for
from service.drivers.simulated_drivers import (
    SIMULATED_BOARDS,
    SimulatedButtonsOptions,
    SimulatedColoursOptions,
    SimulatedDiceOptions,
    SimulatedLampsOptions,
)
from service.schema.configuration_problems import (
    FoundValue,
    MistakeKind,
    PhraseValue,
    SettingMistake,
    toml_text,
)
from service.schema.setting_marks import (
    FileKey,
    ListLength,
    NamedChoices,
    NumberRange,
    PowersOfTwo,
    Presets,
    TextFormat,
    UniqueKey,
    WordForNone,
)
from service.schema.settings_schema import DRIVER, CombinedCheck, OneDriver, Settings
from service.schema.value_shapes import TextShape
from service.words.language_choice import environment_language
from service.words.phrases import Language, available_languages
from service.words.printable_text import PLAYER_NAME

DEFAULT_NAMES = ("O", "X")
"""The names of players who have given none."""
DEFAULT_MATCH_LENGTH = 3
"""Points of a match if no length is given."""
MAX_MATCH_LENGTH = 999
"""The longest match that can be configured; a rulebook may set a lower limit."""
MAX_AUTOMATIC_DOUBLES = 99999
MAX_CUBE = 65536

TableName = Annotated[str, TextFormat(re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"), "table_name")]
PlayerName = Annotated[str, TextFormat(PLAYER_NAME, "player_name")]
ADDRESS = TextFormat(re.compile(r"[0-9A-Fa-f.:]{2,45}"), "address")
HOST_NAME = TextFormat(
    re.compile(
        r"(?!auto\Z)(?=.{1,253}\Z)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*"
    ),
    "host_name",
)
DRIVER_MODULE = TextFormat(
    re.compile(r"(?=.{1,250}\Z)(~?/.*[^/.]\.py|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(?<!\.py))", re.ASCII),
    "driver_module",
)
THIS_MACHINE = "127.0.0.1"
LANGUAGES = NamedChoices({language: language for language in available_languages()})
NEVER_PARTS = (DeviceKind.BOARD, DeviceKind.CAMERA)
KINDS_ON_BOARDS = tuple(kind for kind in DeviceKind if kind not in NEVER_PARTS)
"""The kinds of devices that may be part of a board."""
MAX_DRIVER_FILES = 20

RULES = Presets(
    RULEBOOKS,
    TOURNAMENT,
    {
        "automatic_doubles": (NumberRange(0, MAX_AUTOMATIC_DOUBLES), WordForNone("none")),
        "cube_top": (PowersOfTwo(1, MAX_CUBE), WordForNone("none")),
        "longest_match": (NumberRange(1, MAX_MATCH_LENGTH, "points"), WordForNone("none")),
    },
)
REFEREE = Presets(
    PROFILES,
    CASUAL_PROFILE,
    {
        "illegal_play": (WordForNone("rulebook"),),
        "early_throw": (WordForNone("rulebook"),),
        "undo_needs_both": (WordForNone("rulebook"),),
        "settle": (NumberRange(0.1, 3, "seconds"),),
        "least_rest": (NumberRange(0.1, 10, "seconds"),),
    },
)


class LogLevel(Enum):
    """The least severe messages that are logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class SeatSide(Enum):
    """The side of the board where a player sits, as its builder defined it."""

    NEAR = "near"
    FAR = "far"


class HomeSide(Enum):
    """The side of the home board, as seen by the player who sits near."""

    RIGHT = "right"
    LEFT = "left"


def _check_player_names(names: tuple[str, str]) -> Iterator[SettingMistake]:
    if names[0] == names[1]:
        yield SettingMistake(("names", 1), MistakeKind.SAME_PLAYERS)


def default_length(rules: Rulebook) -> int:
    """Points of a match by these rules if no length is given."""
    if rules.played_for is PlayedFor.STAKES:
        return 0
    return min(DEFAULT_MATCH_LENGTH, rules.longest_match or DEFAULT_MATCH_LENGTH)


def length_mistake(length: int | None, rules: Rulebook) -> SettingMistake | None:
    """The mistake in a match length that these rules do not allow; None if they do."""
    if length and rules.played_for is PlayedFor.STAKES:
        return SettingMistake(("length",), MistakeKind.ONLY_STAKES, {"rulebook": rules.name})
    if length and rules.longest_match is not None and length > rules.longest_match:
        values = {"longest": rules.longest_match, "length": length}
        return SettingMistake(("length",), MistakeKind.TOO_LONG, {"rulebook": rules.name, **values})
    return None


def _check_length(length: int | None, rules: Rulebook) -> Iterator[SettingMistake]:
    if mistake := length_mistake(length, rules):
        yield mistake


def _board_check(kind: DeviceKind) -> CombinedCheck:
    """A check that the board of a table has the driver which a device of this kind needs."""

    def find(board: DriverOptions, device: DriverOptions) -> Iterator[SettingMistake]:
        has, needed = driver_for(board).name, driver_for(device).needed_board
        if needed not in ("", has):
            values: dict[str, PhraseValue] = {"needed": toml_text(needed), "has": toml_text(has)}
            yield SettingMistake((kind, DRIVER), MistakeKind.NEEDS_BOARD, values)

    return CombinedCheck(("board", kind), find)


def _check_sensors(board: DriverOptions, camera: DriverOptions) -> Iterator[SettingMistake]:
    """Yields a mistake if no sensor observes the checkers, or only one of two is simulated."""
    is_blind = isinstance(camera, NoCameraOptions)
    if isinstance(board, NoBoardOptions):
        if is_blind:
            yield SettingMistake(("board", DRIVER), MistakeKind.NO_SENSOR)
    elif not is_blind and _is_simulated(board) != _is_simulated(camera):
        yield SettingMistake(("camera", DRIVER), MistakeKind.OTHER_TABLE)


def _check_resources(tables: tuple[TableSettings, ...]) -> Iterator[SettingMistake]:
    in_use: set[str] = set()
    for number, table in enumerate(tables):
        for kind, options in table.devices.items():
            resource = driver_for(options).exclusive_resource(options)
            if resource in in_use:
                yield SettingMistake(("table", number, kind.value), MistakeKind.HELD_TWICE)
            in_use |= {resource} - {""}


def _is_simulated(options: DriverOptions) -> bool:
    return driver_for(options).is_simulated(options)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings(Settings):
    """The settings of one table: its match and its devices."""

    CHECKS: ClassVar[tuple[CombinedCheck, ...]] = (
        CombinedCheck(("names",), _check_player_names),
        CombinedCheck(("length", "rules"), _check_length),
        *map(_board_check, KINDS_ON_BOARDS),
        CombinedCheck(("board", "camera"), _check_sensors),
    )
    name: TableName = "table"
    names: tuple[PlayerName, PlayerName] = DEFAULT_NAMES
    light: Player = Player.ONE
    """The player with the light checkers."""
    light_sits: SeatSide = SeatSide.NEAR
    """The side of the player with the light checkers."""
    home: HomeSide = HomeSide.RIGHT
    """The side of the home board, seen by the player who sits near."""
    computer: Player | None = None
    """The player that the computer is; None: two people play."""
    length: Annotated[
        int | None, NumberRange(0, MAX_MATCH_LENGTH, "points"), WordForNone("auto")
    ] = None
    """Points to win; 0: for stakes; None: the usual length by the rules."""
    rules: Annotated[Rulebook, RULES] = TOURNAMENT
    referee: Annotated[Profile, REFEREE] = CASUAL_PROFILE
    board: Annotated[BoardDriverOptions, OneDriver()] = field(
        default_factory=SimulatedColoursOptions
    )
    camera: Annotated[CameraDriverOptions, OneDriver()] = field(default_factory=NoCameraOptions)
    dice: Annotated[DiceDriverOptions, OneDriver()] = field(default_factory=SimulatedDiceOptions)
    buttons: Annotated[ButtonsDriverOptions, OneDriver()] = field(
        default_factory=SimulatedButtonsOptions
    )
    lamps: Annotated[LampsDriverOptions, OneDriver()] = field(default_factory=SimulatedLampsOptions)
    sounder: Annotated[SounderDriverOptions, OneDriver()] = field(default_factory=NoSounderOptions)
    status: Annotated[StatusDriverOptions, OneDriver()] = field(
        default_factory=NoStatusLightOptions
    )

    @property
    def match_settings(self) -> MatchSettings:
        names, on_page = ByPlayer(*self.names), self.has_simulated_checkers
        return MatchSettings(names, self.rules, self._points, self.light, self.referee, on_page)

    @property
    def has_simulated_checkers(self) -> bool:
        """True if the checkers are moved on a page and not by hand."""
        is_seen = isinstance(self.camera, SimulatedCameraOptions)
        return is_seen or type(self.board) in map(type, BOARDS_BY_SENSOR.values())

    @property
    def orientation(self) -> Orientation:
        """Light's side of the board."""
        far, left = self.light_sits is SeatSide.FAR, self.home is HomeSide.LEFT
        return Orientation(light_far=far, home_left=left)

    @property
    def devices(self) -> Mapping[DeviceKind, DriverOptions]:
        """The options of the drivers, by the kind of device."""
        return {kind: getattr(self, kind.value) for kind in DeviceKind}

    @property
    def simulated_kinds(self) -> frozenset[DeviceKind]:
        """The kinds of devices that are simulated, by themselves or as parts of the board."""
        has_simulated_board = _is_simulated(self.board)
        return frozenset(
            kind
            for kind, options in self.devices.items()
            if _is_simulated(options) or (has_simulated_board and driver_for(options).needed_board)
        )

    @property
    def _points(self) -> int:
        return default_length(self.rules) if self.length is None else self.length


def _check_address(listen: str) -> Iterator[SettingMistake]:
    try:
        ip_address(listen)
    except ValueError:
        allowed = TextShape(ADDRESS)
        values: dict[str, PhraseValue] = {"found": FoundValue(listen), "allowed": allowed}
        yield SettingMistake(("listen",), MistakeKind.VALUE, values)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings(Settings):
    """The settings that concern all tables."""

    CHECKS: ClassVar[tuple[CombinedCheck, ...]] = (CombinedCheck(("listen",), _check_address),)
    journals: Annotated[Path | None, WordForNone("auto")] = None
    """The folder for the journals; None: the user's data folder."""
    language: Annotated[Language | None, LANGUAGES, WordForNone("auto")] = None
    """The language of all output; None: that of the system."""
    log_level: LogLevel = LogLevel.INFO
    listen: Annotated[str, ADDRESS] = THIS_MACHINE
    """The address at which the page is served."""
    port: Annotated[int | None, NumberRange(1, 65535), WordForNone("auto")] = None
    """The port of the page; None: the first free one of the usual ports."""
    drivers: Annotated[
        tuple[Annotated[str, DRIVER_MODULE], ...], ListLength(0, MAX_DRIVER_FILES)
    ] = ()
    """Python files and modules that bring more drivers."""
    host_name: Annotated[str | None, HOST_NAME, WordForNone("auto")] = None
    """The host name under which browsers may open the page; None: that of the machine."""

    def journal_folder(self, environment: Mapping[str, str], home: Path) -> Path:
        """The absolute folder for the journals of this user."""
        if self.journals is None:
            return xdg_folder("XDG_DATA_HOME", ".local/share", environment, home)
        first, *rest = self.journals.parts
        return Path(home, *rest) if first == "~" else self.journals

    def language_for(self, environment: Mapping[str, str]) -> Language:
        return self.language or environment_language(environment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration(Settings):
    """The complete configuration of a service."""

    CHECKS: ClassVar[tuple[CombinedCheck, ...]] = (CombinedCheck(("tables",), _check_resources),)
    service: ServiceSettings = field(default_factory=ServiceSettings)
    tables: Annotated[tuple[TableSettings, ...], FileKey("table"), UniqueKey("name")] = (
        TableSettings(),
    )


def xdg_folder(variable: str, usual: str, environment: Mapping[str, str], home: Path) -> Path:
    """Kibitz's folder below an XDG base folder; a relative path in the variable is ignored."""
    base = environment.get(variable, "")
    return (Path(base) if base.startswith("/") else home / usual) / "kibitz"


CAMERA = "camera"
BOARDS_BY_SENSOR: Mapping[str, BoardDriverOptions] = {
    driver.name: driver.options() for driver in SIMULATED_BOARDS
}
SENSORS = (*BOARDS_BY_SENSOR, CAMERA)
"""The names of the boards with sensors, and of the camera over a board without sensors."""


class NotSimulated(ValueError):
    """Raised for a table whose checkers are real; its text is the name of the table."""


def with_sensor(table: TableSettings, sensor: str) -> TableSettings:
    """The table with only this sensor; NotSimulated if its checkers are real."""
    found = table.camera
    if not table.has_simulated_checkers:
        raise NotSimulated(table.name)
    usual = found if isinstance(found, SimulatedCameraOptions) else SimulatedCameraOptions()
    camera: CameraDriverOptions = usual if sensor == CAMERA else NoCameraOptions()
    return replace(table, board=BOARDS_BY_SENSOR.get(sensor, NoBoardOptions()), camera=camera)
