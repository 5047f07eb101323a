"""A kept match is written down for other programs, and never over another file."""

import asyncio
import errno
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.events import Play
from engine.backgammon.game.match import Phase
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.sgf import read_sgf
from engine.backgammon.players import ByPlayer
from hardware.checkers import Colour, Layout, Pile, bar, point, tray
from hardware.signals import SetUpWanted, Wish, Wished
from referee.profiles import MONEY
from referee.state import State
from referee.step import Step
from service.commands.export import parted
from service.config.drivers import SimulatedHall
from service.config.settings import Table as Setup
from service.journal.reading import read_match
from service.tables.recorded import recorded
from tests.rigs.commands import Shell
from tests.rigs.journals import SETTINGS, filled, journal_at
from tests.rigs.kept_evenings import kept_evening, two_matches
from tests.rigs.tables import Sitting, a_match

STAKES = Setup(names=("Alice", "Bob"), length=3, board=SimulatedHall(), referee=MONEY)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_evening(tmp_path_factory.mktemp("evening"), two_matches)


@pytest.fixture(scope="module")
def illegal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_evening(tmp_path_factory.mktemp("illegal"), stand_illegally, STAKES)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


async def stand_illegally(seated: Sitting) -> None:
    """Light plays 31 as if it were 42, and Dark throws: it stands."""
    seated.dice().roll(3, 1)
    await seated.passes(1)
    for source, target in ((point(8), point(4)), (point(6), point(4))):
        colour = seated.checkers.lift(source)
        seated.checkers.put(target, colour)
        await seated.passes(1)
    seated.dice().lift()
    await seated.passes(1)
    seated.dice().roll(6, 5)
    await seated.passes(1)


def test_what_was_played_is_what_is_written(shell: Shell, journal: Path) -> None:
    result = shell.kibitz("export", f"{journal}#1")

    reading = read_mat(result.stdout)
    assert result.exit_code == 0
    assert not reading.faults
    plays = [event for event in reading.record.events if isinstance(event, Play)]
    assert plays == [event for event in a_match().events if isinstance(event, Play)]
    assert reading.record.names == a_match().names


def test_an_sgf_tells_the_same(shell: Shell, journal: Path) -> None:
    mat = shell.kibitz("export", f"{journal}#1", "--format", "mat")
    sgf = shell.kibitz("export", f"{journal}#1", "--format", "sgf")

    assert read_sgf(sgf.stdout).record.events == read_mat(mat.stdout).record.events


def test_every_event_of_the_evening_is_in_the_record(journal: Path) -> None:
    found = recorded(read_match(journal, 1))

    assert found.record.events == a_match().events
    assert found.record.final.winner is a_match().final.winner


def test_the_last_match_is_written_as_far_as_it_got(shell: Shell, journal: Path) -> None:
    result = shell.kibitz("export", str(journal))

    assert "31:" in result.stdout
    assert result.stdout.count("Game") == 1
    assert "as far as it got" in result.stderr


def test_an_illegal_play_that_stood_is_marked_in_a_text(shell: Shell, illegal: Path) -> None:
    result = shell.kibitz("export", str(illegal), "--format", "text")

    assert "31: Illegal play (8/4 6/4)" in result.stdout
    assert "illegal" not in result.stderr


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_format_without_a_word_for_it_loses_that_a_play_was_illegal(
    shell: Shell, illegal: Path, form: str
) -> None:
    result = shell.kibitz("export", str(illegal), "--format", form)

    assert "1 illegal play stood." in result.stderr
    assert result.exit_code == 0
    if form == "mat":
        assert "31: 8/4 6/4" in result.stdout


def test_a_file_is_written_whole_and_never_over_another(shell: Shell, journal: Path) -> None:
    first = shell.kibitz("export", f"{journal}#1", "--output", "ours.mat")
    again = shell.kibitz("export", f"{journal}#1", "--output", "ours.mat")

    written = (shell.folder / "ours.mat").read_text(encoding="utf-8")
    assert first.stdout == "ours.mat: 1 game\n"
    assert written == shell.kibitz("export", f"{journal}#1").stdout
    assert again.exit_code == 2
    assert "exists already" in again.stderr


def test_a_folder_that_is_not_there_is_told_about(shell: Shell, journal: Path) -> None:
    result = shell.kibitz("export", str(journal), "--output", "nowhere/ours.mat")

    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_match_that_is_not_there_cannot_be_written(shell: Shell, journal: Path) -> None:
    for match in (f"{journal}#7", "nothing"):
        result = shell.kibitz("export", match)
        assert result.exit_code == 2
        assert result.stderr.startswith("Error: ")


def test_a_name_with_a_number_sign_is_a_name_if_there_is_such_a_file(shell: Shell) -> None:
    (shell.folder / "club#2").touch()

    assert parted("club#2") == (Path("club#2"), None)
    assert parted("club#3") == (Path("club"), 3)
    assert parted("club#two") == (Path("club#two"), None)


