"""Turns the effects of the referee into the numbered events of the feed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.backgammon.game import events
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.notation.play_text import write_result
from engine.players import Player
from hardware.checkers import Colour, Place
from referee import notices
from referee.effects import RecordEvent
from referee.match_settings import MatchSettings
from referee.notice_contents import colour_of, findings_of
from referee.notices import Notice
from referee.state import OFFER_PHASES, State
from service.table.announcements import Announcement
from service.web.feed.event_codes import EVENT_CODES, NEW_MATCH, NOTICE_CODES, PLAY_CHOSEN
from service.web.feed.table_snapshot import reasons_shown, verdict_shown
from service.web.messages.feed_messages import (
    EventId,
    FeedEvent,
    GameResult,
    MatchEvent,
    NoticeGiven,
    VerdictChanged,
)
from service.words.phrases import Phrases
from service.words.rule_texts import result_in_words

MakeEvent = Callable[["EventStamp", Phrases], FeedEvent]
"""Builds an event in a language; holds what it is about until all languages are written."""


@dataclass(frozen=True, slots=True)
class EventStamp:
    """The identifier, the number and the time of an event."""

    id: EventId
    number: int
    time: str


def verdict_event(state: State, automatic_player: Player | None) -> MakeEvent:
    """The event of another verdict on the board."""

    def make(stamp: EventStamp, phrases: Phrases) -> VerdictChanged:
        shown = verdict_shown(state, phrases, automatic_player)
        return VerdictChanged(stamp.id, stamp.number, stamp.time, state.colour, shown)

    return make


def match_event(
    effect: RecordEvent, settings: MatchSettings, announcement: Announcement | None
) -> MakeEvent:
    """The event of something that happened in the match."""
    event, after = effect.event, effect.after
    player: Player | None = getattr(event, "player", None)
    game = after.game
    # The same in every language, and found among all legal plays.
    play = cache(lambda: _play(event, after))

    def make(stamp: EventStamp, phrases: Phrases) -> MatchEvent:
        return MatchEvent(
            stamp.id,
            stamp.number,
            stamp.time,
            code=EVENT_CODES[type(event)],
            colour=settings.seating.colour(player) if player else None,
            dice=_dice(event, settings),
            play=play(),
            stake=game.offer if game.phase in OFFER_PHASES else game.cube.value,
            words=_words(announcement, phrases),
        )

    return make


def new_match_event(match: Match, announcement: Announcement | None) -> MakeEvent:
    """The event that another match begins."""
    stake = match.game.cube.value

    def make(stamp: EventStamp, phrases: Phrases) -> MatchEvent:
        words = _words(announcement, phrases)
        at = (stamp.id, stamp.number, stamp.time)
        return MatchEvent(*at, NEW_MATCH, None, (), "", stake, words)

    return make


def result_event(match: Match, settings: MatchSettings, match_number: int) -> MakeEvent | None:
    """The event of a game that has ended in this match; None if it has not."""
    result = match.game.result
    if result is None:
        return None
    seating, names = settings.seating, settings.names

    def make(stamp: EventStamp, phrases: Phrases) -> GameResult:
        return GameResult(
            stamp.id,
            stamp.number,
            stamp.time,
            match=match_number,
            game=match.number,
            length=match.length,
            winner=seating.colour(result.winner),
            ending=result.ending,
            win=result.win,
            points=result.points,
            names={colour: names[seating.player(colour)] for colour in Colour},
            score={colour: match.score[seating.player(colour)] for colour in Colour},
            match_over=match.winner is not None,
            words=" ".join(result_in_words(match, names, phrases)),
        )

    return make


def notice_event(notice: Notice, mover: Colour, announcement: Announcement | None) -> MakeEvent:
    """The event of something that the referee told the players."""
    places: tuple[Place, ...] = getattr(notice, "places", ())
    devices: tuple[str, ...] = getattr(notice, "devices", ())

    def make(stamp: EventStamp, phrases: Phrases) -> NoticeGiven:
        return NoticeGiven(
            stamp.id,
            stamp.number,
            stamp.time,
            code=NOTICE_CODES[type(notice)],
            objection=bool(announcement and announcement.is_objection),
            colour=colour_of(notice),
            places=places,
            devices=devices,
            reasons=reasons_shown(_reasons(notice), _mover(notice, mover), phrases),
            words=_words(announcement, phrases),
        )

    return make


def choice_event(colour: Colour, announcement: Announcement) -> MakeEvent:
    """The event that the computer has chosen a play, which people carry out for it."""

    def make(stamp: EventStamp, phrases: Phrases) -> NoticeGiven:
        return NoticeGiven(
            stamp.id,
            stamp.number,
            stamp.time,
            code=PLAY_CHOSEN,
            objection=False,
            colour=colour,
            places=(),
            devices=(),
            reasons=(),
            words=_words(announcement, phrases),
        )

    return make


def _words(announcement: Announcement | None, phrases: Phrases) -> str:
    return " ".join(announcement.sentences(phrases)) if announcement else ""


def _dice(event: Event, settings: MatchSettings) -> tuple[int, ...]:
    match event:
        case events.OpeningThrow(one, two):
            return (one, two) if settings.light is Player.ONE else (two, one)
        case events.Throw(dice=dice):
            return (dice.high, dice.low)
    return ()


def _play(event: Event, after: Match) -> str:
    if not isinstance(event, events.Play) or after.game.played is None:
        return ""
    return write_result(legal_plays(after), after.game.played)


def _reasons(notice: Notice) -> tuple[Reason, ...]:
    if isinstance(notice, notices.EventRefused):
        return notice.refusal.reasons
    return findings_of(notice)[0]


def _mover(notice: Notice, turn: Colour) -> Colour:
    """The player whose play the reasons of a notice are about."""
    colour = colour_of(notice)
    if colour is None:
        return turn
    return colour.other if isinstance(notice, notices.IllegalPlayChoice) else colour
