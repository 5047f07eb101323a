"""Watches the log during a test, so that no warning goes unnoticed."""

import logging
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExpectedRecord:
    """A record that a test means to cause: its logger, its level and words of its message."""

    logger: str
    level: int
    words: str

    def explains(self, record: logging.LogRecord) -> bool:
        same_place = (record.name, record.levelno) == (self.logger, self.level)
        return same_place and self.words in record.getMessage()


class LogWatch(logging.Handler):
    """Collects each record at WARNING or above, to be compared with the expected ones."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._expected: list[ExpectedRecord] = []
        self._seen: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._seen.append(record)

    def expect(self, logger: str, level: int, words: str) -> None:
        """Declares that the test causes such a record, once or more."""
        self._expected.append(ExpectedRecord(logger, level, words))

    def faults(self) -> list[str]:
        """Lists what was logged unexpectedly, and what was expected but never logged."""
        surprises = [
            f"unexpected: {record.levelname} {record.name}: {record.getMessage()}"
            for record in self._seen
            if not any(expected.explains(record) for expected in self._expected)
        ]
        absences = [
            f"never logged: {expected}"
            for expected in self._expected
            if not any(expected.explains(record) for record in self._seen)
        ]
        return surprises + absences
