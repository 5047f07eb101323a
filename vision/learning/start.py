"""A board learnt from one picture of its starting position."""

from __future__ import annotations

from vision.corners import Corners
from vision.learned import Learned
from vision.learning.fitting import fitted
from vision.learning.flaws import NotTheStart
from vision.learning.opening import opening
from vision.pictures import Picture
from vision.studying.study import studied


def learn(picture: Picture, corners: Corners) -> Learned:
    """From the starting position, the corners being about there; NotTheStart if it is not one."""
    fit = fitted(picture, corners)
    spots = fit.eye.spots(fit.tops, fit.field.thickness)
    looks = studied(picture, fit.eye, fit.field, opening(fit.home), spots)
    return Learned(fit.eye, fit.field, fit.home, looks)


def learn_either_way(picture: Picture, corners: Corners) -> Learned:
    """The same if nobody knows along which sides the rows are; NotTheStart names what it can."""
    try:
        return learn(picture, corners)
    except NotTheStart as refusal:
        try:
            return learn(picture, corners.turned(1))
        except NotTheStart as other:
            raise (refusal if refusal.places else other) from None
