"""The firmware's own board, in this process: at the end of a cable that takes no time.

The board has a time of its own, which runs ahead whenever something is done to it: so it has
debounced what it felt before anybody else's time goes on.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count

from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import WiredDice
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.sounder import WiredSounder
from firmware_bridge.drivers.switches import DARK, LIGHT, WiredSwitches
from firmware_bridge.link import BoardLink
from firmware_bridge.pico.board import Board
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from firmware_bridge.pico.identity import Identity, boot_of
from firmware_bridge.ports.port import Ear, PortFault
from hardware.cells import LIT, P5, lamp_counts
from hardware.checkers import Colour, Place, bar, point
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.lights import Frame, Light, Rgb, Rhythm
from hardware.signals import Button, DiceState
from tests.rigs.devices import A_FEW, ButtonsRig, DiceRig, LampsRig, SensorRig, SounderRig

MEANINGS = (Button.LIGHT, Button.DARK, Button.UNDO, Button.RESIGN)
UID = "e6614103e7"
STEP = 1
"""Milliseconds of a step of the board."""
SAMPLED = 5
"""Milliseconds from one look at the switches to the next."""
FELT = 30
"""Milliseconds after which it has felt what was done to it."""
EIGHTH = 125
TICK = 0.5
"""Seconds after which it sees what time it is, if nothing is done to it."""
AT_ONCE = 16
"""Bytes that it takes in a step."""
LONG = 60.0
"""Seconds that are long for a board which has a word every second."""
RHYTHMS = {rhythm.value: rhythm for rhythm in Rhythm}
STATES = {
    DiceState.ROLLING: "R",
    DiceState.SETTLED: "S",
    DiceState.COCKED: "C",
    DiceState.LIFTED: "L",
}
boots = count(1)


class Cable:
    """A port at one end and a line at the other; what is said is heard in the next turn."""

    def __init__(self, where: str = "the port") -> None:
        self.where = where
        self.plugged = True
        self.taken = False
        """Whether somebody else has it open."""
        self.openings = 0
        self.to_board = b""
        self.written: list[bytes] = []
        """All that the host has said."""
        self.garble: Callable[[bytes], bytes] = lambda data: data
        """What becomes of what the board says."""
        self.on_write: Callable[[], None] = lambda: None
        self._ear: Ear | None = None

    def is_open(self) -> bool:
        return self._ear is not None

    async def open(self, ear: Ear) -> None:
        await asyncio.sleep(0)
        if not self.plugged:
            raise PortFault(self.where, "is not there")
        if self.taken or self._ear is not None:
            raise PortFault(self.where, "is in use by another program, or by another Kibitz")
        self._ear, self.to_board = ear, b""
        self.openings += 1

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise PortFault(self.where, "was unplugged")
        self.written.append(data)
        self.to_board += data
        asyncio.get_running_loop().call_soon(self.on_write)

    async def close(self) -> None:
        self._ear = None

    def say(self, data: bytes) -> None:
        """Something comes in at the host's end."""
        if (ear := self._ear) and (heard := self.garble(data)):
            asyncio.get_running_loop().call_soon(self._hear, ear, heard)

    def cut(self) -> None:
        """Pull the plug."""
        self.plugged = False
        ear, self._ear = self._ear, None
        if ear:
            asyncio.get_running_loop().call_soon(ear.lose, "was unplugged")

    def _hear(self, ear: Ear, data: bytes) -> None:
        if ear is self._ear or not self.plugged:
            ear.hear(data)


