"""Journals of every released version can be read for ever."""

import asyncio
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest

from engine.backgammon.game.match import Match
from hardware.signals import Signal
from referee.effects import Effect, RecordEvent
from referee.match_settings import MatchSettings
from service.records.match_files import ExportFormat, export_match
from service.records.stored_matches import (
    sheet_by_replay,
    sheet_of_match,
)
from service.storage.codec import DecodingError, UnknownName, stored_name
from service.storage.compact_texts import COMPACT
from service.storage.journal import Effects, Journal, effects_text
from service.storage.journal_reader import StoredMatch, read_match
from service.storage.journal_repair import salvage_match
from service.storage.journal_replay import ReplayedSignal, Resumption, replay_match, resume
from service.storage.stored_decisions import decode_decision, normalized_decision
from service.storage.stored_format import FORMAT
from service.storage.table_agreement import _StoredAgreement, apply_stored_agreement
from service.table.simulated_table_state import SimulatedTableState, take_stored_state
from tests.rigs.environment.checkout import ROOT
from tests.rigs.storage.example_journals import ARCHIVES, truncate_match, unpack
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

EVERYTHING_STORED: Mapping[str, Any] = {
    "signal": Signal,
    "decision": Effects,
    "settings": MatchSettings,
    "agreed": _StoredAgreement,
    "world": SimulatedTableState,
}
NAMES = ROOT / "tests" / "data" / "stored-names.txt"
"""Every tag, field and enum member that was ever written; `KIBITZ_FORMAT=write` adds new ones."""
LEGACY = "decision[].Notice."
"""The beginning of the names that only `read_legacy_notice` still reads."""
LEGACY_NOTICES = (ROOT / "tests" / "data" / "legacy-notices.txt").read_text("utf-8").splitlines()
"""Stored notices of every kind, written when one tag stood for all."""
JOURNALS = ("slots", "hall-for-stakes", "camera", "undo", "devices-lost", "dead-switch")


