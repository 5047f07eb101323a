"""The matches of a journal are listed and shown, as far as they are intact."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.players import Player
from hardware.checkers import Colour
from referee.state import State
from service.records.stored_matches import RestoredSheet, sheet_of_match
from service.storage.journal_repair import salvage_match
from service.storage.journal_tables import JournalProblem
from service.web.http.match_history import MatchHistory, PastMatchRecord, RunningMatch
from service.web.messages.to_page import MESSAGES, GameRecord
from service.words.phrases import ENGLISH, Language
from tests.rigs.storage.example_journals import filled_journal
from tests.rigs.tables.table_in_memory import HandsAtTable, random_record, record_evening

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def list_matches(past: MatchHistory, language: Language = ENGLISH) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(asyncio.run(past.matches(language)))
    return found


def past_record(past: MatchHistory, number: int, language: Language = ENGLISH) -> PastMatchRecord:
    found = MESSAGES.decode(asyncio.run(past.match(number, language)), PastMatchRecord)
    assert isinstance(found, PastMatchRecord)
    return found


def test_all_matches_are_listed_the_newest_first(journal: Path) -> None:
    second, first = list_matches(MatchHistory(journal, lambda: RunningMatch(2)))
    final = random_record().final
    assert final.winner

    assert (first["number"], second["number"]) == (1, 2)
    assert first["names"] == {"one": "Alice", "two": "Bob"}
    assert first["scores"] == {"one": final.score.one, "two": final.score.two}
    assert first["winner"] == random_record().names[final.winner]
    assert not first["under_way"]
    assert (second["winner"], second["under_way"], second["problem"]) == (None, True, "")
    assert first["began"] < second["began"]


def test_a_past_match_has_every_game_with_its_turns(journal: Path) -> None:
    record = past_record(MatchHistory(journal, lambda: RunningMatch(2)), 1)

    assert [game.number for game in record.games] == [1]
    assert record.games[0].rows[-1].board
    assert "wins" in record.games[0].result
    assert record.settings == ("match to 1 point", "Rules: tournament; referee: casual")
    assert isinstance(record.games[0], GameRecord)


def test_rows_have_the_dice_the_moved_checkers_and_the_cube(journal: Path) -> None:
    (game,) = past_record(MatchHistory(journal, lambda: RunningMatch(2)), 1).games
    turns = [row for row in game.rows if row.dice]

    assert turns
    for row in turns:
        assert row.words.startswith("".join(map(str, row.dice)))
        assert bool(row.moved) is ("no play" not in row.words)
    assert not game.set_up
    assert game.cube is None, "a match to one point has no cube"


def test_account_of_a_match_is_available_in_every_language(journal: Path) -> None:
    past = MatchHistory(journal, lambda: RunningMatch(2))
    english, french = (
        json.loads(asyncio.run(past.account(1, Language(code)))) for code in ("en", "fr")
    )

    assert any("Alice" in line and "wins" in line for line in english)
    assert any("gagne" in line for line in french)
    with pytest.raises(JournalProblem):
        asyncio.run(past.account(7, ENGLISH))


def test_account_of_a_very_long_match_is_its_end(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = MatchHistory(journal, lambda: RunningMatch(1))
    whole = json.loads(asyncio.run(past.account(1, ENGLISH)))
    monkeypatch.setattr("service.web.http.match_history.MAX_ACCOUNT_LINES", 3)

    assert json.loads(asyncio.run(past.account(1, ENGLISH))) == whole[-3:]


def test_match_history_is_available_in_every_language(journal: Path) -> None:
    past = MatchHistory(journal, lambda: RunningMatch(2))

    assert "gagne" in past_record(past, 1, Language("fr")).games[0].result
    assert "wins" in past_record(past, 1, Language("en")).games[0].result


def test_a_match_that_is_over_is_read_once(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    past = MatchHistory(journal, lambda: RunningMatch(2))
    first, record = list_matches(past), past_record(past, 1)
    account = asyncio.run(past.account(1, ENGLISH))
    playing = past_record(past, 2)

    def fail(_path: Path, number: int) -> None:
        raise JournalProblem("no_such_match", journal, match=number)

    monkeypatch.setattr("service.web.http.match_history.sheet_of_match", fail)
    monkeypatch.setattr("service.web.http.match_history.salvage_match", fail)
    assert asyncio.run(past.account(1, ENGLISH)) == account
    assert past_record(past, 1) == record
    assert list_matches(past) == [match for match in first if match["number"] == 1]
    with pytest.raises(JournalProblem):
        past_record(past, 2)
    assert playing.number == 2


async def test_only_one_question_is_worked_out_at_a_time(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past, running, most = MatchHistory(journal, lambda: RunningMatch(2)), 0, 0

    async def count_and_run(work: Any, *values: Any) -> Any:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return work(*values)

    monkeypatch.setattr("service.web.http.match_history.asyncio.to_thread", count_and_run)
    await asyncio.gather(*(past.match(number, Language("en")) for number in (1, 2, 1, 2)))
    assert most == 1


def test_a_match_that_is_not_there_has_no_record(journal: Path) -> None:
    with pytest.raises(JournalProblem) as problem:
        past_record(MatchHistory(journal, lambda: RunningMatch(2)), 7)
    assert problem.value.key == "no_such_match"


def test_intact_part_of_a_damaged_journal_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "club.journal"
    filled_journal(path, 40, 60)
    path.write_bytes(path.read_bytes()[:-4096])
    past = MatchHistory(path, lambda: RunningMatch(0))
    second, first = list_matches(past)

    assert (first["number"], second["number"]) == (1, 2)
    assert "damaged" in second["problem"]
    assert past_record(past, 1).names == {"one": "Zoë", "two": "Bob"}
    assert any("damaged" in problem for problem in past_record(past, 2).problems)


def test_a_journal_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(JournalProblem):
        list_matches(MatchHistory(tmp_path / "nothing", lambda: RunningMatch(0)))


def test_page_of_matches_reads_no_more_than_it_lists(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def count(path: Path, number: int) -> RestoredSheet:
        read.append(number)
        return sheet_of_match(path, number)

    monkeypatch.setattr("service.web.http.match_history.sheet_of_match", count)
    past = MatchHistory(journal, lambda: RunningMatch(2))

    first = asyncio.run(past.newest(ENGLISH, None, 1))
    second = asyncio.run(past.newest(ENGLISH, first.before, 1))

    assert [it.match for it in (*first.matches, *second.matches)] == read == [2, 1]
    assert second.before is None
    assert asyncio.run(past.newest(ENGLISH, 1, 5)).matches == ()


@pytest.mark.parametrize(
    "ask", [lambda past: past.newest(ENGLISH, None, 1), lambda past: past.match(2, ENGLISH)]
)
def test_match_that_begins_during_a_request_is_not_taken_for_a_past_one(
    journal: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[MatchHistory], Awaitable[object]]
) -> None:
    read: list[int] = []

    def count(path: Path, number: int) -> RestoredSheet:
        read.append(number)
        return sheet_of_match(path, number)

    monkeypatch.setattr("service.web.http.match_history.sheet_of_match", count)
    playing = iter((1, 2))
    past = MatchHistory(journal, lambda: RunningMatch(next(playing)))

    async def ask_twice() -> None:
        await ask(past)
        await ask(past)

    asyncio.run(ask_twice())
    assert read == [2, 2]


def test_match_that_was_left_before_its_first_throw_is_not_listed(tmp_path: Path) -> None:
    async def begin_three(seated: HandsAtTable) -> None:
        settings = seated.table.state.settings
        for _ in range(2):
            await seated.table.begin_match(settings, None, seated.table.orientation)
            await seated.throw(3, 1)

    journal = record_evening(tmp_path, begin_three)
    past = MatchHistory(journal, lambda: RunningMatch(3))

    assert [it["number"] for it in list_matches(past)] == [3, 2]
    assert [it.match for it in asyncio.run(past.newest(ENGLISH, None, 5)).matches] == [3, 2]


def test_programs_are_given_each_match_by_colours(journal: Path) -> None:
    past = MatchHistory(journal, lambda: RunningMatch(2))
    entry, settings = list_matches(past)[1], salvage_match(journal, 1).matches[0].settings

    (shown,) = asyncio.run(past.newest(ENGLISH, 2, 1)).matches

    light, dark = ("one", "two") if settings.light is Player.ONE else ("two", "one")
    assert shown.names == {LIGHT: entry["names"][light], DARK: entry["names"][dark]}
    assert shown.score == {LIGHT: entry["scores"][light], DARK: entry["scores"][dark]}
    assert shown.winner
    assert shown.names[shown.winner] == entry["winner"]


def test_list_goes_on_below_a_match_that_cannot_be_read(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_first_only(path: Path, number: int) -> RestoredSheet:
        if number == 2:
            raise JournalProblem("damaged", path)
        return sheet_of_match(path, number)

    monkeypatch.setattr("service.web.http.match_history.sheet_of_match", read_first_only)
    past = MatchHistory(journal, lambda: RunningMatch(2))

    first = asyncio.run(past.newest(ENGLISH, None, 1))
    second = asyncio.run(past.newest(ENGLISH, first.before, 1))

    assert first.matches == ()
    assert [it.match for it in second.matches] == [1]


def test_running_match_is_listed_as_it_stands_and_is_not_read(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = salvage_match(journal, 1).matches[0].settings
    played, read = replace(State.of(settings), match=random_record().final), list[int]()

    def count_reading(path: Path, number: int | None = None) -> RestoredSheet:
        read.append(number or 0)
        return sheet_of_match(path, number)

    monkeypatch.setattr("service.web.http.match_history.sheet_of_match", count_reading)
    running, _ = list_matches(MatchHistory(journal, lambda: RunningMatch(2, played)))
    assert running["scores"] == {"one": played.match.score.one, "two": played.match.score.two}
    assert read == [1]
