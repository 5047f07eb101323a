"""A board watched picture by picture: only what has changed is judged anew, once it lies still."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.checkers import BACKGAMMON, Colour, Place, tray
from hardware.sightings import ANYTHING
from hardware.signals import Trouble
from vision.pictures import Mask, Picture
from vision.readings import Reading
from vision.watching.changes import (
    FIRST_NOISE,
    Levels,
    difference,
    limit,
    near,
    quieter,
    sorted_out,
)
from vision.watching.finding_again import moved
from vision.watching.ground import LABELS, TRAYS, Spots
from vision.watching.hindering import hindrance, is_dark
from vision.watching.light import Small, in_light_of
from vision.watching.watch import Look, Memory, Times, Watch, Why

CALM, LIT = 0.03, 0.3
"""How much of a picture is remembered: while nothing changes, and after light has."""
MOST = 0.5
"""With more of the board out of sight, something may be wrong with the camera."""
HARDLY = 2.0
"""Checkers; what takes no more of the field may well be what lies beside it."""
PLAIN = 0.95
"""How likely each place is what it seems where nothing hides any."""
BORNE_OFF = frozenset(map(tray, Colour))
MANY = 8
"""Places; no play changes more, so where more have changed the camera may have moved."""


def _nowhere() -> Spots:
    return np.zeros(LABELS, np.bool_)


def _never() -> Times:
    return np.full(LABELS, np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class _Glance:
    """One small picture, and how it differs from what is remembered."""

    small: Picture
    at: float
    levels: Levels
    """By how much each pixel differs."""
    lit: Small | None = None
    """What is remembered, as it would look in this light, if that may be another one."""
    other: Mask | None = None
    """What no other light explains, hands and what lies close to them among it."""
    hidden: Spots = field(default_factory=_nowhere)
    changed: Spots = field(default_factory=_nowhere)
    ghosts: Spots = field(default_factory=_nowhere)
    """Where no hand is although it seemed so."""
    restless: bool = False
    """Whether something is moving."""
    trouble: Trouble | None = None


def watched(watch: Watch, picture: Picture, at: float) -> tuple[Watch, Look]:
    """What is known after one more picture of the same camera, and what it has brought."""
    glance, watch = _glanced(watch, picture, at)
    if _may_have_moved(watch, glance):
        watch = _sought(watch, picture, at)
        glance, watch = _glanced(watch, picture, at)
    glance = _uncovered(watch, _hindered(watch, glance))
    ready = _ready(watch, glance)
    reading: Reading | None = None
    if ready.any():
        if at - watch.found_at >= watch.patience.steady and not glance.hidden.any():
            watch = _sought(watch, picture, at)
            glance, watch = _glanced(watch, picture, at)
            ready = _ready(watch, glance)
        reading = watch.tools.read(picture, watch.learned)
        glance = _without_ghosts(watch, glance, reading)
        ready = _sound(watch, glance, ready | glance.ghosts, reading)
        watch = _judged(watch, glance, ready, reading)
        glance = replace(glance, changed=glance.changed & ~ready)
    watch = _learning(_remembering(watch, glance, ready), glance, picture, reading)
    return _told(watch, glance, reading)


def _glanced(watch: Watch, picture: Picture, at: float) -> tuple[_Glance, Watch]:
    """How a picture differs, and the watch that knows what has just moved."""
    ground = watch.ground
    small = ground.small(picture)
    memory = watch.memory
    if memory is None:
        return _first(watch, small, at)
    levels = difference(small, memory.picture)
    noise = limit(memory.noise)
    glance = _Glance(small, at, levels)
    if is_dark(small):
        return replace(glance, trouble=Trouble.TOO_DARK), replace(watch, last=small)
    if not ground.touched(levels > noise).any():
        return glance, replace(watch, last=small, hidden_since=_never())
    lit = in_light_of(memory.picture, small, ground.checker)
    changed = difference(small, lit) > noise
    stirring = _stirring(watch, small, noise)
    restless = changed & stirring
    when = np.where(ground.touched(restless), at, watch.moved)
    sorts = sorted_out(changed, small, memory.picture, ground)
    hand, when = _hands(watch, sorts.hands, restless, when, at)
    hidden = ground.touched(hand)
    things = ground.touched(sorts.things) & ~hidden
    stirs = bool((when == at).any())
    other = changed | hand
    glance = _Glance(small, at, levels, lit, other, hidden, things, restless=stirs)
    since = np.where(hidden, np.minimum(watch.hidden_since, at), np.inf)
    judged = watch.judged & ~hidden
    return glance, replace(watch, last=small, moved=when, judged=judged, hidden_since=since)


def _hands(
    watch: Watch, pieces: Iterable[Mask], restless: Mask, when: Times, at: float
) -> tuple[Mask, Times]:
    """Where hands are, and when it moved there; what has not moved for long is no hand."""
    ground = watch.ground
    hand = np.zeros(restless.shape, np.bool_)
    for piece in pieces:
        labels = ground.touched(near(piece, ground))
        if (piece & restless).sum() >= ground.least:
            when = np.where(labels, at, when)
        over = np.count_nonzero(piece & ~ground.outside)
        is_beside = over < HARDLY * np.pi / 4 * ground.checker**2
        wait = watch.patience.beside if is_beside else watch.patience.hand
        if (at - when[labels] < wait).any():
            hand |= near(piece, ground)
    return hand, when


def _first(watch: Watch, small: Picture, at: float) -> tuple[_Glance, Watch]:
    """A picture before the board was found in one: nothing is known that it could differ from."""
    noise = np.full(small.shape[:2], FIRST_NOISE, np.float32)
    dark = Trouble.TOO_DARK if is_dark(small) else Trouble.BOARD_LOST
    restless = bool(_stirring(watch, small, limit(noise)).any())
    glance = _Glance(small, at, noise, restless=restless, trouble=dark)
    return glance, replace(watch, last=small)


def _stirring(watch: Watch, small: Picture, noise: Levels) -> Mask:
    """What differs from the picture before."""
    if watch.last is None:
        return np.zeros(small.shape[:2], np.bool_)
    return difference(small, watch.last) > noise


def _may_have_moved(watch: Watch, glance: _Glance) -> bool:
    """Whether the camera should be looked for before anything is judged."""
    if glance.trouble is Trouble.TOO_DARK or glance.restless:
        return False
    if glance.at - watch.sought_at < watch.patience.again:
        return False
    if watch.memory is None:
        return True
    return _is_lost(glance) or int(glance.changed.sum()) > MANY


def _is_lost(glance: _Glance) -> bool:
    return bool((glance.hidden | glance.changed).mean() > MOST)


def _sought(watch: Watch, picture: Picture, at: float) -> Watch:
    """The watch after the camera has been looked for."""
    watch = replace(watch, sought_at=at)
    eye = watch.tools.register(picture, watch.learned)
    if eye is None:
        return replace(watch, found_at=-np.inf)
    watch = replace(moved(watch, eye, picture), found_at=at)
    if watch.memory is None:
        small = watch.ground.small(picture)
        quiet = np.full(small.shape[:2], FIRST_NOISE, np.float32)
        watch = replace(watch, memory=Memory(small.astype(np.float32), quiet))
    return watch


def _hindered(watch: Watch, glance: _Glance) -> _Glance:
    """The same, and why nothing can be judged, if that is so."""
    if glance.trouble or watch.memory is None or not _is_lost(glance):
        return glance
    trouble = hindrance(glance.small, watch.memory.picture, watch.ground.checker)
    found = watch.found_at >= watch.sought_at
    return replace(glance, trouble=trouble or (None if found else Trouble.BOARD_LOST))


def _uncovered(watch: Watch, glance: _Glance) -> _Glance:
    """The same; no hand hides most of a board that has just been found in the same picture."""
    if glance.trouble or not _is_lost(glance) or watch.found_at < glance.at:
        return glance
    if (glance.at - watch.moved[glance.hidden] < watch.patience.most).any():
        return glance
    return replace(glance, other=None, hidden=_nowhere(), changed=glance.hidden | glance.changed)


def _ready(watch: Watch, glance: _Glance) -> Spots:
    """What can be judged now, if anything has to be."""
    if glance.trouble:
        return _nowhere()
    still = glance.at - watch.moved >= watch.patience.still
    unsettled = glance.changed & ~still
    in_sight = ~glance.hidden & ~watch.ground.around(unsettled) & still
    ready: Spots = in_sight & (glance.changed | ~watch.judged)
    lately = glance.at - watch.read_at < watch.patience.again
    was_still = watch.moved + watch.patience.still <= watch.read_at
    uncovered = (watch.read_under & ~glance.hidden).any()
    if not ready.any() or (lately and not uncovered and was_still[ready].all()):
        return _nowhere()
    return in_sight


def _without_ghosts(watch: Watch, glance: _Glance, reading: Reading) -> _Glance:
    """The same; what has long been taken for a hand is none if the reader sees nothing there.

    What is there has to be plain, or to have rested: no hand is so still for so long.
    """
    hidden, patience = glance.hidden, watch.patience
    if reading.covered or not hidden.any():
        return glance
    long = (glance.at - watch.hidden_since)[hidden].max()
    still = (glance.at - watch.moved)[hidden].min()
    rests = still >= patience.ghost and long >= patience.hand
    plain = _is_plain(reading, watch.ground.places_at(hidden) - BORNE_OFF)
    if not (rests or (plain and long >= patience.ghost)):
        return glance
    return replace(glance, hidden=_nowhere(), changed=glance.changed | hidden, ghosts=hidden)


def _is_plain(reading: Reading, places: Iterable[Place]) -> bool:
    """Whether none of these places is in doubt."""
    return all(reading.chances[place].confidence > PLAIN for place in places)


def _sound(watch: Watch, glance: _Glance, ready: Spots, reading: Reading) -> Spots:
    """What of it can be judged by this reading.

    A reader that does not see the hands that are there seeks elsewhere what they hide.
    """
    ground = watch.ground
    if not ground.places_at(glance.hidden) - BORNE_OFF <= reading.covered:
        return _nowhere()
    clear = [not reading.covered.intersection(places) for places in ground.places]
    clear[TRAYS] = not reading.covered
    return np.asarray(ready & np.array(clear))


def _judged(watch: Watch, glance: _Glance, ready: Spots, reading: Reading) -> Watch:
    """The watch with what was read where it was to be judged."""
    sightings, claims = reading.sightings, dict(watch.claims)
    for spot in np.flatnonzero(ready):
        claims |= {place: sightings.get(place, ANYTHING) for place in watch.ground.places[spot]}
    under = glance.hidden
    return replace(
        watch, judged=watch.judged | ready, claims=claims, read_at=glance.at, read_under=under
    )


def _remembering(watch: Watch, glance: _Glance, ready: Spots) -> Watch:
    """The watch with how the board looks now, but for what is hidden or may be changing."""
    memory = watch.memory
    if memory is None or glance.trouble:
        return watch
    noise, picture = memory.noise, memory.picture
    unsure = glance.hidden | watch.ground.around(glance.changed)
    share = np.float32(CALM if glance.lit is None else LIT)
    if not (unsure.any() or ready.any()):
        picture = picture + share * (glance.small - picture)
        noise = quieter(noise, glance.levels) if glance.lit is None else noise
    elif not unsure.all():
        each = np.where(ready, np.float32(1), np.where(unsure, np.float32(0), share))
        shares = each[watch.ground.labels]
        if glance.other is not None:
            around = watch.ground.outside & ~glance.other
            shares = np.where(around, share, shares)
        picture = picture + shares[..., None] * (glance.small - picture)
    return replace(watch, memory=Memory(picture, noise))


def _learning(watch: Watch, glance: _Glance, picture: Picture, reading: Reading | None) -> Watch:
    """The watch that has learnt from a picture in which everything was read clearly."""
    early = glance.at - watch.learnt_at < watch.patience.learning
    if reading is None or early or glance.hidden.any() or glance.changed.any():
        return watch
    if reading.covered or not watch.judged.all():
        return watch
    learned = watch.tools.learn(picture, watch.learned, reading)
    return replace(watch, learned=learned, learnt_at=glance.at)


def _told(watch: Watch, glance: _Glance, reading: Reading | None) -> tuple[Watch, Look]:
    """What may be claimed after all this."""
    untold = _untold(watch, glance)
    claims = {
        place: ANYTHING if place in untold else watch.claims.get(place, ANYTHING)
        for place in BACKGAMMON
    }
    trouble = glance.trouble or (Trouble.COVERED if glance.hidden.mean() > MOST else None)
    since = min(watch.since, glance.at) if trouble else np.inf
    moving = glance.restless or not glance.trouble
    wait = watch.patience.restless if moving else watch.patience.trouble
    lasting = trouble if glance.at - since >= wait else None
    look = Look(None if claims == watch.told else claims, lasting, untold, reading)
    return replace(watch, told=claims, trouble=glance.trouble, since=since), look


def _untold(watch: Watch, glance: _Glance) -> Mapping[Place, Why]:
    """The places of which nothing can be told, and why."""
    if glance.trouble:
        return dict.fromkeys(BACKGAMMON, Why.TROUBLE)
    ground = watch.ground
    unsettled = glance.changed & (glance.at - watch.moved < watch.patience.still)
    return {
        **dict.fromkeys(ground.places_at(~watch.judged), Why.UNSEEN),
        **dict.fromkeys(ground.places_at(ground.around(unsettled) | glance.changed), Why.MOVING),
        **dict.fromkeys(ground.places_at(glance.hidden), Why.HIDDEN),
    }
