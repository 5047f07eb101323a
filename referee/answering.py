"""How players answer what the referee himself has asked them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.asking import Asking, Question
from referee.draft import Draft
from referee.effects import Notice, What
from referee.judging import astray
from referee.throwing import let_early_throw_stand
from referee.turn_end import complete, refuse, take_as_seen, take_for_gone, take_for_there

Answer = Callable[[Draft, Asking], None]


def agree(draft: Draft, asking: Asking) -> None:
    """Yes."""
    _YES[asking.question](draft, asking)


def decline(draft: Draft, asking: Asking) -> None:
    """No."""
    _NO[asking.question](draft, asking)


def choose(draft: Draft, asking: Asking) -> None:
    """The play that is chosen is the one that was made."""
    play = asking.plays[asking.chosen]
    if asking.question is Question.UNSEEN:
        take_for_there(draft, play, asking.places)
    complete(draft, play)


def _show_next(draft: Draft, asking: Asking) -> None:
    following = (asking.chosen + 1) % len(asking.plays)
    draft.now(asking=replace(asking, chosen=following))


def _let_stand(draft: Draft, asking: Asking) -> None:
    if asking.dice:
        let_early_throw_stand(draft, asking.dice)


def _have_thrown_again(draft: Draft, asking: Asking) -> None:
    draft.now(asking=None)
    draft.tell(Notice(What.EARLY_THROW_VOID, draft.state.seating.colour(asking.to.opponent)))


def _drop(draft: Draft, _asking: Asking) -> None:
    draft.now(asking=None)


def _refuse(draft: Draft, asking: Asking) -> None:
    """The sensors are right: the play is refused, and nobody is asked again about this board."""
    draft.now(asking=None, declined_question=asking)
    refuse(draft, astray(draft.state, closely=True))


def _uncover(draft: Draft, asking: Asking) -> None:
    """Something is wrong under what hides it: it has to be taken away."""
    draft.now(asking=None, declined_question=asking)
    draft.tell(Notice(What.HIDDEN, draft.state.colour, places=asking.places))


def _wait(_draft: Draft, _asking: Asking) -> None:
    """Only another double says that he really doubles."""


_YES: Mapping[Question, Answer] = {
    Question.WHICH: choose,
    Question.UNSEEN: choose,
    Question.PHANTOM: lambda draft, asking: take_for_gone(draft, asking.places),
    Question.HIDDEN: take_as_seen,
    Question.EARLY_THROW: _let_stand,
    Question.DEAD_CUBE: _wait,
}
_NO: Mapping[Question, Answer] = {
    Question.WHICH: _show_next,
    Question.UNSEEN: _refuse,
    Question.PHANTOM: _refuse,
    Question.HIDDEN: _uncover,
    Question.EARLY_THROW: _have_thrown_again,
    Question.DEAD_CUBE: _drop,
}
