"""Positions set up by hand are written into match files, and read again; bad ones are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import OpeningThrow, Throw
from engine.backgammon.game.match import Crawford, Phase
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.record.mat import parse_mat, read_mat, write_mat
from engine.backgammon.notation.record.record import (
    Record,
    RecordFaultKind,
    Restart,
    ResumedPosition,
)
from engine.backgammon.notation.record.sgf import parse_sgf, read_sgf, write_sgf
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.position import Position
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from tests.rigs.engine.random_positions import positions

NAMES = ByPlayer("Ann", "Bob")
CUBES = st.builds(Cube, st.sampled_from([1, 2, 8]), st.sampled_from([None, *Player]))
SET_UPS = st.builds(ResumedPosition, positions(), st.sampled_from(Player), CUBES)
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
HEAD = " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def record_with(set_up: ResumedPosition, *, begun: bool) -> Record:
    """A second game, and a position that is set up in it."""
    throw = OpeningThrow(3, 1)
    score = ByPlayer(2, 6)
    begins = Restart(0, 2, score, Crawford.NOW)
    goes_on = Restart(int(begun), 2, score, Crawford.NOW, set_up)
    thrown = Throw(set_up.player, Dice(2, 1))
    events = (throw, thrown) if begun else (thrown,)
    return Record(NAMES, TOURNAMENT, 7, events, (begins, goes_on) if begun else (goes_on,))


@given(SET_UPS, st.booleans())
def test_position_is_read_again_as_it_was_written(set_up: ResumedPosition, begun: bool) -> None:  # noqa: FBT001 - drawn from both
    script = write_script(record_with(set_up, begun=begun))
    for write, parse in ((write_mat, parse_mat), (write_sgf, parse_sgf)):
        read = parse(write(script))
        assert [game.set_up for game in read.games] == [game.set_up for game in script.games]
        assert [game.number for game in read.games] == [2, 2][: 1 + begun]


@pytest.mark.parametrize("begun", [True, False])
def test_game_goes_on_from_its_position_without_a_fault(begun: bool) -> None:  # noqa: FBT001 - both
    set_up = ResumedPosition(
        Position((0,) * 5 + (15,) + (0,) * 12 + (-15,) + (0,) * 9), Player.TWO, Cube(2, Player.ONE)
    )
    script = write_script(record_with(set_up, begun=begun))
    for write, read in ((write_mat, read_mat), (write_sgf, read_sgf)):
        reading = read(write(script))
        assert reading.faults == ()
        final = reading.record.final
        assert (final.number, final.score, final.crawford) == (2, ByPlayer(2, 6), Crawford.NOW)
        assert (final.game.phase, final.game.turn) == (Phase.TO_PLAY, Player.TWO)
        assert (final.game.position, final.game.cube) == (set_up.position, set_up.cube)


def test_position_of_another_game_is_not_taken_for_the_same_one() -> None:
    text = (
        f"{HEAD}  1) 31: 8/5 6/5\n\n Game 2\n Ann : 0                        Bob : 1\n"
        f'; [Set Up "{XGID}"]\n  1) 31: 8/5 6/5\n'
    )
    kinds = [fault.kind for fault in read_mat(text).faults]
    assert RecordFaultKind.NO_END in kinds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'{HEAD}; [Set Up "nonsense"]\n  1) 31: 8/5 6/5\n', "the board"),
        (f'{HEAD}; [set up "XGID=--------------------------:0:0:1:00:0:0:0:7:10"]\n', "position"),
        (f'{HEAD}  1) 31: 8/5 6/5\n; [Set Up "{XGID}"]\n', "before the first row"),
        (f'; [Set Up "{XGID}"]\n{HEAD}  1) 31: 8/5 6/5\n', "before the first row"),
    ],
)
def test_position_that_cannot_be_set_up_is_refused_with_its_line(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as refused:
        parse_mat(text)
    assert refused.value.line


ROOT = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]"
STONES = "AW[a][a]AB[x][x]"


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        (f";PL[W]{STONES}", "AE"), (f";PL[W]AE[a:f]{STONES}", "AE"),
        (f";AE[a:y]{STONES}", "player on roll"), (f";PL[X]AE[a:y]{STONES}", "player on roll"),
        (";PL[W]AE[a:y]AW[a]AB[a]", "possible position"),
        (";PL[W]AE[a:y]", "possible position"),
        (";PL[W]AE[a:y]AW[z]AB[x]", "a letter from a to y"),
        (";PL[W]AE[a:y]AW[a:f]AB[x]", "a letter from a to y"),
        (f";PL[W]AE[a:y]{STONES};CV[3]", "power of two"),
        (f";PL[W]AE[a:y]{STONES};CP[x]", "place of the cube"),
        (f";W[31hefe];PL[B]AE[a:y]{STONES}", "sets a position up"),
        (";PL[W]AE[a:y]AW" + "[a]" * 16 + "AB[x]", "a possible position"),
    ],
)  # fmt: skip
def test_position_in_sgf_that_is_not_whole_is_refused(nodes: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        parse_sgf(f"{ROOT}{nodes})")


def test_position_of_gnu_backgammon_is_read() -> None:
    nodes = f"\n;PL[B]AE[a:y]{STONES}\n;CV[2]\n;CP[b]\n;B[21xzxz]"
    reading = read_sgf(f"{ROOT}{nodes})")
    assert reading.faults == ()
    (restart,) = reading.record.restarts
    assert restart.set_up
    assert restart.set_up.cube == Cube(2, Player.TWO)
    assert restart.set_up.position.setup.mover[1] == 2
