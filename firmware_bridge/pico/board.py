"""The main object of the firmware: reads the parts, answers the host, and reports changes."""

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, UNASKED, Reader, encode
from firmware_bridge.pico.lamps import Lamps
from firmware_bridge.pico.request_handler import RequestHandler
from firmware_bridge.pico.sensors import Presses, Sensors
from firmware_bridge.pico.sounder import Sounder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico import parts
    from firmware_bridge.pico.chip import Identity

HEARTBEAT_INTERVAL = 1000
"""Milliseconds between two heartbeats, unless the host sets another interval."""
HOST_TIMEOUT = 3000
"""Milliseconds without a valid line after which the host counts as absent."""
RESTART_DELAY = 100
"""Milliseconds for the transmission of the response before a restart."""
MILLIAMPS = 400
"""Current limit of all lamps in milliamperes, unless the settings have another one."""


class Board:
    """A board with all its parts; all work happens in `tick`, which never blocks."""

    def __init__(  # noqa: PLR0913 - a part each, and any may be missing
        self,
        line: "parts.Line",
        clock: "parts.Clock",
        identity: "Identity",
        *,
        chip: "parts.Chip",
        sensors: "parts.SlotSensors | None" = None,
        strip: "parts.Strip | None" = None,
        buttons: "parts.Buttons | None" = None,
        piezo: "parts.Piezo | None" = None,
        dice: "parts.Dice | None" = None,
        milliamps: int = MILLIAMPS,
    ) -> None:
        self.identity = identity
        self.sensors = Sensors(sensors) if sensors else None
        self.presses = Presses(buttons) if buttons else None
        self.lamps = Lamps(strip, milliamps) if strip else None
        self.sounder = Sounder(piezo) if piezo else None
        self.pairs = dice.pairs if dice else []
        self.beat = HEARTBEAT_INTERVAL
        self.now = 0
        self._line = line
        self._clock = clock
        self._chip = chip
        self._reader = Reader(FROM_HOST)
        self._handler = RequestHandler(self)
        own = (self.sensors, self.presses)
        every = (self.sensors, self.presses, dice, self.lamps, self.sounder)
        self._parts = [part for part in every if part]
        self._states: list[parts.State] = [state for state in own if state] + list(self.pairs)
        self._sent_generations = [state.generation for state in self._states]
        self._begin()

    def _begin(self) -> None:
        """Resets the state of the connection to the host."""
        self._response = b""
        self._greeted = False
        self._host = False
        self._alone = False
        self._heard_at = 0
        self._last_heartbeat = -HEARTBEAT_INTERVAL
        self._bad = 0
        self._over = 0
        self._end: int | None = None

    def tick(self) -> None:
        """Runs one tick of all parts and of the connection."""
        self.now = now = self._clock.now()
        for part in self._parts:
            part.tick(now)
        if self.sensors and self.sensors.settling:
            return
        self._listen()
        if not self._alone and now - (self._heard_at if self._greeted else 0) >= HOST_TIMEOUT:
            self._end_host()
        self._send_one()
        if self._end is not None and now >= self._end:
            self._chip.restart()

    def respond_with(self, state: "parts.State") -> bytes:
        """The response that contains a state; marks the state as sent."""
        self._sent_generations[self._states.index(state)] = state.generation
        return b"OK " + state.encode()

    def restart_soon(self) -> None:
        """Schedules a restart after the response has been sent."""
        self._end = self.now + RESTART_DELAY

    def _listen(self) -> None:
        data = self._line.read()
        if not data:
            return
        for line in self._reader.feed(data):
            if isinstance(line, tuple) and line[0] != UNASKED:
                self._handle_request(*line)
            else:
                self._bad += 1

    def _handle_request(self, number: int, request: bytes) -> None:
        """Executes a request; its response replaces an earlier one that could not be sent."""
        self._heard_at = self.now
        hello = request.startswith(b"HELLO ")
        if hello:
            # After HELLO the host requests the complete state itself.
            self._greeted = True
            self._sent_generations = [state.generation for state in self._states]
        if self._greeted and not self._host:
            self._begin_host(new=hello)
        self._over += len(self._response)
        self._response = encode(FROM_BOARD, number, self._handler.handle(request))

    def _begin_host(self, *, new: bool) -> None:
        """Notes that a host is present; after HELLO its old picture is forgotten."""
        self._host = True
        self._alone = False
        if self.lamps:
            if new:
                self.lamps.forget()
            self.lamps.set_alone(alone=False)

    def _end_host(self) -> None:
        self._alone = True
        self._host = False
        if self.lamps:
            self.lamps.set_alone(alone=True)
        if self.sounder:
            self.sounder.end()

    def _send_one(self) -> None:
        """Sends at most one line, if the host accepts it: response, changed state or heartbeat."""
        if not self._line.can_write():
            return
        if self._response:
            self._line.write(self._response)
            self._response = b""
            return
        if self._host:
            for place, state in enumerate(self._states):
                if state.generation != self._sent_generations[place]:
                    self._sent_generations[place] = state.generation
                    self._line.write(encode(FROM_BOARD, UNASKED, state.encode()))
                    return
        if self.now - self._last_heartbeat >= self.beat:
            self._last_heartbeat = self.now
            self._line.write(encode(FROM_BOARD, UNASKED, self._heartbeat()))

    def _heartbeat(self) -> bytes:
        return b"H boot=%s up=%d cells=%s btn=%s dice=%s bad=%d over=%d mem=%d" % (
            self.identity.boot,
            self.now // 1000,
            b"%d" % self.sensors.generation if self.sensors else b"-",
            self.presses.join(b",") if self.presses else b"-",
            b",".join([b"%d" % pair.generation for pair in self.pairs]) or b"-",
            self._bad,
            self._over,
            self._chip.memory(),
        )
