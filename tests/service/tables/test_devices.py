"""The devices of a table are those that the configuration names, and share what they must."""

import asyncio

import pytest

from firmware_bridge.dice.bluetooth.smart import SmartDice
from firmware_bridge.dice.lines import LineDice
from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import WiredDice
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.sounder import WiredSounder
from firmware_bridge.drivers.switches import WiredSwitches
from firmware_bridge.link import BoardLink
from hardware.cells import CELL_MAPS, LIT
from hardware.checkers import Colour, point
from hardware.devices import Device
from hardware.drivers.pi.buttons import PiButtons
from hardware.drivers.pi.chain import PiSwitches
from hardware.drivers.pi.pins import BUTTONS
from hardware.drivers.pi.plain_lamps import PiLamps
from hardware.drivers.pi.sounder import PiSounder
from hardware.drivers.pi.status_light import PiStatusLight
from hardware.drivers.pi.strip import PiStrip
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.sounder import SimulatedSounder
from hardware.lights import Frame, Light, Rgb
from hardware.observations import Observation
from referee.naming import tell_device
from referee.state import State
from referee.words import Language, load_phrases
from service.config import drivers
from service.config.settings import Table
from service.tables.devices import (
    LAMPS,
    REPORTERS,
    SHARED,
    SOUNDERS,
    STATUS_LIGHTS,
    Attached,
    Bench,
    attach,
)

SIMULATED = Table()
PICO = Table(
    board=drivers.PicoBoard(),
    dice=drivers.PicoDice(pairs=2),
    buttons=drivers.PicoButtons(),
    lamps=drivers.PicoLamps(),
    sounder=drivers.PicoSounder(),
)
PI = Table(
    board=drivers.PiBoard(pins="mock"),
    dice=drivers.LineDice(),
    buttons=drivers.PiButtons(),
    lamps=drivers.PiLamps(each=2),
    sounder=drivers.PiSounder(),
    status=drivers.PiStatusLight(),
)


def attached(table: Table) -> Attached:
    return attach(table, SimulatedClock(5.0), State.of(table.match))


def devices(table: Table) -> dict[str, Device]:
    return {device.name: device for device in attached(table).every}


def test_every_driver_has_somebody_to_make_its_devices() -> None:
    unions = (drivers.BoardDriver, drivers.DiceDriver, drivers.ButtonsDriver)
    reporters = {kind for union in unions for kind in union.__args__}

    assert set(REPORTERS) == reporters
    assert set(LAMPS) == set(drivers.LampsDriver.__args__)
    assert set(SOUNDERS) == set(drivers.SounderDriver.__args__)
    assert set(STATUS_LIGHTS) == set(drivers.StatusDriver.__args__)
    assert set(SHARED) == set(drivers.BoardDriver.__args__)


def test_every_layout_that_is_known_can_be_configured() -> None:
    for layout in CELL_MAPS:
        assert drivers.PicoBoard(layout=layout).layout == layout  # type: ignore[arg-type]  # each
    assert len(drivers.FOUR_BUTTONS) <= len(BUTTONS)


def test_everything_on_a_pico_hangs_on_one_link() -> None:
    made = devices(PICO)

    assert {name: type(device) for name, device in made.items()} == {
        "board": WiredSwitches,
        "dice.light": WiredDice,
        "dice.dark": WiredDice,
        "buttons": WiredButtons,
        "lamps": WiredLamps,
        "sounder": WiredSounder,
    }
    assert len({id(vars(device)["_link"]) for device in made.values()}) == 1
    assert not any(device.simulated for device in made.values())


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
    assert [name for name, device in made.items() if device.simulated] == [
        "board",
        "buttons",
        "lamps",
        "sounder",
        "status",
    ]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("table", [SIMULATED, PICO, PI])
def test_every_device_has_a_word_of_its_own(table: Table, language: Language) -> None:
    phrases = load_phrases(language)
    words = [tell_device(name, phrases) for name in devices(table)]

    assert len(set(words)) == len(words)
    assert not any(tell_device("", phrases).strip() in word for word in words)


