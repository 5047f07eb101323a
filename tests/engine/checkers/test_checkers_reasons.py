"""Errors planted on boards of checkers get a reason that fits, and legal boards get none."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from engine.checkers.illegal_plays.explanation import find_reasons
from engine.checkers.illegal_plays.play_reasons import ReasonKind
from engine.checkers.illegal_plays.stuck_checkers import find_stuck_reasons
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import Checkers, Position, Rank, Setup, fields_of
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.checkers.squares import (
    ALL_SQUARES,
    ROW,
    bits_of,
    each_bit,
    field_of,
    square_of,
    square_on,
    squares_of,
)
from tests.rigs.engine.checkers_boards import (
    board,
    place,
    played_positions,
    random_position,
    random_setup,
)

CROWNED_ON = replace(SEASIDE, crowned_jumps_on=True)
JUMPING_OWN = replace(SEASIDE, jump_own=True)
BEFORE_FAR_ROW = bits_of(range(21, 29))
"""The squares from which a man is crowned by a step or a jump."""
SHARE_RIGHT = 0.97
"""The share of the errors of a kind whose first reason must be the one they were planted for."""
LEAST_PLANTED = 200
"""The number of boards in which each kind of error must have been planted."""
Plant = Callable[[Random, Position], Iterator[Setup]]
Piles = tuple[dict[int, Rank], dict[int, Rank]]


def piles(setup: Setup) -> Piles:
    """The checkers of both sides by field, to be changed."""
    sides = (
        {
            **dict.fromkeys(fields_of(side.men), Rank.MAN),
            **dict.fromkeys(fields_of(side.kings), Rank.KING),
        }
        for side in (setup.mover, setup.other)
    )
    mover, other = sides
    return mover, other


def carried(setup: Setup, source: int, target: int, *, lifted: int | None = None) -> Setup:
    """The setup with a checker of the mover carried elsewhere, crowned where it has to be."""
    mover, other = piles(setup)
    rank = mover.pop(source)
    on_far_row = square_on(target) and target >= ROW * (ROW - 1)
    mover[target] = Rank.KING if on_far_row else rank
    other.pop(target, None)
    if lifted is not None:
        other.pop(lifted, None)
    return Setup.of(mover, other)


def offsets(
    position: Position, rows: tuple[int, ...], columns: tuple[int, ...], *, men: bool = False
) -> Iterator[tuple[int, int]]:
    """Yields fields of the mover's checkers with every empty field so far from them."""
    held = position.mover & ~position.kings if men else position.mover
    empty = set(map(field_of, squares_of(ALL_SQUARES & ~(position.mover | position.other))))
    for source in map(field_of, squares_of(held)):
        for row in rows:
            for column in columns:
                target = source + ROW * row + column
                inside = 0 <= source % ROW + column < ROW and 0 <= target < 64
                if inside and (target in empty or square_on(target) is None):
                    yield source, target


def wrong_direction(_: Random, position: Position) -> Iterator[Setup]:
    for source, target in offsets(position, (-1,), (-1, 1), men=True):
        yield carried(position.setup, source, target)


