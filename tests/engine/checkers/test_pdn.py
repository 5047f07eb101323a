"""Positions, moves and games in the Portable Draughts Notation, read and written."""

from random import Random

import pytest

from engine.checkers.errors import NoSuchMove, NotAPosition, SeveralMoves
from engine.checkers.game import events
from engine.checkers.game.match import Ending, Match, Phase
from engine.checkers.game.turns import legal_plays
from engine.checkers.illegal_plays.play_reasons import ReasonKind
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.notation.diagram import draw
from engine.checkers.notation.fen import read_fen, write_fen
from engine.checkers.notation.move_text import read_move, write_move
from engine.checkers.notation.pdn_reader import read_pdn
from engine.checkers.notation.pdn_tokens import MAX_LINE, MAX_TEXT
from engine.checkers.notation.pdn_writer import write_pdn
from engine.checkers.notation.record import RecordFault, RecordFaultKind
from engine.checkers.position import START, SetupFaultKind
from engine.checkers.rulebook import ENGLISH, SEASIDE, Rulebook
from engine.players import ByPlayer
from engine.scanner import NotationError
from tests.rigs.engine.checkers_boards import ONE, TWO, after, begun, board, moved, random_position

START_FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
DIAGRAM = """\
8   b   b   b   b
7 b   b   b   b
6   b   b   b   b
5 .   .   .   .
4   .   .   .   .
3 w   w   w   w
2   w   w   w   w
1 w   w   w   w
  a b c d e f g h"""
GAME = """\
[Event "Club evening"]
[White "Anna \\"the \\\\ fox\\""]
[Black "Ben"]
[Result "1-0"]
[GameType "21,B,8,8,N1,0"]

{ a remark (with brackets) } 1. 11-15! 23-19 $3 2. 8-11 (2. 9-14 22-17 (2... 24-20)) 22-17
; to the end of the line 99-99
3. 4-8 17-13?
1-0
"""


def faults_of(text: str, rulebook: Rulebook | None = None) -> tuple[RecordFault, ...]:
    return read_pdn(text, rulebook).faults


def kinds_of(text: str) -> list[RecordFaultKind]:
    return [fault.kind for fault in faults_of(text)]


def test_start_is_written_as_fen_and_drawn() -> None:
    assert write_fen(START, dark_to_move=True) == START_FEN
    assert draw(START, dark_to_move=True) == draw(START, dark_to_move=False) == DIAGRAM
    turned = draw(board("K1", "30"), dark_to_move=True, dark_below=True)
    assert turned.splitlines()[0] == "1   .   .   w   ."
    assert turned.splitlines()[-2:] == ["8 .   .   .   B", "  h g f e d c b a"]


@pytest.mark.parametrize("dark", [True, False])
def test_any_position_is_read_as_written(*, dark: bool) -> None:
    chance = Random(1)  # noqa: S311 - positions, not secrets
    for _ in range(200):
        position = random_position(chance)
        reading = read_fen(write_fen(position, dark_to_move=dark))
        assert (reading.position, reading.dark_to_move) == (position, dark)


@pytest.mark.parametrize(
    "text", ["B:W30:B1-3,K5.", " B : B K5 , 1-3 : W 30 ".replace(" , ", ",").replace("B K", "BK"),
             "b:B1,2,3,K5:w30"],
)  # fmt: skip
def test_ranges_stops_and_either_order_are_read(text: str) -> None:
    reading = read_fen(text.replace(": W 30", ":W30"))
    assert reading.position == board("1 2 3 K5", "30")


@pytest.mark.parametrize(
    "text",
    ["", "B", "X:W1:B2", "B:W33:B1", "B:W0:B1", "B:W1,1:B2", "B:W1:W2", "B:W1:B2:B3", "B:W1:B2,",
     "B:W1:B2 x", "B:W1:B" + "1," * 2000],
)  # fmt: skip
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_fen(text)


def test_impossible_position_is_read_with_every_fault() -> None:
    reading = read_fen("W:W1-14:B14,30")
    kinds = {fault.kind for fault in reading.setup.faults()}
    assert kinds == {
        SetupFaultKind.TOO_MANY, SetupFaultKind.SHARED_FIELD, SetupFaultKind.MAN_ON_FAR_ROW,
    }  # fmt: skip
    with pytest.raises(NotAPosition):
        _ = reading.position


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
@pytest.mark.parametrize("dark", [True, False])
def test_every_legal_move_is_read_as_written(book: Rulebook, *, dark: bool) -> None:
    chance = Random(2)  # noqa: S311 - positions, not secrets
    for _ in range(60):
        plays = LegalPlays(random_position(chance), book)
        for result in plays:
            assert read_move(plays, write_move(plays, result, dark=dark), dark=dark) == result


