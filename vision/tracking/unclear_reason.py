"""The reasons why nothing is claimed of a place; loads no libraries."""

from enum import Enum


class UnclearReason(Enum):
    """The reason why nothing is claimed about a place just now."""

    UNSEEN = "unseen"
    """The place has not been seen clearly yet, or its content is implausible."""
    HIDDEN = "hidden"
    """A hand covers the place, or is close to it."""
    MOVING = "moving"
    """The place, or one beside it, has just changed."""
    PROBLEM = "trouble"
    """The camera cannot see the board at all."""
