"""The ways of single checkers in a play, each from its source to its target."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.moves.plays import StepSequence


@dataclass(frozen=True, slots=True)
class Journey:
    """The steps of one checker in a play."""

    steps: StepSequence

    @property
    def source(self) -> int:
        return self.steps[0].source

    @property
    def target(self) -> int:
        return self.steps[-1].target

    @property
    def hits(self) -> tuple[int, ...]:
        """The points where it hits a checker, in order."""
        return tuple(step.target for step in self.steps if step.hits)


def journeys_of(line: StepSequence) -> tuple[Journey, ...]:
    """The journey of each checker; if two checkers may have gone on, the first one did."""
    journeys: list[StepSequence] = []
    for step in line:
        at = next((at for at, it in enumerate(journeys) if it[-1].target == step.source), None)
        if at is None:
            journeys.append((step,))
        else:
            journeys[at] = (*journeys[at], step)
    return tuple(map(Journey, journeys))
