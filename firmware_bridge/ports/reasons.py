"""Why a serial port cannot be reached, in words that are said after its name."""

from __future__ import annotations

import errno
import os
import socket
import termios
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from serial import SerialException, SerialTimeoutException

FAULTS = (SerialException, OSError, termios.error)
"""What a port raises that works no more; `termios.error` is no OSError."""
MISNAMED = (*FAULTS, ValueError)
"""What it raises besides when it is opened."""

MISSING = "is not there"
TAKEN = "is in use by another program, or by another Kibitz"
NO_PORT = "is not a serial port"
FORBIDDEN = "may not be opened by this user, who is not in the group that it belongs to"
MISADDRESSED = "is no address of a port, as socket://host:number would be"
NO_RFC2217 = "answers, but not as a port on the network does (RFC 2217)"
UNREACHABLE = "cannot be reached over the network"
SAID: Mapping[int | None, str] = {
    errno.ENOENT: MISSING,
    errno.ENODEV: MISSING,
    errno.ENXIO: MISSING,
    errno.ENOTDIR: MISSING,
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
    errno.EBUSY: TAKEN,
    errno.EAGAIN: TAKEN,
    errno.ENOTTY: NO_PORT,
    errno.EISDIR: NO_PORT,
    errno.EINVAL: NO_PORT,
    errno.EIO: "does not work, as if nothing was behind it",
    errno.ECONNREFUSED: "refuses the connection",
    errno.EHOSTUNREACH: UNREACHABLE,
    errno.ENETUNREACH: UNREACHABLE,
}


def why_shut(where: str, fault: BaseException) -> str:
    """Why a port cannot be opened."""
    links = tuple(_behind(fault))
    if any(isinstance(link, socket.gaierror) for link in links):
        return "has a name that the network does not know"
    if any(isinstance(link, TimeoutError) for link in links):
        return "does not answer over the network"
    number = next((found for link in links if (found := _number(link))), None)
    if number in SAID:
        return SAID[number]
    if "://" in where and number is None:
        return _why_no_answer(where, links)
    return f"cannot be opened ({os.strerror(number) if number else fault})"


def why_gone(where: str, fault: BaseException) -> str:
    """Why a port that was open has been lost."""
    if isinstance(fault, SerialTimeoutException):
        return "does not take what it is told"
    if "://" in where:
        return "has closed the connection"
    return "broke off" if Path(where).exists() else "was unplugged"


def _why_no_answer(where: str, links: Sequence[BaseException]) -> str:
    """Why a port with a URL cannot be opened, where pyserial only has words of its own."""
    # What it stumbles over in a URL it wraps; what is wrong with a far end it raises as it is.
    stumbled = any(isinstance(link, (ValueError, TypeError, LookupError)) for link in links[1:])
    if stumbled or not where.lower().startswith("rfc2217:"):
        return MISADDRESSED
    return NO_RFC2217


def _behind(fault: BaseException | None) -> Iterator[BaseException]:
    """A fault, and those from which it came: pyserial puts some of them only into its text."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _number(fault: BaseException) -> int | None:
    if isinstance(fault, OSError):
        return fault.errno
    if isinstance(fault, termios.error) and fault.args and isinstance(fault.args[0], int):
        return fault.args[0]
    return None
