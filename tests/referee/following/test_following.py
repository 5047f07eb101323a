"""A game followed by looks at the board alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest

from engine.backgammon.dice import ALL_THROWS
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point
from hardware.sightings import ANYTHING, NOTHING, Sighting, of_colour
from referee.following.evidence import Glimpse, of_sightings
from referee.following.following import Committed, Following, ended, followed, following
from referee.seating import place_of

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def lying(position: Position, mover: Colour) -> Layout:
    """How a position lies on the table, seen by the one whose checkers have this colour."""
    sides = ((mover, position.setup.mover), (mover.other, position.setup.other))
    return Layout(
        {
            place_of(number, colour): Pile(colour, count)
            for colour, side in sides
            for number, count in enumerate(side)
            if count
        }
    )


BEGIN = lying(START, LIGHT)


def with_moves(layout: Layout, *moves: tuple[Place, Place]) -> Layout:
    """The layout after checkers were carried, one by one."""
    piles = dict(layout.piles)
    for source, target in moves:
        pile = piles.pop(source)
        if pile.count > 1:
            piles[source] = Pile(pile.colour, pile.count - 1)
        piles[target] = Pile(pile.colour, (piles[target].count if target in piles else 0) + 1)
    return Layout(piles)


def seen(name: str, layout: Layout, *, dice: bool = False, hidden: Iterable[Place] = ()) -> Glimpse:
    """A look that sees every place as it is, but for those that are hidden."""
    sightings: Mapping[Place, Sighting] = {
        place: ANYTHING if place in hidden else sight(layout, place) for place in BACKGAMMON
    }
    return replace(of_sightings(name, sightings), dice_moved=dice)


def sight(layout: Layout, place: Place) -> Sighting:
    pile = layout.piles.get(place)
    return of_colour(pile.colour, pile.count) if pile else NOTHING


def looked(glimpses: Iterable[Glimpse]) -> tuple[Following, list[Committed]]:
    """What is known after some looks, and everything that was certain by then."""
    game, certain = following(), list[Committed]()
    for glimpse in glimpses:
        game, more = followed(game, glimpse)
        certain += more
    return game, certain


def ends(certain: Iterable[Committed]) -> list[Layout]:
    """How the board lay after each turn."""
    return [lying(one.turn.after, one.turn.mover) for one in certain]


RUN = with_moves(BEGIN, (point(24), point(18)), (point(18), point(13)))
"""Light has played a six and a five."""


def test_a_turn_is_certain_once_the_dice_move_after_it() -> None:
    _, certain = looked([seen("a", BEGIN), seen("b", BEGIN, dice=True), seen("c", RUN)])
    assert certain == []
    _, certain = looked([seen("a", BEGIN), seen("b", RUN), seen("c", RUN, dice=True)])
    assert ends(certain) == [RUN]
    assert [(one.turn.mover, one.turn.seen, one.on) for one in certain] == [(LIGHT, "b", "c")]


def test_who_begins_is_told_by_what_he_moves() -> None:
    by_dark = with_moves(BEGIN, (point(1), point(7)), (point(7), point(12)))
    _, certain = looked([seen("a", BEGIN), seen("b", by_dark), seen("c", by_dark, dice=True)])
    assert [one.turn.mover for one in certain] == [DARK]


def test_a_turn_that_is_not_finished_is_not_certain() -> None:
    half = with_moves(BEGIN, (point(24), point(18)))
    _, certain = looked(
        [seen("a", BEGIN), seen("b", half), seen("c", half), seen("d", RUN), seen("e", RUN)]
    )
    assert certain == []


def test_what_was_tried_and_put_back_was_not_played() -> None:
    tried = with_moves(BEGIN, (point(13), point(7)), (point(8), point(7)))
    looks = [BEGIN, tried, BEGIN, RUN]
    glimpses = [seen(str(number), layout) for number, layout in enumerate(looks)]
    _, certain = looked([*glimpses, seen("end", RUN, dice=True)])
    assert ends(certain) == [RUN]


def test_places_that_are_hidden_tell_nothing() -> None:
    hidden = (point(13), point(24))
    game, certain = looked(
        [
            seen("a", BEGIN),
            seen("b", RUN, hidden=hidden),
            seen("c", RUN, hidden=hidden, dice=True),
        ]
    )
    assert certain == []
    game, _ = followed(game, seen("d", RUN))
    _, certain_now = followed(game, seen("e", RUN, dice=True))
    assert ends(certain_now) == [RUN]


def test_a_board_that_nothing_leads_to_is_not_followed() -> None:
    wild = with_moves(
        BEGIN,
        *[(point(6), point(2))] * 4,
        *[(point(13), point(10))] * 5,
        *[(point(8), point(4))] * 3,
    )
    game, certain = looked([seen("a", BEGIN), seen("b", wild), seen("c", wild, dice=True)])
    assert game.is_lost
    assert certain == []
    last, more = ended(game)
    assert more == ()
    assert last.open_since == "b"


def test_what_was_played_on_is_certain_though_nothing_explains_what_follows() -> None:
    told = [after for after, _ in played(Random(3), 5)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *told[:3], BEGIN, BEGIN]
    game, certain = looked(seen(str(number), layout) for number, layout in enumerate(looks))
    assert certain == []
    last, more = ended(game)
    assert ends(more) == told[:2]
    assert last.open_since == "4"


def test_a_game_goes_on_after_a_look_that_nothing_explains() -> None:
    told = [after for after, _ in played(Random(3), 5)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *told[:3], BEGIN, *told[2:]]
    game, _ = looked(seen(str(number), layout) for number, layout in enumerate(looks))
    last, certain = ended(game)
    assert ends(certain) == told
    assert last.open_since == ""


@pytest.mark.parametrize("seed", range(3))
def test_one_look_after_each_turn_is_enough(seed: int) -> None:
    told = [after for after, _ in played(Random(seed), 12)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *told]
    game, certain = looked(seen(str(number), layout) for number, layout in enumerate(looks))
    last, more = ended(game)
    assert ends([*certain, *more]) == told
    assert last.open_since == ""


def test_a_turn_of_which_only_a_part_is_seen_stays_open() -> None:
    part = with_moves(BEGIN, (point(24), point(23)))
    game, _ = looked([seen("a", BEGIN), seen("b", part)])
    last, certain = ended(game)
    assert certain == ()
    assert last.open_since == "b"


def test_the_last_turn_is_certain_when_nothing_more_comes() -> None:
    game, certain = looked([seen("a", BEGIN), seen("b", RUN)])
    assert certain == []
    last, more = ended(game)
    assert ends(more) == [RUN]
    assert last.open_since == ""


def test_nothing_is_open_though_whoever_was_hit_may_not_come_in() -> None:
    closed = Position((2, 2, 2, 2, 2, 2, -1, *[0] * 5, 3, *[0] * 7, -14, *[0] * 7))
    before = lying(closed, DARK)
    hit = with_moves(before, (point(18), bar(LIGHT)), (point(12), point(18)))
    game = following(closed, (DARK,))
    certain: list[Committed] = []
    for at, layout in enumerate((before, hit, hit)):
        game, more = followed(game, seen(str(at), layout, dice=True))
        certain += more
    last, more = ended(game)
    assert ends([*certain, *more]) == [hit]
    assert last.open_since == ""


def played(chance: Random, turns: int) -> list[tuple[Layout, list[Layout]]]:
    """How the board lies after each turn, and how it lay on the way there."""
    position, mover, told = START, LIGHT, []
    for _ in range(turns):
        plays = LegalPlays(position, chance.choice(ALL_THROWS))
        after = chance.choice(sorted(plays, key=lambda play: play.counts))
        steps = plays.lines.get(after, ())
        before, on_the_way = lying(position, mover), []
        for step in steps[:-1]:
            if step.hits:
                break
            move = place_of(step.source, mover), place_of(step.target, mover)
            before = with_moves(before, move)
            on_the_way.append(before)
        told.append((lying(after, mover), on_the_way))
        if after.winner:
            break
        position, mover = after.turned, mover.other
    return told


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("dice", [True, False], ids=["with dice", "without dice"])
def test_every_turn_of_a_game_is_followed_in_order(seed: int, *, dice: bool) -> None:
    chance = Random(seed)  # noqa: S311 - games that repeat themselves, no secret
    game, certain, partial = following(), list[Committed](), set[str]()
    game, _ = followed(game, seen("start", BEGIN))
    told = played(chance, 12)
    for number, (after, on_the_way) in enumerate(told):
        name = f"{number} on the way"
        for between in on_the_way[:1] if chance.random() < 0.5 else ():
            partial.add(name)
            hidden = chance.sample(BACKGAMMON, 3)
            game, more = followed(game, seen(name, between, hidden=hidden))
            certain += more
        for part, moved in (("moved", False), ("thrown", dice)):
            game, more = followed(game, seen(f"{number} {part}", after, dice=moved))
            certain += more
    certain += ended(game)[1]
    changed = [after for after, _ in told]
    assert [end for end in ends(certain) if end in changed] == ends(certain)
    assert ends(certain) == changed[: len(certain)]
    assert len(certain) >= len(changed) - (0 if dice else 3)
    assert not {one.on for one in certain} & partial
