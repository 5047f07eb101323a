"""Checkers at the terminal from positions that a game would take long to come to."""

import random
from collections.abc import Mapping

import pytest

from engine.checkers.game import events
from engine.checkers.game.match import Match, Phase
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.move_text import write_move
from engine.checkers.notation.pdn_reader import read_pdn
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.checkers.strategy.computer import Strength
from engine.players import ByPlayer, Player
from service.records.pdn_files import match_text
from service.terminal.checkers_players import ComputerOpponent, RandomOpponent
from service.terminal.checkers_terminal import CheckersTerminal
from service.terminal.terminal_match import Opponent
from service.words.phrases import Language, available_languages, load_phrases
from tests.rigs.engine.checkers_boards import ONE, TWO, after, begun, board

Programs = Mapping[Player, Opponent[Match, events.Event]]
EASY = ComputerOpponent(Strength.EASY)


def output_of(
    match: Match, *lines: str, programs: Programs | None = None, language: str = "en"
) -> str:
    """Everything that is said while these lines are typed."""
    typed, said = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        said.append(prompt)
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    CheckersTerminal(
        match=match,
        names=ByPlayer("Anna", "Ben"),
        phrases=load_phrases(Language(language)),
        ask=ask,
        say=said.append,
        save=lambda _events: None,
        players=programs or {},
    ).run([])
    return "\n".join(said)


def test_capture_that_can_go_several_ways_names_them() -> None:
    match = begun(SEASIDE, position=board("K2", "6 7 14 15 32"))
    assert "Which way? Write 2x11x18 or 2x9x18." in output_of(match, "2x18")
    assert "Anna plays 2x9x18 (d8xb6xd4)." in output_of(match, "2x9x18")


def test_last_checker_captured_ends_the_game() -> None:
    output = output_of(begun(ENGLISH, position=board("K2", "7")), "2x11")
    assert "Anna has captured every checker of Ben and wins." in output
    assert "Enter for the next game." in output


def test_side_without_a_move_has_lost() -> None:
    output = output_of(begun(ENGLISH, position=board("K6", "5")), "6-1")
    assert "Ben cannot move: Anna wins." in output


@pytest.mark.parametrize("language", available_languages())
def test_third_time_of_a_position_is_a_draw(language: str) -> None:
    match = begun(SEASIDE, position=board("K1", "K32"))
    output = output_of(match, *("1-6", "32-27", "6-1", "27-32") * 2, language=language)
    said = {"en": "came up 3 times", "fr": "présentée 3 fois"}
    assert said[language] in output


def test_a_completed_game_can_be_taken_back_from_its_end() -> None:
    match = begun(ENGLISH, position=board("K2", "7"))
    output = output_of(match, "2x11", "undo", "yes", "?")
    assert "The last turn has been taken back." in output
    assert output.count("One legal move:\n  2x11 (d8xf6)") == 1


@pytest.mark.parametrize("program", [EASY, RandomOpponent(random.Random(1))])  # noqa: S311
def test_program_answers_whatever_is_asked_of_it(
    program: Opponent[Match, events.Event],
) -> None:
    match = begun(ENGLISH, position=board("9 10", "21 22"))
    for ask, answers in (
        (events.Resign(ONE), {events.AcceptResignation}),
        (events.OfferDraw(ONE), {events.AcceptDraw, events.DeclineDraw}),
    ):
        assert type(program.answer(after(match, ask), TWO)) in answers
    played = after(match, program_move(match, program), events.EndTurn(ONE))
    asked = after(played, events.AskUndo(ONE))
    assert program.answer(asked, TWO) == events.AgreeUndo(TWO)


def program_move(match: Match, program: Opponent[Match, events.Event]) -> events.Event:
    event = program.answer(match, match.game.turn)
    assert isinstance(event, events.Play)
    return event


def test_computer_offers_a_lost_game_once_a_turn_and_plays_on_if_that_is_refused() -> None:
    match = begun(ENGLISH, TWO, board("12", "K19 K20"))
    output = output_of(match, "refuse", programs={TWO: ComputerOpponent(Strength.EASY)})
    assert output.count("Ben offers to resign. Anna: accept or refuse?") == 1
    assert "Anna refuses: play on.\nBen plays " in output


def test_computer_knows_when_the_match_does_not_wait_for_it() -> None:
    with pytest.raises(ValueError, match="does not wait"):
        EASY.answer(Match(ENGLISH), ONE)


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
@pytest.mark.parametrize(
    "program",
    [EASY, ComputerOpponent(Strength.MIDDLE), RandomOpponent(random.Random(1))],  # noqa: S311
)
def test_program_plays_a_match_to_its_end(
    program: Opponent[Match, events.Event], book: Rulebook
) -> None:
    said, saved = list[str](), list[tuple[events.Event, ...]]()
    names = ByPlayer("Anna", "Ben")

    def ask(prompt: str) -> str:
        said.append(prompt)
        game = terminal.match.game
        if game.resigned_by:
            return "yes"
        if game.phase is not Phase.TO_PLAY:
            return ""
        plays = LegalPlays(game.position, book)
        return write_move(plays, max(plays, key=lambda it: it.bits), dark=game.turn is game.dark)

    terminal = CheckersTerminal(
        match=Match(book, 2),
        names=names,
        phrases=load_phrases(Language("en")),
        ask=ask,
        say=said.append,
        save=saved.append,
        players={TWO: program},
    )
    terminal.run([])
    assert terminal.match.is_over
    reading = read_pdn(match_text(Match(book, 2), names, "2026.11.20", saved[-1]))
    assert reading.faults == ()
    assert [game.final.game.phase for game in reading.games] == [Phase.OVER, Phase.OVER]
