"""A recorded match is replayed by the rules, and every fault in it is reported."""

from dataclasses import replace
from typing import Any

import pytest

from engine.backgammon.errors import NoCheckerThere
from engine.backgammon.game import events
from engine.backgammon.game.events import (
    AcceptResignation,
    Ban,
    Double,
    EndTurn,
    OpeningThrow,
    Play,
    Resign,
)
from engine.backgammon.game.match import Crawford, Ending, Phase
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.notation.record.mat import parse_mat, read_mat, write_mat
from engine.backgammon.notation.record.record import (
    Entry,
    MatchReading,
    MoveEntry,
    Record,
    RecordFault,
    RecordFaultKind,
    Restart,
    Script,
)
from engine.backgammon.notation.record.transcript import write_script
from engine.backgammon.position import START
from engine.backgammon.rulebook import (
    GRAVES,
    PARKER,
    TOURNAMENT,
    TRICTRAC,
    IllegalPlay,
    Option,
    Rulebook,
)
from engine.players import ByPlayer, Player
from tests.rigs.engine.play_notation import ONE, TWO, position_after, throw
from tests.rigs.engine.sample_matches import (
    MONEY,
    NAMES,
    Sample,
    mat,
    played_books,
    random_match,
    read_sample,
    rows,
    sample,
    samples,
)

UNFINISHED = rows("31: 8/5 6/5", "42: 8/4 6/4")
DROPPED = rows("31: 8/5 6/5", "Doubles => 2", "Drops", "Wins 1 point")

every_sample = pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)


def only_fault(reading: MatchReading) -> RecordFault:
    (fault,) = reading.faults
    return fault


@pytest.mark.release(after=20)
@every_sample
def test_a_recorded_match_is_read_without_a_fault(sample: Sample) -> None:
    reading = read_sample(sample)

    assert reading.faults == ()
    assert (reading.record.names, reading.record.length) == (NAMES, sample.length)
    assert (reading.record.rulebook, reading.record.restarts) == (TOURNAMENT, ())


@pytest.mark.release(after=20)
@every_sample
def test_a_recorded_match_tells_of_every_game_what_is_known(sample: Sample) -> None:
    begun, over = [], []
    record = read_sample(sample).record
    for scene in record.replay():
        if isinstance(scene.event, OpeningThrow):
            begun.append((scene.before.score, scene.before.crawford is Crawford.NOW))
        if scene.after.game.phase is Phase.OVER:
            over.append(scene.after.game.result)

    results = [result for result in over if result]
    assert begun == [(game.score, game.crawford) for game in sample.games]
    assert len(results) == len(sample.games)
    for result, game in zip(results, sample.games, strict=True):
        assert (result.winner, result.points) == (game.winner, game.points)
        assert (result.ending is Ending.RESIGNED) == game.resigned
    assert record.final.winner is sample.games[-1].winner


@pytest.mark.release(after=10)
@every_sample
def test_a_recorded_match_is_written_down_again_but_for_the_order_of_steps(sample: Sample) -> None:
    parsed = parse_mat(sample.text)
    record = read_sample(sample).record
    script = write_script(record, parsed.tags)

    assert bare(parse_mat(write_mat(script))) == bare(parsed)
    assert read_mat(write_mat(script)) == MatchReading(record)


def bare(script: Script) -> Script:
    """A script without how its plays are written."""

    def bare_entry(entry: Entry) -> Entry:
        return replace(entry, text="") if isinstance(entry, MoveEntry) else entry

    games = (replace(game, entries=tuple(map(bare_entry, game.entries))) for game in script.games)
    return replace(script, games=tuple(games))