def test_capture_may_be_shortened_where_one_way_is_left() -> None:
    plays = LegalPlays(board("2", "7 16 32"), ENGLISH)
    (result,) = plays
    assert write_move(plays, result, dark=True) == "2x11x20"
    for text in ("2x20", "2-20", "2:11:20", " 2 x 20 ", "d8xh4"):
        assert read_move(plays, text, dark=True) == result
    assert read_move(plays, "31x13", dark=False) == result


def test_move_that_can_be_read_in_several_ways_names_them() -> None:
    plays = LegalPlays(board("K2", "6 7 14 15 32"), SEASIDE)
    with pytest.raises(SeveralMoves) as refused:
        read_move(plays, "2x18", dark=True)
    assert refused.value.ways == ("2x11x18", "2x9x18")


@pytest.mark.parametrize("text", ["9-13", "1-6"])
def test_move_that_is_not_legal_is_refused(text: str) -> None:
    with pytest.raises(NoSuchMove):
        read_move(LegalPlays(START), text.replace("9-13", "9-18"), dark=True)


@pytest.mark.parametrize("text", ["", "11", "11-", "11-33", "0-1", "a1-i9", "11-15-", "eleven"])
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_move(LegalPlays(START), text, dark=True)
    assert not isinstance(refused.value, NoSuchMove)


def test_game_is_read_without_comments_annotations_and_variations() -> None:
    reading = read_pdn(GAME)
    assert reading.faults == ()
    (game,) = reading.games
    assert game.names == ByPlayer("Ben", 'Anna "the \\ fox"')
    assert sum(isinstance(event, events.Play) for event in game.events) == 6
    assert game.final.game.result is not None
    assert (game.final.winner, game.final.game.result.ending) == (None, Ending.RESIGNED)


def test_several_games_are_read_one_after_another() -> None:
    text = '1. 11-15 *\n[Event "two"]\n1. 9-13 22-18 1/2-1/2 1. 10-14 0-1'
    reading = read_pdn(text)
    assert reading.faults == ()
    assert [len(game.events) for game in reading.games] == [3, 7, 5]


def random_match(book: Rulebook, chance: Random, first: int) -> Match:
    """A random game of some moves."""
    player = ONE if book is ENGLISH else (ONE, TWO)[first % 2]
    match = after(Match(book), events.Begin(player))
    for _ in range(chance.randint(0, 60)):
        plays = sorted(legal_plays(match), key=lambda it: it.bits)
        if match.game.phase is Phase.OVER or not plays:
            break
        player = match.game.turn
        match = after(match, events.Play(player, chance.choice(plays)), events.EndTurn(player))
    return match


@pytest.mark.parametrize("book", [SEASIDE, ENGLISH])
def test_any_game_is_read_as_written(book: Rulebook) -> None:
    chance = Random(3)  # noqa: S311 - games, not secrets
    matches = [random_match(book, chance, number) for number in range(12)]
    reading = read_pdn(write_pdn(matches, ByPlayer("Ann", "Bo"), {"Event": "Soirée"}))
    assert reading.faults == ()
    assert len(reading.games) == len(matches)
    for game, match in zip(reading.games, matches, strict=True):
        final = game.final
        assert final.game.position == match.game.position
        assert final.game.result == match.game.result
        assert (game.names, game.rulebook) == (ByPlayer("Ann", "Bo"), book)


def test_set_up_game_is_read_as_written() -> None:
    match = moved(begun(ENGLISH, TWO, board("K1 12", "30 31")), "32-27")
    text = write_pdn([match])
    assert '[SetUp "1"]\n[FEN "W:W21,K32:B2,3"]' in text
    assert "\n1... 32-27 *\n" in text
    assert read_pdn(text).games[0].final.game.position == match.game.position


def test_illegal_move_is_reported_with_game_move_line_and_reason() -> None:
    (fault,) = faults_of(f"1. 11-15 *\n\n{GAME.replace('17-13', '17x9')}")
    assert (fault.kind, fault.game, fault.move) == (RecordFaultKind.ILLEGAL_MOVE, 2, 3)
    assert (fault.line, fault.text, fault.ends_game) == (11, "17x9", True)


