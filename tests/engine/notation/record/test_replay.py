"""A recorded match is played through by the rules, and everything wrong in it is told."""

from dataclasses import replace

import pytest

from engine.backgammon.cube import Cube
from engine.backgammon.errors import NoCheckerThere
from engine.backgammon.game import events
from engine.backgammon.game.events import (
    AcceptResignation,
    Double,
    EndTurn,
    OpeningThrow,
    Play,
    Resign,
)
from engine.backgammon.game.match import Crawford, Ending, Phase
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.notation.record.mat import parse_mat, read_mat, write_mat
from engine.backgammon.notation.record.reading import Fault, Reading, Wrong
from engine.backgammon.notation.record.record import Record, Restart
from engine.backgammon.notation.record.script import Entry, Moved, Script
from engine.backgammon.notation.record.transcript import script_of
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import (
    GRAVES,
    PARKER,
    SEASIDE,
    TOURNAMENT,
    TRICTRAC,
    IllegalPlay,
    Option,
    Rulebook,
)
from engine.backgammon.why.reasons import Why
from tests.rigs.matches import NAMES, Sample, made_up, mat, reading_of, rows, sample, samples
from tests.rigs.play import ONE, TWO, moved, throw

MONEY = replace(TOURNAMENT, jacoby=Option.FOR_STAKES, beavers=Option.FOR_STAKES)
UNFINISHED = rows("31: 8/5 6/5", "42: 8/4 6/4")
DROPPED = rows("31: 8/5 6/5", "Doubles => 2", "Drops", "Wins 1 point")

every_sample = pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)


def only_fault(reading: Reading) -> Fault:
    (fault,) = reading.faults
    return fault


@every_sample
def test_a_recorded_match_is_read_without_a_fault(sample: Sample) -> None:
    reading = reading_of(sample)

    assert reading.faults == ()
    assert (reading.record.names, reading.record.length) == (NAMES, sample.length)
    assert (reading.record.rulebook, reading.record.restarts) == (TOURNAMENT, ())


@every_sample
def test_a_recorded_match_tells_of_every_game_what_is_known(sample: Sample) -> None:
    begun, over = [], []
    record = reading_of(sample).record
    for scene in record.scenes():
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


@every_sample
def test_a_recorded_match_is_written_down_again_but_for_the_order_of_steps(sample: Sample) -> None:
    told = parse_mat(sample.text)
    record = reading_of(sample).record
    script = script_of(record, told.tags)

    assert bare(parse_mat(write_mat(script))) == bare(told)
    assert read_mat(write_mat(script)) == Reading(record)


def bare(script: Script) -> Script:
    """A script without how its plays are written."""

    def bare_entry(entry: Entry) -> Entry:
        return replace(entry, text="") if isinstance(entry, Moved) else entry

    games = (replace(game, entries=tuple(map(bare_entry, game.entries))) for game in script.games)
    return replace(script, games=tuple(games))


@pytest.mark.parametrize(
    ("number", "line", "old", "new", "where", "why"),
    [
        (151, 7, "24/18 24/20", "24/18 6/10", (1, 1, TWO), Why.WRONG_DIRECTION),
        (151, 8, "8/5* 13/7*", "6/0 13/10", (1, 2, ONE), Why.NOT_ALL_HOME),
        (151, 9, "25/22 13/8", "25/22 13/9", (1, 3, ONE), Why.NO_DIE),
        (151, 9, "25/22 13/8", "25/22", (1, 3, ONE), Why.BOTH_DICE),
        (151, 9, "25/22 13/8", "13/8 13/10", (1, 3, ONE), Why.STILL_ON_BAR),
        (151, 9, "25/22 13/8", "25/22 24/19", (1, 3, ONE), Why.POINT_BLOCKED),
        (151, 10, "21/18 18/15 16/13 13/10", "21/18 18/15 16/13", (1, 4, TWO), Why.MORE_OF_DOUBLE),
        (151, 43, "5/1 1/0", "3/0 1/0", (2, 23, ONE), Why.CHECKER_BEHIND),
        (153, 33, "2/1", "", (1, 27, ONE), Why.NUMBER_PLAYABLE),
        (182, 52, "16/13", "16/14", (3, 23, ONE), Why.LARGER_DIE),
    ],
)
def test_an_illegal_play_is_told_with_its_game_its_move_and_the_rule_it_breaks(
    number: int, line: int, old: str, new: str, where: tuple[int, int, Player], why: Why
) -> None:
    fault, *_ = read_mat(sample(number).with_line(line, old, new)).faults

    assert (fault.kind, fault.line, fault.text) == (Wrong.ILLEGAL_PLAY, line, new)
    assert (fault.game, fault.move, fault.player) == where
    assert {reason.why for reason in fault.reasons} == {why}