@pytest.mark.parametrize(
    ("number", "line", "old", "new", "where", "why"),
    [
        (151, 7, "24/18 24/20", "24/18 6/10", (1, 1, TWO), ReasonKind.WRONG_DIRECTION),
        (151, 8, "8/5* 13/7*", "6/0 13/10", (1, 2, ONE), ReasonKind.NOT_ALL_HOME),
        (151, 9, "25/22 13/8", "25/22 13/9", (1, 3, ONE), ReasonKind.NO_DIE),
        (151, 9, "25/22 13/8", "25/22", (1, 3, ONE), ReasonKind.BOTH_DICE),
        (151, 9, "25/22 13/8", "13/8 13/10", (1, 3, ONE), ReasonKind.STILL_ON_BAR),
        (151, 9, "25/22 13/8", "25/22 24/19", (1, 3, ONE), ReasonKind.POINT_BLOCKED),
        (
            151,
            10,
            "21/18 18/15 16/13 13/10",
            "21/18 18/15 16/13",
            (1, 4, TWO),
            ReasonKind.MORE_OF_DOUBLE,
        ),
        (151, 43, "5/1 1/0", "3/0 1/0", (2, 23, ONE), ReasonKind.CHECKER_BEHIND),
        (153, 33, "2/1", "", (1, 27, ONE), ReasonKind.NUMBER_PLAYABLE),
        (182, 52, "16/13", "16/14", (3, 23, ONE), ReasonKind.LARGER_DIE),
    ],
)
def test_illegal_play_is_reported_with_game_move_and_broken_rule(
    number: int, line: int, old: str, new: str, where: tuple[int, int, Player], why: ReasonKind
) -> None:
    fault, *_ = read_mat(sample(number).with_line(line, old, new)).faults

    assert (fault.kind, fault.line, fault.text) == (RecordFaultKind.ILLEGAL_PLAY, line, new)
    assert (fault.game, fault.move, fault.player) == where
    assert {reason.why for reason in fault.reasons} == {why}


def test_an_illegal_play_stands_as_it_is_written_and_the_game_goes_on() -> None:
    game = rows("31: 8/5 6/4", "42: 8/4 6/4", "65: 24/18 18/13", "11: 8/7")
    reading = read_mat(mat(game))

    assert [(fault.move, fault.ends_game) for fault in reading.faults] == [(1, False), (2, False)]
    assert reading.record.rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES
    assert Play(ONE, position_after(START, "8/5 6/4")) in reading.record.events
    assert reading.record.final.game.turn is ONE


def test_an_illegal_play_that_stood_is_written_down_from_what_it_moved() -> None:
    game = rows(
        *("31: 8/5 6/4", "53: 24/20*/15", "21: 25/24 24/22", "66: 6/10"),
        *("43: 24/20 24/21", "41:", "66: 22/10 8/2", "65: 24/18"),
    )
    reading = read_mat(mat(game))
    again = read_mat(write_mat(write_script(reading.record)))

    assert [fault.move for fault in reading.faults] == [1, 1, 2, 3, 4, 4]
    assert again.record == reading.record
    assert [fault.reasons for fault in again.faults] == [fault.reasons for fault in reading.faults]


def test_a_play_that_leaves_an_impossible_board_ends_its_game_but_not_the_reading() -> None:
    blocked = rows("31: 8/5 24/23", "42: 8/4 6/4", "52: 24/19 13/11", "66: 24/18 24/18 13/7 13/7")
    reading = read_mat(mat(blocked, DROPPED, scores="0-0 2-0"))

    fault = only_fault(reading)
    assert fault.kind is RecordFaultKind.ILLEGAL_PLAY
    assert (fault.game, fault.move, fault.ends_game) == (1, 2, True)
    assert [reason.why for reason in fault.reasons] == [ReasonKind.POINT_BLOCKED]
    assert reading.record.final.score == ByPlayer(2, 1)


def test_after_a_game_that_broke_off_the_score_is_taken_from_the_next_header() -> None:
    broken = rows("31: 8/5 6/5", "42: 20/16 8/4", "11: 8/7 8/7 6/5 6/5")
    reading = read_mat(mat(broken, DROPPED, UNFINISHED, scores="0-0 3-0 3-1"))

    fault = only_fault(reading)
    assert (fault.kind, fault.player, fault.ends_game) == (RecordFaultKind.UNCLEAR_PLAY, TWO, True)
    assert isinstance(fault.misread, NoCheckerThere)
    assert fault.misread.place == 20
    assert reading.record.restarts == (Restart(4, 2, ByPlayer(3, 0), Crawford.AHEAD),)


