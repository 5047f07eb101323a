"""A game followed: turns are committed once nothing else explains what was seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from referee.following.evidence import Glimpse
from referee.following.outcomes import Outcomes
from referee.following.stories import Stories, Story, Turn, begun, over, stands, told

MARGINS = ((8, 2.0), (4, 4.0), (0, 6.0))
"""After so many more turns, by so much (powers of e) a turn has to explain what was seen better
than any other one does: what nothing has contradicted for long becomes likelier."""
HELD = 3
"""Turns that wait to be committed until dice are taken up or thrown, if that is seen at all, and
then until a board is seen twice: one that is seen once may be left again at once."""
POOR = -14.0
"""What explains a glimpse worse than this does not explain it."""


@dataclass(frozen=True, slots=True)
class Committed:
    """A turn of which nobody can doubt any more how it ended."""

    turn: Turn
    on: str
    """The glimpse after which that was so."""


@dataclass(frozen=True, slots=True)
class Following:
    """A game as far as it was followed."""

    stories: Stories
    last: str = ""
    """The last glimpse."""
    fitting: Following | None = None
    """How far it was followed before nothing explained what is seen, while that is so."""
    lost_on: str = ""
    """The glimpse since which that is so."""

    @property
    def fit(self) -> float:
        """How well the best story explains the last glimpse."""
        return self.stories.best.fit

    @property
    def is_lost(self) -> bool:
        """Whether nothing explains what is seen."""
        return self.fit < POOR

    @property
    def open_since(self) -> str:
        """The glimpse of the first board that nothing, or more than one thing, explains."""
        best = self.stories.best
        if self.lost_on:
            return self.lost_on
        if best.turns:
            return best.turns[0].seen
        return best.seen if best.stop.counts != best.position.counts else ""


def following(
    position: Position = START, movers: Iterable[Colour] = (Colour.LIGHT, Colour.DARK)
) -> Following:
    """Begin to follow, from a position as the first of those who may be to move sees it."""
    return Following(begun(position, movers))


def followed(so_far: Following, glimpse: Glimpse) -> tuple[Following, tuple[Committed, ...]]:
    """What is known after one more glimpse, and which turns are certain now."""
    stories = told(so_far.stories, glimpse, _outcomes)
    same = stands(so_far.stories, stories)
    is_over = glimpse.dice_moved and same
    now = Following(over(stories, _outcomes) if is_over else stories, glimpse.name)
    if now.is_lost:
        since = so_far.lost_on or glimpse.name
        return replace(now, fitting=so_far.fitting or so_far, lost_on=since), ()
    if not same:
        return now, ()
    return _committing(now, 1 if is_over else HELD)


def ended(so_far: Following) -> tuple[Following, tuple[Committed, ...]]:
    """What is known, and which turns are certain, if the last one is over as well.

    Where nothing explains what is seen at last, those are that were played on before.
    """
    if so_far.fitting is not None:
        fitting, committed = _committing(so_far.fitting)
        return replace(fitting, lost_on=so_far.lost_on), committed
    best = so_far.stories.best
    if best.stop.counts == best.position.counts:
        # Nobody has moved since the last turn; that somebody could not does not show.
        return _committing(so_far)
    return _committing(replace(so_far, stories=over(so_far.stories, _outcomes)))


def _committing(so_far: Following, least: int = 1) -> tuple[Following, tuple[Committed, ...]]:
    """Every turn, from the first on, that no story denies that is nearly as good as the best."""
    stories = so_far.stories
    agreed: list[Turn] = []
    for at, turn in enumerate(stories.best.turns):
        margin = _margin(len(stories.best.turns) - at - 1)
        near = [story for story in stories.kept if story.worth > stories.best.worth - margin]
        if not all(len(story.turns) > at and _same(story.turns[at], turn) for story in near):
            break
        agreed.append(turn)
    if len(agreed) < least:
        return so_far, ()
    kept = tuple(rest for story in stories.kept if (rest := _without(story, agreed)))
    committed = tuple(Committed(turn, so_far.last) for turn in agreed)
    return replace(so_far, stories=replace(stories, kept=kept)), committed


def _margin(later: int) -> float:
    return next(margin for turns, margin in MARGINS if later >= turns)


def _same(one: Turn, other: Turn) -> bool:
    return one.mover is other.mover and one.end.counts == other.end.counts


def _without(story: Story, agreed: list[Turn]) -> Story | None:
    """A story without turns that are certain; None if it has others instead."""
    own = story.turns[: len(agreed)]
    if len(own) < len(agreed) or not all(map(_same, own, agreed)):
        return None
    return replace(story, turns=story.turns[len(agreed) :])


@lru_cache(maxsize=64)
def _outcomes(position: Position) -> Outcomes:
    return Outcomes(position)
