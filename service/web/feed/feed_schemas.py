"""The JSON Schema of every message of the feed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from service.web.feed.event_codes import EVENT_CODES, NEW_MATCH, NOTICE_CODES, PLAY_CHOSEN
from service.web.feed.json_schema import Schema, message_schema
from service.web.messages.feed_messages import (
    FEED,
    FEED_VERSION,
    EventCode,
    FeedMessage,
    NoticeCode,
)
from service.words.phrases import Language, available_languages

KINDS: Mapping[str, type] = {FEED.tags[kind]: kind for kind in get_args(FeedMessage)}
"""Every message by its name."""


def named_texts() -> Mapping[Any, tuple[str, ...]]:
    """The values of the types that stand for a few texts."""
    return {
        EventCode: (*EVENT_CODES.values(), NEW_MATCH),
        NoticeCode: (*NOTICE_CODES.values(), PLAY_CHOSEN),
        Language: available_languages(),
    }


def feed_schema(name: str) -> Schema:
    """The schema of a message; KeyError if there is no message of this name."""
    schema = message_schema(KINDS[name], FEED, named_texts())
    return {"$id": f"kibitz:feed/{FEED_VERSION}/{name}", "version": FEED_VERSION, **schema}


@cache
def feed_schema_text(name: str) -> str:
    """The schema of a message as JSON; KeyError if there is no message of this name."""
    return json.dumps(feed_schema(name), ensure_ascii=False, indent=1)