def not_diagonal(_: Random, position: Position) -> Iterator[Setup]:
    for source, target in offsets(position, (1, 3), (-3, 3)):
        if abs(target // ROW - source // ROW) == 1:
            yield carried(position.setup, source, target)


def too_far(_: Random, position: Position) -> Iterator[Setup]:
    held = position.mover | position.other
    for source, target in offsets(position, (2, -2), (-2, 2)):
        if not any(field_of(it) == (source + target) // 2 for it in squares_of(held)):
            yield carried(position.setup, source, target)


def light_field(_: Random, position: Position) -> Iterator[Setup]:
    for source, target in offsets(position, (0, 1), (0, 1)):
        if square_on(target) is None:
            yield carried(position.setup, source, target)


def target_occupied(_: Random, position: Position) -> Iterator[Setup]:
    mover, other = piles(position.setup)
    for source in list(mover)[:3]:
        for target in list(other)[:3]:
            yield carried(position.setup, source, target)


def jumped_own(_: Random, position: Position) -> Iterator[Setup]:
    own = set(map(field_of, squares_of(position.mover)))
    for source, target in offsets(position, (2,), (-2, 2)):
        if (source + target) // 2 in own:
            yield carried(position.setup, source, target)


def jumped_nothing(_: Random, position: Position) -> Iterator[Setup]:
    held = set(map(field_of, squares_of(position.mover | position.other)))
    for node in LegalPlays(position, SEASIDE).tree.walk():
        if not node.captured or node.next or node.is_crowned:
            continue
        at = field_of(node.at or 0)
        for source, target in offsets(node.position, (2,), (-2, 2)):
            if source == at and (source + target) // 2 not in held | {at}:
                yield carried(node.position.setup, source, target)


def not_lifted(chance: Random, position: Position) -> Iterator[Setup]:
    for node in LegalPlays(position, SEASIDE).tree.walk():
        if node.captured:
            mover, other = piles(node.position.setup)
            field = field_of(chance.choice(node.captured))
            other[field] = piles(position.setup)[1][field]
            yield Setup.of(mover, other)


def lifted_not_jumped(chance: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        if len(other) > 1:
            del other[chance.choice(sorted(other))]
            yield Setup.of(mover, other)


def two_moved(chance: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        still = squares_of(result.mover & position.mover)
        empty = squares_of(ALL_SQUARES & ~(result.mover | result.other | position.mover))
        if still and empty:
            source, target = field_of(chance.choice(still)), field_of(chance.choice(empty))
            yield carried(result.setup, source, target)


def opponent_moved(chance: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        empty = squares_of(ALL_SQUARES & ~(result.mover | result.other | position.other))
        if other and empty:
            source = chance.choice(sorted(other))
            other[field_of(chance.choice(empty))] = other.pop(source)
            yield Setup.of(mover, other)


def capture_missed(_: Random, position: Position) -> Iterator[Setup]:
    results = {it for it in LegalPlays(position, SEASIDE) if it.other == position.other}
    yield from (it.setup for it in results - set(LegalPlays(position, ENGLISH)))


def jump_on_missed(_: Random, position: Position) -> Iterator[Setup]:
    results = {it for it in LegalPlays(position, SEASIDE) if it.other != position.other}
    yield from (it.setup for it in results - set(LegalPlays(position, ENGLISH)))


def crowned_jumped_on(_: Random, position: Position) -> Iterator[Setup]:
    if not position.mover & ~position.kings & BEFORE_FAR_ROW:
        return
    results = set(LegalPlays(position, CROWNED_ON)) - set(LegalPlays(position, SEASIDE))
    yield from (it.setup for it in results)


def crown_missing(_: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        for bit in each_bit(result.mover & result.kings):
            yield Setup.of({**mover, field_of(square_of(bit)): Rank.MAN}, other)


def crown_on_man(_: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        for bit in each_bit(result.mover & ~result.kings):
            yield Setup.of({**mover, field_of(square_of(bit)): Rank.KING}, other)


def nothing_moved(_: Random, position: Position) -> Iterator[Setup]:
    yield position.setup


def missing(chance: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        still = squares_of(result.mover & position.mover)
        if still:
            del mover[field_of(chance.choice(still))]
            yield Setup.of(mover, other)


def too_many(chance: Random, position: Position) -> Iterator[Setup]:
    for result in LegalPlays(position, SEASIDE):
        mover, other = piles(result.setup)
        gone = position.mover | position.other
        empty = squares_of(ALL_SQUARES & ~(result.mover | result.other | gone))
        if empty:
            other[field_of(chance.choice(empty))] = Rank.KING
            yield Setup.of(mover, other)


PLANTS: Mapping[ReasonKind, tuple[Plant, Rulebook, frozenset[ReasonKind]]] = {
    ReasonKind.WRONG_DIRECTION: (wrong_direction, SEASIDE, frozenset()),
    ReasonKind.NOT_DIAGONAL: (not_diagonal, SEASIDE, frozenset()),
    ReasonKind.TOO_FAR: (too_far, SEASIDE, frozenset({ReasonKind.NOT_LIFTED})),
    ReasonKind.LIGHT_FIELD: (light_field, SEASIDE, frozenset()),
    ReasonKind.TARGET_OCCUPIED: (target_occupied, SEASIDE, frozenset()),
    ReasonKind.JUMPED_OWN: (jumped_own, SEASIDE, frozenset({ReasonKind.NOT_LIFTED})),
    ReasonKind.JUMPED_NOTHING: (
        jumped_nothing,
        SEASIDE,
        frozenset({ReasonKind.LIFTED_NOT_JUMPED, ReasonKind.NOT_LIFTED}),
    ),
    ReasonKind.NOT_LIFTED: (not_lifted, SEASIDE, frozenset()),
    ReasonKind.LIFTED_NOT_JUMPED: (lifted_not_jumped, SEASIDE, frozenset()),
    ReasonKind.TWO_CHECKERS_MOVED: (two_moved, SEASIDE, frozenset()),
    ReasonKind.OPPONENTS_CHECKER_MOVED: (opponent_moved, SEASIDE, frozenset()),
    ReasonKind.CAPTURE_MISSED: (capture_missed, ENGLISH, frozenset()),
    ReasonKind.JUMP_ON_MISSED: (jump_on_missed, ENGLISH, frozenset()),
    ReasonKind.CROWNED_JUMPED_ON: (crowned_jumped_on, SEASIDE, frozenset()),
    ReasonKind.CROWN_MISSING: (crown_missing, SEASIDE, frozenset()),
    ReasonKind.CROWN_ON_MAN: (crown_on_man, SEASIDE, frozenset()),
    ReasonKind.NOTHING_MOVED: (nothing_moved, SEASIDE, frozenset()),
    ReasonKind.CHECKERS_MISSING: (missing, SEASIDE, frozenset({ReasonKind.JUMPED_OWN})),
    ReasonKind.CHECKERS_TOO_MANY: (
        too_many,
        SEASIDE,
        frozenset({ReasonKind.OPPONENTS_CHECKER_MOVED}),
    ),
}
"""By reason, the error, the rulebook it breaks, and other first reasons that fit as well."""


def crowning_position(chance: Random) -> Position:
    """A position with two men two rows before the crown, and many to capture there."""
    men = chance.sample(range(21, 25), 2)
    free = [square for square in range(17, 33) if square not in men]
    other = chance.sample(free, chance.randint(4, 7))
    return board(" ".join(map(str, men)), " ".join(map(str, other)))


def positions(chance: Random) -> Iterator[Position]:
    """Yields random positions, and those of random games."""
    while True:
        yield from (crowning_position(chance) for _ in range(20))
        yield from played_positions(chance, SEASIDE, 40)
        yield from (random_position(chance) for _ in range(40))


@pytest.mark.parametrize("why", PLANTS)
def test_planted_error_is_reported_with_a_fitting_reason(why: ReasonKind) -> None:
    plant, book, also = PLANTS[why]
    chance = Random(why.value)  # noqa: S311 - errors, not secrets
    found: Counter[ReasonKind] = Counter()
    for position in positions(chance):
        for setup in plant(chance, position):
            if setup.faults() or setup.position() not in LegalPlays(position, book):
                found[find_reasons(position, setup, book)[0].why] += 1
        if found.total() >= LEAST_PLANTED:
            break
    fitting = found[why] + sum(found[it] for it in also)
    assert fitting >= SHARE_RIGHT * found.total(), found
    assert found[why] >= found.total() / 2, found


def test_every_reason_is_planted_or_has_a_test_of_its_own() -> None:
    assert set(ReasonKind) - set(PLANTS) == {ReasonKind.JUMPED_TWICE, ReasonKind.BLOCKED}


def test_checker_jumped_twice_is_the_reason_where_no_other_way_leads() -> None:
    reasons = find_reasons(board("K2", "6 7 14 15"), place("K11"), SEASIDE)
    assert [reason.why for reason in reasons] == [ReasonKind.JUMPED_TWICE]
    assert reasons[0].fields == (field_of(7),)


def test_own_checker_put_on_another_is_a_target_occupied() -> None:
    reasons = find_reasons(board("1 6 10", "32"), place("K6 10", "32"), SEASIDE)
    assert [reason.why for reason in reasons] == [ReasonKind.TARGET_OCCUPIED]


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH, CROWNED_ON, JUMPING_OWN])
def test_every_illegal_board_has_a_reason_and_no_legal_one_has(book: Rulebook) -> None:
    chance = Random(book.name)  # noqa: S311 - boards, not secrets
    for _ in range(25):
        position = random_position(chance)
        legal = {result.setup for result in LegalPlays(position, book)}
        assert not any(find_reasons(position, setup, book) for setup in legal)
        for _ in range(4):
            setup = random_setup(chance)
            assert bool(find_reasons(position, setup, book)) == (setup not in legal)


def test_board_full_of_nonsense_has_a_reason() -> None:
    chance = Random(7)  # noqa: S311 - boards, not secrets
    for _ in range(30):
        sides = (Checkers(chance.getrandbits(64), chance.getrandbits(64)) for _ in range(2))
        assert find_reasons(random_position(chance), Setup(*sides), SEASIDE)


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_checker_that_cannot_move_has_a_reason_and_no_other_has(book: Rulebook) -> None:
    chance = Random(8)  # noqa: S311 - boards, not secrets
    for _ in range(200):
        plays = LegalPlays(random_position(chance), book)
        for square in squares_of(plays.position.mover):
            reasons = find_stuck_reasons(plays, square)
            assert bool(reasons) == (square not in plays.sources)
            compulsory = [it.why for it in reasons] == [ReasonKind.CAPTURE_MISSED]
            free = square in LegalPlays(plays.position, SEASIDE).sources
            assert not reasons or compulsory == free


def test_square_without_a_checker_is_refused() -> None:
    with pytest.raises(ValueError, match="no checker on square 2"):
        find_stuck_reasons(LegalPlays(board("1", "12"), SEASIDE), 2)
