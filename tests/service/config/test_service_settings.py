"""Settings of the service are read, checked and given their meaning."""

import re
from dataclasses import replace
from enum import Enum
from pathlib import Path

import pytest

from engine.backgammon.rulebook import CLASSIC, PARKER, RULEBOOKS, TOURNAMENT, Option, Rulebook
from engine.players import ByPlayer, Player
from referee.match_settings import CLUB_PROFILE, PROFILES, IllegalPolicy
from referee.palettes import PALETTES
from referee.seating import Orientation
from service.cli.rule_settings import apply_settings
from service.config.configuration_file import default_files, parse_configuration
from service.config.service_settings import (
    BOARDS_BY_SENSOR,
    SENSORS,
    Configuration,
    LogLevel,
    NotSimulated,
    ServiceSettings,
    TableSettings,
    with_sensor,
)
from service.config.settings_reference import sections
from service.drivers.camera_drivers import SimulatedCameraOptions, UsbCameraOptions
from service.drivers.driver_entry import CameraDriverOptions, NoBoardOptions, NoCameraOptions
from service.drivers.driver_registry import driver_for
from service.drivers.pico_drivers import PicoBoardOptions
from service.drivers.simulated_drivers import (
    SimulatedDiceOptions,
    SimulatedHallOptions,
    SimulatedLampsOptions,
)
from service.schema.configuration_problems import ConfigurationError
from service.schema.settings_schema import PRESET
from service.schema.value_shapes import enum_word
from service.words.phrases import Language, available_languages, load_phrases


def only_table(text: str) -> TableSettings:
    (table,) = parse_configuration(f"[[table]]\n{text}").tables
    return table


def problems_of(text: str) -> list[str]:
    with pytest.raises(ConfigurationError) as refused:
        only_table(text)
    return [problem.mistake.kind.value for problem in refused.value.problems]


def test_the_default_is_one_table_that_is_simulated_by_name() -> None:
    (table,) = Configuration().tables

    assert {
        kind: driver_for(options).is_simulated(options) for kind, options in table.devices.items()
    } == {
        "board": True, "camera": False, "dice": True, "buttons": True, "lamps": True,
        "sounder": False, "status": False,
    }  # fmt: skip
    assert table.simulated_kinds == {"board", "dice", "buttons", "lamps"}
    assert (driver_for(table.sounder).name, driver_for(table.status).name) == ("none", "none")
    assert (driver_for(table.board).name, driver_for(table.lamps).name) == ("colours", "simulated")
    assert (table.lamps.brightness, table.match_settings.length) == (0.4, 3)


def test_every_setting_of_a_table_can_be_configured() -> None:
    table = only_table("""
        name = "Window-2"
        names = ["Anna Lisa", "Bruno"]
        light = "two"
        computer = "one"
        length = 7
        rules = { preset = "classic", beavers = "on", cube_top = "none", crawford = true }
        referee = { preset = "club", illegal_play = "rulebook", settle = 1 }
        board = { driver = "hall" }
        dice = { driver = "simulated", pairs = 2 }
        lamps = { driver = "simulated", palette = "mono", brightness = 1, most_milliamps = 1000 }
    """)

    rules = replace(CLASSIC, beavers=Option.ON, cube_top=None, crawford=True)
    assert table.match_settings.names == ByPlayer("Anna Lisa", "Bruno")
    assert (table.match_settings.rulebook, table.match_settings.length) == (rules, 7)
    assert table.match_settings.profile == replace(CLUB_PROFILE, illegal_play=None, settle=1.0)
    assert (table.match_settings.light, table.computer) == (Player.TWO, Player.ONE)
    assert (table.board, table.dice) == (SimulatedHallOptions(), SimulatedDiceOptions(pairs=2))
    lamps = SimulatedLampsOptions(palette=PALETTES["mono"], brightness=1.0, most_milliamps=1000)
    assert table.lamps == lamps


def test_a_preset_may_be_left_out_where_only_a_knob_is_turned() -> None:
    table = only_table("rules.crawford = false\nreferee.illegal_play = 'record'")

    assert table.rules == replace(TOURNAMENT, crawford=False)
    assert table.referee.illegal_play is IllegalPolicy.RECORD


@pytest.mark.parametrize("name", RULEBOOKS)
def test_without_a_length_any_rulebook_has_its_usual_match(name: str) -> None:
    expected = 0 if name in ("parker", "trictrac") else 3
    assert only_table(f"rules.preset = '{name}'").match_settings.length == expected


