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
from engine.backgammon.players import ByPlayer
from engine.backgammon.position import START
from engine.backgammon.rulebook import GRAVES, PARKER, TOURNAMENT, TRICTRAC, Rulebook
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

EVENING = PerformanceOptions(SEATING.light)


def temper(seed: int, habits: Habits = PEOPLE) -> Temperament:
    return Temperament(habits, Random(seed))  # noqa: S311 - hands, not secrets


def record_of(*happened: events.Event, rulebook: Rulebook = TOURNAMENT, length: int = 3) -> Record:
    return Record(NAMES, rulebook, length, happened)


def recorded(number: int) -> Record:
    return read_sample(samples()[number]).record


def follow(performance: Performance) -> tuple[GestureObserver, list[object]]:
    """Do it all, and see at every mark that the checkers lie as it says."""
    onlooker = GestureObserver(START, Colour.LIGHT)
    planted: SlipPlanted | None = None
    seen: list[object] = []
    mover = Colour.LIGHT
    for gesture in performance:
        onlooker.do(gesture)
        onlooker.colour = mover
        match gesture:
            case TurnBegins(player, _, position):
                onlooker.colour = mover = SEATING.colour(player)
                assert onlooker.setup == position.setup
            case PlayMade(events.Play(player, result)):
                assert SEATING.colour(player) is mover
                assert onlooker.setup == result.setup
            case SlipPlanted():
                planted = gesture
            case SlipShown():
                assert planted
                assert onlooker.setup == planted.board
            case Checkpoint(Match(game=game)) if game.phase is Phase.OPENING:
                assert onlooker.setup == START.setup
        seen.append(gesture)
    return onlooker, seen


def only(kind: type, seen: Sequence[object]) -> list[object]:
    return [gesture for gesture in seen if isinstance(gesture, kind)]


def played(record: Record) -> list[events.Play]:
    return [event for event in record.events if isinstance(event, events.Play)]


def check(record: Record, evening: PerformanceOptions, seed: int) -> list[object]:
    onlooker, seen = follow(perform(record, evening, temper(seed)))
    ended = [end.expected for end in seen if isinstance(end, TurnEnds) and end.expected]
    assert ended == played(record)
    assert [mark.play for mark in seen if isinstance(mark, PlayMade)] == played(record)
    assert not onlooker.table.leaning_checkers
    assert len(only(SlipPlanted, seen)) == len(only(SlipCorrected, seen))
    return seen


@pytest.mark.parametrize("own_dice", [False, True])
@pytest.mark.parametrize("number", [0, 7])
def test_a_recorded_match_is_played_to_the_last_checker(number: int, *, own_dice: bool) -> None:
    record = recorded(number)
    seen = check(record, PerformanceOptions(SEATING.light, own_dice=own_dice), number)

    games = 1 + sum(isinstance(event, events.NextGame) for event in record.events)
    assert len(only(GameBegins, seen)) == games
    assert only(Checkpoint, seen)[-1] == Checkpoint(record.final)


@pytest.mark.parametrize("rulebook", [PARKER, TRICTRAC])
def test_a_match_by_other_rules_is_played_as_well(rulebook: Rulebook) -> None:
    check(random_match(rulebook, 0, 3), PerformanceOptions(SEATING.light, errors=0.2), 1)


def test_errors_are_shown_and_put_right() -> None:
    record = recorded(2)
    seen = check(record, PerformanceOptions(SEATING.light, errors=1.0), 5)

    assert len(only(SlipPlanted, seen)) > 0.9 * len(played(record))
    assert {len(error.slips) for error in seen if isinstance(error, SlipPlanted)} == {1, 2}


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
    evening = PerformanceOptions(SEATING.light, errors=1.0, opponent_decides=True)
    seen = check(recorded(1), evening, 7)
    wishes = [say.request for say in seen if isinstance(say, SendRequest)]
    assert PlayerRequestKind.CHALLENGE in wishes


def dice(record: Record, evening: PerformanceOptions, habits: Habits = TIDY) -> list[object]:
    """The gestures with dice and buttons, and the spoken ones."""
    kinds = (RollDice, SettleDice, Cock, LiftDice, Press, SendRequest)
    return [did for did in perform(record, evening, temper(1, habits)) if isinstance(did, kinds)]


FIRST = board("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 6:5")
TURN = (events.OpeningThrow(3, 1), events.Play(ONE, FIRST), events.EndTurn(ONE))


def test_with_one_pair_of_dice_both_numbers_of_the_opening_are_thrown_together() -> None:
    assert dice(record_of(*TURN), EVENING) == [
        RollDice(None), SettleDice((3, 1), None), LiftDice(None),
    ]  # fmt: skip