def test_nothing_is_heard_or_seen_from_afar_unless_it_is_asked_for() -> None:
    heard = attached(Table(sounder=drivers.SimulatedSounder()))

    assert set(devices(SIMULATED)) == {"board", "dice", "buttons", "lamps"}
    assert heard.drivers["sounder"] == "simulated"
    assert len(heard.all_of(SimulatedSounder)) == 1


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (drivers.SerialDice(), WiredDice),
        (drivers.LineDice(pattern="([1-6])x([1-6])"), LineDice),
        (drivers.GoDice(), SmartDice),
        (drivers.Pixels(dice=("C8:1B:2A:00:11:22", "C8:1B:2A:00:11:23")), SmartDice),
    ],
)
def test_dice_may_have_a_line_of_their_own(options: drivers.DiceDriver, kind: type[Device]) -> None:
    made = devices(Table(dice=options))

    assert type(made["dice"]) is kind
    assert not made["dice"].simulated


def test_plain_lamps_may_be_on_the_pins() -> None:
    plain = Table(board=drivers.PiBoard(), lamps=drivers.PiPlainLamps())

    assert type(devices(plain)["lamps"]) is PiLamps


def test_what_is_made_is_not_opened_and_nothing_real_is_touched() -> None:
    real = Table(board=drivers.PiBoard(), buttons=drivers.PiButtons(), lamps=drivers.PiLamps())

    assert not devices(real)["board"].simulated


def test_checkers_are_only_pretended_where_the_board_is() -> None:
    assert attached(SIMULATED).checkers is not None
    assert attached(PICO).checkers is None
    assert attached(PI).checkers is None


def test_a_table_may_be_real_and_its_dice_simulated() -> None:
    mixed = Table(board=drivers.PicoBoard(), lamps=drivers.PicoLamps())
    made = devices(mixed)

    assert [name for name, device in made.items() if device.simulated] == ["dice", "buttons"]
    assert attached(mixed).drivers == {
        "board": "pico",
        "dice": "simulated",
        "buttons": "simulated",
        "lamps": "pico",
    }


def test_pins_that_only_pretend_run_the_real_drivers() -> None:
    async def evening() -> tuple[Observation, float]:
        made = attached(PI)
        (board,) = (it for it in made.reporters if isinstance(it, PiSwitches))
        (lamps,) = made.lamps
        async with board, lamps.device:
            seen = await anext(board.signals())
            await lamps.device.show(Frame({point(1): Light(Rgb(0, 9, 0))}))
        assert isinstance(seen, Observation)
        return seen, len(lamps.device.places)

    seen, lit = asyncio.run(evening())

    assert seen[point(1)].allows(0, 0)
    assert not seen[point(1)].allows(1, 0)
    assert lit == len(LIT)


def test_a_part_of_a_board_is_never_made_without_the_board() -> None:
    state = State.of(SIMULATED.match)
    made = attached(SIMULATED)
    assert made.checkers is not None
    bench = Bench(SimulatedClock(5.0), made.checkers, state)

    with pytest.raises(TypeError, match="end of a line"):
        LAMPS[drivers.PicoLamps](drivers.PicoLamps(), bench)
    with pytest.raises(TypeError, match="on pins"):
        LAMPS[drivers.PiLamps](drivers.PiLamps(), bench)


def test_the_colour_of_dice_is_that_of_their_player() -> None:
    made = devices(PICO)

    assert [vars(made[f"dice.{it.value}"])["_colour"] for it in Colour] == list(Colour)
    assert [vars(made[f"dice.{it.value}"])["_pair"] for it in Colour] == [0, 1]


def test_a_board_that_is_wanted_by_name_is_looked_for_by_that_name() -> None:
    clock = SimulatedClock(5.0)
    link = SHARED[drivers.PicoBoard](drivers.PicoBoard(uid="e6614103e7"), clock)
    named = SHARED[drivers.PicoBoard](drivers.PicoBoard(port="/dev/ttyACM0"), clock)

    assert vars(vars(link)["_port"])["_uid"] == "e6614103e7"
    assert isinstance(named, BoardLink)
    assert named.where == "/dev/ttyACM0"
