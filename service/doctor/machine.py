"""Whether the computer is fit for what is configured."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from service.doctor.facts import MODULES, Machine
from service.doctor.findings import Finding, What, hint, ok, problem
from service.doctor.needs import Needs

FIRST_DAY = date(2026, 1, 1)
"""No clock that is right shows a day before this one."""
LGPIO, BLEAK = MODULES
EMPTY_LGPIO = "0.0."
"""How the versions of an lgpio begin that can be installed anywhere and has nothing in it."""


def machine(facts: Machine, needs: Needs) -> Iterator[Finding]:
    """The computer, one thing after the other."""
    yield from _kind(facts, needs)
    yield from _power(facts)
    if needs.pins and facts.model:
        yield ok(What.SPI) if facts.has_spi else problem(What.SPI_OFF)
    yield from _groups(facts, needs)
    yield from _modules(facts, needs)
    if needs.bluetooth and not facts.has_bluetooth:
        yield problem(What.NO_BLUETOOTH)
    if needs.ports and facts.has_modem_manager:
        yield hint(What.MODEM_MANAGER)
    if facts.today < FIRST_DAY:
        yield hint(What.NO_CLOCK, today=facts.today.isoformat())


def _kind(facts: Machine, needs: Needs) -> Iterator[Finding]:
    if facts.model:
        yield ok(What.MACHINE, model=facts.model, python=facts.python)
    else:
        yield ok(What.NO_PI, system=facts.system, python=facts.python)
    if needs.pins and not facts.model:
        yield problem(What.NO_PINS)
    if facts.model and not facts.wide:
        yield hint(What.NARROW)


def _power(facts: Machine) -> Iterator[Finding]:
    power = facts.power
    if power is None:
        return
    if power.low:
        yield problem(What.UNDERVOLTAGE)
    elif power.was_low:
        yield hint(What.UNDERVOLTAGE_BEFORE)
    elif power.slowed:
        yield hint(What.THROTTLED)
    else:
        yield ok(What.POWER)


def _groups(facts: Machine, needs: Needs) -> Iterator[Finding]:
    """Groups that the system does not have cannot be asked for."""
    if facts.is_root:
        return
    wanted = [group for group in needs.groups if group in facts.groups]
    missing = [group for group in wanted if not facts.groups[group].after_login]
    later = [g for g in wanted if facts.groups[g].after_login and not facts.groups[g].now]
    if missing:
        yield problem(
            What.NO_MEMBER, user=facts.user, groups=", ".join(missing), joined=",".join(missing)
        )
    if later:
        yield problem(What.MEMBER_LATER, user=facts.user, groups=", ".join(later))
    if wanted and not missing and not later:
        yield ok(What.GROUPS, user=facts.user, groups=", ".join(wanted))


def _modules(facts: Machine, needs: Needs) -> Iterator[Finding]:
    lgpio = facts.modules.get(LGPIO)
    if needs.pins and facts.model:
        if lgpio is None:
            yield problem(What.NO_LGPIO)
        elif lgpio.startswith(EMPTY_LGPIO):
            yield problem(What.EMPTY_LGPIO, version=lgpio)
    if needs.bluetooth and BLEAK not in facts.modules:
        yield problem(What.NO_BLEAK)