def test_the_usual_match_is_no_longer_than_the_rules_allow() -> None:
    assert only_table("rules.longest_match = 2").match_settings.length == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("length = 26", "too_long"),
        ("length = 3\nrules.longest_match = 2", "too_long"),
        ("length = 1\nrules.preset = 'parker'", "only_stakes"),
        ("names = ['A', 'A']", "same_players"),
        ("names = ['A', 'O ']", "value"),
    ],
)
def test_contradicting_settings_are_reported(text: str, wrong: str) -> None:
    assert problems_of(text) == [wrong]


def test_excessive_length_is_reported_beside_other_mistakes() -> None:
    text = "length = 26\nlight = 3\nlamps.driver = 'x'"
    assert problems_of(text) == ["too_long", "value", "value"]


def test_any_length_is_allowed_where_the_rules_have_no_longest_match() -> None:
    assert only_table("length = 999\nrules.preset = 'classic'").match_settings.length == 999
    assert only_table("length = 0\nrules.preset = 'parker'").match_settings.rulebook == PARKER


@pytest.mark.parametrize(
    ("text", "orientation"),
    [
        ("", Orientation()),
        ("light_sits = 'far'", Orientation(light_far=True)),
        ("light_sits = 'near'\nhome = 'left'", Orientation(home_left=True)),
        ("light_sits = 'far'\nhome = 'left'", Orientation(light_far=True, home_left=True)),
    ],
)
def test_seating_of_light_and_home_side_can_be_configured(
    text: str, orientation: Orientation
) -> None:
    assert only_table(text).orientation == orientation


def service_of(text: str) -> ServiceSettings:
    return parse_configuration(f"[service]\n{text}").service


def test_page_is_local_unless_configured_otherwise() -> None:
    assert service_of("") == ServiceSettings(listen="127.0.0.1", port=None, host_name=None)
    assert service_of("port = 'auto'\nhost_name = 'auto'") == ServiceSettings()


@pytest.mark.parametrize("address", ["192.168.1.255", "::", "::1", "192.168.1.20", "fe80::1"])
def test_the_page_may_be_served_at_any_address(address: str) -> None:
    assert service_of(f"listen = '{address}'").listen == address


@pytest.mark.parametrize(
    "text",
    [
        "listen = 'localhost'", "listen = '1.2.3'", "listen = '256.0.0.1'", "listen = ':'",
        "listen = ''", "listen = 8080", "port = 0", "port = 65536", "port = '8080'", "port = 80.0",
        "host_name = ''", "host_name = 'a b'", "host_name = '-a'", "host_name = 'a..b'",
        "host_name = 'a.'", "host_name = 'é'", "host_name = 'http://a'",
    ],
)  # fmt: skip
def test_impossible_address_of_the_page_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        service_of(text)
    (problem,) = refused.value.problems
    assert problem.mistake.kind.value in ("value", "value_like")
    for language in available_languages():
        assert text.partition(" ")[0] in problem.in_words("a.toml", load_phrases(language))


@pytest.mark.parametrize("name", ["board", "board.home.arpa", "pi-4", "10.0.0.1"])
def test_the_machine_may_have_another_name_for_browsers(name: str) -> None:
    named = service_of(f"host_name = '{name}'\nport = 80")
    assert named == ServiceSettings(host_name=name, port=80)


def test_settings_check_themselves_when_they_are_made() -> None:
    with pytest.raises(ValueError, match="brightness cannot be 2"):
        SimulatedLampsOptions(brightness=2.0)
    with pytest.raises(ValueError, match="same_players"):
        TableSettings(names=("A", "A"))
    with pytest.raises(ValueError, match="table cannot be"):
        Configuration(tables=(TableSettings(name="a"), TableSettings(name="A")))
    with pytest.raises(ValueError, match="table cannot be"):
        Configuration(tables=())


@pytest.mark.parametrize(
    ("journals", "environment", "folder"),
    [
        (None, {}, "/x/.local/share/kibitz"),
        (None, {"XDG_DATA_HOME": "/data"}, "/data/kibitz"),
        (None, {"XDG_DATA_HOME": "data"}, "/x/.local/share/kibitz"),
        (Path("~/j"), {"XDG_DATA_HOME": "/data"}, "/x/j"),
        (Path("/var/j"), {}, "/var/j"),
    ],
)
def test_journals_are_stored_in_the_configured_folder_or_the_data_folder(
    journals: Path | None, environment: dict[str, str], folder: str
) -> None:
    settings = ServiceSettings(journals=journals)
    assert settings.journal_folder(environment, Path("/x")) == Path(folder)


def test_a_configuration_is_looked_for_here_and_then_among_those_of_the_user() -> None:
    environment = {"XDG_CONFIG_HOME": "/c"}
    assert list(default_files(environment, Path("/h"), Path("/x"))) == [
        Path("/h/kibitz.toml"),
        Path("/c/kibitz/kibitz.toml"),
    ]


