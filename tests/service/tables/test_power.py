"""When the power is cut, whatever lies on simulated tables stays where it is."""

from service.tables.power import Power


def test_every_table_is_left_as_it_lies_before_the_service_begins_anew() -> None:
    happened: list[str] = []
    power = Power(lambda: happened.append("begun anew"))
    with (
        power.feeding(lambda: happened.append("one")),
        power.feeding(lambda: happened.append("two")),
    ):
        power.cut()
    assert happened == ["one", "two", "begun anew"]


def test_a_table_that_is_closed_loses_nothing_by_a_power_cut() -> None:
    happened: list[str] = []
    power = Power(lambda: happened.append("begun anew"))
    with power.feeding(lambda: happened.append("one")):
        pass
    power.cut()
    assert happened == ["begun anew"]