def test_the_first_number_of_the_opening_is_that_of_the_light_checkers() -> None:
    assert dice(record_of(*TURN), PerformanceOptions(TWO))[1] == SettleDice((1, 3), None)


def test_with_dice_of_their_own_each_throws_one_for_the_opening() -> None:
    light, dark = Colour.LIGHT, Colour.DARK
    did = dice(record_of(*TURN, throw(TWO, "62")), PerformanceOptions(SEATING.light, own_dice=True))
    assert {SettleDice((3,), light), SettleDice((1,), dark)} < set(did)
    assert did[4:] == [LiftDice(light), LiftDice(dark), RollDice(dark), did[-1]]


def test_a_throw_that_does_not_count_is_thrown_again() -> None:
    did = dice(record_of(*TURN), EVENING, replace(TIDY, cocked=1.0))
    cocked = [RollDice(None), Cock(None), LiftDice(None)]
    assert did[:5] == [*cocked, RollDice(None), SettleDice((3, 1), None)]


def test_a_turn_left_to_the_opponent_ends_with_his_throw() -> None:
    record = record_of(*TURN, throw(TWO, "62"))
    habits = replace(TIDY, leave=1.0)
    seen: list[object] = list(perform(record, EVENING, temper(1, habits)))

    assert not only(LiftDice, seen)
    ended, thrown = seen.index(TurnEnds(ONE, TURN[1])), only(SettleDice, seen)[-1]
    assert seen.index(thrown) < ended
    assert Checkpoint(list(record.replay())[2].after) not in seen


def test_no_turn_is_left_to_an_early_throw_where_it_is_void() -> None:
    evening = PerformanceOptions(SEATING.light, own_dice=True, early_throws=False)
    record = record_of(*TURN, throw(TWO, "62"))
    assert LiftDice(Colour.LIGHT) in dice(record, evening, replace(TIDY, leave=1.0))


DOUBLED = (*TURN, events.Double(TWO))


@pytest.mark.parametrize(
    ("answer", "button"), [(events.Take(ONE), Button.LIGHT), (events.Drop(ONE), Button.NO)]
)
def test_the_cube_is_turned_and_answered_by_buttons(answer: events.Event, button: Button) -> None:
    did = dice(record_of(*DOUBLED, answer), EVENING)
    assert did[-2:] == [Press(Button.CUBE), Press(button)]


def test_a_cube_that_is_dead_is_turned_twice() -> None:
    rulebook = replace(TOURNAMENT, cube_in_one_point_match=True)
    record = record_of(*DOUBLED, events.Take(ONE), rulebook=rulebook, length=1)
    did = dice(record, EVENING)
    assert Counter(did)[Press(Button.CUBE)] == 2


def test_a_game_is_given_up_and_the_next_one_set_up() -> None:
    given_up = (events.Resign(TWO, Win.GAMMON), events.AcceptResignation(ONE))
    record = record_of(*TURN, *given_up, events.NextGame(), events.OpeningThrow(1, 2))
    _, seen = follow(perform(record, EVENING, temper(1, TIDY)))
    assert SendRequest(Colour.DARK, PlayerRequestKind.RESIGN, 2) in seen
    assert len(only(GameBegins, seen)) == 2


def test_a_turn_taken_back_brings_the_checkers_back() -> None:
    other = board("24:2 13:4 10:1 8:3 6:4 5:1", "24:2 13:5 8:3 6:5")
    undone = (events.AskUndo(ONE), events.AgreeUndo(TWO))
    record = record_of(*TURN, *undone, events.Play(ONE, other), events.EndTurn(ONE))
    onlooker, _ = follow(perform(record, EVENING, temper(1)))
    assert onlooker.setup == other.setup


def test_an_illegal_play_that_stood_is_performed_as_it_was() -> None:
    wrong = board("24:2 13:4 10:1 8:3 6:5", "24:2 13:5 8:3 6:5")
    stood = record_of(TURN[0], events.Play(ONE, wrong), events.EndTurn(ONE), rulebook=GRAVES)
    onlooker, _ = follow(perform(stood, EVENING, temper(1)))
    assert onlooker.setup == wrong.setup


def test_an_illegal_play_that_was_challenged_is_taken_back() -> None:
    wrong = board("24:2 13:4 10:1 8:3 6:5", "24:2 13:5 8:3 6:5")
    refused = (events.Play(ONE, wrong), events.EndTurn(ONE), events.Challenge(TWO))
    retaken = record_of(TURN[0], *refused, *TURN[1:], rulebook=GRAVES)
    onlooker, seen = follow(perform(retaken, EVENING, temper(1)))
    assert SendRequest(Colour.DARK, PlayerRequestKind.CHALLENGE) in seen
    assert onlooker.setup == FIRST.setup


