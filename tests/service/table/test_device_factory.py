"""The devices of a table are those that the configuration names, with shared parts."""

import pytest

from firmware_bridge import board_devices
from firmware_bridge.bluetooth_dice import BluetoothDice
from firmware_bridge.board_link import BoardLink
from firmware_bridge.printed_dice import LineDice
from hardware.checkers import BACKGAMMON, Colour, point
from hardware.devices import Device
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.pi.pi_inputs import PiButtons, PiSwitches
from hardware.drivers.pi.pi_outputs import PiPlainLamps, PiSounder, PiStatusLight, PiStrip
from hardware.drivers.pi.pins import BUTTONS
from hardware.drivers.simulated.simulated_devices import SimulatedSounder
from hardware.observations import Observation
from hardware.outputs import LampFrame, LampLight, Rgb
from hardware.sensor_map import P5, SENSOR_MAPS
from referee.state import State
from service.config.service_settings import TableSettings
from service.drivers import pi_drivers, pico_drivers
from service.drivers.dice_drivers import (
    GoDiceOptions,
    LineDiceOptions,
    PixelsOptions,
    SerialDiceOptions,
)
from service.drivers.driver_entry import DiceDriverOptions, DriverContext
from service.drivers.simulated_drivers import SimulatedSounderOptions
from service.table.device_factory import DeviceSet, create_devices
from service.words.phrases import Language, available_languages, device_in_words, load_phrases

SIMULATED = TableSettings()
PICO = TableSettings(
    board=pico_drivers.PicoBoardOptions(),
    dice=pico_drivers.PicoDiceOptions(pairs=2),
    buttons=pico_drivers.PicoButtonsOptions(),
    lamps=pico_drivers.PicoLampsOptions(),
    sounder=pico_drivers.PicoSounderOptions(),
)
PI = TableSettings(
    board=pi_drivers.PiBoardOptions(pins="mock"),
    dice=LineDiceOptions(),
    buttons=pi_drivers.PiButtonsOptions(),
    lamps=pi_drivers.PiStripOptions(each=2),
    sounder=pi_drivers.PiSounderOptions(),
    status=pi_drivers.PiStatusLightOptions(),
)


def device_set(table: TableSettings) -> DeviceSet:
    return create_devices(table, SimulatedClock(5.0), State.of(table.match_settings))


def devices(table: TableSettings) -> dict[str, Device]:
    return {device.name: device for device in device_set(table).all_devices}


def test_every_layout_of_the_game_can_be_configured() -> None:
    for layout in (it.name for it in SENSOR_MAPS.values() if it.board is BACKGAMMON):
        assert pico_drivers.PicoBoardOptions(layout=layout).layout == layout  # type: ignore[arg-type]  # each
    assert len(pico_drivers.FOUR_BUTTONS) <= len(BUTTONS)


def test_everything_on_a_pico_hangs_on_one_link() -> None:
    made = devices(PICO)

    assert {name: type(device) for name, device in made.items()} == {
        "board": board_devices.WiredSwitches,
        "dice.light": board_devices.WiredDice,
        "dice.dark": board_devices.WiredDice,
        "buttons": board_devices.WiredButtons,
        "lamps": board_devices.WiredLamps,
        "sounder": board_devices.WiredSounder,
    }
    assert len({id(vars(device)["_link"]) for device in made.values()}) == 1
    assert not any(device.is_simulated for device in made.values())


def test_everything_on_pins_is_on_the_same_pins() -> None:
    made = devices(PI)

    assert {name: type(device) for name, device in made.items()} == {
        "board": PiSwitches,
        "dice": LineDice,
        "buttons": PiButtons,
        "lamps": PiStrip,
        "sounder": PiSounder,
        "status": PiStatusLight,
    }
    boards = {id(vars(device)["_board"]) for name, device in made.items() if name != "dice"}
    assert len(boards) == 1
    simulated = [name for name, device in made.items() if device.is_simulated]
    assert simulated == ["board", "buttons", "lamps", "sounder", "status"]


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("table", [SIMULATED, PICO, PI])
def test_every_device_has_a_word_of_its_own(table: TableSettings, language: Language) -> None:
    phrases = load_phrases(language)
    words = [device_in_words(name, phrases) for name in devices(table)]

    assert len(set(words)) == len(words)
    assert not any(device_in_words("", phrases).strip() in word for word in words)