@pytest.fixture(params=ARCHIVES, ids=lambda archive: archive.name.removesuffix(".tar.xz"))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The files that a released version left in its folder."""
    return unpack(request.param, tmp_path)


@pytest.fixture(params=JOURNALS)
def journal(request: pytest.FixtureRequest, folder: Path) -> Path:
    return folder / f"{request.param}.journal"


def test_old_journal_opens_whole(journal: Path) -> None:
    stored = read_match(journal)
    assert stored.problem is None
    assert len(stored.entries) > 100
    match = stored.settings.match()
    for entry in stored.entries:
        assert entry.decision is not None
        for effect in decode_decision(entry.decision, match):
            if isinstance(effect, RecordEvent):
                assert effect.before == match
                match = effect.after
    assert match == final_match(stored)


def test_old_journal_is_exported_as_it_was(journal: Path) -> None:
    (stored,) = salvage_match(journal, None).matches
    assert export_match(stored, ExportFormat.MAT).text == journal.with_suffix(".mat").read_text(
        "utf-8"
    )


@pytest.mark.release(after=2)
def test_old_journal_leads_to_the_same_match(journal: Path) -> None:
    """Verdicts are not compared, as the referee may have improved meanwhile."""
    stored = read_match(journal)
    assert final_match(stored).winner or not stored.settings.length
    assert (
        sheet_by_replay(stored).match == sheet_of_match(journal).sheet.match == final_match(stored)
    )


@pytest.mark.release(after=2)
def test_old_match_goes_on_where_it_was_left(journal: Path) -> None:
    whole = recorded_events(journal)
    truncate_match(journal, len(read_match(journal).entries) * 2 // 3)
    resumption, events = resume_journal(journal)
    assert not resumption.problems
    assert resumption.state is not None
    assert len(events) > 10
    assert events == list(whole[: len(events)])
    assert resumption.state.match == events[-1].after


def test_old_simulated_table_is_read_as_it_was_left(folder: Path) -> None:
    world = take_stored_state(folder / "table.journal")
    assert world is not None
    assert world.broken
    assert world.checkers.hand


def test_old_agreement_still_holds(folder: Path) -> None:
    agreed = apply_stored_agreement(folder / "table.agreed", TABLE_SETTINGS).settings
    assert agreed.names == ("Ann", "Bob")
    assert agreed.length == 3


def test_every_name_that_was_ever_stored_is_still_known() -> None:
    now = sorted({name for kind, hint in EVERYTHING_STORED.items() for name in names(kind, hint)})
    old = NAMES.read_text("utf-8").split() if NAMES.exists() else []
    if os.environ.get("KIBITZ_FORMAT") == "write":
        old = sorted({*old, *now})
        NAMES.write_text("".join(f"{name}\n" for name in old), "utf-8")
    legacy = {name for name in old if name.startswith(LEGACY)}
    assert set(old) - set(now) - legacy == set(), "files of older versions could no longer be read"
    assert set(now) - set(old) == set(), f"KIBITZ_FORMAT=write adds these to {NAMES.name}"


def test_every_legacy_name_is_in_an_example() -> None:
    texts = [json.loads(text) for text in LEGACY_NOTICES]
    fields, kinds = {name for text in texts for name in text}, {text["what"] for text in texts}
    for name in NAMES.read_text("utf-8").split():
        if name.startswith(LEGACY):
            field = re.split(r"[.\[=]", name.removeprefix(LEGACY))[0]
            assert field in fields
            assert field != "what" or name.partition("=")[2] in kinds


@pytest.mark.parametrize("text", LEGACY_NOTICES)
def test_legacy_notice_loses_nothing(text: str) -> None:
    notice = FORMAT.decode(text, Effect)
    anew, old = json.loads(FORMAT.encode(notice, Effect)), json.loads(text)

    assert {name for name, value in old.items() if value} <= {*anew, "what"}
    assert not any(anew[name] for name in anew.keys() - old.keys())
    stored = _without_new_fields({name: anew[name] for name in anew.keys() & old.keys()}, old)
    assert {**old, **stored, "is": "Notice"} == old
    assert normalized_decision(f"[{text}]") == effects_text([notice])


def _without_new_fields(anew: Any, old: Any) -> Any:
    """The data stored anew, without empty fields unknown to the old form."""
    if isinstance(anew, list):
        return [_without_new_fields(one, was) for one, was in zip(anew, old, strict=True)]
    if not isinstance(anew, dict):
        return anew
    kept = {name: value for name, value in anew.items() if value or name in old}
    return {
        name: _without_new_fields(value, old[name]) if name in old else value
        for name, value in kept.items()
    }


def test_legacy_notice_of_an_unknown_kind_may_be_newer() -> None:
    with pytest.raises(UnknownName, match=r"Notice\.what: one of set_up"):
        FORMAT.decode('{"is":"Notice","what":"thunder"}', Effect)


@pytest.mark.parametrize("text", ['{"is":"Notice"}', '{"is":"Notice","what":3}'])
def test_legacy_notice_without_a_kind_is_damaged(text: str) -> None:
    with pytest.raises(DecodingError) as raised:
        FORMAT.decode(text, Effect)
    assert not isinstance(raised.value, UnknownName)


def test_stored_names_are_found_in_every_depth() -> None:
    some = set(names("signal", Signal))
    assert {"signal.DiceSeen.state=cocked", "signal.SetUpWanted.turn=light"} <= some
    assert any(name.startswith("decision[].Judged.verdict.Illegal.reasons[].") for name in names(
        "decision", Effects
    ))  # fmt: skip


def recorded_events(journal: Path) -> tuple[RecordEvent, ...]:
    return tuple(
        effect
        for again in replay_match(read_match(journal), as_recorded=True)
        for effect in again.effects
        if isinstance(effect, RecordEvent)
    )


def final_match(stored: StoredMatch) -> Match:
    *_, last = replay_match(stored, as_recorded=True)
    return last.after.match


def resume_journal(journal: Path) -> tuple[Resumption, list[RecordEvent]]:
    """The resumption of a journal, and the events that were replayed."""
    events = list[RecordEvent]()

    def listen(_match: int, past: ReplayedSignal) -> None:
        events.extend(it for it in past.effects if isinstance(it, RecordEvent))

    async def run() -> Resumption:
        async with Journal(journal) as stored:
            return await resume(stored, read_match(journal).settings, listener=listen)

    return asyncio.run(run()), events


def names(where: str, hint: Any) -> Iterator[str]:
    """Every name that a value of a type may be written with, each with the way to it."""
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    origin, args = get_origin(hint), get_args(hint)
    if hint in COMPACT or hint in (str, int, float, bool, NoneType):
        yield where
    elif origin in (Union, UnionType):
        members = [member for member in args if member is not NoneType]
        for member in members:
            tag = f".{FORMAT.tags[member]}" if len(members) > 1 else ""
            yield from names(f"{where}{tag}", member)
    elif origin is not None and not is_dataclass(origin):
        for part in args[-1:] if args[-1] is not Ellipsis else args[:1]:
            yield from names(f"{where}[]", part)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (f"{where}={member.name.lower()}" for member in hint)
    else:
        kind = origin or hint
        hints = get_type_hints(kind)
        bound = dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
        for field in filter(stored_name, fields(kind)):
            hint = hints[field.name]
            yield from names(f"{where}.{stored_name(field)}", bound.get(hint, hint))
