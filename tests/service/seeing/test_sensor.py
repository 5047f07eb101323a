"""A camera as a board sensor: it learns its board, claims what it sees, and says what is wrong."""

import logging
from collections.abc import Sequence
from pathlib import Path

from hardware.checkers import Colour, Layout, Pile, point
from hardware.signals import Trouble
from referee.effects import Notice, What
from service.seeing.glimpse import Outcome
from service.tables.devices import Seeing
from tests.rigs.logs import LogWatch
from tests.rigs.seeing import (
    camera_of,
    claims_nothing,
    eyes_of,
    known,
    proved,
    sees_what_lies_there,
)
from tests.rigs.tables import Sitting

LIGHT = Colour.LIGHT


def told(seated: Sitting) -> Sequence[tuple[What, Trouble | None]]:
    """What people were told of the camera."""
    about = (What.TROUBLED, What.TROUBLE_OVER, What.DEVICE_LOST, What.DEVICE_BACK)
    notices = (one for one in seated.effects if isinstance(one, Notice))
    return [(one.what, one.trouble) for one in notices if one.what in about]


def test_a_board_that_shows_the_starting_position_is_learnt_by_itself(tmp_path: Path) -> None:
    kept = Seeing(tmp_path / "table.camera")

    async def first(seated: Sitting) -> None:
        assert claims_nothing(seated)
        await seated.passes(3)

        assert sees_what_lies_there(seated)
        assert told(seated) == []
        verdict = eyes_of(seated).verdict
        assert verdict is not None
        assert (verdict.outcome, verdict.kept) == (Outcome.LEARNT, True)

    async def second(seated: Sitting) -> None:
        assert sees_what_lies_there(seated)
        assert eyes_of(seated).verdict is None

    proved(first, kept)
    proved(second, kept)


def test_a_board_that_is_not_known_is_asked_to_be_set_up(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        seated.checkers.arrange(Layout({point(6): Pile(LIGHT, 5)}))
        await seated.passes(4)

        assert claims_nothing(seated)
        assert told(seated) == [(What.TROUBLED, Trouble.UNKNOWN_BOARD)]

    proved(rule, Seeing(tmp_path / "table.camera"))


def test_a_covered_camera_claims_nothing_and_says_so(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        camera_of(seated).cover()
        await seated.passes(0.5)
        assert claims_nothing(seated)
        await seated.passes(5)
        (told_of,) = told(seated)
        assert told_of[0] is What.TROUBLED

        camera_of(seated).uncover()
        await seated.passes(3)
        assert sees_what_lies_there(seated)
        assert told(seated)[1:] == [(What.TROUBLE_OVER, None)]

    proved(rule, known(tmp_path))


def test_a_camera_that_was_held_exposes_anew_where_the_light_has_gone(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        camera = camera_of(seated)
        camera.dim(0.02)
        await seated.passes(5)
        held = camera.look().mean()
        await seated.passes(10)

        assert camera.look().mean() > 3 * held
        assert not claims_nothing(seated)

    proved(rule, known(tmp_path))


def test_what_was_learnt_outlives_a_plug_that_is_pulled(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "camera cannot be reached")

    async def rule(seated: Sitting) -> None:
        camera_of(seated).unplug()
        await seated.passes(1)
        assert "camera" not in seated.table.state.sight.seen
        assert eyes_of(seated).glimpse is None

        camera_of(seated).plug_in()
        await seated.passes(8)
        assert sees_what_lies_there(seated)
        assert [what for what, _ in told(seated)] == [What.DEVICE_LOST, What.DEVICE_BACK]

    proved(rule, known(tmp_path))


def test_a_checker_that_is_moved_is_seen_where_it_lies_then(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        seated.checkers.put(point(5), seated.checkers.lift(point(6)))
        await seated.passes(2)

        assert sees_what_lies_there(seated)
        assert seated.table.state.view[point(5)].allows(1, 0)
        assert not seated.table.state.view[point(5)].allows(0, 0)

    proved(rule, known(tmp_path))
