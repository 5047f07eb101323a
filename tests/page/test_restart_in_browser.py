"""A service that dies, or is stopped, under an open page is missed at once and found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.to_page import Record
from tests.rigs.pages import kibitz_run, program, starting
from tests.rigs.tabs import visiting


@pytest.mark.parametrize("end", ["killed", "stopped"])
def test_a_service_that_ends_is_missed_at_once_and_found_again(
    browser: Browser, tmp_path: Path, end: str
) -> None:
    with visiting(browser) as visitors:
        visitors.faults.allow("WebSocket")
        visitors.faults.allow("ERR_CONNECTION_REFUSED")
        with kibitz_run(tmp_path, 'names = ["Alice", "Bob"]') as service:
            with program(service.link) as hands:
                hands.begin()
                hands.throw(3, 1)
                for source in (8, 6):
                    hands.do(Lift(point(source), Colour.LIGHT), Put(point(5), Colour.LIGHT))
                hands.do(LiftDice(None))
                hands.wait(Record, lambda it: bool(it.game.rows))
            alice = visitors.come().open(service.link.full)
            expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()

            service.kill() if end == "killed" else service.stop()

            expect(alice.page.locator("#banner.lost")).to_contain_text("is lost")
            expect(alice.button("Throw")).to_have_count(0)

        with starting(tmp_path):
            expect(alice.page.get_by_text("Connected again.")).to_be_visible(timeout=30_000)
            expect(alice.page.locator("#banner")).to_be_empty()
            expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()
            expect(alice.verdict).to_contain_text("Bob")
            visitors.leave()
