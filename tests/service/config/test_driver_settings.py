"""Settings of real devices are checked, alone and together."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from hardware.signals import Button
from service.config.configuration_file import parse_configuration
from service.config.service_settings import TableSettings
from service.drivers.camera_drivers import (
    AfterLast,
    CsiCameraOptions,
    FilesCameraOptions,
    SimulatedCameraOptions,
    StreamCameraOptions,
    UsbCameraOptions,
)
from service.drivers.dice_drivers import (
    SERIAL_DICE,
    GoDiceOptions,
    LineDiceOptions,
    SerialDiceOptions,
)
from service.drivers.driver_entry import NoBoardOptions, NoCameraOptions
from service.drivers.pi_drivers import (
    PiBoardOptions,
    PiButtonsOptions,
    PiPlainLampsOptions,
    PiSounderOptions,
    PiStatusLightOptions,
    PiStripOptions,
)
from service.drivers.pico_drivers import (
    FOUR_BUTTONS,
    PicoBoardOptions,
    PicoButtonsOptions,
    PicoDiceOptions,
    PicoLampsOptions,
    PicoSounderOptions,
)
from service.drivers.simulated_drivers import SimulatedSounderOptions
from service.schema.configuration_problems import ConfigurationError
from service.words.phrases import available_languages, load_phrases
from simulation.rendering.board_looks import LOOKS
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS

LANGUAGES = [load_phrases(language) for language in available_languages()]


def only_table(text: str) -> TableSettings:
    (table,) = parse_configuration(f"[[table]]\n{text}").tables
    return table


def problems_in(text: str) -> list[str]:
    """The mistakes of a configuration in English; every other language has words for them, too."""
    with pytest.raises(ConfigurationError) as refused:
        parse_configuration(text)
    english, *others = (
        [problem.in_words("f", phrases) for problem in refused.value.problems]
        for phrases in LANGUAGES
    )
    assert all(len(lines) == len(english) for lines in others)
    return english


def test_pico_with_every_device_can_be_configured() -> None:
    table = only_table("""
        board = { driver = "pico", port = "/dev/ttyACM0", uid = "e6614103e7", debounce = 8 }
        dice = { driver = "pico", pairs = 2 }
        buttons = { driver = "pico", meanings = ["light", "dark", "no", "no"] }
        lamps = { driver = "pico", brightness = 0.2 }
        sounder = { driver = "pico" }
    """)

    assert table.board == PicoBoardOptions(port="/dev/ttyACM0", uid="e6614103e7", debounce=8)
    assert table.dice == PicoDiceOptions(pairs=2)
    meanings = (Button.LIGHT, Button.DARK, Button.NO, Button.NO)
    assert table.buttons == PicoButtonsOptions(meanings=meanings)
    assert table.lamps == PicoLampsOptions(brightness=0.2)
    assert table.sounder == PicoSounderOptions()
    assert table.simulated_kinds == frozenset()


def test_a_board_is_found_automatically_and_four_buttons_suffice_for_a_match_with_the_cube() -> (
    None
):
    assert PicoBoardOptions() == PicoBoardOptions(port=None, uid=None, layout="p5", debounce=4)
    assert only_table("board.driver = 'pico'").board == PicoBoardOptions()
    assert PicoButtonsOptions().meanings == FOUR_BUTTONS
    assert {Button.LIGHT, Button.DARK, Button.CUBE, Button.NO} == set(FOUR_BUTTONS)


def test_a_table_may_be_partly_simulated() -> None:
    table = only_table("board.driver = 'pico'\nlamps.driver = 'pico'")
    assert table.simulated_kinds == {"dice", "buttons"}


def test_on_mock_pins_everything_is_simulated() -> None:
    pi = "board = { driver = 'pi', pins = '%s' }\n" + "\n".join(
        f"{kind}.driver = 'pi'" for kind in ("lamps", "buttons", "sounder", "status")
    )

    assert only_table(pi % "lgpio").simulated_kinds == {"dice"}
    mock = only_table(pi % "mock")
    assert mock.simulated_kinds == {"board", "dice", "buttons", "lamps", "sounder", "status"}
    assert (mock.sounder, mock.status) == (PiSounderOptions(), PiStatusLightOptions())


def test_table_without_audible_events_may_have_a_sounder() -> None:
    table = only_table("sounder.driver = 'simulated'")

    assert table.sounder == SimulatedSounderOptions()
    assert table.simulated_kinds == {"board", "dice", "buttons", "lamps", "sounder"}


def test_a_status_light_is_on_the_pins_of_the_board() -> None:
    (problem,) = problems_in("[[table]]\nboard.driver = 'pico'\nstatus.driver = 'pi'")
    (unknown,) = problems_in("[[table]]\nstatus.driver = 'pico'")

    assert problem.startswith('f:3: table.status.driver: needs a board with the driver "pi"')
    assert unknown.startswith('f:2: table.status.driver: should be "none" or "pi"')


@pytest.mark.parametrize("driver", [PiStripOptions(each=3), PiPlainLampsOptions()])
def test_lamps_on_pins_need_a_board_on_pins(driver: PiStripOptions | PiPlainLampsOptions) -> None:
    table = TableSettings(board=PiBoardOptions(), lamps=driver, buttons=PiButtonsOptions())
    assert table.lamps == driver
    with pytest.raises(ValueError, match="needs_board"):
        TableSettings(lamps=driver)


@pytest.mark.parametrize("kind", ["dice", "buttons", "lamps", "sounder"])
def test_part_of_a_board_requires_that_board(kind: str) -> None:
    (problem,) = problems_in(f"[[table]]\nboard.driver = 'slots'\n{kind}.driver = 'pico'")

    assert problem == (
        f'f:3: table.{kind}.driver: needs a board with the driver "pico", '
        'but the board of this table has "slots"'
    )


def test_every_part_that_is_not_on_its_board_is_reported_at_once() -> None:
    text = "[[table]]\nboard.driver = 'pi'\nbuttons.driver = 'pico'\nlamps.driver = 'pico'"

    keys = [line.split(": ")[1] for line in problems_in(text)]
    assert keys == ["table.buttons.driver", "table.lamps.driver"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("board = { driver = 'pico' }", "board = { driver = 'pico' }"),
        ("board = { driver = 'pico', uid = 'a1' }", "board = { driver = 'pico', uid = 'a1' }"),
        (
            "board = { driver = 'pico', port = '/dev/ttyACM0' }",
            "board = { driver = 'pico', port = '/dev/ttyACM0', uid = 'a1' }",
        ),
        ("board = { driver = 'pi' }", "board = { driver = 'pi' }"),
        ("dice = { driver = 'lines' }", "dice = { driver = 'serial', port = '/dev/ttyUSB0' }"),
        ("dice = { driver = 'serial' }", "dice = { driver = 'serial' }"),
    ],
)
def test_two_tables_cannot_have_the_same_device(one: str, other: str) -> None:
    (problem,) = problems_in(f"[[table]]\nname = 'a'\n{one}\n[[table]]\nname = 'b'\n{other}")

    assert problem.startswith("f:6: table.")
    assert "already" in problem


def test_one_table_cannot_have_two_devices_at_one_port() -> None:
    port = "port = '/dev/ttyUSB0'"
    (problem,) = problems_in(
        f"[[table]]\nboard = {{ driver = 'pico', {port} }}\ndice.driver = 'lines'"
    )

    assert problem.startswith("f:3: table.dice: another device")


def test_several_boards_are_distinguished_by_their_names() -> None:
    text = "\n".join(
        f"[[table]]\nname = '{name}'\nboard = {{ driver = 'pico', uid = '{name}' }}"
        for name in ("a1", "b2")
    )
    mock = "[[table]]\nname = '%s'\nboard = { driver = 'pi', pins = 'mock' }\n"

    assert len(parse_configuration(text).tables) == 2
    assert len(parse_configuration(mock % "a" + mock % "b").tables) == 2


@pytest.mark.parametrize(
    "port",
    ["/dev/ttyACM0", "/dev/serial/by-id/usb-x-if00", "socket://10.0.0.9:4000", "rfc2217://b:1"],
)
def test_a_port_is_a_path_or_an_address(port: str) -> None:
    table = only_table(f"board = {{ driver = 'pico', port = '{port}' }}")
    assert table.board == PicoBoardOptions(port=port)


@pytest.mark.parametrize("port", ["", "ttyACM0", "http://a", "/dev/tty ACM0", "loop://", "/", "/é"])
def test_invalid_port_is_refused(port: str) -> None:
    (problem,) = problems_in(f"[[table]]\nboard = {{ driver = 'pico', port = '{port}' }}")
    assert "table.board.port: should be a path such as" in problem


@pytest.mark.parametrize(
    "text",
    [
        "board = { driver = 'pico', debounce = 1 }", "board = { driver = 'pico', debounce = 9 }",
        "board = { driver = 'pico', uid = 'a b' }", "board = { driver = 'pico', uid = '' }",
        "board = { driver = 'pico', layout = 'p6' }", "board = { driver = 'pi', pins = 'guess' }",
        "board = { driver = 'pi', port = '/dev/ttyACM0' }",
        "dice = { driver = 'serial', pairs = 3 }", "dice = { driver = 'lines', port = 'auto' }",
        "dice = { driver = 'lines', quiet = 11 }", "dice = { driver = 'lines', baud = 0 }",
        "dice = { driver = 'godice', dice = ['C8:1B:2A:00:11:22'] }",
        "dice = { driver = 'pixels', dice = ['', ''] }",
    ],
)  # fmt: skip
def test_an_option_keeps_to_its_range(text: str) -> None:
    assert len(problems_in(f"[[table]]\n{text}")) == 1


@pytest.mark.parametrize("meanings", ["[]", "['light'" + ", 'no'" * 8 + "]", "['up']", "'light'"])
def test_buttons_mean_something_and_there_are_one_to_eight(meanings: str) -> None:
    text = (
        f"[[table]]\nboard.driver = 'pico'\nbuttons = {{ driver = 'pico', meanings = {meanings} }}"
    )

    (problem,) = problems_in(text)

    assert "table.buttons.meanings" in problem


def test_dice_that_print_may_have_a_pattern_of_their_own() -> None:
    dice = only_table("dice = { driver = 'lines', pattern = 'T([1-6])([1-6])', quiet = 2 }").dice

    assert dice == LineDiceOptions(pattern="T([1-6])([1-6])", quiet=2.0)
    assert LineDiceOptions(pattern="T([1-6]{2})").pattern
    resource = SERIAL_DICE.exclusive_resource
    assert resource(SerialDiceOptions(uid="d1")) != resource(SerialDiceOptions())
    assert GoDiceOptions(dice=("C8:1B:2A:00:11:22", "C8:1B:2A:00:11:23")).dice


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("([1-6]", "not a regular expression"), ("[1-6]", "not 0"), ("(1)(2)(3)", "not 3"),
        ("(a){99999999999999}", "not a regular expression"), ("(a+)+b", "may not be repeated"),
    ],
)  # fmt: skip
def test_a_pattern_that_finds_no_two_numbers_is_refused(pattern: str, said: str) -> None:
    (problem,) = problems_in(f"[[table]]\ndice = {{ driver = 'lines', pattern = '{pattern}' }}")

    assert problem.startswith("f:2: table.dice.pattern: ")
    assert said in problem


def test_a_camera_may_be_the_only_sensor() -> None:
    alone = "board.driver = 'none'\ncamera = { driver = %s }"

    table = only_table(alone % "'usb', device = '2', size = [640, 480], fps = 10")
    assert table.board == NoBoardOptions()
    assert table.camera == UsbCameraOptions(device="2", size=(640, 480), fps=10)
    assert only_table(alone % "'csi', number = 1").camera == CsiCameraOptions(number=1)
    stream = only_table(alone % "'stream', url = 'https://phone/video'").camera
    assert stream == StreamCameraOptions(url="https://phone/video")
    files = only_table(alone % "'files', path = '~/evening', after_last = 'repeats'").camera
    assert files == FilesCameraOptions(path=Path("~/evening"), after_last=AfterLast.REPEATS)


def test_a_camera_may_look_at_the_simulated_table() -> None:
    beside = only_table("camera.driver = 'simulated'")
    alone = only_table("board.driver = 'none'\ncamera.driver = 'simulated'")

    assert beside.simulated_kinds == {"board", "camera", "dice", "buttons", "lamps"}
    assert alone.simulated_kinds == beside.simulated_kinds - {"board"}
    assert only_table("").camera == NoCameraOptions()


def test_look_of_a_simulated_camera_is_chosen_by_name() -> None:
    table = only_table(
        "camera = { driver = 'simulated', look = 'wood', light = 'lamp', viewpoint = 'steep',"
        " seed = 7, size = [640, 480] }"
    )

    expected = SimulatedCameraOptions(
        look=LOOKS["wood"],
        light=LIGHTS["lamp"],
        viewpoint=VIEWPOINTS["steep"],
        seed=7,
        size=(640, 480),
    )
    assert table.camera == expected


@pytest.mark.parametrize(
    ("option", "known"), [("look", LOOKS), ("light", LIGHTS), ("viewpoint", VIEWPOINTS)]
)
def test_unknown_name_of_a_simulated_camera_is_reported_with_the_known_ones(
    option: str, known: Mapping[str, object]
) -> None:
    (problem,) = problems_in(f"[[table]]\ncamera = {{ driver = 'simulated', {option} = 'moon' }}")

    assert f"table.camera.{option}" in problem
    assert all(f'"{name}"' in problem for name in known)


@pytest.mark.parametrize("device", ["0", "12", "/dev/video0", "usb-046d_C920_8F2A-video-index0"])
def test_a_camera_at_usb_has_a_number_a_path_or_a_name(device: str) -> None:
    assert UsbCameraOptions(device=device).device == device


@pytest.mark.parametrize("device", ["", "123", "video 0", "../video0", "a/b", "/dev/"])
def test_invalid_usb_camera_is_refused(device: str) -> None:
    camera = f"camera = {{ driver = 'usb', device = '{device}' }}"
    (problem,) = problems_in(f"[[table]]\nboard.driver = 'none'\n{camera}")

    assert "a name from /dev/v4l/by-id" in problem


def test_table_without_any_sensor_is_reported() -> None:
    (problem,) = problems_in("[[table]]\nboard.driver = 'none'")
    assert problem.startswith("f:2: table.board.driver: nothing would see the checkers")


@pytest.mark.parametrize(
    ("board", "camera"), [("counts", "usb"), ("pico", "simulated"), ("slots", "files")]
)
def test_board_and_camera_do_not_look_at_different_tables(board: str, camera: str) -> None:
    (problem,) = problems_in(f"[[table]]\nboard.driver = '{board}'\ncamera.driver = '{camera}'")
    assert "f:3: table.camera.driver: only one of the board and the camera" in problem


@pytest.mark.parametrize(
    "url", ["ftp://anna:hunter2@phone/", "anna:hunter2@phone", "http://hunter2 x"]
)
def test_an_address_that_may_hold_a_password_is_never_repeated(url: str) -> None:
    camera = f"camera = {{ driver = 'stream', url = '{url}' }}"
    (problem,) = problems_in(f"[[table]]\nboard.driver = 'none'\n{camera}")

    assert "should be an address such as http://" in problem
    assert "hunter2" not in problem


def test_a_camera_does_not_show_its_address() -> None:
    assert "hunter2" not in repr(StreamCameraOptions(url="http://anna:hunter2@phone/"))


@pytest.mark.parametrize(("one", "other"), [("'0'", "'/dev/video0'"), ("'auto'", "'auto'")])
def test_a_camera_is_given_to_one_table_only(one: str, other: str) -> None:
    (problem,) = problems_in(
        "\n".join(
            f"[[table]]\nname = 't{number}'\nboard.driver = 'none'\n"
            f"camera = {{ driver = 'usb', device = {device} }}"
            for number, device in enumerate((one, other))
        )
    )

    assert "already uses this port" in problem
