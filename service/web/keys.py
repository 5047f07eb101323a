"""The key of each table, kept in a file that only its owner may read."""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from pathlib import Path

from service.files import NoFile, TooLarge, read_small, write_whole

RANDOM_BYTES = 16
"""In a key."""
_KEY = re.compile(r"[A-Za-z0-9_-]{22}")
_LONGEST_FILE = 200
_OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


def key_of(folder: Path, table: str) -> str:
    """The key of a table: the one that is kept in this folder, or else a new one."""
    path = folder / f"{table}.key"
    return _kept(path) or _new(path)


def is_key(given: str, key: str) -> bool:
    """Whether this is the key; it takes as long whatever is given."""
    return hmac.compare_digest(_bytes(given), _bytes(key))


def _kept(path: Path) -> str | None:
    try:
        text = read_small(path, _LONGEST_FILE).decode("ascii").strip()
        if _KEY.fullmatch(text):
            path.chmod(_OWNER_ONLY)
            return text
        why = "it holds no key"
    except FileNotFoundError:
        return None
    except (OSError, NoFile, TooLarge, UnicodeDecodeError) as error:
        why = _why(error)
    log.warning("%s cannot be used, so links made before no longer open it: %s", path, why)
    return None


def _new(path: Path) -> str:
    key = secrets.token_urlsafe(RANDOM_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{key}\n", _OWNER_ONLY)
    except OSError as error:
        log.warning("%s cannot be kept, so links open no longer than this: %s", path, _why(error))
    return key


def _why(error: Exception) -> str:
    """What is wrong with the file, without anything that stands in it."""
    return error.strerror or "?" if isinstance(error, OSError) else type(error).__name__


def _bytes(text: str) -> bytes:
    # A text from a page may hold half letters.
    return text.encode("utf-8", "surrogatepass")
