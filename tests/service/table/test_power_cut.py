"""Checkers on simulated tables stay where they are when the power is cut."""

from service.table.table_runtime import SimulatedPowerSupply


def test_every_table_is_left_as_it_lies_before_the_service_begins_anew() -> None:
    happened: list[str] = []
    power = SimulatedPowerSupply(lambda: happened.append("begun anew"))
    with (
        power.saving_at_failure(lambda: happened.append("one")),
        power.saving_at_failure(lambda: happened.append("two")),
    ):
        power.cut()
    assert happened == ["one", "two", "begun anew"]


def test_a_table_that_is_closed_loses_nothing_by_a_power_cut() -> None:
    happened: list[str] = []
    power = SimulatedPowerSupply(lambda: happened.append("begun anew"))
    with power.saving_at_failure(lambda: happened.append("one")):
        pass
    power.cut()
    assert happened == ["begun anew"]