def test_an_illegal_play_stands_as_it_is_written_and_the_game_goes_on() -> None:
    game = rows("31: 8/5 6/4", "42: 8/4 6/4", "65: 24/18 18/13", "11: 8/7")
    reading = read_mat(mat(game))

    assert [(fault.move, fault.ends_game) for fault in reading.faults] == [(1, False), (2, False)]
    assert reading.record.rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES
    assert Play(ONE, moved(START, "8/5 6/4")) in reading.record.events
    assert reading.record.final.game.turn is ONE


def test_an_illegal_play_that_stood_is_written_down_from_what_it_moved() -> None:
    game = rows(
        *("31: 8/5 6/4", "53: 24/20*/15", "21: 25/24 24/22", "66: 6/10"),
        *("43: 24/20 24/21", "41:", "66: 22/10 8/2", "65: 24/18"),
    )
    reading = read_mat(mat(game))
    again = read_mat(write_mat(script_of(reading.record)))

    assert [fault.move for fault in reading.faults] == [1, 1, 2, 3, 4, 4]
    assert again.record == reading.record
    assert [fault.reasons for fault in again.faults] == [fault.reasons for fault in reading.faults]


def test_a_play_that_leaves_an_impossible_board_ends_its_game_but_not_the_reading() -> None:
    blocked = rows("31: 8/5 24/23", "42: 8/4 6/4", "52: 24/19 13/11", "66: 24/18 24/18 13/7 13/7")
    reading = read_mat(mat(blocked, DROPPED, scores="0-0 2-0"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.move, fault.ends_game) == (Wrong.ILLEGAL_PLAY, 1, 2, True)
    assert [reason.why for reason in fault.reasons] == [Why.POINT_BLOCKED]
    assert reading.record.final.score == ByPlayer(2, 1)


def test_after_a_game_that_broke_off_the_score_is_taken_from_the_next_header() -> None:
    broken = rows("31: 8/5 6/5", "42: 20/16 8/4", "11: 8/7 8/7 6/5 6/5")
    reading = read_mat(mat(broken, DROPPED, UNFINISHED, scores="0-0 3-0 3-1"))

    fault = only_fault(reading)
    assert (fault.kind, fault.player, fault.ends_game) == (Wrong.UNCLEAR_PLAY, TWO, True)
    assert isinstance(fault.misread, NoCheckerThere)
    assert fault.misread.place == 20
    assert reading.record.restarts == (Restart(4, 2, ByPlayer(3, 0), Crawford.AHEAD),)


@pytest.mark.parametrize("text", ["6/x", "8/4 9/", "30/24", "hello", "Illegal play (0;0;0)"])
def test_a_play_that_cannot_be_read_is_told_and_ends_only_its_game(text: str) -> None:
    broken = rows("31: 8/5 6/5", f"42: {text}", "65: 24/13")
    reading = read_mat(mat(broken, DROPPED, scores="0-0 0-1"))

    fault = only_fault(reading)
    assert (fault.kind, fault.move, fault.player) == (Wrong.UNCLEAR_PLAY, 1, TWO)
    assert (fault.text, fault.ends_game) == (text, True)
    assert fault.misread
    assert fault.misread.text == text
    assert reading.record.final.score == ByPlayer(0, 2)


def test_a_mark_where_nothing_was_hit_is_told() -> None:
    reading = read_mat(sample(151).with_line(9, "25/22 13/8", "25/22* 13/8"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.move) == (Wrong.MARK_WITHOUT_HIT, 1, 3)
    assert reading.record == reading_of(sample(151)).record


def test_a_hit_need_not_be_marked() -> None:
    reading = read_mat(sample(151).text.replace("*", ""))

    assert reading == Reading(reading_of(sample(151)).record)


@pytest.mark.parametrize(
    ("cells", "kind", "ban"),
    [
        (["31: 8/5 6/5", "", "42: 8/4 6/4"], Wrong.WRONG_PLAYER, Ban.NOT_YOUR_TURN),
        (["31: 8/5 6/5", "Takes"], Wrong.NOT_ALLOWED, Ban.NOTHING_OFFERED),
        (["Doubles => 2", "Takes"], Wrong.NOT_ALLOWED, Ban.DOUBLE_BEFORE_THROW),
        (["31: 8/5 6/5", "Doubles", "31: 8/5 6/5"], Wrong.NOT_ALLOWED, Ban.ANSWER_DOUBLE),
        (["31: 8/5 6/5", "Doubles", "Beavers"], Wrong.NOT_ALLOWED, Ban.NO_BEAVERS),
        (["31: 8/5 6/5", "Doubles", "Drops", "42: 8/4 6/4"], Wrong.NOT_ALLOWED, Ban.GAME_OVER),
        (
            ["31: 8/5 6/5", "Doubles", "Takes", "42: 8/4 6/4", "65: 24/13", "Doubles"],
            Wrong.NOT_ALLOWED,
            Ban.NOT_YOUR_CUBE,
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_told_once_and_the_game_left(
    cells: list[str], kind: Wrong, ban: Ban
) -> None:
    fault = only_fault(read_mat(mat(rows(*cells, "53: 8/3 6/3"))))

    assert (fault.kind, fault.ban, fault.ends_game) == (kind, ban, True)


def test_a_double_cannot_win_the_opening_throw() -> None:
    fault = only_fault(read_mat(mat(rows("33: 8/5 8/5 6/3 6/3", "42: 8/4 6/4"))))

    assert (fault.kind, fault.move, fault.player) == (Wrong.OPENING_DOUBLE, 1, ONE)


def test_a_stake_that_no_double_asks_for_is_told() -> None:
    fault = only_fault(read_mat(mat(rows("31: 8/5 6/5", "Doubles => 4", "Takes"))))

    assert (fault.kind, fault.found, fault.expected) == (Wrong.WRONG_STAKE, 4, 2)


def test_nobody_doubles_in_the_crawford_game() -> None:
    reading = read_mat(mat(DROPPED, length=2, scores="1-0", tags='; [Crawford "On"]'))

    faults = [(fault.kind, fault.ban) for fault in reading.faults]
    assert faults == [
        (Wrong.WRONG_SCORE, None),
        (Wrong.NOT_ALLOWED, Ban.NO_CUBE_IN_CRAWFORD_GAME),
    ]


def test_points_that_were_not_won_are_told() -> None:
    reading = read_mat(sample(151).with_line(17, "Wins 2 points", "Wins 4 points"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.line) == (Wrong.WRONG_POINTS, 1, 17)
    assert (fault.found, fault.expected) == (4, 2)


def test_a_winner_in_the_wrong_column_is_told() -> None:
    reading = read_mat(sample(151).with_line(17, "      Wins", " " * 34 + "Wins"))

    fault = only_fault(reading)
    assert (fault.kind, fault.found, fault.expected) == (Wrong.WRONG_WINNER, TWO, ONE)


def test_a_match_that_is_not_won_yet_is_told() -> None:
    game = DROPPED.replace("point", "point and the match")

    assert only_fault(read_mat(mat(game))).kind is Wrong.MATCH_NOT_WON
    assert read_mat(mat(game, scores="4-4").replace("Game 1", "Game 9")).faults == ()


def test_a_header_with_the_wrong_score_is_told_and_believed() -> None:
    reading = read_mat(mat(DROPPED, UNFINISHED, scores="0-0 3-1"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.move) == (Wrong.WRONG_SCORE, 2, None)
    assert (fault.found, fault.expected) == (ByPlayer(3, 1), ByPlayer(0, 1))
    assert reading.record.final.score == ByPlayer(3, 1)


def test_a_header_with_the_wrong_number_is_told_and_believed() -> None:
    reading = read_mat(mat(DROPPED, UNFINISHED, scores="0-0 0-1").replace("Game 2", "Game 3"))

    assert (only_fault(reading).kind, only_fault(reading).found) == (Wrong.WRONG_NUMBER, 3)
    assert reading.record.final.number == 3


def test_a_header_with_other_names_is_told() -> None:
    text = mat(DROPPED, UNFINISHED, scores="0-0 0-1")
    reading = read_mat("Carol".join(text.rsplit("Alice", 1)))

    assert only_fault(reading).kind is Wrong.WRONG_NAMES
    assert only_fault(reading).found == ByPlayer("Carol", "Bob")


def test_a_game_without_an_end_is_told_when_another_follows() -> None:
    reading = read_mat(mat(UNFINISHED, UNFINISHED, scores="0-0 1-0"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.move) == (Wrong.NO_END, 1, 1)
    assert reading.record.final.score == ByPlayer(1, 0)


def test_a_game_after_the_match_was_won_is_told() -> None:
    won = rows("31: 8/5 6/5", "42: 8/4 6/4", "Wins 1 point")
    reading = read_mat(mat(won, UNFINISHED, length=1, scores="0-0 1-0"))

    fault = only_fault(reading)
    assert (fault.kind, fault.game, fault.ends_game) == (Wrong.MATCH_OVER, 2, True)
    assert reading.record.final.winner is ONE


def test_the_rest_of_a_match_may_be_recorded_from_any_game_on() -> None:
    text = mat(DROPPED, scores="3-2").replace("Game 1", "Game 6")
    reading = read_mat(text)

    assert reading.faults == ()
    assert reading.record.restarts == (Restart(0, 6, ByPlayer(3, 2), Crawford.AHEAD),)
    assert reading.record.final.score == ByPlayer(3, 3)
    assert write_mat(script_of(reading.record)) == write_mat(parse_mat(text))


def test_a_win_before_the_board_is_empty_is_a_resignation() -> None:
    cells = ("31: 8/5 6/5", "Doubles => 2", "Takes", "42: 8/4 6/4", "Wins 4 points")
    reading = read_mat(mat(rows(*cells)))

    assert reading.faults == ()
    assert reading.record.events[-2:] == (Resign(TWO, Win.GAMMON), AcceptResignation(ONE))
    assert reading.record.final.score == ByPlayer(4, 0)


@pytest.mark.parametrize("points", [3, 7])
def test_points_that_no_resignation_is_worth_are_told(points: int) -> None:
    cells = ("31: 8/5 6/5", "Doubles => 2", "Takes", "42: 8/4 6/4", f"Wins {points} points")
    fault = only_fault(read_mat(mat(rows(*cells), length=9)))

    assert (fault.kind, fault.found) == (Wrong.WRONG_POINTS, points)


def test_a_player_may_resign_with_his_dice_on_the_board() -> None:
    reading = read_mat(mat(rows("31: 8/5 6/5", "42:", "Wins 1 point")))

    assert reading.faults == ()
    assert reading.record.events[-3:] == (
        throw(TWO, "42"),
        Resign(TWO, Win.SINGLE),
        AcceptResignation(ONE),
    )
    assert read_mat(write_mat(script_of(reading.record))) == reading


@pytest.mark.parametrize(
    "last", [["65: 24/13"], ["65:"], ["Doubles => 2"], ["Doubles => 2", "Takes"]]
)
def test_a_match_may_break_off_anywhere(last: list[str]) -> None:
    reading = read_mat(mat(rows("31: 8/5 6/5", "42: 8/4 6/4", *last)))

    assert reading.faults == ()
    assert read_mat(write_mat(script_of(reading.record))) == reading


def test_a_record_without_an_event_has_one_game_without_a_turn() -> None:
    record = Record(NAMES, TOURNAMENT, 7, ())

    assert read_mat(write_mat(script_of(record))) == Reading(record)


def test_a_turn_taken_back_leaves_no_trace() -> None:
    first, second = moved(START, "8/5 6/5"), moved(START, "24/20")
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

    assert write_mat(script_of(record)) == write_mat(parse_mat(mat(DROPPED)))


def test_an_illegal_play_that_was_challenged_leaves_no_trace() -> None:
    happened = (
        OpeningThrow(3, 1),
        Play(ONE, moved(START, "8/4 6/5")),
        EndTurn(ONE),
        events.Challenge(TWO),
        Play(ONE, moved(START, "8/5 6/5")),
        Double(TWO),
        events.PlayOn(ONE),
    )
    rulebook = replace(GRAVES, early_throw_counts=True)
    record = Record(NAMES, rulebook, 5, happened[:-1])

    assert write_mat(script_of(record)).endswith("\n" + rows("31: 8/5 6/5", " Doubles => 2") + "\n")
    with pytest.raises(ValueError, match="event 7"):
        list(Record(NAMES, rulebook, 5, happened).scenes())


def test_offers_that_were_declined_and_cocked_dice_leave_no_trace() -> None:
    happened = (
        OpeningThrow(2, 2),
        OpeningThrow(3, 1),
        Play(ONE, moved(START, "8/5 6/5")),
        EndTurn(ONE),
        Resign(TWO, Win.GAMMON),
        events.PlayOn(ONE),
        events.CockedThrow(TWO),
        throw(TWO, "42"),
        Play(TWO, moved(START, "24/18")),
    )
    record = Record(NAMES, GRAVES, 5, happened)
    reading = read_mat(write_mat(script_of(record)), GRAVES)

    assert reading.record.events == (happened[1], *happened[2:4], happened[7])


def test_jacoby_is_found_out_from_the_points() -> None:
    gammon = rows("31: 8/5 6/5", "Wins 2 points")
    found_out = read_mat(mat(gammon, length=0), MONEY)
    told = read_mat(mat(gammon, length=0, tags='; [Jacoby "On"]'), MONEY)

    assert found_out.faults == ()
    assert found_out.record.rulebook.jacoby is Option.OFF
    assert found_out.knobs_turned == ("jacoby",)
    assert only_fault(told).kind is Wrong.WRONG_POINTS


def test_beavers_are_found_out_from_their_use() -> None:
    game = rows("31: 8/5 6/5", "Doubles => 2", "Beavers => 4", "42: 8/4 6/4", "65: 24/13")
    reading = read_mat(mat(game, length=0))
    told = read_mat(mat(game, length=0, tags='; [Beaver "Off"]'))

    assert reading.faults == ()
    assert reading.record.rulebook.beavers is Option.FOR_STAKES
    assert reading.knobs_turned == ("beavers",)
    assert only_fault(told).ban is Ban.NO_BEAVERS


def test_a_beaver_may_be_taken_in_so_many_words_or_none() -> None:
    silent = rows("31: 8/5 6/5", "Doubles => 2", "Beavers => 4", "42: 8/4 6/4")
    plain = rows("31: 8/5 6/5", "Doubles => 2", "Doubles => 4", "Takes", "", "42: 8/4 6/4")

    reading = read_mat(mat(silent, length=0))
    assert reading.faults == ()
    assert reading == read_mat(mat(plain, length=0))
    assert reading.record.final.game.cube == Cube(4, ONE)


@pytest.mark.parametrize("tags", ["", '; [Crawford "On"]'])
def test_a_double_in_the_crawford_game_is_a_fault_whether_the_file_tells_of_it_or_not(
    tags: str,
) -> None:
    reading = read_mat(mat(DROPPED, DROPPED, length=2, scores="0-0 0-1", tags=tags))

    assert only_fault(reading).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME
    assert reading.knobs_turned == ()


def test_a_match_without_crawford_says_so() -> None:
    tags = '; [Crawford "Off"]'
    reading = read_mat(mat(DROPPED, DROPPED, length=2, scores="0-0 0-1", tags=tags))

    assert reading.faults == ()
    assert reading.knobs_turned == ("crawford",)
    assert not reading.record.rulebook.crawford


def test_automatic_doubles_are_found_out_from_the_stakes() -> None:
    text = mat(rows("31: 8/5 6/5", "Doubles => 8", "Drops", "Wins 4 points"), length=0)
    reading = read_mat(text, TRICTRAC)

    assert reading.faults == ()
    assert reading.record.events[:3] == (OpeningThrow(1, 1), OpeningThrow(1, 1), OpeningThrow(3, 1))
    assert [fault.kind for fault in read_mat(text).faults] == [
        Wrong.WRONG_STAKE,
        Wrong.WRONG_POINTS,
    ]


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
    assert reading.knobs_turned == (knob,)


@pytest.mark.parametrize(
    ("rulebook", "length"),
    [
        (TOURNAMENT, 5),
        (replace(TOURNAMENT, crawford=False), 3),
        (MONEY, 0),
        (replace(MONEY, automatic_doubles=2), 0),
        (PARKER, 0),
        (TRICTRAC, 0),
        (SEASIDE, 3),
    ],
    ids=lambda value: value.name if isinstance(value, Rulebook) else str(value),
)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_read_as_it_was_played(rulebook: Rulebook, length: int, seed: int) -> None:
    record = made_up(rulebook, length, seed)

    assert read_mat(write_mat(script_of(record)), rulebook) == Reading(record)
