"""Stages, events and faults of a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from firmware_bridge.pico.framing import PROTOCOL
from firmware_bridge.wire import board_messages
from firmware_bridge.wire.requests import Request


class SessionFaultKind(Enum):
    """The causes of the end of a session: predicates that follow the name of the board."""

    SILENT = "has said nothing for {} s"
    NO_RESPONSE = "does not answer {}"
    ECHO = "only sends back what it is sent"
    NO_BOARD = 'is not a known board; it sent "{}"'
    CHECKSUM = 'sends lines with wrong checksums: "{}"'
    PROTOCOL = f"uses version {{}} of the protocol; this Kibitz uses version {PROTOCOL}"
    KIND = 'is a board of the kind "{}", but another kind is needed'
    INVALID = "sent an invalid message: {}"
    RESTARTED = "has started again"
    FLOOD = "sends too much data: {} in one second"


@dataclass(frozen=True, slots=True)
class SessionFault:
    """The cause of the end of a session, with its details."""

    kind: SessionFaultKind
    detail: str = ""

    def __str__(self) -> str:
        return self.kind.value.format(self.detail)


@dataclass(frozen=True, slots=True)
class BoardGreeted:
    """The board has identified itself; its present state follows."""

    info: board_messages.BoardInfo


@dataclass(frozen=True, slots=True)
class StateUpdated:
    """The board has reported a new state; the same state is never reported twice."""

    update: board_messages.BoardUpdate


@dataclass(frozen=True, slots=True)
class BoardReady:
    """The settings are made and the state is complete; from now on changes follow."""


@dataclass(frozen=True, slots=True)
class ResponseReceived:
    """The response to a request."""

    request: Request
    response: board_messages.BoardMessage


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """The refusal of a request, or of a setting during the greeting."""

    request: Request
    refusal: board_messages.RequestRefusal


@dataclass(frozen=True, slots=True)
class NoiseReceived:
    """An invalid line, as printable text."""

    text: str


@dataclass(frozen=True, slots=True)
class ProgramCrashed:
    """The program of the board has crashed: its traceback, if it was received."""

    traceback: str


@dataclass(frozen=True, slots=True)
class SessionFailed:
    """The end of the session, with its cause."""

    fault: SessionFault


SessionEvent = (
    BoardGreeted
    | StateUpdated
    | BoardReady
    | ResponseReceived
    | RequestRefused
    | NoiseReceived
    | ProgramCrashed
    | SessionFailed
)


class Stage(Enum):
    """The stages of a session."""

    NEW = "not begun"
    GREETING = "waiting for HELLO"
    ASKING = "asking for the complete state"
    READY = "receiving changes"
    OVER = "over"


class Transition(Enum):
    """The transitions between the stages of a session."""

    STARTED = "HELLO was sent"
    GREETED = "HELLO was answered by a suitable board"
    KNOWN = "all requests were answered"
    FAILED = "a fault was found"


TRANSITIONS: Mapping[tuple[Stage, Transition], Stage] = MappingProxyType(
    {
        (Stage.NEW, Transition.STARTED): Stage.GREETING,
        (Stage.GREETING, Transition.GREETED): Stage.ASKING,
        (Stage.ASKING, Transition.KNOWN): Stage.READY,
        (Stage.GREETING, Transition.FAILED): Stage.OVER,
        (Stage.ASKING, Transition.FAILED): Stage.OVER,
        (Stage.READY, Transition.FAILED): Stage.OVER,
    }
)
ACTIVE_STAGES = (Stage.GREETING, Stage.ASKING, Stage.READY)
"""The stages in which data is received and sent."""
