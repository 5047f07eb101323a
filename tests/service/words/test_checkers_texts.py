"""Everything that the rules of checkers can say has words in every language."""

from collections.abc import Callable

import pytest

from engine.checkers.game import events
from engine.checkers.game.events import Ban, Refusal
from engine.checkers.game.match import Ending, Match, Result
from engine.checkers.game.turns import finish
from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.record import RecordFault, RecordFaultKind
from engine.checkers.position import START, SetupFault, SetupFaultKind
from engine.checkers.rulebook import ENGLISH
from engine.checkers.squares import field_named, field_of
from engine.players import ByPlayer, Player
from engine.sides import Side
from service.records.pdn_files import fault_in_words
from service.words.checkers_texts import (
    event_in_words,
    match_status,
    moves_in_words,
    pdn_names,
    reason_in_words,
    refusal_in_words,
    result_in_words,
    setup_faults_in_words,
    table_names,
)
from service.words.phrases import Language, Phrases, available_languages, load_phrases
from tests.rigs.engine.checkers_boards import begun, board

NAMES = ByPlayer("Anna", "Ben")
EN = load_phrases(Language("en"))
F6, G5, C4 = field_of(11), field_of(16), field_named("c4", dark=True)


@pytest.fixture(params=available_languages())
def phrases(request: pytest.FixtureRequest) -> Phrases:
    return load_phrases(request.param)


def assert_is_sentence(text: str) -> None:
    assert text.endswith((".", "?"))
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("side", Side)
def test_every_reason_has_words(kind: ReasonKind, side: Side, phrases: Phrases) -> None:
    for fields in ((G5,), (G5, C4)):
        reason = Reason(kind, side, F6, G5, fields)
        text = reason_in_words(reason, table_names(dark=True), phrases)
        assert_is_sentence(text)
        assert kind is ReasonKind.NOTHING_MOVED or "g5" in text or "f6" in text


@pytest.mark.parametrize("ban", Ban)
def test_every_refusal_has_words(ban: Ban, phrases: Phrases) -> None:
    reasons = (Reason(ReasonKind.TOO_FAR, source=F6, target=G5),)
    text = refusal_in_words(Refusal(ban, reasons), table_names(dark=False), phrases)
    assert_is_sentence(text)
    assert "c3" in text
    assert "b4" in text


@pytest.mark.parametrize("kind", SetupFaultKind)
@pytest.mark.parametrize("dark", [True, False])
def test_every_fault_of_a_position_has_words(
    kind: SetupFaultKind, phrases: Phrases, *, dark: bool
) -> None:
    faults = [SetupFault(kind, side, 2, (F6, C4)) for side in Side]
    mover, other = setup_faults_in_words(faults, phrases, dark_to_move=dark)
    assert_is_sentence(mover)
    has_side = kind not in (SetupFaultKind.EMPTY_BOARD, SetupFaultKind.SHARED_FIELD)
    assert (mover != other) == has_side


def test_squares_are_named_on_the_table_and_numbered_in_a_file() -> None:
    assert [table_names(dark=dark)(F6) for dark in (True, False)] == ["f6", "c3"]
    assert [pdn_names(dark=dark)(F6) for dark in (True, False)] == ["11", "22"]
    assert [pdn_names(dark=dark)(C4) for dark in (True, False)] == ["c4", "f5"]


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("winner", [*Player, None])
def test_every_end_of_a_game_has_words(
    ending: Ending, winner: Player | None, phrases: Phrases
) -> None:
    match = finish(Match(ENGLISH, 3), winner, ending)
    assert match.game.result == Result(winner, ending)
    (sentence,) = result_in_words(match, NAMES, phrases)
    assert_is_sentence(sentence)


def test_match_ends_with_its_winner_or_as_a_draw(phrases: Phrases) -> None:
    last = Match(ENGLISH, 2, ByPlayer(1, 1), 2)
    won = result_in_words(finish(last, Player.TWO, Ending.RESIGNED), NAMES, phrases)
    drawn = result_in_words(finish(last, None, Ending.AGREED_DRAW), NAMES, phrases)
    for sentences in (won, drawn):
        assert len(sentences) == 2
        assert_is_sentence(sentences[1])
    assert result_in_words(finish(last, Player.TWO, Ending.RESIGNED), NAMES, EN)[1] == (
        "Ben wins the match 3 to 1."
    )


@pytest.mark.parametrize("kind", RecordFaultKind)
@pytest.mark.parametrize("text", ["{ x", "[x", "( x", ")", "word and more", "\x1b[31m"])
def test_every_fault_of_a_file_has_words(
    kind: RecordFaultKind, text: str, phrases: Phrases
) -> None:
    words = fault_in_words(RecordFault(kind=kind, game=1, text=text, expected="3"), phrases)
    assert words
    assert words.replace("\u00a0", " ").isprintable()


EVENTS: list[Callable[[Player], events.Event]] = [
    events.Begin, events.TakeBack, events.Resign, events.PlayOn, events.OfferDraw,
    events.DeclineDraw, events.AskUndo, events.AgreeUndo, events.RefuseUndo, events.RunOutOfTime,
    lambda _: events.NextGame(), lambda player: events.BeginFrom(player, START),
]  # fmt: skip


@pytest.mark.parametrize("create", EVENTS)
def test_every_event_that_people_must_know_of_has_words(
    create: Callable[[Player], events.Event], phrases: Phrases
) -> None:
    match = begun(ENGLISH)
    (sentence,) = event_in_words(match, create(Player.ONE), match, NAMES, phrases)
    assert_is_sentence(sentence)


def test_move_is_said_by_the_numbers_and_by_the_names_of_its_squares() -> None:
    plays = LegalPlays(board("2", "7 16 32"), ENGLISH)
    assert moves_in_words(plays, dark=True) == ["2x11x20 (d8xf6xh4)"]
    assert moves_in_words(plays, dark=False) == ["31x22x13 (e1xc3xa5)"]


def test_status_names_the_colours_and_the_points(phrases: Phrases) -> None:
    assert match_status(Match(ENGLISH, 3, ByPlayer(2, 1)), NAMES, EN) == (
        "Game 1 of 3: Anna (dark, b) 2, Ben (light, w) 1."
    )
    for length in (0, 1, 3):
        assert_is_sentence(match_status(Match(ENGLISH, length), NAMES, phrases))
