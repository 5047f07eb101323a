"""Whatever may be kept in a journal, drawn by hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import RULEBOOKS, PlayedFor
from engine.backgammon.why.reasons import Reason, Why
from hardware import signals
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.observations import Observation
from hardware.sightings import MOST, Count, Sighting
from hardware.signals import Signal
from referee.effects import Effect, Happened, Judged, Lit, Meaning, Nonsense, Notice, WakeAt, What
from referee.profiles import PROFILES, Hints
from referee.settings import MatchSettings
from referee.verdicts import Complete, Disturbed, Illegal, Move, OnTheWay, Unchanged

times = st.floats(allow_nan=False, allow_infinity=False)
colours = st.sampled_from(Colour)
places = st.sampled_from(BACKGAMMON) | st.text(max_size=8).map(Place)
layouts = st.dictionaries(places, st.builds(Pile, colours, st.integers(1, 40))).map(Layout)

NUMBERED = (signals.Wish.RESIGN, signals.Wish.HINTS)
"""What is wished for by one of three numbers."""


@st.composite
def sightings(draw: st.DrawFn) -> Sighting:
    """Any sighting at all: three ranges around something that may really be there."""
    light = draw(st.integers(0, MOST))
    dark = draw(st.integers(0, MOST - light))
    truth = (light, dark, light + dark)
    return Sighting(*(Count(draw(st.integers(0, n)), draw(st.integers(n, MOST))) for n in truth))


def any_signal() -> st.SearchStrategy[Signal]:
    """Whatever can come in from a table."""
    text, dice = st.text(max_size=12), st.integers(1, 6)
    faces = st.lists(dice, min_size=1, max_size=2).map(tuple)
    settled = st.just(signals.DiceState.SETTLED)
    moving = st.sampled_from([state for state in signals.DiceState if state.value != "settled"])
    wishes = st.sampled_from([wish for wish in signals.Wish if wish not in NUMBERED])
    resign, hints = map(st.just, NUMBERED)
    return st.one_of(
        st.builds(Observation, text, times, st.dictionaries(places, sightings())),
        st.builds(signals.DiceSeen, text, times, settled, faces, st.none() | colours),
        st.builds(signals.DiceSeen, text, times, moving, colour=st.none() | colours),
        st.builds(signals.ButtonPressed, text, times, st.sampled_from(signals.Button)),
        st.builds(signals.Wished, text, times, colours, wishes, st.integers(0, 99)),
        st.builds(signals.Wished, text, times, colours, resign, st.integers(1, 3)),
        st.builds(signals.Wished, text, times, colours, hints, st.integers(0, 2)),
        st.builds(signals.Told, text, times, layouts),
        st.builds(signals.SetUpWanted, text, times, layouts, colours),
        st.builds(signals.DeviceLost, text, times, text),
        st.builds(signals.Troubled, text, times, st.none() | st.sampled_from(signals.Trouble)),
        st.builds(signals.Garbled, text, times, text),
        *(st.builds(kind, text, times) for kind in _BARE),
    )


_BARE = (signals.TimeCame, signals.DeviceBack, signals.Restarted)


def any_settings() -> st.SearchStrategy[MatchSettings]:
    """What two players may agree on."""
    for_a_match = [
        book for book in RULEBOOKS.values() if book.played_for is PlayedFor.MATCH_OR_STAKES
    ]
    names = st.lists(st.text(min_size=1, max_size=24), min_size=2, max_size=2, unique=True)
    return st.builds(
        MatchSettings,
        names.map(lambda pair: ByPlayer(*pair)),
        st.sampled_from(for_a_match).map(lambda book: replace(book, automatic_doubles=None)),
        st.integers(0, 25),
        st.sampled_from(Player),
        st.sampled_from(list(PROFILES.values())),
    )


def any_effects() -> st.SearchStrategy[tuple[Effect, ...]]:
    """What a step may ask for."""
    where = st.lists(places, max_size=3).map(tuple)
    reasons = st.lists(
        st.builds(Reason, st.sampled_from(Why), source=st.none() | st.integers(0, 25)), max_size=2
    ).map(tuple)
    carried = st.builds(Move, places, st.none() | places) | st.builds(Move, st.none(), places)
    moves = st.lists(carried, max_size=2).map(tuple)
    verdicts = st.one_of(
        st.just(Unchanged()),
        st.builds(OnTheWay, where, where, st.integers(0, 4)),
        st.just(Complete(START)),
        st.builds(Illegal, reasons, moves, st.just(START.setup)),
        st.builds(Disturbed, moves),
    )
    happened: st.SearchStrategy[events.Event] = st.sampled_from(
        [events.Play(Player.ONE, START), events.NextGame()]
    )
    refusals = st.builds(Refusal, st.sampled_from(Ban), reasons)
    notices = st.builds(
        Notice, st.sampled_from(What), st.none() | colours, reasons,
        st.none() | st.just(START.setup), st.none() | refusals, where, st.none() | happened,
        st.text(max_size=9), moves, st.none() | st.just(Dice(3, 1)),
        st.none() | st.sampled_from(Nonsense), st.none() | st.sampled_from(Hints),
        st.lists(st.text(max_size=9), max_size=3).map(tuple),
        st.none() | st.sampled_from(signals.Trouble),
    )  # fmt: skip
    lit = st.dictionaries(places, st.sampled_from(Meaning)).map(Lit)
    wake = st.builds(WakeAt, st.none() | times)
    judged = st.builds(Judged, st.none() | verdicts)
    effect = st.one_of(lit, judged, wake, notices, happened.map(Happened))
    return st.lists(effect, max_size=4).map(tuple)
