"""A game is followed by observations of the board alone."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest

from engine.backgammon.dice import ALL_THROWS
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point
from hardware.observations import EMPTY_SIGHTING, UNKNOWN_SIGHTING, Sighting, of_colour
from referee.picture_following.game_follower import (
    CommittedTurn,
    FollowedGame,
    begin_following,
    end_following,
    follow_glimpse,
)
from referee.picture_following.glimpses import Glimpse, glimpse_of_sightings
from referee.seating import place_of

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def lying(position: Position, mover: Colour) -> Layout:
    """A position as it lies on the table, seen by the player whose checkers have this colour."""
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


def glimpse(
    name: str, layout: Layout, *, dice: bool = False, hidden: Iterable[Place] = ()
) -> Glimpse:
    """An observation that shows every place as it is, but for those that are hidden."""
    sightings: Mapping[Place, Sighting] = {
        place: UNKNOWN_SIGHTING if place in hidden else sight(layout, place)
        for place in BACKGAMMON.places
    }
    return replace(glimpse_of_sightings(name, sightings), dice_moved=dice)


def sight(layout: Layout, place: Place) -> Sighting:
    pile = layout.piles.get(place)
    return of_colour(pile.colour, pile.count) if pile else EMPTY_SIGHTING


def follow(glimpses: Iterable[Glimpse]) -> tuple[FollowedGame, list[CommittedTurn]]:
    """The state after some observations, and everything that was certain by then."""
    game, certain = begin_following(), list[CommittedTurn]()
    for glimpse in glimpses:
        game, more = follow_glimpse(game, glimpse)
        certain += more
    return game, certain


def ends(certain: Iterable[CommittedTurn]) -> list[Layout]:
    """The boards after each turn."""
    return [lying(one.turn.after, one.turn.mover) for one in certain]


RUN = with_moves(BEGIN, (point(24), point(18)), (point(18), point(13)))
"""Light has played a six and a five."""


def test_a_turn_is_certain_once_the_dice_move_after_it() -> None:
    _, certain = follow([glimpse("a", BEGIN), glimpse("b", BEGIN, dice=True), glimpse("c", RUN)])
    assert certain == []
    _, certain = follow([glimpse("a", BEGIN), glimpse("b", RUN), glimpse("c", RUN, dice=True)])
    assert ends(certain) == [RUN]
    assert [(one.turn.mover, one.turn.first_seen, one.glimpse) for one in certain] == [
        (LIGHT, "b", "c")
    ]


def test_first_move_shows_who_begins() -> None:
    by_dark = with_moves(BEGIN, (point(1), point(7)), (point(7), point(12)))
    _, certain = follow(
        [glimpse("a", BEGIN), glimpse("b", by_dark), glimpse("c", by_dark, dice=True)]
    )
    assert [one.turn.mover for one in certain] == [DARK]


def test_a_turn_that_is_not_finished_is_not_certain() -> None:
    half = with_moves(BEGIN, (point(24), point(18)))
    looks = {"a": BEGIN, "b": half, "c": half, "d": RUN, "e": RUN}
    _, certain = follow(glimpse(name, layout) for name, layout in looks.items())
    assert certain == []


def test_checkers_moved_and_put_back_are_not_a_play() -> None:
    tried = with_moves(BEGIN, (point(13), point(7)), (point(8), point(7)))
    looks = [BEGIN, tried, BEGIN, RUN]
    glimpses = [glimpse(str(number), layout) for number, layout in enumerate(looks)]
    _, certain = follow([*glimpses, glimpse("end", RUN, dice=True)])
    assert ends(certain) == [RUN]


def test_places_that_are_hidden_tell_nothing() -> None:
    hidden = (point(13), point(24))
    under_a_hand = [glimpse("b", RUN, hidden=hidden), glimpse("c", RUN, hidden=hidden, dice=True)]
    game, certain = follow([glimpse("a", BEGIN), *under_a_hand])
    assert certain == []
    game, _ = follow_glimpse(game, glimpse("d", RUN))
    _, certain_now = follow_glimpse(game, glimpse("e", RUN, dice=True))
    assert ends(certain_now) == [RUN]


def test_a_board_that_no_play_leads_to_is_not_followed() -> None:
    wild = with_moves(
        BEGIN,
        *[(point(6), point(2))] * 4,
        *[(point(13), point(10))] * 5,
        *[(point(8), point(4))] * 3,
    )
    game, certain = follow([glimpse("a", BEGIN), glimpse("b", wild), glimpse("c", wild, dice=True)])
    assert game.is_lost
    assert certain == []
    last, more = end_following(game)
    assert more == ()
    assert last.first_uncertain == "b"


def test_earlier_turns_are_certain_though_the_following_looks_are_unexplained() -> None:
    boards = [after for after, _ in played(Random(3), 5)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *boards[:3], BEGIN, BEGIN]
    game, certain = follow(glimpse(str(number), layout) for number, layout in enumerate(looks))
    assert certain == []
    last, more = end_following(game)
    assert ends(more) == boards[:2]
    assert last.first_uncertain == "4"


def test_a_game_goes_on_after_a_look_that_nothing_explains() -> None:
    boards = [after for after, _ in played(Random(3), 5)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *boards[:3], BEGIN, *boards[2:]]
    game, _ = follow(glimpse(str(number), layout) for number, layout in enumerate(looks))
    last, certain = end_following(game)
    assert ends(certain) == boards
    assert last.first_uncertain == ""


@pytest.mark.parametrize("seed", range(3))
def test_one_look_after_each_turn_is_enough(seed: int) -> None:
    boards = [after for after, _ in played(Random(seed), 12)]  # noqa: S311 - repeats itself, no secret
    looks = [BEGIN, *boards]
    game, certain = follow(glimpse(str(number), layout) for number, layout in enumerate(looks))
    last, more = end_following(game)
    assert ends([*certain, *more]) == boards
    assert last.first_uncertain == ""


def test_a_turn_of_which_only_a_part_is_seen_stays_open() -> None:
    part = with_moves(BEGIN, (point(24), point(23)))
    game, _ = follow([glimpse("a", BEGIN), glimpse("b", part)])
    last, certain = end_following(game)
    assert certain == ()
    assert last.first_uncertain == "b"


def test_the_last_turn_is_certain_when_nothing_more_comes() -> None:
    game, certain = follow([glimpse("a", BEGIN), glimpse("b", RUN)])
    assert certain == []
    last, more = end_following(game)
    assert ends(more) == [RUN]
    assert last.first_uncertain == ""


def test_hit_ends_the_turn_though_the_hit_player_may_not_enter() -> None:
    closed = Position((2, 2, 2, 2, 2, 2, -1, *[0] * 5, 3, *[0] * 7, -14, *[0] * 7))
    before = lying(closed, DARK)
    hit = with_moves(before, (point(18), bar(LIGHT)), (point(12), point(18)))
    game = begin_following(closed, (DARK,))
    certain: list[CommittedTurn] = []
    for at, layout in enumerate((before, hit, hit)):
        game, more = follow_glimpse(game, glimpse(str(at), layout, dice=True))
        certain += more
    last, more = end_following(game)
    assert ends([*certain, *more]) == [hit]
    assert last.first_uncertain == ""


def played(chance: Random, turns: int) -> list[tuple[Layout, list[Layout]]]:
    """The board after each turn, and the boards on the way there."""
    position, mover, boards = START, LIGHT, []
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
        boards.append((lying(after, mover), on_the_way))
        if after.winner:
            break
        position, mover = after.mirrored, mover.other
    return boards


@pytest.mark.release(after=1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("dice", [True, False], ids=["with dice", "without dice"])
def test_every_turn_of_a_game_is_followed_in_order(seed: int, *, dice: bool) -> None:
    chance = Random(seed)  # noqa: S311 - games that repeat themselves, no secret
    game, certain, partial = begin_following(), list[CommittedTurn](), set[str]()
    game, _ = follow_glimpse(game, glimpse("start", BEGIN))
    boards = played(chance, 12)
    for number, (after, on_the_way) in enumerate(boards):
        name = f"{number} on the way"
        for between in on_the_way[:1] if chance.random() < 0.5 else ():
            partial.add(name)
            hidden = chance.sample(BACKGAMMON.places, 3)
            game, more = follow_glimpse(game, glimpse(name, between, hidden=hidden))
            certain += more
        for part, moved in (("moved", False), ("thrown", dice)):
            game, more = follow_glimpse(game, glimpse(f"{number} {part}", after, dice=moved))
            certain += more
    certain += end_following(game)[1]
    changed = [after for after, _ in boards]
    assert [end for end in ends(certain) if end in changed] == ends(certain)
    assert ends(certain) == changed[: len(certain)]
    assert len(certain) >= len(changed) - (0 if dice else 3)
    assert not {one.glimpse for one in certain} & partial
