"""Writes the messages of docs/feed.md: their fields with types, and an example of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, NewType, get_args, get_type_hints

from engine.backgammon.game.match import Ending, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from hardware.checkers import Colour, Place
from hardware.signals import DiceState
from service.schema.docstrings import class_docstring, member_docstrings, text_docstring
from service.storage.codec import TAG
from service.web.feed.event_codes import EVENT_CODES, NEW_MATCH, NOTICE_CODES, PLAY_CHOSEN
from service.web.feed.feed_queries import FIELDS
from service.web.feed.feed_schemas import KINDS
from service.web.feed.json_schema import field_notes
from service.web.messages import feed_messages as feed
from service.web.messages.to_page import CubeShown, DiceShown, MovedChecker
from service.words.phrases import ENGLISH, phrases_in
from tools.generated_documents import format_table
from tools.page_types import typescript_of

LIGHT, DARK = Colour.LIGHT, Colour.DARK
AT = "2026-05-01T20:15:03.120Z"
_REASON = feed.ReasonShown(
    ReasonKind.NO_DIE,
    "From point 13 to point 8 is 5 pips, and no number you have left makes that.",
    LIGHT, Place("p13"), Place("p8"), (), (3, 1), 0,
)  # fmt: skip
_MOVED = (
    MovedChecker(Place("p8"), Place("p5"), ()),
    MovedChecker(Place("p6"), Place("p5"), ()),
)
_VERDICT = feed.VerdictShown(
    feed.VerdictKind.ILLEGAL, alarm=True, words=f"Alice, that is not legal. {_REASON.words}",
    reasons=(_REASON,), question=None,
)  # fmt: skip
_STATE = feed.TableShown(
    table="table", event=feed.EventId("59fd1cc395ee6c82.17"), match=1, game=1, length=3,
    crawford=False, rulebook="tournament", profile="casual", phase=Phase.TO_THROW,
    setting_up=False,
    players={
        LIGHT: feed.PlayerScore("Alice", 0, 163, 0, computer=False),
        DARK: feed.PlayerScore("Bob", 0, 167, 0, computer=False),
    },
    turn=DARK, dice=(DiceShown("dice", DiceState.LIFTED),), cube=CubeShown(1, None),
    verdict=feed.VerdictShown(
        feed.VerdictKind.UNCHANGED, alarm=False, words="Waiting for Bob to throw.", reasons=(),
        question=None,
    ),
    status="Match to 3: Alice 0, Bob 0. Cube at 1.",
    board={
        Place("p5"): feed.LyingCheckers(2, 0, 0), Place("p6"): feed.LyingCheckers(4, 0, 0),
    },
    last_move=feed.LastMove(LIGHT, (3, 1), "8/5 6/5", legal=True, moved=_MOVED), winner=None,
    xgid="XGID=-a---BD-B---dE---c-e----B-:0:0:-1:00:0:0:0:3:10",
    gnu_id="sHPhATDgc/ABMA:QYkmAAAAAAAE",
    light_far=False, home_left=False, simulated=True,
)  # fmt: skip
_ID = feed.EventId("59fd1cc395ee6c82.18")
_RESULT_WORDS = "Alice wins a gammon, 2 points."
EXAMPLES: Mapping[str, Any] = {
    "Start": feed.FeedStart(feed.FEED_VERSION, "0.1.0", ENGLISH, ("table",), _STATE.event),
    "State": _STATE,
    "Verdict": feed.VerdictChanged(_ID, 18, AT, LIGHT, _VERDICT),
    "Event": feed.MatchEvent(
        _ID, 18, AT, EVENT_CODES[next(kind for kind in EVENT_CODES if kind.__name__ == "Play")],
        LIGHT, (), "8/5 6/5", 1, "Alice plays 8/5 6/5.",
    ),
    "Notice": feed.NoticeGiven(
        _ID, 18, AT, feed.NoticeCode("illegal"), objection=True, colour=LIGHT,
        places=(Place("p8"),), devices=(), reasons=(_REASON,), words=_VERDICT.words,
    ),
    "Result": feed.GameResult(
        _ID, 18, AT, 1, 1, 3, LIGHT, Ending.BORNE_OFF, Win.GAMMON, 2,
        {LIGHT: "Alice", DARK: "Bob"}, {LIGHT: 2, DARK: 0}, match_over=False, words=_RESULT_WORDS,
    ),
    "Gap": feed.FeedGap(_STATE.event, 41),
    "Beat": feed.FeedBeat(15, _ID),
    "Problem": feed.FeedProblem(
        feed.ProblemKind.WRONG_FIELD, "language", "one of en, fr",
        "The field language is wrong; it must be one of en, fr.",
    ),
    "Tables": feed.TablesShown(feed.FEED_VERSION, (_STATE,)),
    "Matches": feed.MatchList(
        "table",
        (feed.MatchShown(
            2, "2026-05-01T20:00:00Z", {LIGHT: "Alice", DARK: "Bob"}, {LIGHT: 3, DARK: 1}, 3,
            LIGHT, under_way=False, problem="",
        ),),
        2,
    ),
    "Schemas": feed.SchemaList(feed.FEED_VERSION, {"Start": "/api/schema/Start"}),
}  # fmt: skip
"""An example of every message."""


def feed_tables() -> Mapping[str, str]:
    """The generated parts of docs/feed.md, by name."""
    return {
        "version": f"The feed has version {feed.FEED_VERSION}.",
        "fields of addresses": format_table(("field", "what it may be"), _query_rows()),
        "messages": "\n\n\n".join(map(_message, KINDS)),
        "types": "\n\n\n".join(map(_type, _types_within(KINDS.values()))),
        "events": format_table(("code", "what happened"), _event_rows()),
        "notices": format_table(("code", "what the referee says"), _notice_rows()),
    }


def _message(name: str) -> str:
    kind = KINDS[name]
    example = json.dumps(
        json.loads(feed.FEED.encode(EXAMPLES[name], feed.FeedMessage)), ensure_ascii=False, indent=2
    )
    table = format_table(("field", "type", "meaning"), _field_rows(kind, name))
    return f"### `{name}`\n\n{class_docstring(kind)}\n\n{table}\n\n```json\n{example}\n```"


def _field_rows(kind: type[Any], tag: str = "") -> Iterator[tuple[str, str, str]]:
    hints, notes = get_type_hints(kind), field_notes(kind)
    if tag:
        yield f"`{TAG}`", f'`"{tag}"`', "The kind of the message."
    for field in fields(kind):
        text = typescript_of(hints[field.name]).replace("|", "\\|")
        yield f"`{field.name}`", f"`{text}`", notes.get(field.name, "")


def _types_within(kinds: Iterable[Any]) -> list[Any]:
    """Every named type within the messages, in the order in which it is met."""
    found: dict[Any, None] = {}
    for kind in kinds:
        _reach(kind, found)
    return [kind for kind in found if kind not in KINDS.values()]


def _reach(hint: Any, found: dict[Any, None]) -> None:
    is_choice = isinstance(hint, type) and issubclass(hint, Enum)
    if hint in found:
        return
    if is_choice or is_dataclass(hint) or isinstance(hint, NewType):
        found[hint] = None
    parts = get_type_hints(hint).values() if is_dataclass(hint) else get_args(hint)
    for part in parts:
        _reach(part, found)


def _type(kind: Any) -> str:
    if isinstance(kind, NewType):
        return f"### {kind.__name__}\n\n{text_docstring(kind)}"
    about = class_docstring(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        table = format_table(("field", "type", "meaning"), _field_rows(kind))
    else:
        notes = member_docstrings(kind)
        rows = ((f"`{it.name.lower()}`", notes.get(it.name, "")) for it in kind)
        table = format_table(("value", "meaning"), rows)
    return f"### {kind.__name__}\n\n{about}\n\n{table}"


def _event_rows() -> Iterator[tuple[str, str]]:
    for kind, code in EVENT_CODES.items():
        yield f"`{code}`", class_docstring(kind)
    yield f"`{NEW_MATCH}`", "Another match begins."


def _notice_rows() -> Iterator[tuple[str, str]]:
    for kind, code in sorted(NOTICE_CODES.items(), key=lambda item: item[1]):
        yield f"`{code}`", class_docstring(kind)
    yield f"`{PLAY_CHOSEN}`", "The computer has chosen a play, which people carry out for it."


def _query_rows() -> Iterator[tuple[str, str]]:
    phrases = phrases_in(ENGLISH)
    for name, field in FIELDS.items():
        yield f"`{name}`", field.allowed().in_words(phrases)
