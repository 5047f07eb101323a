"""Hypothesis strategies for everything that a journal may store."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.position import START
from engine.backgammon.rulebook import RULEBOOKS, PlayedFor
from engine.players import ByPlayer, Player
from hardware import signals
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.observations import MAX_CHECKERS, Count, Observation, Sighting
from hardware.signals import Signal
from referee.effects import Effect, LampMeaning, RecordEvent, ReportVerdict, ShowLamps, WakeAt
from referee.match_settings import PROFILES, Hints, MatchSettings
from referee.notices import SignalFault
from referee.verdicts import CheckerMove, Complete, Disturbed, Illegal, OnTheWay, Unchanged
from tests.rigs.referee.sample_notices import NOTICE_KINDS

times = st.floats(allow_nan=False, allow_infinity=False)
colours = st.sampled_from(Colour)
places = st.sampled_from(BACKGAMMON.places) | st.text(max_size=8).map(Place)
layouts = st.dictionaries(places, st.builds(Pile, colours, st.integers(1, 40))).map(Layout)

NUMBERED_REQUESTS = (signals.PlayerRequestKind.RESIGN, signals.PlayerRequestKind.HINTS)
"""The requests that carry a number from a small range."""


@st.composite
def sightings(draw: st.DrawFn) -> Sighting:
    """Any sighting: three ranges around a possible number of checkers."""
    light = draw(st.integers(0, MAX_CHECKERS))
    dark = draw(st.integers(0, MAX_CHECKERS - light))
    truth = (light, dark, light + dark)
    return Sighting(
        *(Count(draw(st.integers(0, n)), draw(st.integers(n, MAX_CHECKERS))) for n in truth)
    )


def any_signal() -> st.SearchStrategy[Signal]:
    text, dice = st.text(max_size=12), st.integers(1, 6)
    faces = st.lists(dice, min_size=1, max_size=2).map(tuple)
    lying = (signals.DiceState.SETTLED, signals.DiceState.ON_CHECKER)
    settled = st.sampled_from(lying)
    moving = st.sampled_from([state for state in signals.DiceState if state not in lying])
    requests = st.sampled_from(
        [request for request in signals.PlayerRequestKind if request not in NUMBERED_REQUESTS]
    )
    resign, hints = map(st.just, NUMBERED_REQUESTS)
    problems = st.sampled_from(signals.CameraProblem)
    return st.one_of(
        st.builds(
            Observation,
            text,
            times,
            st.dictionaries(places, sightings()),
            st.dictionaries(places, st.lists(st.booleans(), min_size=1, max_size=6).map(tuple)),
        ),
        st.builds(signals.DiceReading, text, times, settled, faces, st.none() | colours),
        st.builds(signals.DiceReading, text, times, moving, colour=st.none() | colours),
        st.builds(signals.ButtonPressed, text, times, st.sampled_from(signals.Button)),
        st.builds(signals.PlayerRequest, text, times, colours, requests, st.integers(0, 99)),
        st.builds(signals.PlayerRequest, text, times, colours, resign, st.integers(1, 3)),
        st.builds(signals.PlayerRequest, text, times, colours, hints, st.integers(0, 2)),
        st.builds(signals.LayoutStated, text, times, layouts),
        st.builds(signals.PositionSetUp, text, times, layouts, colours),
        st.builds(signals.DeviceLost, text, times, text),
        st.builds(signals.CameraProblemChanged, text, times, st.none() | problems),
        st.builds(signals.GarbledData, text, times, text),
        st.builds(signals.SignalsDropped, text, times, text),
        *(st.builds(kind, text, times) for kind in _BARE),
    )


_BARE = (signals.TimerExpired, signals.DeviceRestored, signals.ServiceRestarted)


def any_settings() -> st.SearchStrategy[MatchSettings]:
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
    where = st.lists(places, max_size=3).map(tuple)
    reasons = st.lists(
        st.builds(Reason, st.sampled_from(ReasonKind), source=st.none() | st.integers(0, 25)),
        max_size=2,
    ).map(tuple)
    carried = st.builds(CheckerMove, places, st.none() | places) | st.builds(
        CheckerMove, st.none(), places
    )
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
    details: dict[str, st.SearchStrategy[Any]] = {
        "colour": colours,
        "turn": colours,
        "reasons": reasons,
        "board": st.just(START.setup),
        "refusal": st.builds(Refusal, st.sampled_from(Ban), reasons),
        "places": where,
        "event": st.none() | happened,
        "text": st.text(max_size=9),
        "moves": moves,
        "dice": st.just(Dice(3, 1)),
        "nonsense": st.none() | st.sampled_from(SignalFault),
        "hints": st.sampled_from(Hints),
        "devices": st.lists(st.text(max_size=9), max_size=3).map(tuple),
        "stacked": st.booleans(),
        "surplus": where,
        "unmoved": st.booleans(),
        "is_final": st.booleans(),
        "is_shut_out": st.booleans(),
        "is_opening": st.booleans(),
        "is_ignored": st.booleans(),
        "offer": st.sampled_from(signals.PlayerRequestKind),
        "number": st.integers(1, 3),
        "request": st.sampled_from(signals.PlayerRequestKind),
        "turned": st.booleans(),
        "mirrored": st.booleans(),
        "trouble": st.sampled_from(signals.CameraProblem),
    }
    parts = {kind: {it.name: details[it.name] for it in fields(kind)} for kind in NOTICE_KINDS}
    notices = st.one_of(*(st.builds(kind, **values) for kind, values in parts.items()))
    lit = st.dictionaries(places, st.sampled_from(LampMeaning)).map(ShowLamps)
    match = any_settings().map(MatchSettings.match)
    recorded = st.builds(RecordEvent, happened, match, match)
    wake = st.builds(WakeAt, st.none() | times)
    judged = st.builds(ReportVerdict, st.none() | verdicts)
    effect = st.one_of(lit, judged, wake, notices, recorded)
    return st.lists(effect, max_size=4).map(tuple)
