"""A recorded match is performed to the last checker, and errors are made and put right."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.record.record import Record, Restart
from engine.backgammon.position import START
from engine.backgammon.rulebook import GRAVES, PARKER, TOURNAMENT, TRICTRAC, Rulebook
from engine.players import ByPlayer
from hardware.checkers import Colour
from hardware.signals import Button, PlayerRequestKind
from simulation.checker_transfers import ColouredSetup
from simulation.gestures import (
    Checkpoint,
    Cock,
    GameBegins,
    LiftDice,
    Pause,
    PlayMade,
    Press,
    RollDice,
    SendRequest,
    SettleDice,
    SlipCorrected,
    SlipPlanted,
    SlipShown,
    TurnBegins,
    TurnEnds,
)
from simulation.habits import PEOPLE, TIDY, Habits, Temperament
from simulation.performance import Performance, PerformanceOptions, TableAtStart, perform
from tests.rigs.engine.play_notation import ONE, TWO, board, throw
from tests.rigs.engine.sample_matches import NAMES, random_match, read_sample, samples
from tests.rigs.simulation.gesture_observer import SEATING, GestureObserver

OPTIONS = PerformanceOptions(SEATING.light)


def temper(seed: int, habits: Habits = PEOPLE) -> Temperament:
    return Temperament(habits, Random(seed))  # noqa: S311 - hands, not secrets


def record_of(*happened: events.Event, rulebook: Rulebook = TOURNAMENT, length: int = 3) -> Record:
    return Record(NAMES, rulebook, length, happened)


def recorded(number: int) -> Record:
    return read_sample(samples()[number]).record


def follow(performance: Performance) -> tuple[GestureObserver, list[object]]:
    """Performs all gestures, and asserts at every mark that the checkers lie as it says."""
    observer = GestureObserver(START, Colour.LIGHT)
    planted: SlipPlanted | None = None
    gestures: list[object] = []
    mover = Colour.LIGHT
    for gesture in performance:
        observer.do(gesture)
        observer.colour = mover
        match gesture:
            case TurnBegins(player, _, position):
                observer.colour = mover = SEATING.colour(player)
                assert observer.setup == position.setup
            case PlayMade(events.Play(player, result)):
                assert SEATING.colour(player) is mover
                assert observer.setup == result.setup
            case SlipPlanted():
                planted = gesture
            case SlipShown():
                assert planted
                assert observer.setup == planted.board
            case Checkpoint(Match(game=game)) if game.phase is Phase.OPENING:
                assert observer.setup == START.setup
        gestures.append(gesture)
    return observer, gestures


def only(kind: type, gestures: Sequence[object]) -> list[object]:
    return [gesture for gesture in gestures if isinstance(gesture, kind)]


def played(record: Record) -> list[events.Play]:
    return [event for event in record.events if isinstance(event, events.Play)]


def check(record: Record, options: PerformanceOptions, seed: int) -> list[object]:
    observer, gestures = follow(perform(record, options, temper(seed)))
    ended = [end.expected for end in gestures if isinstance(end, TurnEnds) and end.expected]
    assert ended == played(record)
    assert [mark.play for mark in gestures if isinstance(mark, PlayMade)] == played(record)
    assert not observer.table.leaning_checkers
    assert len(only(SlipPlanted, gestures)) == len(only(SlipCorrected, gestures))
    return gestures


@pytest.mark.parametrize("own_dice", [False, True])
@pytest.mark.parametrize("number", [0, 7])
def test_a_recorded_match_is_played_to_the_last_checker(number: int, *, own_dice: bool) -> None:
    record = recorded(number)
    gestures = check(record, PerformanceOptions(SEATING.light, own_dice=own_dice), number)

    games = 1 + sum(isinstance(event, events.NextGame) for event in record.events)
    assert len(only(GameBegins, gestures)) == games
    assert only(Checkpoint, gestures)[-1] == Checkpoint(record.final)


@pytest.mark.parametrize("rulebook", [PARKER, TRICTRAC])
def test_a_match_by_other_rules_is_played_as_well(rulebook: Rulebook) -> None:
    check(random_match(rulebook, 0, 3), PerformanceOptions(SEATING.light, errors=0.2), 1)


def test_errors_are_shown_and_put_right() -> None:
    record = recorded(2)
    gestures = check(record, PerformanceOptions(SEATING.light, errors=1.0), 5)

    assert len(only(SlipPlanted, gestures)) > 0.9 * len(played(record))
    assert {len(error.slips) for error in gestures if isinstance(error, SlipPlanted)} == {1, 2}


def test_reported_reasons_of_an_error_nearly_always_fit() -> None:
    fits: Counter[bool] = Counter()
    begins: TurnBegins | None = None
    for gesture in perform(recorded(3), PerformanceOptions(SEATING.light, errors=1.0), temper(6)):
        if isinstance(gesture, TurnBegins):
            begins = gesture
        if isinstance(gesture, SlipPlanted) and begins:
            reasons = find_reasons(begins.position, begins.dice, gesture.board)
            fits[reasons[0].why in gesture.accepted] += 1
    assert fits[True] >= 0.98 * fits.total()


def test_an_opponent_who_may_decide_has_an_illegal_play_retaken() -> None:
    options = PerformanceOptions(SEATING.light, errors=1.0, opponent_decides=True)
    gestures = check(recorded(1), options, 7)
    requests = [one.request for one in gestures if isinstance(one, SendRequest)]
    assert PlayerRequestKind.CHALLENGE in requests


def dice(record: Record, options: PerformanceOptions, habits: Habits = TIDY) -> list[object]:
    """The gestures with dice and buttons, and the requests on the page."""
    kinds = (RollDice, SettleDice, Cock, LiftDice, Press, SendRequest)
    return [one for one in perform(record, options, temper(1, habits)) if isinstance(one, kinds)]


FIRST = board("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 6:5")
TURN = (events.OpeningThrow(3, 1), events.Play(ONE, FIRST), events.EndTurn(ONE))


def test_with_one_pair_of_dice_both_numbers_of_the_opening_are_thrown_together() -> None:
    assert dice(record_of(*TURN), OPTIONS) == [
        RollDice(None), SettleDice((3, 1), None), LiftDice(None),
    ]  # fmt: skip


def test_the_first_number_of_the_opening_is_that_of_the_light_checkers() -> None:
    assert dice(record_of(*TURN), PerformanceOptions(TWO))[1] == SettleDice((1, 3), None)


def test_with_dice_of_their_own_each_throws_one_for_the_opening() -> None:
    light, dark = Colour.LIGHT, Colour.DARK
    gestures = dice(
        record_of(*TURN, throw(TWO, "62")), PerformanceOptions(SEATING.light, own_dice=True)
    )
    assert {SettleDice((3,), light), SettleDice((1,), dark)} < set(gestures)
    assert gestures[4:] == [LiftDice(light), LiftDice(dark), RollDice(dark), gestures[-1]]


def test_a_throw_that_does_not_count_is_thrown_again() -> None:
    gestures = dice(record_of(*TURN), OPTIONS, replace(TIDY, cocked=1.0))
    cocked = [RollDice(None), Cock(None), LiftDice(None)]
    assert gestures[:5] == [*cocked, RollDice(None), SettleDice((3, 1), None)]


def test_a_turn_left_to_the_opponent_ends_with_his_throw() -> None:
    record = record_of(*TURN, throw(TWO, "62"))
    habits = replace(TIDY, leave=1.0)
    gestures: list[object] = list(perform(record, OPTIONS, temper(1, habits)))

    assert not only(LiftDice, gestures)
    ended, thrown = gestures.index(TurnEnds(ONE, TURN[1])), only(SettleDice, gestures)[-1]
    assert gestures.index(thrown) < ended
    assert Checkpoint(list(record.replay())[2].after) not in gestures


def test_no_turn_is_left_to_an_early_throw_where_it_is_void() -> None:
    options = PerformanceOptions(SEATING.light, own_dice=True, early_throws=False)
    record = record_of(*TURN, throw(TWO, "62"))
    assert LiftDice(Colour.LIGHT) in dice(record, options, replace(TIDY, leave=1.0))


DOUBLED = (*TURN, events.Double(TWO))


@pytest.mark.parametrize(
    ("answer", "buttons"),
    [
        (events.Take(ONE), [Button.LIGHT]),
        (events.Drop(ONE), [Button.NO, Button.LIGHT, Button.LIGHT]),
    ],
)
def test_the_cube_is_turned_and_answered_by_buttons(
    answer: events.Event, buttons: list[Button]
) -> None:
    gestures = dice(record_of(*DOUBLED, answer), OPTIONS)
    pressed = [gesture.button for gesture in gestures if isinstance(gesture, Press)]
    assert pressed[-len(buttons) - 2 :] == [Button.CUBE, Button.DARK, *buttons]


def test_a_cube_that_is_dead_is_turned_twice() -> None:
    rulebook = replace(TOURNAMENT, cube_in_one_point_match=True)
    record = record_of(*DOUBLED, events.Take(ONE), rulebook=rulebook, length=1)
    gestures = dice(record, OPTIONS)
    assert Counter(gestures)[Press(Button.CUBE)] == 2


def test_a_game_is_given_up_and_the_next_one_set_up() -> None:
    given_up = (events.Resign(TWO, Win.GAMMON), events.AcceptResignation(ONE))
    record = record_of(*TURN, *given_up, events.NextGame(), events.OpeningThrow(1, 2))
    _, gestures = follow(perform(record, OPTIONS, temper(1, TIDY)))
    assert SendRequest(Colour.DARK, PlayerRequestKind.RESIGN, 2) in gestures
    assert len(only(GameBegins, gestures)) == 2


def test_a_turn_taken_back_brings_the_checkers_back() -> None:
    other = board("24:2 13:4 10:1 8:3 6:4 5:1", "24:2 13:5 8:3 6:5")
    undone = (events.AskUndo(ONE), events.AgreeUndo(TWO))
    record = record_of(*TURN, *undone, events.Play(ONE, other), events.EndTurn(ONE))
    observer, _ = follow(perform(record, OPTIONS, temper(1)))
    assert observer.setup == other.setup


def test_an_illegal_play_that_stood_is_performed_as_it_was() -> None:
    wrong = board("24:2 13:4 10:1 8:3 6:5", "24:2 13:5 8:3 6:5")
    stood = record_of(TURN[0], events.Play(ONE, wrong), events.EndTurn(ONE), rulebook=GRAVES)
    observer, _ = follow(perform(stood, OPTIONS, temper(1)))
    assert observer.setup == wrong.setup


def test_an_illegal_play_that_was_challenged_is_taken_back() -> None:
    wrong = board("24:2 13:4 10:1 8:3 6:5", "24:2 13:5 8:3 6:5")
    refused = (events.Play(ONE, wrong), events.EndTurn(ONE), events.Challenge(TWO))
    retaken = record_of(TURN[0], *refused, *TURN[1:], rulebook=GRAVES)
    observer, gestures = follow(perform(retaken, OPTIONS, temper(1)))
    assert SendRequest(Colour.DARK, PlayerRequestKind.CHALLENGE) in gestures
    assert observer.setup == FIRST.setup


def test_a_record_with_a_gap_begins_anew() -> None:
    gap = Restart(len(TURN), 4, ByPlayer(1, 2), Crawford.PAST)
    record = replace(record_of(*TURN, events.OpeningThrow(2, 1)), restarts=(gap,))
    _, gestures = follow(perform(record, OPTIONS, temper(1)))
    begun = [mark for mark in gestures if isinstance(mark, GameBegins)]
    assert [(mark.anew, mark.match.number) for mark in begun] == [(False, 1), (True, 4)]


def test_event_without_hands_causes_no_gesture() -> None:
    record = record_of(*TURN, events.RunOutOfTime(TWO))
    assert len(dice(record, OPTIONS)) == 3


def test_a_board_in_disorder_is_set_up_first() -> None:
    found = ColouredSetup.of(board("6:5 5:5 4:5", "1:15"), Colour.DARK)
    observer = GestureObserver(board("6:5 5:5 4:5", "1:15"), Colour.DARK)
    for gesture in perform(record_of(*TURN[:1]), OPTIONS, temper(1), TableAtStart(found)):
        observer.do(gesture)
    assert observer.setup == START.setup


def halfway(record: Record, kind: type) -> tuple[int, Match]:
    """The number of events before one of this kind in the midst of a record, and the match then."""
    scenes = list(record.replay())
    middle = len(scenes) // 2
    return next(
        (index, scene.before)
        for index, scene in enumerate(scenes)
        if index >= middle and isinstance(scene.event, kind)
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("number", [0, 3])
def test_interrupted_play_is_finished_from_any_board(number: int, seed: int) -> None:
    record = recorded(number)
    after, match = halfway(record, events.Play)
    game, chance = match.game, Random(seed)  # noqa: S311 - a hand, no secret
    assert game.dice
    plays = LegalPlays(game.position, game.dice, match.rulebook)
    begun = chance.choice([node.position for node in plays.tree.walk()])
    observer = GestureObserver(begun, SEATING.colour(game.turn))
    found = TableAtStart(ColouredSetup.of(begun, observer.colour))

    gestures: list[object] = []
    for gesture in perform(record, OPTIONS, temper(seed), found, after):
        observer.do(gesture)
        if isinstance(gesture, TurnBegins):
            observer.colour = SEATING.colour(gesture.player)
        elif isinstance(gesture, PlayMade):
            assert observer.setup == gesture.play.result.setup
        gestures.append(gesture)

    ahead = [event for event in record.events[after:] if isinstance(event, events.Play)]
    assert [mark.play for mark in gestures if isinstance(mark, PlayMade)] == ahead
    assert only(TurnBegins, gestures)[0] == TurnBegins(game.turn, game.dice, game.position)
    assert only(Checkpoint, gestures)[-1] == Checkpoint(record.final)


def test_a_board_in_disorder_is_put_right_before_the_next_throw() -> None:
    record = recorded(0)
    after, match = halfway(record, events.Throw)
    light = Colour.LIGHT
    found = TableAtStart(ColouredSetup.of(START, light), frozenset({None}))
    observer = GestureObserver(START, light)
    observer.colour = SEATING.colour(match.game.turn)
    for gesture in perform(record, OPTIONS, temper(1, TIDY), found, after):
        if isinstance(gesture, RollDice):
            break
        observer.do(gesture)

    assert gesture == RollDice(None)
    assert observer.setup == match.game.position.setup


def test_dice_that_lie_there_are_picked_up_before_the_next_throw() -> None:
    record = record_of(*TURN, throw(TWO, "62"))
    found = TableAtStart(ColouredSetup.of(FIRST, Colour.LIGHT), frozenset({None}))
    gestures = perform(record, OPTIONS, temper(1, TIDY), found, len(TURN))
    of_dice = [one for one in gestures if isinstance(one, LiftDice | RollDice)]
    assert of_dice == [LiftDice(None), RollDice(None)]


def test_a_board_that_is_being_set_up_is_set_up_to_the_end() -> None:
    given_up = (events.Resign(TWO, Win.SINGLE), events.AcceptResignation(ONE))
    record = record_of(*TURN, *given_up, events.NextGame(), *TURN[:1])
    found = TableAtStart(ColouredSetup.of(FIRST, Colour.LIGHT))
    for after in (len(TURN) + 2, len(TURN) + 3):
        observer = GestureObserver(FIRST, Colour.LIGHT)
        for gesture in perform(record, OPTIONS, temper(after), found, after):
            observer.do(gesture)
        assert observer.setup == START.setup


def test_the_same_chance_performs_the_same_evening() -> None:
    def once() -> list[object]:
        return list(perform(recorded(4), PerformanceOptions(SEATING.light, errors=0.3), temper(9)))

    assert once() == once()


def test_every_turn_is_looked_at_once_more_before_it_is_completed() -> None:
    last: object = None
    for gesture in perform(recorded(5), OPTIONS, temper(2)):
        if isinstance(gesture, PlayMade):
            assert isinstance(last, Pause)
            assert last.seconds >= 0.5
        last = gesture


def test_share_of_errors_outside_zero_to_one_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        PerformanceOptions(SEATING.light, errors=2)


@pytest.mark.soak
def test_whole_evenings_are_performed_in_the_long_run(soak_factor: int) -> None:
    for seed in range(soak_factor):
        for number in range(len(samples())):
            options = PerformanceOptions(SEATING.light, errors=0.3, own_dice=bool(seed % 2))
            check(recorded(number), options, seed)


def thrown_dice(record: Record) -> Iterator[Dice]:
    return (event.dice for event in record.events if isinstance(event, events.Throw))


def test_every_throw_shows_its_numbers() -> None:
    record = recorded(6)
    gestures = dice(record, OPTIONS)
    thrown = [Dice(*throw.numbers) for throw in gestures if isinstance(throw, SettleDice)]
    openings = sum(isinstance(event, events.OpeningThrow) for event in record.events)
    assert len(thrown) == openings + len(list(thrown_dice(record)))
    assert Counter(thrown) >= Counter(thrown_dice(record))