@pytest.mark.parametrize("text", ["6/x", "8/4 9/", "30/24", "hello", "Illegal play (0;0;0)"])
def test_unreadable_play_is_reported_and_ends_only_its_game(text: str) -> None:
    broken = rows("31: 8/5 6/5", f"42: {text}", "65: 24/13")
    reading = read_mat(mat(broken, DROPPED, scores="0-0 0-1"))

    fault = only_fault(reading)
    assert (fault.kind, fault.move, fault.player) == (RecordFaultKind.UNCLEAR_PLAY, 1, TWO)
    assert (fault.text, fault.ends_game) == (text, True)
    assert fault.misread
    assert fault.misread.text == text
    assert reading.record.final.score == ByPlayer(0, 2)


def test_hit_mark_without_a_hit_is_reported() -> None:
    reading = read_mat(sample(151).with_line(9, "25/22 13/8", "25/22* 13/8"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.move) == (RecordFaultKind.MARK_WITHOUT_HIT, 1, 3)
    assert reading.record == read_sample(sample(151)).record


def test_a_hit_need_not_be_marked() -> None:
    reading = read_mat(sample(151).text.replace("*", ""))
    assert reading == MatchReading(read_sample(sample(151)).record)


@pytest.mark.parametrize(
    ("cells", "ban"),
    [
        ("31: 8/5 6/5||42: 8/4 6/4", Ban.NOT_YOUR_TURN),
        ("31: 8/5 6/5|Takes", Ban.NOTHING_OFFERED),
        ("Doubles => 2|Takes", Ban.DOUBLE_BEFORE_THROW),
        ("31: 8/5 6/5|Doubles|31: 8/5 6/5", Ban.ANSWER_DOUBLE),
        ("31: 8/5 6/5|Doubles|Beavers", Ban.NO_BEAVERS),
        ("31: 8/5 6/5|Doubles|Drops|42: 8/4 6/4", Ban.GAME_OVER),
        ("31: 8/5 6/5|Doubles|Takes|42: 8/4 6/4|65: 24/13|Doubles", Ban.NOT_YOUR_CUBE),
    ],
)
def test_event_against_the_rules_is_reported_once_and_ends_its_game(cells: str, ban: Ban) -> None:
    wrong_player = ban is Ban.NOT_YOUR_TURN
    kind = RecordFaultKind.WRONG_PLAYER if wrong_player else RecordFaultKind.NOT_ALLOWED

    fault = only_fault(read_mat(mat(rows(*cells.split("|"), "53: 8/3 6/3"))))

    assert (fault.kind, fault.ban, fault.ends_game) == (kind, ban, True)


UNSCORED = mat(DROPPED, UNFINISHED, scores="0-0 0-1")
WON = rows("31: 8/5 6/5", "42: 8/4 6/4", "Wins 1 point")
SINGLE_FAULTS: dict[str, tuple[str, RecordFaultKind, dict[str, Any]]] = {
    "a double wins the opening throw": (
        mat(rows("33: 8/5 8/5 6/3 6/3", "42: 8/4 6/4")),
        *(RecordFaultKind.OPENING_DOUBLE, {"move": 1, "player": ONE}),
    ),
    "a stake without a double": (
        mat(rows("31: 8/5 6/5", "Doubles => 4", "Takes")),
        *(RecordFaultKind.WRONG_STAKE, {"found": 4, "expected": 2}),
    ),
    "points that were not won": (
        sample(151).with_line(17, "Wins 2 points", "Wins 4 points"),
        *(RecordFaultKind.WRONG_POINTS, {"game": 1, "line": 17, "found": 4, "expected": 2}),
    ),
    "a winner in the wrong column": (
        sample(151).with_line(17, "      Wins", " " * 34 + "Wins"),
        *(RecordFaultKind.WRONG_WINNER, {"found": TWO, "expected": ONE}),
    ),
    "other names in a header": (
        "Carol".join(UNSCORED.rsplit("Alice", 1)),
        *(RecordFaultKind.WRONG_NAMES, {"found": ByPlayer("Carol", "Bob")}),
    ),
    "a wrong score in a header": (
        mat(DROPPED, UNFINISHED, scores="0-0 3-1"),
        RecordFaultKind.WRONG_SCORE,
        {"game": 2, "move": None, "found": ByPlayer(3, 1), "expected": ByPlayer(0, 1)},
    ),
    "a wrong number in a header": (
        UNSCORED.replace("Game 2", "Game 3"),
        *(RecordFaultKind.WRONG_NUMBER, {"found": 3}),
    ),
    "no end before the next game": (
        mat(UNFINISHED, UNFINISHED, scores="0-0 1-0"),
        *(RecordFaultKind.NO_END, {"game": 1, "move": 1}),
    ),
    "a game after the end of the match": (
        mat(WON, UNFINISHED, length=1, scores="0-0 1-0"),
        *(RecordFaultKind.MATCH_OVER, {"game": 2, "ends_game": True}),
    ),
}


@pytest.mark.parametrize(("text", "kind", "details"), SINGLE_FAULTS.values(), ids=SINGLE_FAULTS)
def test_fault_is_reported_with_its_details(
    text: str, kind: RecordFaultKind, details: dict[str, object]
) -> None:
    fault = only_fault(read_mat(text))

    assert fault.kind is kind
    assert {name: getattr(fault, name) for name in details} == details


def test_header_is_believed_even_if_it_is_wrong() -> None:
    wrong_score = read_mat(mat(DROPPED, UNFINISHED, scores="0-0 3-1")).record
    wrong_number = read_mat(UNSCORED.replace("Game 2", "Game 3")).record
    no_end = read_mat(mat(UNFINISHED, UNFINISHED, scores="0-0 1-0")).record
    after_the_end = read_mat(mat(WON, UNFINISHED, length=1, scores="0-0 1-0")).record

    assert wrong_score.final.score == ByPlayer(3, 1)
    assert wrong_number.final.number == 3
    assert no_end.final.score == ByPlayer(1, 0)
    assert after_the_end.final.winner is ONE


def test_double_in_the_crawford_game_is_refused() -> None:
    reading = read_mat(mat(DROPPED, length=2, scores="1-0", tags='; [Crawford "On"]'))

    faults = [(fault.kind, fault.ban) for fault in reading.faults]
    refused = (RecordFaultKind.NOT_ALLOWED, Ban.NO_CUBE_IN_CRAWFORD_GAME)
    assert faults == [(RecordFaultKind.WRONG_SCORE, None), refused]


def test_unfinished_match_is_reported() -> None:
    game = DROPPED.replace("point", "point and the match")

    assert only_fault(read_mat(mat(game))).kind is RecordFaultKind.MATCH_NOT_WON
    assert read_mat(mat(game, scores="4-4").replace("Game 1", "Game 9")).faults == ()


def test_the_rest_of_a_match_may_be_recorded_from_any_game_on() -> None:
    text = mat(DROPPED, scores="3-2").replace("Game 1", "Game 6")
    reading = read_mat(text)

    assert reading.faults == ()
    assert reading.record.restarts == (Restart(0, 6, ByPlayer(3, 2), Crawford.AHEAD),)
    assert reading.record.final.score == ByPlayer(3, 3)
    assert write_mat(write_script(reading.record)) == write_mat(parse_mat(text))


def test_a_win_before_the_board_is_empty_is_a_resignation() -> None:
    cells = ("31: 8/5 6/5", "Doubles => 2", "Takes", "42: 8/4 6/4", "Wins 4 points")
    reading = read_mat(mat(rows(*cells)))

    assert reading.faults == ()
    assert reading.record.events[-2:] == (Resign(TWO, Win.GAMMON), AcceptResignation(ONE))
    assert reading.record.final.score == ByPlayer(4, 0)


@pytest.mark.parametrize("points", [3, 7])
def test_points_that_no_resignation_is_worth_are_reported(points: int) -> None:
    cells = ("31: 8/5 6/5", "Doubles => 2", "Takes", "42: 8/4 6/4", f"Wins {points} points")
    fault = only_fault(read_mat(mat(rows(*cells), length=9)))

    assert (fault.kind, fault.found) == (RecordFaultKind.WRONG_POINTS, points)


def test_a_player_may_resign_with_his_dice_on_the_board() -> None:
    reading = read_mat(mat(rows("31: 8/5 6/5", "42:", "Wins 1 point")))

    assert reading.faults == ()
    resigned = (Resign(TWO, Win.SINGLE), AcceptResignation(ONE))
    assert reading.record.events[-3:] == (throw(TWO, "42"), *resigned)
    assert read_mat(write_mat(write_script(reading.record))) == reading


@pytest.mark.parametrize(
    "last", [["65: 24/13"], ["65:"], ["Doubles => 2"], ["Doubles => 2", "Takes"]]
)
def test_a_match_may_break_off_anywhere(last: list[str]) -> None:
    reading = read_mat(mat(rows("31: 8/5 6/5", "42: 8/4 6/4", *last)))

    assert reading.faults == ()
    assert read_mat(write_mat(write_script(reading.record))) == reading


def test_a_record_without_an_event_has_one_game_without_a_turn() -> None:
    record = Record(NAMES, TOURNAMENT, 7, ())
    assert read_mat(write_mat(write_script(record))) == MatchReading(record)


def test_a_turn_taken_back_leaves_no_trace() -> None:
    first, second = position_after(START, "8/5 6/5"), position_after(START, "24/20")
    happened = (
        OpeningThrow(3, 1),
        Play(ONE, second),
        events.TakeBack(ONE),
        Play(ONE, second),
        EndTurn(ONE),
        events.AskUndo(ONE),
        events.AgreeUndo(TWO),
        Play(ONE, first),
        EndTurn(ONE),
        Double(TWO),
        events.Drop(ONE),
    )
    record = Record(NAMES, TOURNAMENT, 5, happened)

    assert write_mat(write_script(record)) == write_mat(parse_mat(mat(DROPPED)))


def test_an_illegal_play_that_was_challenged_leaves_no_trace() -> None:
    happened = (
        OpeningThrow(3, 1),
        Play(ONE, position_after(START, "8/4 6/5")),
        EndTurn(ONE),
        events.Challenge(TWO),
        Play(ONE, position_after(START, "8/5 6/5")),
        Double(TWO),
        events.PlayOn(ONE),
    )
    rulebook = replace(GRAVES, early_throw_counts=True)
    record = Record(NAMES, rulebook, 5, happened[:-1])

    left = rows("31: 8/5 6/5", " Doubles => 2")
    assert write_mat(write_script(record)).endswith(f"\n{left}\n")
    with pytest.raises(ValueError, match="event 7"):
        list(Record(NAMES, rulebook, 5, happened).replay())


def test_offers_that_were_declined_and_cocked_dice_leave_no_trace() -> None:
    happened = (
        OpeningThrow(2, 2),
        OpeningThrow(3, 1),
        Play(ONE, position_after(START, "8/5 6/5")),
        EndTurn(ONE),
        Resign(TWO, Win.GAMMON),
        events.PlayOn(ONE),
        events.CockedThrow(TWO),
        throw(TWO, "42"),
        Play(TWO, position_after(START, "24/18")),
    )
    record = Record(NAMES, GRAVES, 5, happened)
    reading = read_mat(write_mat(write_script(record)), GRAVES)

    assert reading.record.events == (happened[1], *happened[2:4], happened[7])


def test_jacoby_is_found_out_from_the_points() -> None:
    gammon = rows("31: 8/5 6/5", "Wins 2 points")
    found_out = read_mat(mat(gammon, length=0), MONEY)
    stated = read_mat(mat(gammon, length=0, tags='; [Jacoby "On"]'), MONEY)

    assert found_out.faults == ()
    assert found_out.record.rulebook.jacoby is Option.OFF
    assert found_out.changed_rules == ("jacoby",)
    assert only_fault(stated).kind is RecordFaultKind.WRONG_POINTS


def test_beavers_are_found_out_from_their_use() -> None:
    game = rows("31: 8/5 6/5", "Doubles => 2", "Beavers => 4", "42: 8/4 6/4", "65: 24/13")
    reading = read_mat(mat(game, length=0))
    stated = read_mat(mat(game, length=0, tags='; [Beaver "Off"]'))

    assert reading.faults == ()
    assert reading.record.rulebook.beavers is Option.FOR_STAKES
    assert reading.changed_rules == ("beavers",)
    assert only_fault(stated).ban is Ban.NO_BEAVERS


def test_beaver_may_be_taken_with_or_without_words() -> None:
    silent = rows("31: 8/5 6/5", "Doubles => 2", "Beavers => 4", "42: 8/4 6/4")
    plain = rows("31: 8/5 6/5", "Doubles => 2", "Doubles => 4", "Takes", "", "42: 8/4 6/4")

    reading = read_mat(mat(silent, length=0))
    assert reading.faults == ()
    assert reading == read_mat(mat(plain, length=0))
    assert reading.record.final.game.cube == Cube(4, ONE)


@pytest.mark.parametrize("tags", ["", '; [Crawford "On"]'])
def test_double_in_the_crawford_game_is_a_fault_even_in_a_silent_file(tags: str) -> None:
    reading = read_mat(mat(DROPPED, DROPPED, length=2, scores="0-0 0-1", tags=tags))

    assert only_fault(reading).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME
    assert reading.changed_rules == ()


def test_a_match_without_crawford_says_so() -> None:
    tags = '; [Crawford "Off"]'
    reading = read_mat(mat(DROPPED, DROPPED, length=2, scores="0-0 0-1", tags=tags))

    assert reading.faults == ()
    assert reading.changed_rules == ("crawford",)
    assert not reading.record.rulebook.crawford


def test_automatic_doubles_are_found_out_from_the_stakes() -> None:
    text = mat(rows("31: 8/5 6/5", "Doubles => 8", "Drops", "Wins 4 points"), length=0)
    reading = read_mat(text, TRICTRAC)

    assert reading.faults == ()
    assert reading.record.events[:3] == (OpeningThrow(1, 1), OpeningThrow(1, 1), OpeningThrow(3, 1))
    wrong = [RecordFaultKind.WRONG_STAKE, RecordFaultKind.WRONG_POINTS]
    assert [fault.kind for fault in read_mat(text).faults] == wrong


def test_the_first_player_may_throw_anew_by_the_rulebook() -> None:
    reading = read_mat(mat(rows("33: 8/5 8/5 6/3 6/3"), length=0), PARKER)

    assert reading.faults == ()
    assert reading.record.events[:2] == (OpeningThrow(2, 1), throw(ONE, "33"))


@pytest.mark.parametrize(
    ("rulebook", "knob"), [(TOURNAMENT, "longest_match"), (PARKER, "played_for")]
)
def test_a_match_may_be_longer_than_the_rulebook_knows(rulebook: Rulebook, knob: str) -> None:
    reading = read_mat(mat(UNFINISHED, length=99), rulebook)

    assert (reading.faults, reading.record.length) == ((), 99)
    assert reading.changed_rules == (knob,)


@played_books
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_read_as_it_was_played(rulebook: Rulebook, length: int, seed: int) -> None:
    record = random_match(rulebook, length, seed)
    assert read_mat(write_mat(write_script(record)), rulebook) == MatchReading(record)
