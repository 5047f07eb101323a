"""The live picture is drawn in time for the eye, in every phase of a match."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.rulebook import PARKER, TOURNAMENT
from referee.match_settings import CASUAL_PROFILE
from referee.palettes import PALETTES, STANDARD
from service.simulated_match.live_display import CLEARED, HOME, MAX_REDRAWS, LiveDisplay
from service.simulated_match.runner import SimulatedMatch, SimulationOptions, play_match
from service.simulated_match.simulated_people import RedrawCallback
from service.terminal.table_picture import WIDTH
from service.words.phrases import ENGLISH, Language, available_languages, load_phrases
from tests.rigs.engine.sample_matches import random_match
from tests.rigs.simulation.umpired_matches import beginning_of

TALL = 60


@dataclass
class FakeTerminal:
    """A terminal on which pictures appear, and a settable clock."""

    pictures: list[str] = field(default_factory=list)
    now: float = 100.0
    tick: float = 1 / MAX_REDRAWS
    rows: int = TALL
    columns: int = 80

    def screen(self, language: Language = ENGLISH, *, coloured: bool = False) -> LiveDisplay:
        return LiveDisplay(
            self.pictures.append,
            STANDARD,
            load_phrases(language),
            coloured=coloured,
            now=self.time,
            rows=lambda: self.rows,
            columns=lambda: self.columns,
        )

    def time(self) -> float:
        self.now += self.tick
        return self.now

    @property
    def drawn(self) -> list[str]:
        return [picture for picture in self.pictures if picture.startswith(HOME)]


@pytest.fixture
def terminal() -> FakeTerminal:
    return FakeTerminal()


def watch(screen: LiveDisplay, plan: SimulationOptions | None = None, many: int = 40) -> None:
    how = plan or SimulationOptions(CASUAL_PROFILE)
    asyncio.run(play_match(beginning_of(many), how, screen.show))


def test_a_picture_shows_players_dice_and_announcements(terminal: FakeTerminal) -> None:
    watch(terminal.screen())

    assert terminal.pictures[0] == CLEARED
    last = terminal.drawn[-1]
    assert "Alice" in last
    assert "Dice" in last
    assert "+-13-" in last


@pytest.mark.release
def test_every_phase_of_a_match_can_be_drawn(terminal: FakeTerminal) -> None:
    phases: set[Phase] = set()
    screen = terminal.screen()

    @contextmanager
    def look(scene: SimulatedMatch) -> Iterator[RedrawCallback]:
        with screen.show(scene) as draw:

            def shown() -> None:
                phases.add(scene.table.state.match.game.phase)
                draw()

            yield shown

    for rulebook, length in ((TOURNAMENT, 3), (PARKER, 0)):
        record = random_match(rulebook, length, 1, games=2)
        asyncio.run(play_match(record, SimulationOptions(CASUAL_PROFILE, errors=0.2), look))

    assert phases >= {Phase.OPENING, Phase.TO_THROW, Phase.TO_PLAY, Phase.DOUBLED, Phase.OVER}


def test_display_is_drawn_no_more_often_than_the_eye_can_see(terminal: FakeTerminal) -> None:
    terminal.tick = 0.0
    watch(terminal.screen())

    assert len(terminal.drawn) == 2


def test_display_fits_into_a_small_terminal(terminal: FakeTerminal) -> None:
    terminal.rows = 10
    watch(terminal.screen())

    assert {picture.count("\n") for picture in terminal.drawn} == {9}


@pytest.mark.release(after=1)
@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("rows", [24, 30])
def test_last_announcement_is_shown_whole_in_a_usual_terminal(
    terminal: FakeTerminal, language: Language, rows: int
) -> None:
    terminal.rows, terminal.tick = rows, 1.0
    screen = terminal.screen(language)
    shown: list[tuple[str, str]] = []

    @contextmanager
    def look(scene: SimulatedMatch) -> Iterator[RedrawCallback]:
        with screen.show(scene) as draw:

            def note() -> None:
                draw()
                if screen.announcements:
                    shown.append((screen.announcements[-1], terminal.drawn[-1]))

            yield note

    asyncio.run(play_match(beginning_of(40), SimulationOptions(CASUAL_PROFILE, errors=0.5), look))

    assert any(len(said) > 2 * WIDTH for said, _ in shown)
    for said, drawn in shown:
        text = " ".join(re.sub(r"\x1b\[\w", "", drawn).split())
        assert text.endswith(" ".join(said.split()))
        assert drawn.count("\n") < rows


@pytest.mark.parametrize("steered", [True, False])
def test_announcements_come_in_lines_where_no_picture_can_be_drawn(
    terminal: FakeTerminal, *, steered: bool
) -> None:
    terminal.columns = WIDTH - 1
    screen = terminal.screen()
    screen.has_escape_codes = steered
    watch(screen)

    assert not any("\x1b" in line for line in terminal.pictures)
    assert all(line.count("\n") == 1 and line.endswith("\n") for line in terminal.pictures)
    assert ("needs 78 columns" in terminal.pictures[0]) == steered
    assert len(terminal.pictures) > 10


@pytest.mark.parametrize("palette", PALETTES)
def test_lamps_have_colours_only_where_they_are_wanted(
    terminal: FakeTerminal, palette: str
) -> None:
    screen = terminal.screen(coloured=True)
    screen.palette = PALETTES[palette]
    watch(screen, many=12)
    coloured = list(terminal.drawn)
    terminal.pictures.clear()
    watch(terminal.screen(), many=12)

    painted = re.compile(r"\x1b\[\d+;48;5;\d+m")
    assert any(painted.search(picture) for picture in coloured)
    assert not any("m" in re.findall(r"\x1b\[[\d;]*([A-Za-z])", it) for it in terminal.drawn)


def test_a_colour_never_outlasts_its_picture(terminal: FakeTerminal) -> None:
    watch(terminal.screen(coloured=True))

    for picture in terminal.drawn:
        codes = re.findall(r"\x1b\[([\d;]*)m", picture)
        assert not codes or codes[-1] == "0"


def test_display_speaks_french(terminal: FakeTerminal) -> None:
    watch(terminal.screen(Language("fr")))
    assert "Dés " in terminal.drawn[-1]


def test_the_last_picture_stays_when_the_evening_breaks_off(terminal: FakeTerminal) -> None:
    screen = terminal.screen()

    @contextmanager
    def interrupted(scene: SimulatedMatch) -> Iterator[RedrawCallback]:
        with screen.show(scene):

            def stop() -> None:
                raise KeyboardInterrupt

            yield stop

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(play_match(beginning_of(10), SimulationOptions(CASUAL_PROFILE), interrupted))

    assert terminal.pictures[-1].startswith(HOME)
