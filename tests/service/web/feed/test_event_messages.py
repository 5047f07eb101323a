"""Every notice and every event of whole matches becomes a message that fits its schema."""

import json
from pathlib import Path

import pytest

from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind
from referee.match_settings import MatchSettings
from referee.notices import Notice
from service.table.announcements import Announcement
from service.web.feed.event_codes import EVENT_CODES, NOTICE_CODES
from service.web.feed.event_messages import EventStamp, notice_event
from service.web.feed.feed_schemas import feed_schema
from service.web.messages.feed_messages import FEED, EventId, FeedMessage
from service.words.notice_texts import notice_in_words
from service.words.phrases import Language, available_languages, phrases_in
from tests.rigs.referee.sample_notices import NOTICE_KINDS, example_notice, has_field
from tests.rigs.tables.feed_client import schema_faults
from tests.rigs.tables.page_client import serve_tables
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS, random_record, tidy_performance

DETAILS = {
    "reasons": (Reason(ReasonKind.POINT_BLOCKED, source=24, target=19, points=(19, 25, 0)),),
    "places": (point(6),), "request": PlayerRequestKind.UNDO, "number": 0,
    "turned": True,
}  # fmt: skip
"""Details with which a notice has something to tell."""
STAMP = EventStamp(EventId("a.1"), 1, "2026-05-01T20:15:03.120Z")


@pytest.mark.parametrize("kind", NOTICE_KINDS, ids=lambda it: it.__name__)
def test_every_notice_has_a_message_in_every_language(kind: type[Notice]) -> None:
    details = {name: value for name, value in DETAILS.items() if has_field(kind, name)}
    notice = example_notice(kind, **details)
    settings: MatchSettings = TABLE_SETTINGS.match_settings
    announcement = Announcement(lambda phrases: [notice_in_words(notice, settings, phrases)])
    make = notice_event(notice, Colour.LIGHT, announcement)
    for language in available_languages():
        text = FEED.encode(make(STAMP, phrases_in(language)), FeedMessage)
        schema = feed_schema("Notice")
        assert list(schema_faults(json.loads(text), schema, schema)) == []


def test_codes_are_told_apart() -> None:
    for codes in (EVENT_CODES, NOTICE_CODES):
        assert len(set(codes.values())) == len(codes)


@pytest.mark.release
@pytest.mark.parametrize("seed", [1, 2])
async def test_every_event_of_a_whole_match_has_a_message(tmp_path: Path, seed: int) -> None:
    async with serve_tables(tmp_path) as table:
        await table.seated.play(tidy_performance(random_record(seed)))
        feed = table.open_tables.by_name["table"].feed
        texts = [json.loads(it.texts[Language("fr")]) for it in feed.events_after(0)]

    for message in texts:
        schema = feed_schema(message["is"])
        assert list(schema_faults(message, schema, schema)) == []
    assert {it["is"] for it in texts} >= {"Verdict", "Event", "Result"}
    (result,) = [it for it in texts if it["is"] == "Result"]
    final = random_record(seed).final
    assert final.winner
    assert result["names"][result["winner"]] == random_record(seed).names[final.winner]
    assert result["match_over"]