class Line:
    """The board's end of a cable."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def read(self) -> bytes:
        data = self._cable.to_board[:AT_ONCE]
        self._cable.to_board = self._cable.to_board[AT_ONCE:]
        return data

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        self._cable.say(data)


class Slots:
    """A switch or a magnetic sensor under each slot of a table."""

    cells = len(P5)
    every = SAMPLED
    measures = False

    def __init__(self, table: SimulatedTable, bits: int) -> None:
        self.bits = bits
        self._table = table
        self._felt: int | None = None
        table.on_change(self._touched)

    def scan(self) -> int:
        if self._felt is None:
            tells = {None: 0, Colour.LIGHT: LIGHT, Colour.DARK: DARK}
            lowest = (under for place, n in P5.slots.items() for under in self._under(place, n))
            told = [tells[under] if self.bits > 1 else int(under is not None) for under in lowest]
            self._felt = int("".join(f"{one:0{self.bits}b}" for one in told), 2)
        return self._felt

    def raw(self, bank: int) -> None:
        """A switch has no values."""

    def set_thresholds(self, on: int, off: int) -> None:
        """A switch has no thresholds."""

    def _under(self, place: Place, slots: int) -> Sequence[Colour | None]:
        return self._table.lowest(place)[:slots]

    def _touched(self, places: tuple[Place, ...]) -> None:
        del places
        self._felt = None


class Strip:
    """Lamps that are seen."""

    def __init__(self, lamps: int) -> None:
        self.count = lamps
        self.pixels = b""

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        return bytes((red, green, blue))

    def show(self, pixels: bytes) -> None:
        self.pixels = pixels

    def lamp(self, number: int) -> Rgb:
        return Rgb(*self.pixels[3 * number : 3 * number + 3])


class Keys:
    """Buttons, and a finger."""

    def __init__(self, buttons: int) -> None:
        self.count = buttons
        self.held = 0

    def read(self) -> int:
        return self.held


class Piezo:
    """Something that is heard."""

    def __init__(self) -> None:
        self.hertz: list[int] = []

    def sound(self, hertz: int) -> None:
        self.hertz.append(hertz)


class DiceOnALine:
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
        """The board asks."""
        self.repeat()
        return len(data)

    def repeat(self) -> None:
        """Once a second they say what they do."""
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
        body = f"D {pair} {generation} {STATES[state]} {faces}"
        self._said += encode(FROM_BOARD, UNASKED, body.encode())


class WiredBoard:
    """A board with all its parts, what lies on it, and its plug."""

    def __init__(
        self,
        bits: int = 1,
        lamps: int = 26,
        pairs: int = 1,
        layout: str = "p5",
        kind: str = "kibitz",
    ) -> None:
        self.clock = SimulatedClock(5.0)
        self.cable = Cable()
        self.table = SimulatedTable(A_FEW)
        self.slots = Slots(self.table, bits) if bits else None
        self.strip = Strip(lamps)
        self.keys = Keys(len(MEANINGS))
        self.piezo = Piezo()
        self.dice = DiceOnALine(pairs)
        self.uid = UID
        self.board: Board | None = None
        self._kind, self._layout, self._pairs = kind, layout, pairs
        self._ahead = 0
        self.cable.on_write = self._listen
        self.dice.on_change = self.feel
        self.table.on_change(lambda _: self.feel())

    def link(self) -> BoardLink:
        return BoardLink(self.cable, self.clock)

    def plug_in(self) -> None:
        """Give it power, and time to begin."""
        identity = Identity(
            self._kind.encode(),
            self.uid.encode(),
            boot_of(b"%d" % next(boots)),
            self._layout.encode(),
        )
        dice = DiceLine(self.dice, self._pairs) if self._pairs else None
        self.cable.plugged = True
        self.board = Board(
            Line(self.cable),
            self,
            identity,
            chip=self,
            switches=self.slots,
            strip=self.strip if self.strip.count else None,
            buttons=self.keys if self.keys.count else None,
            buzzer=self.piezo,
            dice=dice,
        )
        self.feel()

    def unplug(self) -> None:
        """Take its power, and the port."""
        self.board = None
        self.cable.cut()

    def feel(self, milliseconds: int = FELT) -> None:
        """Let the board go on for a while, at its own end of time."""
        for _ in range(0, milliseconds, STEP):
            self._ahead += STEP
            if self.board:
                self.board.step()

    def press(self, button: Button) -> None:
        self.keys.held = 1 << MEANINGS.index(button)
        self.feel()
        self.keys.held = 0
        self.feel()

    def see(self) -> Frame:
        """What its lamps show in a second, all lamps of a place alike."""
        seen: dict[Place, list[Rgb]] = {place: [] for place in LIT}
        self.feel(EIGHTH * 8 - self.now() % (EIGHTH * 8))
        for _ in range(8):
            self.feel(STEP)
            each = self.strip.count // len(LIT)
            for number, place in enumerate(LIT):
                (lamp,) = {self.strip.lamp(number * each + one) for one in range(each)}
                seen[place].append(lamp)
            self.feel(EIGHTH - STEP)
        return Frame({place: lit for place, lamps in seen.items() if (lit := light(lamps))})

    async def live(self) -> None:
        """Let it see, now and then, what time it is."""
        while True:
            await self.clock.wait_until(self.clock.now() + TICK)
            self.dice.repeat()
            if self.board:
                self.board.step()

    # What the firmware asks of its clock and its chip.

    def now(self) -> int:
        return round(self.clock.now() * 1000) + self._ahead

    def memory(self) -> int:
        return 150_000

    def restart(self) -> None:
        self.plug_in()

    def _listen(self) -> None:
        while self.board and self.cable.to_board:
            self.board.step()


def light(lamps: Sequence[Rgb]) -> Light | None:
    """How a lamp shines that was seen like this in the eighths of a second."""
    colours = {lamp for lamp in lamps if lamp != Rgb(0, 0, 0)}
    if not colours:
        return None
    (colour,) = colours
    return Light(colour, RHYTHMS["".join("#" if lamp == colour else "." for lamp in lamps)])


@asynccontextmanager
async def plugged_in(board: WiredBoard) -> AsyncIterator[WiredBoard]:
    """The board with power, and alive."""
    board.plug_in()
    life = asyncio.create_task(board.live())
    try:
        yield board
    finally:
        life.cancel()
        with suppress(asyncio.CancelledError):
            await life


@asynccontextmanager
async def wired_switches(bits: int) -> AsyncIterator[SensorRig]:
    """Switches, or sensors that tell colours, and one checker in the hand."""
    async with plugged_in(WiredBoard(bits)) as board:
        table = board.table
        table.lift(point(8))
        device = WiredSwitches("board", board.clock, board.link())

        def put_or_lift() -> None:
            if table.hand:
                table.put(point(1), Colour.DARK)
            else:
                table.lift(point(1))

        def covered(place: Place) -> bool:
            # The half of a bar has four sensors, and a checker beyond them is felt by none.
            beyond = place in map(bar, Colour) and bool(table.stack(place, 5))
            return beyond or not table.is_flat(place)

        plug = (board.unplug, board.plug_in)
        yield SensorRig(device, board.clock, *plug, put_or_lift, table, hides=covered, long=LONG)


class WiredHand:
    """Throws a pair of dice."""

    def __init__(self, dice: DiceOnALine, pair: int) -> None:
        self._dice, self._pair = dice, pair

    def roll(self, *numbers: int) -> None:
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        self._do(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        self._do(DiceState.SETTLED, numbers)

    def cock(self) -> None:
        self._do(DiceState.COCKED)

    def lift(self) -> None:
        self._do(DiceState.LIFTED)

    def _do(self, state: DiceState, numbers: Sequence[int] = ()) -> None:
        self._dice.do(self._pair, state, numbers)


@asynccontextmanager
async def wired_dice(board: WiredBoard, pair: int, colour: Colour | None) -> AsyncIterator[DiceRig]:
    async with plugged_in(board):
        device = WiredDice("dice", board.clock, board.link(), pair, colour)
        hand, throws = WiredHand(board.dice, pair), count()

        def turn() -> None:
            if next(throws) % 2:
                hand.lift()
            else:
                hand.settle(3, 1)

        yield DiceRig(device, board.clock, board.unplug, board.plug_in, turn, hand, long=LONG)


@asynccontextmanager
async def dice_behind_a_board() -> AsyncIterator[DiceRig]:
    """The second of two pairs."""
    async with wired_dice(WiredBoard(pairs=2), 1, Colour.DARK) as rig:
        yield rig


@asynccontextmanager
async def dice_on_their_own() -> AsyncIterator[DiceRig]:
    """A pair that is a board by itself."""
    board = WiredBoard(bits=0, lamps=0, kind="dice")
    board.keys.count = 0
    async with wired_dice(board, 0, None) as rig:
        yield rig


@asynccontextmanager
async def wired_buttons() -> AsyncIterator[ButtonsRig]:
    async with plugged_in(WiredBoard()) as board:
        device = WiredButtons("buttons", board.clock, board.link(), MEANINGS)
        plug = (board.unplug, board.plug_in)

        def press_one() -> None:
            board.press(Button.UNDO)

        yield ButtonsRig(
            device, board.clock, *plug, press_one, board.press, stands=False, long=LONG
        )


@asynccontextmanager
async def wired_lamps(each: int) -> AsyncIterator[LampsRig]:
    """So many lamps at each place."""
    async with plugged_in(WiredBoard(lamps=lamp_counts()[each - 1])) as board:
        device = WiredLamps("lamps", board.clock, board.link())
        yield LampsRig(device, board.clock, board.unplug, board.plug_in, board.see)


@asynccontextmanager
async def wired_sounder() -> AsyncIterator[SounderRig]:
    async with plugged_in(WiredBoard()) as board:
        device = WiredSounder("sounder", board.clock, board.link())

        def hertz() -> int:
            board.feel(STEP)
            return board.piezo.hertz[-1] if board.board and board.piezo.hertz else 0

        yield SounderRig(device, board.clock, board.unplug, board.plug_in, hertz)
