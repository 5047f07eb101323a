"""A warning in the log is a fault, unless the test declared it."""

import logging

import pytest

from tests.rigs.environment.log_watch import LogWatch

LOGGER = "kibitz.tests"


def record(level: int, message: str) -> logging.LogRecord:
    return logging.LogRecord(LOGGER, level, __file__, 1, message, None, None)


@pytest.mark.parametrize("level", [logging.WARNING, logging.ERROR, logging.CRITICAL])
def test_undeclared_warning_is_a_fault(level: int) -> None:
    watch = LogWatch()
    watch.handle(record(level, "the lamps are gone"))

    assert [fault.split(":")[0] for fault in watch.faults()] == ["unexpected"]


def test_a_declared_warning_is_no_fault() -> None:
    watch = LogWatch()
    watch.expect(LOGGER, logging.WARNING, "lamps")
    watch.handle(record(logging.WARNING, "the lamps are gone"))

    assert watch.faults() == []


def test_a_declared_warning_that_never_came_is_a_fault() -> None:
    watch = LogWatch()
    watch.expect(LOGGER, logging.WARNING, "lamps")
    watch.handle(record(logging.WARNING, "the dice are gone"))

    assert [fault.split(":")[0] for fault in watch.faults()] == ["unexpected", "never logged"]


def test_every_test_is_watched(expected_logs: LogWatch) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "not on the table")

    logging.getLogger(LOGGER).warning("a checker is %s", "not on the table")
    logging.getLogger(LOGGER).info("nobody minds this")
