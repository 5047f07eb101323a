"""What may have been played so far: stories that explain every look at the board, the best kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest

from engine.backgammon.moves.tree import Counts
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place
from referee.following.evidence import Glimpse, Weights, fields, is_news
from referee.following.outcomes import Outcomes, Stop
from referee.seating import FIELD

KEPT = 30
"""Stories that are kept."""
TRIED = 12
"""Boards of a turn that are tried for each story."""
FORGOTTEN, DOUBTED = 24.0, 14.0
"""A story so much worse (powers of e) than the best is given up, or at least not told on."""
PLAYED_ON = -8.0
"""What speaks against a turn going on once the dice are taken up or thrown again..."""
UNPLAYED = -3.0
"""...and the same where nothing was played yet: they may have been thrown again, or nudged."""
UNSEEN = -3.0
"""What speaks against a turn being over without dice moving, where they were seen to."""
SEEN = 2
"""Times that dice were seen to move, from which on that is expected."""
DANCES = 2
"""Turns in a row without a play that may go by between two looks."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, as a story has it."""

    mover: Colour
    before: Position
    """As the mover sees it."""
    end: Stop
    seen: str
    """The glimpse in which its end was first seen."""

    @property
    def after(self) -> Position:
        """What it led to, as the mover sees it."""
        return Position.trusted(self.end.counts)


@dataclass(frozen=True, slots=True)
class Story:
    """One way everything seen may have come about."""

    position: Position
    """In which the turn began that goes on now, as its mover sees it."""
    mover: Colour
    stop: Stop
    """Where that turn has come."""
    score: float = 0.0
    """How well it explains what was seen, and how usual its turns are."""
    fit: float = 0.0
    """How well its board explains the last glimpse alone."""
    seen: str = ""
    """The glimpse in which the board was first seen like this."""
    turns: tuple[Turn, ...] = ()
    """Those that were not committed yet."""

    @property
    def worth(self) -> float:
        """What stories are compared by."""
        return self.score + self.stop.weight


@dataclass(frozen=True, slots=True)
class Stories:
    """All stories that are kept, the best first."""

    kept: tuple[Story, ...]
    known: Mapping[Place, Weights] = field(default_factory=dict)
    """What each place told when it was last in sight."""
    throws: int = 0
    """Times that dice were seen to move."""

    @property
    def best(self) -> Story:
        return self.kept[0]


Known = Callable[[Position], Outcomes]


def begun(position: Position, movers: Iterable[Colour]) -> Stories:
    """The stories at the beginning; the position is as the first of the colours sees it."""
    first, *others = movers
    seen = {first: position, **dict.fromkeys(others, position.turned)}
    return Stories(tuple(_at_start(seen[mover], mover) for mover in (first, *others)))


def told(stories: Stories, glimpse: Glimpse, outcomes: Known) -> Stories:
    """The stories after one more look; the very same if it brought nothing new."""
    news = frozenset(
        place
        for place, weights in glimpse.weights.items()
        if is_news(stories.known.get(place, ()), weights)
    )
    return _with_news(stories, glimpse, news, outcomes) if news else stories


def stands(before: Stories, now: Stories) -> bool:
    """Whether the best story tells of the same board as before."""
    boards = [(story.mover, story.position, story.stop.counts) for story in (before.best, now.best)]
    return boards[0] == boards[1]


def _with_news(
    stories: Stories, glimpse: Glimpse, news: frozenset[Place], outcomes: Known
) -> Stories:
    views = {mover: _View.of(glimpse, news, mover) for mover in Colour}
    unseen = UNSEEN if stories.throws >= SEEN else 0.0
    going_on = [
        later
        for story in stories.kept
        for told_on in _told_on(story, stories.best, outcomes, unseen)
        for later in _later(told_on, views[told_on.mover], outcomes(told_on.position))
    ]
    return replace(stories, kept=_best(going_on), known={**stories.known, **glimpse.weights})


def over(stories: Stories, outcomes: Known) -> Stories:
    """The stories after dice were taken up or thrown, and nothing else has changed."""
    after = [
        replace(later, score=later.score + (_going_on(story) if later is story else 0.0))
        for story in stories.kept
        for later in _told_on(story, stories.best, outcomes, 0.0)
    ]
    return replace(stories, kept=_best(after), throws=stories.throws + 1)


def _going_on(story: Story) -> float:
    return UNPLAYED if story.stop.counts == story.position.counts else PLAYED_ON


@dataclass(frozen=True, slots=True)
class _View:
    """A glimpse as one mover sees it, by field of a position."""

    name: str
    weights: Sequence[Weights]
    news: Sequence[bool]

    @classmethod
    def of(cls, glimpse: Glimpse, news: frozenset[Place], mover: Colour) -> _View:
        new = [False] * len(FIELD[mover])
        for place in news:
            new[FIELD[mover][place]] = True
        return cls(glimpse.name, fields(glimpse.weights, mover), new)

    def fit(self, counts: Counts) -> float:
        """How well a board explains the whole glimpse."""
        return sum(table[count] for table, count in zip(self.weights, counts, strict=True))

    def after(self, before: Counts) -> list[Weights]:
        """The same by field, where what is not new and did not change was told before."""
        tables = []
        for table, was, new in zip(self.weights, before, self.news, strict=True):
            if new:
                tables.append(table)
            else:
                told_before = list(table)
                told_before[was] = 0.0
                tables.append(told_before)
        return tables


def _at_start(position: Position, mover: Colour) -> Story:
    return Story(position, mover, Stop(position.counts, (), 0.0, ()))


def _told_on(story: Story, best: Story, outcomes: Known, unseen: float) -> Iterator[Story]:
    """The story, and those in which the turn is over, and perhaps one without a play after it."""
    yield story
    if story.worth < best.worth - DOUBTED:
        return
    for _ in range(1 + DANCES):
        end = outcomes(story.position).ends.get(story.stop.counts)
        if end is None or story.position.winner:
            return
        turn = Turn(story.mover, story.position, end, story.seen)
        story = replace(
            _at_start(turn.after.turned, story.mover.other),
            score=story.score + end.weight + unseen,
            fit=story.fit,
            seen=story.seen,
            turns=(*story.turns, turn),
        )
        yield story


def _later(story: Story, view: _View, outcomes: Outcomes) -> Iterator[Story]:
    """What may have become of a story until this glimpse."""
    tables = view.after(story.stop.counts)
    begin = outcomes.position.counts
    base = sum(table[count] for table, count in zip(tables, begin, strict=True))
    steps = (
        (base + sum(tables[at][now] - tables[at][was] for at, was, now in stop.differing), stop)
        for stop in outcomes.stops
    )
    likeliest = nlargest(TRIED, steps, key=lambda one: one[0] + one[1].weight)
    for step, stop in likeliest:
        same = stop.counts == story.stop.counts
        yield replace(
            story,
            stop=stop,
            score=story.score + step,
            fit=view.fit(stop.counts),
            seen=story.seen if same else view.name,
        )


def _best(stories: Iterable[Story]) -> tuple[Story, ...]:
    """The best of those that tell the same, and of those only the best."""
    ways: dict[tuple[object, ...], Story] = {}
    for story in stories:
        key = (story.mover, story.stop.counts, *(turn.end.counts for turn in story.turns))
        if key not in ways or story.worth > ways[key].worth:
            ways[key] = story
    ranked = sorted(ways.values(), key=lambda story: story.worth, reverse=True)
    return tuple(story for story in ranked[:KEPT] if story.worth > ranked[0].worth - FORGOTTEN)
