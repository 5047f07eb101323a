"""Asks at a port who is there, and understands every answer, none included."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.ports.port import Port, PortFault
from firmware_bridge.ports.reasons import FORBIDDEN, MISSING, TAKEN
from firmware_bridge.talk import Talk
from firmware_bridge.wire.events import Fault, FaultKind
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.tellings import Cells, DiceTelling, Presses
from hardware.devices import Clock
from service.doctor.facts import Answer, Asked

SHUT: Mapping[str, Answer] = {
    MISSING: Answer.MISSING,
    TAKEN: Answer.TAKEN,
    FORBIDDEN: Answer.FORBIDDEN,
}
"""What reasons mean for which a port cannot be opened; all others are told as they are."""
SAID: Mapping[FaultKind, Answer] = {
    FaultKind.SILENT: Answer.SILENT,
    FaultKind.ECHO: Answer.ECHO,
    FaultKind.NO_BOARD: Answer.OTHER_TALK,
    FaultKind.CHECK: Answer.WRONG_CHECK,
    FaultKind.KIND: Answer.OTHER_TALK,
    FaultKind.PROTOCOL: Answer.OTHER_WIRE,
}
"""What it means how a talk ends; all other ways are those of an unruly board."""


async def ask(port: Port, clock: Clock) -> Asked:
    """Who is at this port; it takes a few seconds where nobody is."""
    session, ear = Session(), _Ear()
    talk = Talk(port, clock, session, ear)
    try:
        info = await talk.begin()
    except PortFault as fault:
        if talk.fault is not None:
            return _judged(port.where, talk.fault, session, ear)
        return Asked(port.where, SHUT.get(fault.why, Answer.SHUT), why=fault.why)
    await talk.end()
    return Asked(port.where, Answer.BOARD, info)


class _Ear:
    """Hears nothing but the last words of a program."""

    def __init__(self) -> None:
        self.last_words = ""

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """What the board knows is of no interest."""

    def lost(self, why: str) -> None:
        """Whoever was greeted may go."""

    def crashed(self, traceback: str) -> None:
        """A traceback ends with what went wrong."""
        *_, self.last_words = ["MicroPython", *traceback.split("\n")]


def _judged(where: str, fault: Fault, session: Session, ear: _Ear) -> Asked:
    """What it means that no board of ours has answered, or not as it should."""
    if session.overheard.has_stopped:
        return Asked(where, Answer.CRASHED, why=ear.last_words)
    if session.info is not None:
        return Asked(where, Answer.UNRULY, why=str(fault))
    if fault.kind is FaultKind.FLOODS and (said := session.overheard.says(b"")):
        # Who floods us with what is no line of ours is no board, but perhaps a modem.
        return Asked(where, Answer.OTHER_TALK, why=said)
    answer = SAID.get(fault.kind, Answer.UNRULY)
    told = str(fault) if answer is Answer.UNRULY else fault.what or str(fault)
    return Asked(where, answer, why=told)