def test_language_is_that_of_the_system_unless_configured() -> None:
    system = {"LANG": "fr_FR.UTF-8"}
    assert ServiceSettings().language_for(system) == Language("fr")
    assert ServiceSettings(language=Language("en")).language_for(system) == Language("en")
    assert parse_configuration("[service]\nlog_level = 'debug'").service.log_level is LogLevel.DEBUG


def knobs() -> list[tuple[str, str]]:
    """Every knob of a rulebook with each of its named values, as `kibitz play --rule` has them."""
    return [
        (name, value.name.lower())
        for name in Rulebook.__slots__
        if isinstance(value_now := getattr(TOURNAMENT, name), Enum)
        for value in type(value_now)
    ]


@pytest.mark.parametrize(("knob", "value"), knobs())
def test_a_knob_is_turned_by_the_same_words_as_in_the_terminal(knob: str, value: str) -> None:
    turned = apply_settings(TOURNAMENT, [f"{knob}={value}"])
    assert only_table(f"rules.{knob} = '{value}'").rules == turned


def test_every_knob_of_a_rulebook_and_of_a_profile_can_be_turned() -> None:
    keys = {section.key: [setting.key for setting in section.settings] for section in sections()}

    assert keys["table.rules"] == [PRESET, *(set_ for set_ in Rulebook.__slots__ if set_ != "name")]
    assert keys["table.referee"] == [
        PRESET,
        *(set_ for set_ in CLUB_PROFILE.__slots__ if set_ != "name"),
    ]


@pytest.mark.parametrize("preset", [*RULEBOOKS.values(), *PROFILES.values()], ids=str)
def test_every_preset_can_be_written_knob_by_knob(preset: object) -> None:
    table = "rules" if isinstance(preset, Rulebook) else "referee"
    missing = {"illegal_play": "rulebook", "early_throw": "rulebook", "undo_needs_both": "rulebook"}
    lines = []
    for name in preset.__slots__:  # type: ignore[attr-defined]  # rulebooks and profiles have them
        value = getattr(preset, name)
        word = missing.get(name, "none") if value is None else value
        word = enum_word(word) if isinstance(word, Enum) else word
        text = f"'{word}'" if isinstance(word, str) else str(word).lower()
        if name != "name":
            lines.append(f"{table}.{name} = {text}")
    read = getattr(only_table("\n".join(lines)), table)

    assert replace(read, name="") == replace(preset, name="")  # type: ignore[type-var]


def test_names_of_choices_are_single_words() -> None:
    words = [
        word
        for section in sections()
        for setting in section.settings
        for word in getattr(setting.shape, "choices", ())
    ]
    assert len(words) > 40
    assert all(re.fullmatch(r"[a-z0-9_-]+", word) for word in words)


CAMERA = SimulatedCameraOptions(size=(640, 480))


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize(
    "table", [TableSettings(), TableSettings(board=NoBoardOptions(), camera=CAMERA)]
)
def test_one_sensor_sees_the_checkers_and_no_other(table: TableSettings, sensor: str) -> None:
    changed = with_sensor(table, sensor)

    names = driver_for(changed.board).name, driver_for(changed.camera).name
    wanted = ("none", "simulated") if sensor == "camera" else (sensor, "none")
    assert names == wanted


def test_a_camera_that_is_configured_stays_as_it_is() -> None:
    assert with_sensor(TableSettings(camera=CAMERA), "camera").camera == CAMERA


@pytest.mark.parametrize("sensor", [*BOARDS_BY_SENSOR, "camera"])
@pytest.mark.parametrize("camera", [NoCameraOptions(), UsbCameraOptions()])
def test_sensor_of_real_checkers_cannot_be_chosen(camera: CameraDriverOptions, sensor: str) -> None:
    with pytest.raises(NotSimulated):
        with_sensor(TableSettings(board=PicoBoardOptions(), camera=camera), sensor)


@pytest.mark.parametrize(
    ("lines", "on_request"),
    [
        ("", True),
        ('board.driver = "hall"', True),
        ('board.driver = "none"\ncamera.driver = "simulated"', True),
        ('board = { driver = "pico", port = "/dev/ttyACM0" }', False),
        ('board = { driver = "pi", pins = "mock" }', False),
        ('board.driver = "none"\ncamera.driver = "usb"', False),
    ],
)
def test_next_game_needs_a_request_only_where_checkers_are_moved_on_a_page(
    lines: str, *, on_request: bool
) -> None:
    assert only_table(lines).match_settings.next_on_request is on_request