def test_sounder_and_status_light_exist_only_if_configured() -> None:
    audible = device_set(TableSettings(sounder=SimulatedSounderOptions()))

    assert set(devices(SIMULATED)) == {"board", "dice", "buttons", "lamps"}
    assert audible.drivers["sounder"] == "simulated"
    assert len(audible.all_of(SimulatedSounder)) == 1


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (SerialDiceOptions(), board_devices.WiredDice),
        (LineDiceOptions(pattern="([1-6])x([1-6])"), LineDice),
        (GoDiceOptions(), BluetoothDice),
        (PixelsOptions(dice=("C8:1B:2A:00:11:22", "C8:1B:2A:00:11:23")), BluetoothDice),
    ],
)
def test_dice_may_have_a_line_of_their_own(options: DiceDriverOptions, kind: type[Device]) -> None:
    made = devices(TableSettings(dice=options))

    assert type(made["dice"]) is kind
    assert not made["dice"].is_simulated


def test_plain_lamps_may_be_on_the_pins() -> None:
    plain = TableSettings(board=pi_drivers.PiBoardOptions(), lamps=pi_drivers.PiPlainLampsOptions())
    assert type(devices(plain)["lamps"]) is PiPlainLamps


def test_created_devices_are_not_opened_and_touch_no_hardware() -> None:
    real = TableSettings(
        board=pi_drivers.PiBoardOptions(),
        buttons=pi_drivers.PiButtonsOptions(),
        lamps=pi_drivers.PiStripOptions(),
    )

    assert not devices(real)["board"].is_simulated


def test_checkers_are_simulated_only_with_a_simulated_board() -> None:
    assert device_set(SIMULATED).checkers is not None
    assert device_set(PICO).checkers is None
    assert device_set(PI).checkers is None


def test_a_table_may_be_real_and_its_dice_simulated() -> None:
    mixed = TableSettings(
        board=pico_drivers.PicoBoardOptions(), lamps=pico_drivers.PicoLampsOptions()
    )
    made = devices(mixed)

    assert [name for name, device in made.items() if device.is_simulated] == ["dice", "buttons"]
    assert device_set(mixed).drivers == {
        "board": "pico",
        "dice": "simulated",
        "buttons": "simulated",
        "lamps": "pico",
    }


async def test_mock_pins_run_the_real_drivers() -> None:
    made = device_set(PI)
    (board,) = (it for it in made.input_devices if isinstance(it, PiSwitches))
    (lamps,) = made.lamps
    async with board, lamps.device:
        observation = await anext(board.signals())
        await lamps.device.show(LampFrame({point(1): LampLight(Rgb(0, 9, 0))}))

    assert isinstance(observation, Observation)
    assert observation[point(1)].allows(0, 0)
    assert not observation[point(1)].allows(1, 0)
    assert len(lamps.device.places) == len(P5.lamps)


def test_a_part_of_a_board_is_never_made_without_the_board() -> None:
    state = State.of(SIMULATED.match_settings)
    made = device_set(SIMULATED)
    assert made.checkers is not None
    context = DriverContext(SimulatedClock(5.0), made.checkers, state)

    with pytest.raises(TypeError, match="has no link"):
        pico_drivers.PICO_LAMPS.create(pico_drivers.PicoLampsOptions(), context)
    with pytest.raises(TypeError, match="on pins"):
        pi_drivers.PI_STRIP.create(pi_drivers.PiStripOptions(), context)


def test_the_colour_of_dice_is_that_of_their_player() -> None:
    made = devices(PICO)

    assert [vars(made[f"dice.{it.value}"])["_colour"] for it in Colour] == list(Colour)
    assert [vars(made[f"dice.{it.value}"])["_pair"] for it in Colour] == [0, 1]


def test_a_board_that_is_wanted_by_name_is_looked_for_by_that_name() -> None:
    clock = SimulatedClock(5.0)
    link = pico_drivers.PICO_BOARD.connect(pico_drivers.PicoBoardOptions(uid="e6614103e7"), clock)
    named = pico_drivers.PICO_BOARD.connect(
        pico_drivers.PicoBoardOptions(port="/dev/ttyACM0"), clock
    )

    assert vars(vars(link)["_port"])["_uid"] == "e6614103e7"
    assert isinstance(named, BoardLink)
    assert named.address == "/dev/ttyACM0"
