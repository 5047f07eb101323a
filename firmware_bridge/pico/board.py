"""A board: it listens, looks, shines, and tells the host what there is to tell."""

from firmware_bridge.pico.answers import Answers
from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, UNASKED, Reader, encode
from firmware_bridge.pico.lamps import Lamps
from firmware_bridge.pico.presses import Presses
from firmware_bridge.pico.sensors import Sensors
from firmware_bridge.pico.sound import Sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.identity import Identity
    from firmware_bridge.pico.parts import (
        Chip,
        Dice,
        Keys,
        Line,
        Piezo,
        State,
        Strip,
        Switches,
        Time,
    )

BEAT = 1000
"""Milliseconds between heartbeats, until the host wishes otherwise."""
ALONE = 3000
"""Milliseconds without a good line after which there is no host."""
LAST_WORD = 100
"""Milliseconds for the answer to be gone before the board starts again."""
MILLIAMPS = 400
"""What all lamps may draw, unless something else was built."""


class Board:
    """Everything that a board has; it does nothing but in `step`, which never waits."""

    def __init__(  # noqa: PLR0913 - a part each, and any may be missing
        self,
        line: "Line",
        clock: "Time",
        identity: "Identity",
        *,
        chip: "Chip",
        switches: "Switches | None" = None,
        strip: "Strip | None" = None,
        buttons: "Keys | None" = None,
        buzzer: "Piezo | None" = None,
        dice: "Dice | None" = None,
        milliamps: int = MILLIAMPS,
    ) -> None:
        self.identity = identity
        self.sensors = Sensors(switches) if switches else None
        self.presses = Presses(buttons) if buttons else None
        self.lamps = Lamps(strip, milliamps) if strip else None
        self.sound = Sound(buzzer) if buzzer else None
        self.pairs = dice.pairs if dice else []
        self.beat = BEAT
        self.now = 0
        self._line = line
        self._clock = clock
        self._chip = chip
        self._reader = Reader(FROM_HOST)
        self._answers = Answers(self)
        own = (self.sensors, self.presses)
        self._turns = [
            part for part in (self.sensors, self.presses, dice, self.lamps, self.sound) if part
        ]
        self._states: list[State] = [state for state in own if state] + list(self.pairs)
        self._said = [state.generation for state in self._states]
        self._begin()

    def _begin(self) -> None:
        """Nobody has said anything."""
        self._answer = b""
        self._greeted = False
        self._host = False
        self._alone = False
        self._heard = 0
        self._beaten = -BEAT
        self._bad = 0
        self._over = 0
        self._end: int | None = None

    def step(self) -> None:
        """One turn of everything."""
        self.now = now = self._clock.now()
        for part in self._turns:
            part.turn(now)
        if self.sensors and self.sensors.settling:
            return
        self._listen()
        if not self._alone and now - (self._heard if self._greeted else 0) >= ALONE:
            self._be_alone()
        self._tell()
        if self._end is not None and now >= self._end:
            self._chip.restart()

    def say(self, state: "State") -> bytes:
        """The answer that tells a state."""
        self._said[self._states.index(state)] = state.generation
        return b"OK " + state.told()

    def restart_soon(self) -> None:
        """Start again once the answer is gone."""
        self._end = self.now + LAST_WORD

    def _listen(self) -> None:
        data = self._line.read()
        if not data:
            return
        for line in self._reader.feed(data):
            if isinstance(line, tuple) and line[0] != UNASKED:
                self._hear(*line)
            else:
                self._bad += 1

    def _hear(self, number: int, request: bytes) -> None:
        """A request: do it; where the answer before could not be sent, nobody waits for it."""
        self._heard = self.now
        hello = request.startswith(b"HELLO ")
        if hello:
            # Whoever says hello asks for everything that there is.
            self._greeted = True
            self._said = [state.generation for state in self._states]
        if self._greeted and not self._host:
            self._meet(new=hello)
        self._over += len(self._answer)
        self._answer = encode(FROM_BOARD, number, self._answers.to(request))

    def _meet(self, *, new: bool) -> None:
        """There is a host; one that says hello has no picture yet."""
        self._host = True
        self._alone = False
        if self.lamps:
            if new:
                self.lamps.forget()
            self.lamps.wait(alone=False)

    def _be_alone(self) -> None:
        self._alone = True
        self._host = False
        if self.lamps:
            self.lamps.wait(alone=True)
        if self.sound:
            self.sound.end()

    def _tell(self) -> None:
        """One line at most, and only if the host takes it: what is newest when it does."""
        if not self._line.writable():
            return
        if self._answer:
            self._line.write(self._answer)
            self._answer = b""
            return
        if self._host:
            for place, state in enumerate(self._states):
                if state.generation != self._said[place]:
                    self._said[place] = state.generation
                    self._line.write(encode(FROM_BOARD, UNASKED, state.told()))
                    return
        if self.now - self._beaten >= self.beat:
            self._beaten = self.now
            self._line.write(encode(FROM_BOARD, UNASKED, self._heartbeat()))

    def _heartbeat(self) -> bytes:
        return b"H boot=%s up=%d cells=%s btn=%s dice=%s bad=%d over=%d mem=%d" % (
            self.identity.boot,
            self.now // 1000,
            b"%d" % self.sensors.generation if self.sensors else b"-",
            self.presses.joined(b",") if self.presses else b"-",
            b",".join([b"%d" % pair.generation for pair in self.pairs]) or b"-",
            self._bad,
            self._over,
            self._chip.memory(),
        )
