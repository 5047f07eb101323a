"""What the switches of a place may mean: never less than lies there, never more than is felt."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.sightings import MOST
from hardware.slots import of_closed, of_poles


def test_a_place_with_a_free_slot_holds_what_is_felt() -> None:
    assert of_closed(3, 5).allows(2, 1)
    assert not of_closed(3, 5).allows(3, 1)


def test_where_no_slot_is_free_there_may_be_more_on_top() -> None:
    assert of_closed(5, 5).allows(0, 15)
    assert of_poles(5, 0, 5).allows(15, 0)
    assert not of_closed(5, 5).allows(0, 4)


@given(st.lists(st.sampled_from(["free", "light", "dark"]), min_size=5, max_size=5), st.data())
def test_a_slot_that_cannot_be_told_hides_whatever_lies_there(
    lying: list[str], data: st.DataObject
) -> None:
    unsure = data.draw(st.sets(st.integers(0, 4)))
    sure = [what for slot, what in enumerate(lying) if slot not in unsure]

    seen = of_poles(sure.count("light"), sure.count("dark"), 5, len(unsure))

    assert seen.allows(lying.count("light"), lying.count("dark"))


def test_a_full_place_with_an_unsure_slot_may_be_free_there() -> None:
    seen = of_poles(4, 0, 5, unsure=1)
    assert seen.allows(4, 0)
    assert seen.total.high == MOST