def test_reasons_of_an_illegal_move_are_told() -> None:
    (fault,) = faults_of("1. 11-15 22-18 2. 9-13 *")
    assert [reason.why for reason in fault.reasons] == [ReasonKind.CAPTURE_MISSED]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1. 14-18 *", RecordFaultKind.NO_CHECKER),
        ("1. 11-15", RecordFaultKind.NO_RESULT),
        ("1. 11-15 3. 9-13 *", RecordFaultKind.WRONG_NUMBER),
        ('[Result "0-1"] 1. 11-15 1-0', RecordFaultKind.WRONG_RESULT),
        ('[GameType "20"] 1. 32-28 *', RecordFaultKind.WRONG_GAME_TYPE),
        ('[Rulebook "moon"] 1. 11-15 *', RecordFaultKind.UNKNOWN_RULEBOOK),
        ('[FEN "B:W1"] *', RecordFaultKind.WRONG_POSITION),
        ('[FEN "nothing"] *', RecordFaultKind.WRONG_POSITION),
        ('[FEN "B:W18:B14"] 1. 14x23 1-0', RecordFaultKind.WRONG_RESULT),
        ('[FEN "B:W18:B14"] 1. 14x23 1-5 0-1', RecordFaultKind.GAME_OVER),
        ("1. 11-15 { never closed *", RecordFaultKind.UNREADABLE),
        ("1. 11-15 ( 9-13 *", RecordFaultKind.UNREADABLE),
        ("1. 11-15 ) *", RecordFaultKind.UNREADABLE),
        ("1. castles *", RecordFaultKind.UNREADABLE),
        ('[Event "open\n1. 11-15 *', RecordFaultKind.UNREADABLE),
    ],
)
def test_each_fault_of_a_game_is_found(text: str, kind: RecordFaultKind) -> None:
    assert kind in kinds_of(text)


def test_every_fault_of_a_file_is_found() -> None:
    text = '[GameType "25"] *\n1. 99-99 *\n[Result "1-0"]\n2. 11-15 0-1\n1. 11-16'
    assert [(fault.game, fault.kind) for fault in faults_of(text)] == [
        (1, RecordFaultKind.WRONG_GAME_TYPE),
        (2, RecordFaultKind.UNCLEAR_MOVE),
        (3, RecordFaultKind.WRONG_NUMBER),
        (3, RecordFaultKind.WRONG_RESULT),
        (4, RecordFaultKind.NO_RESULT),
    ]


def test_game_that_went_on_after_a_repetition_is_read_to_its_end() -> None:
    rounds = "1-6 32-27 6-1 27-32 " * 3
    (game,) = read_pdn(f'[FEN "B:WK32:BK1"] {rounds} 1/2-1/2').games
    assert game.rulebook.repetitions is None
    assert sum(isinstance(event, events.Play) for event in game.events) == 12


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000, "{" * 200_000, "[" * 100_000, "1-" * 100_000, "1." * 40_000, "-" * 200_000,
        '[A "' + "\\" * 100_001, "1/2-" * 50_000, "\0" * 100_000, "11 x " * 20_000,
    ],
    ids=lambda text: text[:5],
)  # fmt: skip
def test_hostile_text_is_read_in_time(text: str) -> None:
    assert kinds_of(text)


def test_text_longer_than_any_file_is_refused() -> None:
    with pytest.raises(NotationError, match="at most"):
        read_pdn(" " * (MAX_TEXT + 1))


def test_corrupted_file_never_raises_anything_of_its_own() -> None:
    chance = Random(4)  # noqa: S311 - texts, not secrets
    signs = '()[]{};%$"\\-x:.*0123456789KBW!?/ \n\u00e9'
    for _ in range(150):
        letters = list(GAME)
        for _ in range(chance.randint(1, 12)):
            letters[chance.randrange(len(letters))] = chance.choice(signs)
        reading = read_pdn("".join(letters))
        assert all(fault.line for fault in reading.faults)
        for game in reading.games:
            _ = game.final


def test_rulebook_that_is_asked_for_replaces_the_one_in_the_file() -> None:
    missed = '[Rulebook "seaside"] 1. 11-15 22-18 2. 8-11 *'
    assert faults_of(missed) == ()
    (fault,) = faults_of(missed, ENGLISH)
    assert [reason.why for reason in fault.reasons] == [ReasonKind.CAPTURE_MISSED]
    assert (fault.move, fault.player) == (2, ONE)


def test_errors_of_a_line_without_end_repeat_only_a_part_of_it() -> None:
    faults = faults_of("\n" + '[A "b"] 1. xx ' * 1000)
    texts = [fault.misread.text for fault in faults if fault.misread]
    assert len(texts) == 1000
    assert max(map(len, texts)) <= 2 * MAX_LINE
    assert all(fault.text.startswith("xx ") for fault in faults if fault.misread)