def test_a_record_with_a_gap_begins_anew() -> None:
    gap = Restart(len(TURN), 4, ByPlayer(1, 2), Crawford.PAST)
    record = replace(record_of(*TURN, events.OpeningThrow(2, 1)), restarts=(gap,))
    _, seen = follow(perform(record, EVENING, temper(1)))
    begun = [mark for mark in seen if isinstance(mark, GameBegins)]
    assert [(mark.anew, mark.match.number) for mark in begun] == [(False, 1), (True, 4)]


def test_event_without_hands_makes_no_gesture() -> None:
    record = record_of(*TURN, events.RunOutOfTime(TWO))
    assert len(dice(record, EVENING)) == 3


def test_a_board_in_disorder_is_set_up_first() -> None:
    found = ColouredSetup.of(board("6:5 5:5 4:5", "1:15"), Colour.DARK)
    onlooker = GestureObserver(board("6:5 5:5 4:5", "1:15"), Colour.DARK)
    for gesture in perform(record_of(*TURN[:1]), EVENING, temper(1), TableAtStart(found)):
        onlooker.do(gesture)
    assert onlooker.setup == START.setup


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
    onlooker = GestureObserver(begun, SEATING.colour(game.turn))
    found = TableAtStart(ColouredSetup.of(begun, onlooker.colour))

    seen: list[object] = []
    for gesture in perform(record, EVENING, temper(seed), found, after):
        onlooker.do(gesture)
        if isinstance(gesture, TurnBegins):
            onlooker.colour = SEATING.colour(gesture.player)
        elif isinstance(gesture, PlayMade):
            assert onlooker.setup == gesture.play.result.setup
        seen.append(gesture)

    ahead = [event for event in record.events[after:] if isinstance(event, events.Play)]
    assert [mark.play for mark in seen if isinstance(mark, PlayMade)] == ahead
    assert only(TurnBegins, seen)[0] == TurnBegins(game.turn, game.dice, game.position)
    assert only(Checkpoint, seen)[-1] == Checkpoint(record.final)


def test_a_board_in_disorder_is_put_right_before_the_next_throw() -> None:
    record = recorded(0)
    after, match = halfway(record, events.Throw)
    light = Colour.LIGHT
    found = TableAtStart(ColouredSetup.of(START, light), frozenset({None}))
    onlooker = GestureObserver(START, light)
    onlooker.colour = SEATING.colour(match.game.turn)
    for gesture in perform(record, EVENING, temper(1, TIDY), found, after):
        if isinstance(gesture, RollDice):
            break
        onlooker.do(gesture)

    assert gesture == RollDice(None)
    assert onlooker.setup == match.game.position.setup


def test_dice_that_lie_there_are_picked_up_before_the_next_throw() -> None:
    record = record_of(*TURN, throw(TWO, "62"))
    found = TableAtStart(ColouredSetup.of(FIRST, Colour.LIGHT), frozenset({None}))
    did = perform(record, EVENING, temper(1, TIDY), found, len(TURN))
    of_dice = [one for one in did if isinstance(one, LiftDice | RollDice)]
    assert of_dice == [LiftDice(None), RollDice(None)]


def test_a_board_that_is_being_set_up_is_set_up_to_the_end() -> None:
    given_up = (events.Resign(TWO, Win.SINGLE), events.AcceptResignation(ONE))
    record = record_of(*TURN, *given_up, events.NextGame(), *TURN[:1])
    found = TableAtStart(ColouredSetup.of(FIRST, Colour.LIGHT))
    for after in (len(TURN) + 2, len(TURN) + 3):
        onlooker = GestureObserver(FIRST, Colour.LIGHT)
        for gesture in perform(record, EVENING, temper(after), found, after):
            onlooker.do(gesture)
        assert onlooker.setup == START.setup


def test_the_same_chance_performs_the_same_evening() -> None:
    def once() -> list[object]:
        return list(perform(recorded(4), PerformanceOptions(SEATING.light, errors=0.3), temper(9)))

    assert once() == once()


def test_every_turn_is_looked_at_once_more_before_it_is_completed() -> None:
    last: object = None
    for gesture in perform(recorded(5), EVENING, temper(2)):
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
            evening = PerformanceOptions(SEATING.light, errors=0.3, own_dice=bool(seed % 2))
            check(recorded(number), evening, seed)


def every_turn(record: Record) -> Iterator[Dice]:
    return (event.dice for event in record.events if isinstance(event, events.Throw))


def test_every_throw_shows_its_numbers() -> None:
    record = recorded(6)
    did = dice(record, EVENING)
    thrown = [Dice(*throw.numbers) for throw in did if isinstance(throw, SettleDice)]
    openings = sum(isinstance(event, events.OpeningThrow) for event in record.events)
    assert len(thrown) == openings + len(list(every_turn(record)))
    assert Counter(thrown) >= Counter(every_turn(record))