NEAR_THE_END = Layout(
    {
        tray(Colour.LIGHT): Pile(Colour.LIGHT, 14),
        point(1): Pile(Colour.LIGHT, 1),
        bar(Colour.DARK): Pile(Colour.DARK, 15),
    }
)


async def throw(seated: Sitting, one: int, two: int) -> None:
    seated.dice().lift()
    await seated.passes(1)
    seated.dice().roll(one, two)
    await seated.passes(2)


async def set_up(seated: Sitting) -> None:
    """A game breaks off for a position that Light wins at once; then another game begins."""
    await throw(seated, 3, 1)
    wanted = SetUpWanted("page", seated.clock.now(), NEAR_THE_END, Colour.LIGHT)
    seated.table.say(wanted)
    seated.checkers.arrange(NEAR_THE_END)
    await seated.passes(1)
    await throw(seated, 6, 5)
    seated.checkers.put(tray(Colour.LIGHT), seated.checkers.lift(point(1)))
    await seated.passes(1)
    seated.dice().lift()
    await seated.passes(1)
    assert seated.table.state.match.game.phase is Phase.OVER
    seated.table.say(Wished("page", seated.clock.now(), Colour.DARK, Wish.NEXT))
    seated.checkers.arrange(State.of(STAKES.match).expected_layout)
    await seated.passes(1)
    await throw(seated, 6, 2)


def test_a_game_with_a_position_that_was_set_up_ends_there(shell: Shell, tmp_path: Path) -> None:
    setup = Setup(names=("Alice", "Bob"), length=7, board=SimulatedHall())
    path = kept_evening(tmp_path, set_up, setup)

    found = recorded(read_match(path))
    result = shell.kibitz("export", str(path))

    assert found.set_up == (1,)
    assert [restart.number for restart in found.record.restarts] == [2]
    assert "In game 1 a position was set up by hand" in result.stderr
    assert "Game 2" in result.stdout


def test_decisions_count_as_they_were_kept(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = read_match(journal, 1)
    monkeypatch.setattr("service.tables.resuming.step", lambda state, _signal: Step(state))

    assert recorded(kept).record.events == a_match().events


def test_an_export_that_failed_can_be_tried_again(
    shell: Shell, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("service.terminal.keeping.write_whole", full)
        first = shell.kibitz("export", str(journal), "--output", "ours.mat")
    again = shell.kibitz("export", str(journal), "--output", "ours.mat")

    assert first.exit_code == 2
    assert "No space left on device" in first.stderr
    assert again.exit_code == 0


@pytest.mark.parametrize("form", ["mat", "sgf", "text"])
def test_a_name_that_cannot_be_printed_is_written_so_that_it_can(
    shell: Shell, tmp_path: Path, form: str
) -> None:
    path, names = tmp_path / "club", ByPlayer("Alice\x1b[2J", "B\x9bob")

    async def keep() -> None:
        async with journal_at(path) as journal:
            journal.begin(replace(SETTINGS, names=names))

    asyncio.run(keep())
    result = shell.kibitz("export", str(path), "--format", form)

    assert "Alice?" in result.stdout
    assert "\x1b" not in result.stdout
    assert "\x9b" not in result.stdout


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("ours.sgf", "sgf"), ("ours.SGF", "sgf"), ("ours.txt", "text"), ("o", "mat")],
)
def test_the_end_of_its_name_says_how_a_file_is_written(
    shell: Shell, illegal: Path, name: str, wanted: str
) -> None:
    shell.kibitz("export", str(illegal), "--output", name)

    named = shell.kibitz("export", str(illegal), "--format", wanted)
    assert (shell.folder / name).read_text(encoding="utf-8") == named.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_name_that_ends_otherwise_than_the_format_is_refused(
    shell: Shell, journal: Path, language: str
) -> None:
    asked = ("--output", "ours.sgf", "--format", "mat", "--language", language)
    result = shell.kibitz("export", str(journal), *asked)

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "--format" in result.stderr
    assert not (shell.folder / "ours.sgf").exists()


def test_the_help_says_what_a_text_is_for(shell: Shell) -> None:
    told = " ".join(shell.kibitz("export", "--help").output.split())
    assert "text differs from mat only where illegal plays stood" in told


def test_what_is_intact_of_a_journal_that_was_cut_short_is_written(shell: Shell) -> None:
    path = shell.folder / "club"
    filled(path, 40, 60)
    cut = path.read_bytes()[:-4096]
    path.write_bytes(cut)
    result = shell.kibitz("export", f"{path}#1")

    assert result.exit_code == 0
    assert "is damaged. Only this could still be read of it: matches 2, signals" in result.stderr
    assert path.read_bytes() == cut
    assert [file.name for file in shell.folder.iterdir()] == ["club"]
