"""The codes of the events and notices of the feed, which stay when classes are renamed."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.game import events
from engine.backgammon.game.events import Event
from referee.notices import Notice
from service.storage.stored_format import NOTICES
from service.web.messages.feed_messages import EventCode, NoticeCode

EVENT_CODES: Mapping[type[Event], EventCode] = {
    kind: EventCode(code)
    for kind, code in {
        events.OpeningThrow: "opening_throw", events.Throw: "throw",
        events.CockedThrow: "cocked_throw", events.VoidThrow: "void_throw", events.Play: "play",
        events.TakeBack: "take_back", events.EndTurn: "end_turn", events.Challenge: "challenge",
        events.Double: "double", events.Take: "take", events.Drop: "drop",
        events.Beaver: "beaver", events.Resign: "resign",
        events.AcceptResignation: "accept_resignation", events.PlayOn: "play_on",
        events.AskUndo: "ask_undo", events.AgreeUndo: "agree_undo",
        events.RefuseUndo: "refuse_undo", events.RunOutOfTime: "run_out_of_time",
        events.NextGame: "next_game",
    }.items()
}  # fmt: skip
NEW_MATCH = EventCode("new_match")
"""Another match has begun."""
PLAY_CHOSEN = NoticeCode("play_chosen")
"""The computer has chosen a play, which people carry out for it."""
NOTICE_CODES: Mapping[type[Notice], NoticeCode] = {
    kind: NoticeCode(code) for kind, (code, _tag) in NOTICES.items()
}
"""The code of each notice, the same as in journals."""
