"""What happens in a talk with a board, as whoever holds it is told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.pico.framing import PROTOCOL
from firmware_bridge.wire.requests import Request
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    DiceTelling,
    Presses,
    Refusal,
    Telling,
)


class FaultKind(Enum):
    """Why a talk is over, as part of a sentence after the name of the board."""

    SILENT = "has said nothing for {} s"
    DEAF = "does not answer {}"
    ECHO = "only sends back what it is sent"
    NO_BOARD = 'is no board that we know; it says "{}"'
    CHECK = 'sends lines that look like ours, but their check is wrong: "{}"'
    PROTOCOL = f"speaks version {{}} of the wire; this Kibitz speaks version {PROTOCOL}"
    KIND = 'is a board of the kind "{}", and another kind is wanted here'
    LIES = "says what cannot be: {}"
    RESTARTED = "has started again"
    FLOODS = "says far too much: {} in a second"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a talk is over."""

    kind: FaultKind
    what: str = ""

    def __str__(self) -> str:
        return self.kind.value.format(self.what)


@dataclass(frozen=True, slots=True)
class Greeted:
    """A board is there, and this is what it is; what it told so far follows."""

    info: BoardInfo


@dataclass(frozen=True, slots=True)
class Told:
    """The board has told something new; nothing is told twice."""

    telling: Cells | Presses | DiceTelling


@dataclass(frozen=True, slots=True)
class Ready:
    """The board has its settings and has told all it knows; from now on it tells what changes."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked has been answered."""

    request: Request
    telling: Telling


@dataclass(frozen=True, slots=True)
class Refused:
    """What was asked, or was to be set while greeting, cannot be done."""

    request: Request
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Noise:
    """A line that was none, as it can be shown."""

    text: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """The program of the board has ended by a fault of its own: its last words, if heard."""

    traceback: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The talk is over."""

    fault: Fault


Event = Greeted | Told | Ready | Answered | Refused | Noise | Crashed | Failed
