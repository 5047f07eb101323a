"""The firmware's own board in this process, at the end of a cable without delay.

The board has a time of its own, which runs ahead after each change: the board has debounced the
change before the common clock advances.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count

from firmware_bridge.board_devices import DARK_SENSED, LIGHT_SENSED
from firmware_bridge.board_link import BoardLink
from firmware_bridge.pico.board import Board
from firmware_bridge.pico.chip import Identity, boot_id
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.port import PortFault, PortListener
from hardware.checkers import Colour, Place
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from hardware.sensor_map import P5, SensorMap
from hardware.signals import Button, DiceState
from tests.rigs.devices.device_rigs import FEW
from tests.rigs.firmware.fake_parts import PlainButtons

MEANINGS = (Button.LIGHT, Button.DARK, Button.UNDO, Button.RESIGN)
UID = "e6614103e7"
STEP = 1
"""Milliseconds of a step of the board."""
SAMPLE_INTERVAL = 5
"""Milliseconds between two samples of the switches."""
DEBOUNCED_AFTER = 30
"""Milliseconds after which a change has been debounced."""
EIGHTH = 125
TICK = 0.5
"""Seconds after which an idle board ticks."""
AT_ONCE = 16
"""Bytes that it reads in a step."""
LONG = 60.0
"""Seconds that are long for a board with a heartbeat every second."""
RHYTHMS = {rhythm.value: rhythm for rhythm in Rhythm}
boots = count(1)


class Cable:
    """A port at one end and a line at the other; bytes arrive in the next turn of the loop."""

    def __init__(self, address: str = "the port") -> None:
        self.address = address
        self.plugged = True
        self.taken = False
        """True if another program has it open."""
        self.openings = 0
        self.to_board = b""
        self.written: list[bytes] = []
        """All bytes that the host has sent."""
        self.garble: Callable[[bytes], bytes] = lambda data: data
        """Transforms the bytes of the board."""
        self.on_write: Callable[[], None] = lambda: None
        self._listener: PortListener | None = None

    def is_open(self) -> bool:
        return self._listener is not None

    async def open(self, listener: PortListener) -> None:
        await asyncio.sleep(0)
        if not self.plugged:
            raise PortFault(self.address, "is not there")
        if self.taken or self._listener is not None:
            raise PortFault(self.address, "is in use by another program, or by another Kibitz")
        self._listener, self.to_board = listener, b""
        self.openings += 1

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise PortFault(self.address, "was unplugged")
        self.written.append(data)
        self.to_board += data
        asyncio.get_running_loop().call_soon(self.on_write)

    async def close(self) -> None:
        self._listener = None

    def say(self, data: bytes) -> None:
        """Delivers bytes to the host."""
        if (listener := self._listener) and (heard := self.garble(data)):
            asyncio.get_running_loop().call_soon(self._hear, listener, heard)

    def cut(self) -> None:
        """Unplugs the cable."""
        self.plugged = False
        listener, self._listener = self._listener, None
        if listener:
            asyncio.get_running_loop().call_soon(listener.on_lost, "was unplugged")

    def _hear(self, listener: PortListener, data: bytes) -> None:
        if listener is self._listener or not self.plugged:
            listener.on_data(data)


class CableEnd:
    """The board's end of a cable."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def read(self) -> bytes:
        data = self._cable.to_board[:AT_ONCE]
        self._cable.to_board = self._cable.to_board[AT_ONCE:]
        return data

    def can_write(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        self._cable.say(data)


class SlotSensors:
    """A switch or a magnetic sensor under each slot of a table."""

    every = SAMPLE_INTERVAL
    measures = False

    def __init__(self, table: SimulatedTable, bits: int, sensor_map: SensorMap) -> None:
        self.bits = bits
        self.count = len(sensor_map)
        self._map = sensor_map
        self._table = table
        self._felt: int | None = None
        table.on_change(self._touched)

    def scan(self) -> int:
        if self._felt is None:
            codes = {None: 0, Colour.LIGHT: LIGHT_SENSED, Colour.DARK: DARK_SENSED}
            slots = self._map.slots.items()
            lowest = (under for place, count in slots for under in self._under(place, count))
            states = [codes[under] if self.bits > 1 else int(under is not None) for under in lowest]
            self._felt = int("".join(f"{one:0{self.bits}b}" for one in states), 2)
        return self._felt

    def raw(self, bank: int) -> None:
        """Returns nothing: a switch has no measured values."""

    def set_thresholds(self, on: int, off: int) -> None:
        """Does nothing: a switch has no thresholds."""

    def _under(self, place: Place, slots: int) -> Sequence[Colour | None]:
        return self._table.lowest(place)[:slots]

    def _touched(self, places: tuple[Place, ...]) -> None:
        del places
        self._felt = None


class VisibleStrip:
    """Lamps with readable colours."""

    def __init__(self, lamps: int) -> None:
        self.count = lamps
        self.pixels = b""

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        return bytes((red, green, blue))

    def show(self, pixels: bytes) -> None:
        self.pixels = pixels

    def lamp(self, number: int) -> Rgb:
        return Rgb(*self.pixels[3 * number : 3 * number + 3])


class RecordingPiezo:
    """A sounder that records its tones."""

    def __init__(self) -> None:
        self.hertz: list[int] = []

    def sound(self, hertz: int) -> None:
        self.hertz.append(hertz)


class LineDiceHardware:
    """Dice on the board's second line, and the hand that throws them."""

    def __init__(self, pairs: int) -> None:
        self.reached = True
        self.on_change: Callable[[], None] = lambda: None
        self._said = b""
        self._doing = [(0, DiceState.LIFTED, "-")] * pairs

    def any(self) -> int:
        return len(self._said)

    def read(self, size: int) -> bytes:
        data, self._said = self._said[:size], self._said[size:]
        return data

    def write(self, data: bytes) -> int:
        """Answers any request of the board."""
        self.repeat()
        return len(data)

    def repeat(self) -> None:
        """Repeats the state of all pairs."""
        for pair in range(len(self._doing) if self.reached else 0):
            self._say(pair)

    def do(self, pair: int, state: DiceState, numbers: Sequence[int] = ()) -> None:
        generation, was, showing = self._doing[pair]
        faces = "".join(map(str, numbers)) or "-"
        if (was, showing) != (state, faces):
            self._doing[pair] = generation + 1, state, faces
            self._say(pair)
            self.on_change()

    def _say(self, pair: int) -> None:
        generation, state, faces = self._doing[pair]
        body = f"D {pair} {generation} {state.name[0]} {faces}"
        self._said += encode(FROM_BOARD, UNASKED, body.encode())


class WiredBoard:
    """A board with all its parts, the checkers on it, and its plug."""

    def __init__(
        self,
        bits: int = 1,
        lamps: int | None = None,
        pairs: int = 1,
        layout: str = "",
        kind: str = "kibitz",
        sensor_map: SensorMap = P5,
    ) -> None:
        """Creates a board, without power; with one lamp at each place if no number is given."""
        self.map = sensor_map
        lamps = len(sensor_map.lamps) if lamps is None else lamps
        layout = layout or sensor_map.name
        self.clock = SimulatedClock(5.0)
        self.cable = Cable()
        few, _ = FEW[sensor_map.board]
        self.table = SimulatedTable(few, board=sensor_map.board)
        self.slots = SlotSensors(self.table, bits, sensor_map) if bits else None
        self.strip = VisibleStrip(lamps)
        self.keys = PlainButtons(len(MEANINGS))
        self.piezo = RecordingPiezo()
        self.dice = LineDiceHardware(pairs)
        self.uid = UID
        self.board: Board | None = None
        self._kind, self._layout, self._pairs = kind, layout, pairs
        self._ahead = 0
        self.cable.on_write = self._listen
        self.dice.on_change = self.feel
        self.table.on_change(lambda _: self.feel())

    @property
    def plug(self) -> tuple[SimulatedClock, Callable[[], None], Callable[[], None]]:
        """The clock, and the functions that unplug the board and plug it in again."""
        return self.clock, self.unplug, self.plug_in

    def link(self) -> BoardLink:
        return BoardLink(self.cable, self.clock)

    def plug_in(self) -> None:
        """Powers the board on, and lets it start."""
        kind, uid, layout = (text.encode() for text in (self._kind, self.uid, self._layout))
        it = self.map
        places = f"game={it.board.name} at={it.sensor_runs} lit={it.lamp_runs}".encode()
        identity = Identity(kind, uid, boot_id(b"%d" % next(boots)), layout, places)
        dice = DiceLine(self.dice, self._pairs) if self._pairs else None
        self.cable.plugged = True
        self.board = Board(
            CableEnd(self.cable),
            self,
            identity,
            chip=self,
            sensors=self.slots,
            strip=self.strip if self.strip.count else None,
            buttons=self.keys if self.keys.count else None,
            piezo=self.piezo,
            dice=dice,
        )
        self.feel()

    def unplug(self) -> None:
        """Powers the board off, and removes the port."""
        self.board = None
        self.cable.cut()

    def feel(self, milliseconds: int = DEBOUNCED_AFTER) -> None:
        """Runs the board for a while, ahead of the common time."""
        for _ in range(0, milliseconds, STEP):
            self._ahead += STEP
            if self.board:
                self.board.tick()

    def press(self, button: Button) -> None:
        self.keys.held = 1 << MEANINGS.index(button)
        self.feel()
        self.keys.held = 0
        self.feel()

    def see(self) -> LampFrame:
        """The frame that its lamps show in a second, all lamps of a place alike."""
        colours: dict[Place, list[Rgb]] = {place: [] for place in self.map.lamps}
        self.feel(EIGHTH * 8 - self.now() % (EIGHTH * 8))
        for _ in range(8):
            self.feel(STEP)
            each = self.strip.count // len(self.map.lamps)
            for number, place in enumerate(self.map.lamps):
                (lamp,) = {self.strip.lamp(number * each + one) for one in range(each)}
                colours[place].append(lamp)
            self.feel(EIGHTH - STEP)
        lights = {place: recognise_light(lamps) for place, lamps in colours.items()}
        return LampFrame({place: light for place, light in lights.items() if light})

    async def live(self) -> None:
        """Ticks the board at intervals."""
        while True:
            await self.clock.wait_until(self.clock.now() + TICK)
            self.dice.repeat()
            if self.board:
                self.board.tick()

    # The interface of the firmware to its clock and its chip.

    def now(self) -> int:
        return round(self.clock.now() * 1000) + self._ahead

    def memory(self) -> int:
        return 150_000

    def restart(self) -> None:
        self.plug_in()

    def _listen(self) -> None:
        while self.board and self.cable.to_board:
            self.board.tick()


def recognise_light(lamps: Sequence[Rgb]) -> LampLight | None:
    """The light of a lamp with these colours in the eighths of a second."""
    colours = {lamp for lamp in lamps if lamp != Rgb(0, 0, 0)}
    if not colours:
        return None
    (colour,) = colours
    return LampLight(colour, RHYTHMS["".join("#" if lamp == colour else "." for lamp in lamps)])
