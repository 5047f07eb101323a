"""Notices and verdicts of the referee have words in every language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Match, Phase, Resignation
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.notation.play_text import write_play
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import TOURNAMENT, IllegalPlay
from engine.players import ByPlayer, Player
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, point, tray
from hardware.observations import UNKNOWN_SIGHTING, CombinedView, of_any_colour
from hardware.signals import CameraProblem, PlayerRequestKind
from referee import notices, request_notices
from referee.draft import replace_fields
from referee.effects import LampMeaning
from referee.explanations import Explanation, Tracking
from referee.match_settings import (
    CASUAL_PROFILE,
    CLUB_PROFILE,
    SOLO_PROFILE,
    Hints,
    MatchSettings,
)
from referee.notices import Notice, SignalFault
from referee.observed_board import make_chart
from referee.questions import OpenQuestion, QuestionKind
from referee.state import State, TurnState
from referee.verdicts import (
    Ambiguous,
    CheckerMove,
    Complete,
    Disturbed,
    Illegal,
    OnTheWay,
    Unchanged,
    UnreadableBoard,
    Verdict,
)
from service.story.simulated_evening import Evening
from service.words.captions import lamps_in_words, numbering_colour, state_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import Language, Phrases, available_languages, load_phrases
from service.words.rule_texts import event_in_words
from tests.rigs.referee.sample_notices import NOTICE_KINDS, example_notice, has_field

LIGHT, DARK = Colour
ONE, TWO = Player
LANGUAGES = [load_phrases(language) for language in available_languages()]
ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))
NAMES = ByPlayer("Alice", "Bob")
SETTINGS = MatchSettings(NAMES, TOURNAMENT, 5, ONE, CASUAL_PROFILE)
QUIET = replace(SETTINGS, profile=CLUB_PROFILE)
THROWN = Dice(3, 1)
BACKWARDS = Reason(ReasonKind.WRONG_DIRECTION, source=13, target=14)
UNFINISHED = Reason(ReasonKind.BOTH_DICE, numbers=(3, 1))
A_LIGHT_BACK = CheckerMove(point(5), point(8), LIGHT)
CARRY_IT_BACK = "Carry a light checker from point 5 to point 8 (as Alice counts)."
TOO_MANY = "There seems to be one checker too many"
FIVE_OR_EIGHT = "on point 5 or on point 8 (as Alice counts)."
UNSEEN = CombinedView(dict.fromkeys(BACKGAMMON.places, UNKNOWN_SIGHTING))
RESIGNED = Resignation(TWO, Win.SINGLE)
TABLES = ("notice", "verdict", "lamp", "place")
"""The tables of phrases that are used here only."""

in_both_languages = pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda it: it.language)


def say(what: type[Notice], colour: Colour | None = None, *places: Place, **details: Any) -> str:
    return notice_in_words(make_notice(what, colour, places, **details), SETTINGS, ENGLISH)


def make_notice(
    what: type[Notice], colour: Colour | None, places: tuple[Place, ...], **details: Any
) -> Notice:
    """A notice to this player or to both, about these places."""
    if places:
        details["places"] = places
    if has_field(what, "colour"):
        details["colour"] = colour
    return example_notice(what, **details)


def say_in_french(
    what: type[Notice], colour: Colour | None = None, *places: Place, **details: Any
) -> str:
    notice = make_notice(what, colour, places, **details)
    said = notice_in_words(notice, SETTINGS, FRENCH)
    return said.replace("\u00a0", " ").replace("\u2019", "'")


@cache
def evening(settings: MatchSettings = SETTINGS) -> State:
    """A state in which Alice has thrown 3 and 1 at the start, and has not moved yet."""
    table = Evening(settings)
    table.table.arrange(settings.seating.layout(START, ONE))
    table.begin()
    table.throw(3, 1)
    return table.state


def state_with(verdict: Verdict | None, settings: MatchSettings = SETTINGS, **known: Any) -> State:
    """A state in the turn of Alice with this verdict on the board."""
    state = evening(settings)
    sight = replace_fields(state.observed, view=known.pop("view", state.view))
    this_turn = replace_fields(state.this_turn, **known)
    return replace_fields(state, verdict=verdict, observed=sight, this_turn=this_turn)


def waiting(phase: Phase, **of_game: Any) -> State:
    """A state in the turn of Bob in which the game waits for something."""
    state = evening()
    game = replace(state.match.game, phase=phase, turn=TWO, dice=None, **of_game)
    return replace_fields(state, match=replace(state.match, game=game), this_turn=TurnState())


def over_on_request() -> State:
    """A finished game at a table where only a request begins the next one; the board is set up."""
    return replace_fields(waiting(Phase.OVER), settings=replace(SETTINGS, next_on_request=True))


def play_of(text: str) -> Position:
    plays = evening().plays
    assert plays
    return next(play for play, line in plays.lines.items() if write_play(line) == text)


PLAYED, RUN = play_of("8/5 6/5"), play_of("24/20")


def announcement_of(settings: MatchSettings, *happened: events.Event) -> list[str]:
    """The English announcement of the last of these events."""
    match: Match = settings.match()
    said: list[str] = []
    for event in happened:
        after = apply(match, event)
        assert isinstance(after, Match)
        said = event_in_words(match, event, after, NAMES, ENGLISH)
        match = after
    return said


def test_points_are_counted_as_the_player_counts_them_who_is_spoken_to() -> None:
    asked = (
        "{}, I see one checker too few on point {}. Please put it there. "
        "If it is there already, its switch is dead: {}, press your button to confirm, "
        "or NO to deny."
    )
    assert say(notices.SwitchSilent, LIGHT, point(6)) == asked.format("Alice", 6, "Bob")
    assert say(notices.SwitchSilent, DARK, point(6)) == asked.format("Bob", 19, "Alice")


def test_question_about_a_switch_first_says_what_is_wrong_with_the_play() -> None:
    silent = say(notices.SwitchSilent, LIGHT, point(6), reasons=(UNFINISHED,))
    assert silent.startswith("Alice, something is not right yet. Your numbers 3 and 1 can both be")
    assert silent.endswith("its switch is dead: Bob, press your button to confirm, or NO to deny.")


def test_checker_that_may_lie_on_another_is_asked_about_before_any_switch() -> None:
    for reasons in ((), (UNFINISHED,)):
        asked = say(notices.SwitchSilent, LIGHT, point(6), reasons=reasons, stacked=True)
        assert asked.index("top of another") < asked.index("side by side") < asked.index("dead")


def test_points_are_counted_as_light_does_where_both_are_addressed_and_it_says_so() -> None:
    said = say(notices.SensorsDisagree, None, point(6), point(8), bar(DARK))
    assert said == (
        "My sensors do not agree on what lies on point 6, on point 8 and on Bob's half of the bar "
        "(as Alice counts). Please look there."
    )


def test_points_are_counted_as_the_page_numbers_them() -> None:
    state = replace_fields(waiting(Phase.TO_THROW), verdict=Disturbed((A_LIGHT_BACK,)))
    counting = numbering_colour(state)
    said = state_in_words(state, ENGLISH, both_count_as=counting)
    assert said == "Carry a light checker from point 20 to point 17 (as Bob counts)."
    notice = notices.SensorsDisagree((point(6), bar(LIGHT)))
    said = notice_in_words(notice, SETTINGS, ENGLISH, counting)
    assert "on point 19 and on Alice's half of the bar (as Bob counts)" in said


@pytest.mark.parametrize(
    ("place", "to_alice", "to_both"),
    [
        (point(13), "on point 13", "on point 13 (as Alice counts)"),
        (bar(LIGHT), "on the bar", "on Alice's half of the bar"),
        (bar(DARK), "on Bob's half of the bar", "on Bob's half of the bar"),
        (tray(LIGHT), "in the tray", "in Alice's tray"),
        (tray(DARK), "in Bob's tray", "in Bob's tray"),
    ],
)
def test_bars_and_trays_are_named_by_their_owner(place: Place, to_alice: str, to_both: str) -> None:
    dead = "A switch is dead {}. Play on: I know now that a checker may lie there unseen."
    hidden = "Alice, I cannot see what lies {}."
    assert say(notices.PlacesHidden, LIGHT, place).startswith(hidden.format(to_alice))
    assert say(notices.SwitchDead, None, place) == dead.format(to_both)


def test_possibly_stuck_switch_is_asked_about_or_only_announced() -> None:
    assert say(notices.SwitchClosed, LIGHT, point(13)) == (
        "Alice, I see one checker too many on point 13. Please take it away. "
        "If it is not there, its switch sticks: Bob, press your button to confirm, or NO to deny."
    )
    assert say(notices.SwitchClosed, None, point(13)) == (
        "I see one checker too many on point 13 (as Alice counts). If it lies there, please take "
        "it away; if it does not, its switch sticks."
    )


def test_of_several_reasons_the_first_comes_first_and_none_twice() -> None:
    said = say(notices.IllegalPlayRefused, LIGHT, reasons=(BACKWARDS, UNFINISHED, BACKWARDS))
    assert said == (
        "Alice, 2 things are not right yet. From point 13 to point 14 is the wrong way: your "
        "checkers move towards your home and off the board, never back. Your numbers 3 and 1 can "
        "both be played, so both must be: look for a way to do it."
    )
    said = say(notices.IllegalPlayRefused, LIGHT, point(5), point(8), reasons=(UNFINISHED,))
    assert said.startswith("Alice, one thing is not right yet. Your numbers 3 and 1")


def test_opponent_may_let_an_illegal_play_stand_but_its_player_learns_why() -> None:
    said = say(notices.IllegalPlayChoice, DARK, reasons=(UNFINISHED,))
    assert said.startswith("Alice, that play was not legal. Your numbers 3 and 1")
    assert said.endswith("Bob, you decide: NO has it played again; throw or double, and it stands.")


def test_player_deciding_about_an_early_throw_learns_how() -> None:
    assert say(notices.EarlyThrowChoice, LIGHT) == (
        "Bob threw before you had picked up the dice, Alice. You decide: your button lets the "
        "throw stand, NO has it thrown again."
    )
    assert say_in_french(notices.EarlyThrowChoice, LIGHT) == (
        "Bob a lancé avant que vous ayez ramassé les dés, Alice. À vous de décider : votre bouton "
        "laisse compter ce lancer, NON le fait refaire."
    )


def test_question_which_play_was_made_says_how_to_answer() -> None:
    assert say(notices.WhichPlay, DARK) == (
        "Bob, several plays look like this, and the lamps show one of them. Your button takes it, "
        "NO shows the next."
    )


def test_numbers_of_missing_and_surplus_checkers_are_given() -> None:
    missing = [CheckerMove(None, point(1), DARK)] * 2
    displaced = [CheckerMove(point(3), None, LIGHT), A_LIGHT_BACK]
    assert say(notices.SetUpFirst, moves=(*missing, *displaced)) == (
        "First set up the checkers, then throw again. 2 checkers are missing, there is 1 checker "
        "too many and 1 checker is in the wrong place."
    )
    assert say_in_french(notices.SetUpFirst, moves=(*missing, *missing)) == (
        "Mettez d'abord les pions en place, puis relancez. Il manque 4 pions."
    )
    assert say(notices.SetUpFirst) == "First set up the checkers, then throw again."


def test_a_board_that_all_but_lies_as_it_should_may_have_a_dead_switch() -> None:
    assert say(notices.SetUpIncomplete, None, point(6)) == (
        "Nearly set up: I do not see a checker on point 6 (as Alice counts). If one lies there, "
        "its switch is dead: press your button; otherwise put the checker down."
    )


def test_a_board_that_all_but_lies_as_it_should_may_have_a_stuck_switch() -> None:
    assert say(notices.SetUpIncomplete, surplus=(point(6),)) == (
        "Nearly set up: I see one checker too many on point 6 (as Alice counts). If it does not "
        "lie there, its switch sticks: press your button; otherwise take it away."
    )


def test_a_board_that_all_but_lies_as_it_should_may_have_two_faulty_switches() -> None:
    assert say(notices.SetUpIncomplete, None, point(6), surplus=(point(5),)) == (
        "Nearly set up: I see one checker too few on point 6 and one too many on point 5 (as Alice "
        "counts). Please put that right. If it is right already, two switches are faulty: press "
        "your button."
    )


def test_notice_after_a_knock_says_what_to_carry_where() -> None:
    moves = (
        A_LIGHT_BACK, A_LIGHT_BACK, CheckerMove(point(3), None), CheckerMove(None, bar(DARK), DARK),
    )  # fmt: skip
    begun = "something has moved that I cannot explain. Please put it right."
    assert say(notices.BoardDisturbed, DARK, moves=moves) == (
        f"Bob, {begun} Carry 2 light checkers from point 20 to point 17, take a checker away from "
        "point 22 and put a dark checker on the bar."
    )
    assert say(notices.BoardDisturbed, DARK) == f"Bob, {begun}"


def test_many_moves_are_only_counted() -> None:
    moves = tuple(CheckerMove(point(number), point(number + 6), LIGHT) for number in range(1, 7))
    assert say(notices.BoardDisturbed, LIGHT, moves=moves).endswith(
        "Please put it right. 6 checkers are in the wrong place."
    )


def test_refusal_is_addressed_to_the_player_who_asked() -> None:
    refusal = Refusal(Ban.NOT_YOUR_TURN)
    event = events.Double(TWO)
    assert (
        say(notices.EventRefused, refusal=refusal, event=event)
        == "Sorry, Bob. It is your opponent's turn."
    )
    assert say_in_french(notices.EventRefused, refusal=refusal, event=event) == (
        "Désolé, Bob. C'est à votre adversaire de jouer."
    )
    assert say(notices.EventRefused, refusal=Refusal(Ban.GAME_OVER), event=events.NextGame()) == (
        "Sorry, Alice and Bob. The game is over."
    )


def test_a_device_goes_by_what_people_call_it() -> None:
    assert say(notices.DevicesLost, devices=("board", "buttons", "lamps")) == (
        "I cannot reach the board, the buttons and the lamps. Is everything plugged in?"
    )
    assert say_in_french(notices.DevicesLost, devices=("dice.light", "sounder")) == (
        "Je ne peux plus joindre les dés des pions clairs et le buzzer. Tout est-il bien branché ?"
    )
    assert say(notices.DevicesBack, devices=("dice",)) == "I can reach the dice again."
    assert say_in_french(notices.DevicesBack) == "Je peux de nouveau joindre tous les appareils."


def test_a_device_that_has_no_word_goes_by_its_name() -> None:
    assert say(notices.DevicesBack, devices=("left",)) == "I can reach the device left again."


def test_dice_that_were_knocked_over_count_as_they_fell_first() -> None:
    assert say(notices.ThrowStands, LIGHT, dice=THROWN) == "Alice, your throw of 3 and 1 stands."
    assert say_in_french(notices.ThrowStands, LIGHT, dice=THROWN) == (
        "Alice, c'est votre lancer de 3 et 1 qui compte."
    )


def test_notices_are_available_in_french() -> None:
    assert say_in_french(notices.SwitchSilent, DARK, point(6)) == (
        "Bob, il me manque un pion sur la flèche 19. Posez-le là, s'il vous plaît. "
        "S'il y est déjà, son contact est mort : Alice, confirmez avec votre bouton, "
        "ou niez avec NON."
    )
    assert say_in_french(notices.SwitchDead, None, point(6), tray(DARK)) == (
        "Des contacts sont morts sur la flèche 6 et à la sortie côté Bob (en comptant comme "
        "Alice). Continuez : je sais maintenant que des pions peuvent y être sans que je les voie."
    )
    assert say_in_french(notices.BoardDisturbed, LIGHT, moves=(A_LIGHT_BACK,)).endswith(
        "Portez un pion clair de la flèche 5 à la flèche 8."
    )


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (state_with(None), "Waiting for the checkers to lie still."),
        (state_with(Unchanged()), "Waiting for Alice to move 3 and 1."),
        (state_with(OnTheWay((), (), 2)), "2 checkers in hand: put them down."),
        (state_with(Complete(PLAYED)), "Legal: 8/5 6/5."),
        (state_with(Complete(START)), "Alice cannot move."),
        (state_with(Ambiguous((PLAYED, RUN), ())), "It could be 8/5 6/5 or 24/20."),
        (state_with(Ambiguous((RUN,) * 4, ())), "It could be any of 4 plays."),
        (state_with(Disturbed((A_LIGHT_BACK,))), CARRY_IT_BACK),
        (state_with(Disturbed(())), "Alice is moving."),
        (state_with(UnreadableBoard((point(5), point(8)))), f"{TOO_MANY} {FIVE_OR_EIGHT}"),
        (state_with(UnreadableBoard(())), f"{TOO_MANY}."),
        (state_with(UnreadableBoard(()), view=UNSEEN), "The board cannot be seen."),
        (state_with(Unchanged(), chosen=PLAYED), "Please move 8/5 6/5 for Alice."),
        (state_with(Complete(PLAYED), chosen=PLAYED), "Legal: 8/5 6/5."),
        (state_with(Complete(RUN), chosen=PLAYED), "Please move 8/5 6/5 for Alice."),
    ],
)
def test_caption_tells_the_verdict_on_the_board(state: State, caption: str) -> None:
    assert state_in_words(state, ENGLISH) == caption


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (state_with(Unchanged(), chosen=PLAYED), "Alice moves 8/5 6/5 by itself."),
        (state_with(OnTheWay((), (), 1), chosen=PLAYED), "Alice moves 8/5 6/5 by itself."),
        (state_with(Complete(PLAYED), chosen=PLAYED), "Legal: 8/5 6/5."),
        (state_with(Disturbed((A_LIGHT_BACK,)), chosen=PLAYED), CARRY_IT_BACK),
        (state_with(OnTheWay((), (), 1)), "1 checker in hand: put it down."),
    ],
)
def test_caption_asks_nobody_to_move_for_an_automatic_player(state: State, caption: str) -> None:
    assert state_in_words(state, ENGLISH, ONE) == caption


def test_caption_asks_nobody_to_throw_for_an_automatic_player() -> None:
    thrown = waiting(Phase.TO_THROW)
    assert state_in_words(thrown, ENGLISH, TWO) == "Bob throws by itself."
    assert state_in_words(thrown, ENGLISH, ONE) == "Waiting for Bob to throw."


@pytest.mark.parametrize("phrases", LANGUAGES, ids=lambda it: it.language)
def test_computer_named_so_is_named_once(phrases: Phrases) -> None:
    name = phrases.say("page.panel.names.computer")
    hands = ("verdict.throws_by_itself", "verdict.moves_by_itself", "run.other_play_chosen")
    said = [phrases.say(key, player=name, play="8/5 6/5") for key in hands]
    assert [it.lower().count(name.lower()) for it in said] == [1, 1, 1]


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (waiting(Phase.OPENING), "Waiting for one die from each player."),
        (waiting(Phase.OVER), "Waiting for the checkers to be set up."),
        (over_on_request(), "“Next game” begins the next one."),
        (waiting(Phase.TO_THROW), "Waiting for Bob to throw."),
        (waiting(Phase.DOUBLED, offer=2), "Bob doubles to 2. Alice: take or drop?"),
        (waiting(Phase.BEAVERED, offer=4), "Alice beavers to 4. Bob: take or drop?"),
        (
            waiting(Phase.TO_THROW, undo_asked_by=ONE),
            "Request to take back Bob's last turn. Bob: accept or refuse?",
        ),
        (
            waiting(Phase.TO_THROW, resignation=RESIGNED),
            "Bob offers to resign a game. Alice: accept or refuse?",
        ),
    ],
)
def test_caption_tells_whom_the_game_waits_for(state: State, caption: str) -> None:
    assert state_in_words(state, ENGLISH) == caption


def test_before_a_game_the_checkers_are_waited_for_or_counted() -> None:
    table = Evening(SETTINGS)
    table.table.arrange(Layout({}))
    table.begin()
    assert state_in_words(table.state, ENGLISH) == "30 checkers are missing."
    unseen = replace_fields(table.state, verdict=Unchanged())
    assert state_in_words(unseen, ENGLISH) == "Waiting for the checkers to be set up."


def test_caption_shows_a_question_until_it_is_answered() -> None:
    plays = (RUN, PLAYED)
    question = OpenQuestion(QuestionKind.WHICH, ONE, plays, chosen=1)
    which = state_with(Ambiguous(plays, ()), question=question)
    silent = state_with(
        OnTheWay((), (), 1),
        question=OpenQuestion(QuestionKind.UNSEEN, ONE, plays[:1], places=(point(5),)),
    )
    assert state_in_words(which, ENGLISH) == (
        "Alice, was it 8/5 6/5? Your button says yes, NO shows the next."
    )
    assert state_in_words(silent, ENGLISH) == say(notices.SwitchSilent, LIGHT, point(5))


def test_caption_reveals_nothing_where_plays_are_judged_only_at_the_end() -> None:
    board = RUN.setup
    illegal = Illegal((UNFINISHED,), (), board)
    for verdict in (Complete(PLAYED), OnTheWay((), ()), illegal):
        assert state_in_words(state_with(verdict, QUIET), ENGLISH) == "Alice is moving."
    spoken = state_with(illegal, QUIET, is_told_of_error=True)
    refused = say(notices.IllegalPlayRefused, LIGHT, reasons=(UNFINISHED,))
    assert state_in_words(spoken, ENGLISH) == refused
    assert state_in_words(state_with(illegal), ENGLISH) == state_in_words(spoken, ENGLISH)


def test_illegal_play_that_stands_is_announced_by_its_notice_alone() -> None:
    rulebook = replace(TOURNAMENT, illegal_play=IllegalPlay.OPPONENT_DECIDES)
    lenient = replace(SETTINGS, rulebook=rulebook)
    begun = (events.OpeningThrow(3, 1), events.Play(ONE, START))
    money = replace(lenient, profile=replace(CASUAL_PROFILE, illegal_play=None))
    assert announcement_of(money, *begun) == []
    assert announcement_of(money, *begun, events.EndTurn(ONE)) == []
    assert announcement_of(money, *begun, events.EndTurn(ONE), events.Challenge(TWO)) == [
        "Bob does not accept that play: Alice plays it again."
    ]


def test_undo_request_names_the_turn_and_who_answers() -> None:
    solo = replace(SETTINGS, profile=SOLO_PROFILE)
    played = (events.OpeningThrow(3, 1), events.Play(ONE, PLAYED), events.EndTurn(ONE))
    assert announcement_of(SETTINGS, *played[:2]) == ["Alice plays 8/5 6/5."]
    for asking, asked in ((ONE, "Bob"), (TWO, "Alice")):
        assert announcement_of(SETTINGS, *played, events.AskUndo(asking)) == [
            f"Request to take back Alice's last turn. {asked}: accept or refuse?"
        ]
    asked_for = (*played, events.AskUndo(ONE))
    assert announcement_of(SETTINGS, *asked_for, events.RefuseUndo(TWO)) == ["The turn stands."]
    assert announcement_of(SETTINGS, *asked_for, events.AgreeUndo(TWO)) == [
        "The last turn has been taken back."
    ]
    assert announcement_of(solo, *played, events.AskUndo(ONE)) == [
        "The last turn has been taken back."
    ]


def test_end_of_a_game_is_announced_once() -> None:
    gammon = events.Resign(TWO, Win.GAMMON)
    lost = (events.OpeningThrow(3, 1), gammon, events.AcceptResignation(ONE))
    assert announcement_of(SETTINGS, *lost) == ["Bob resigns a gammon: Alice wins 2 points."]
    assert announcement_of(SETTINGS, *lost, events.NextGame()) == ["Game 2."]
    assert announcement_of(SETTINGS, *lost, events.RunOutOfTime(TWO)) == [
        "Bob has run out of time: Alice wins the match."
    ]


def test_cocked_throw_is_announced_by_its_notice_alone() -> None:
    assert announcement_of(SETTINGS, events.CockedThrow(ONE)) == []
    assert say(notices.CockedDice, LIGHT) == "Cocked dice: Alice, please throw again."


@in_both_languages
def test_every_notice_has_words_for_one_player_and_for_both(phrases: Phrases) -> None:
    for notice in every_notice():
        assert is_well_said(notice_in_words(notice, SETTINGS, phrases))


@in_both_languages
def test_every_verdict_and_every_question_has_words(phrases: Phrases) -> None:
    for state in every_state():
        for computer in (None, *Player):
            assert is_well_said(state_in_words(state, phrases, computer))


@in_both_languages
def test_every_lamp_has_words_of_its_own(phrases: Phrases) -> None:
    words = lamps_in_words(phrases)
    assert words.keys() == {*LampMeaning}
    assert len({*words.values()}) == len(words)


@in_both_languages
def test_no_phrase_of_the_referee_is_left_over(phrases: Phrases) -> None:
    noted = NotedPhrases(phrases.texts)
    noting = replace(phrases, texts=noted)
    for notice in every_notice():
        notice_in_words(notice, SETTINGS, noting)
    for state in every_state():
        for computer in (None, *Player):
            state_in_words(state, noting, computer)
    lamps_in_words(noting)
    spoken_of = {key for key in phrases.texts if key.partition(".")[0] in TABLES}
    assert spoken_of - noted.used == set()


@in_both_languages
def test_phrases_follow_the_typography_of_their_language(phrases: Phrases) -> None:
    texts = [phrases.texts[key] for key in phrases.texts if key.partition(".")[0] in TABLES]
    for text in texts:
        assert "  " not in text
        if phrases is FRENCH:
            assert "'" not in text
            assert not any(f" {sign}" in text for sign in ":;?!")


class NotedPhrases(dict[str, str]):
    """Phrases that remember which of them were used."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.used: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.used.add(key)
        return super().__getitem__(key)


def is_well_said(text: str) -> bool:
    """True if this is one line of whole sentences without a blank or a count of no checkers."""
    first = text.lstrip("“«\u00a0")[0]
    whole = first.isupper() or first.isdigit()
    bad = ("{", "None", "  ", " .", "\n")
    counts_none = re.search(r"\b0 (checkers|pions)", text)
    return whole and text[-1] in ".?" and not any(one in text for one in bad) and not counts_none


def every_notice() -> Iterator[Notice]:
    """Every kind of notice, to one player or to both, with many details or few."""
    yield notices.SetUpIncomplete((), (point(12),))
    yield notices.SetUpIncomplete((), (point(12), point(13)))
    for kind in NOTICE_KINDS:
        fields = get_type_hints(kind)
        for values in product(*(_details(name, hint) for name, hint in fields.items())):
            notice = kind(**dict(zip(fields, values, strict=True)))
            without_reasons = isinstance(notice, notices.IllegalPlayNotice) and not notice.reasons
            as_before = isinstance(notice, request_notices.SeatingAsked) and not (
                notice.turned or notice.mirrored
            )
            if notice != notices.DevicesLost(()) and not (without_reasons or as_before):
                yield notice


CONFIRMED = tuple(
    PlayerRequestKind(name)
    for name in ("double", "beaver", "resign", "undo", "challenge", "void", "no")
)
"""The requests that shared buttons make, which a player confirms with the own one."""


OFFERED = tuple(PlayerRequestKind(name) for name in ("double", "beaver", "resign", "undo"))
"""The requests that an opponent answers."""


def _details(name: str, hint: Any) -> Sequence[Any]:
    """Some values of a field, with few and many items, and None if it may be left out."""
    home = CheckerMove(tray(LIGHT), point(1), LIGHT)
    moves = (A_LIGHT_BACK, home, CheckerMove(point(3), None), CheckerMove(None, bar(DARK), DARK))
    reasons = (BACKWARDS, UNFINISHED)
    values: dict[str, Sequence[Any]] = {
        "colour": tuple(Colour), "turn": tuple(Colour), "reasons": ((), reasons[:1], reasons),
        "board": (START.setup,), "places": ((point(13),), BACKGAMMON.places),
        "surplus": ((), (point(12),)),
        "moves": ((), moves, moves * 2), "event": (events.Double(TWO),),
        "refusal": (Refusal(Ban.ILLEGAL_PLAY, reasons),), "text": ("dice",),
        "dice": (THROWN,), "nonsense": tuple(SignalFault), "hints": tuple(Hints),
        "number": (1, 2, 3), "request": CONFIRMED, "unmoved": (False, True),
        "is_final": (False, True), "offer": OFFERED, "is_shut_out": (False, True),
        "is_opening": (False, True), "is_ignored": (False, True),
        "devices": ((), ("board", "lamps")), "trouble": tuple(CameraProblem),
        "stacked": (False, True), "turned": (False, True), "mirrored": (False, True),
    }  # fmt: skip
    return (*values[name], None) if NoneType in get_args(hint) else values[name]


def under_way() -> Iterator[State]:
    """States with an unfinished play and empty hands: explained by no board, one, or two."""
    state = state_with(OnTheWay((), ()))
    assert state.plays
    end = next(node for node in state.plays.tree.walk() if not node.playable)
    none, one, two = (Explanation(end, 0, frozenset(range(hit))) for hit in range(3))
    for found in ((), (none,), (one,), (two,), (one, two)):
        tracking = Tracking(OnTheWay((), ()), without_hands=found)
        sight = replace_fields(state.observed, tracking=tracking)
        yield replace_fields(state, observed=sight)


def hardly_seen() -> State:
    """A set-up that may be right, of which a camera sees no checker for certain."""
    blank = State.of(SETTINGS)
    unsure = CombinedView(dict.fromkeys(POINTS, of_any_colour(0, 5)))
    chart = make_chart(unsure, LIGHT)
    sight = replace_fields(blank.observed, view=unsure, chart=chart, has_camera=True)
    return replace_fields(blank, verdict=Unchanged(), observed=sight)


def many_moves() -> Iterator[list[CheckerMove]]:
    """Moves that are only counted, of one kind or of two."""
    yield [CheckerMove(point(at), None) for at in range(1, 9)]
    yield [CheckerMove(None, point(at), DARK) for at in range(1, 9)]
    yield [CheckerMove(point(at), point(at + 1)) for at in range(1, 9)]
    away = [CheckerMove(point(at), None) for at in range(1, 6)]
    yield [*(CheckerMove(point(at), point(9)) for at in range(1, 6)), CheckerMove(point(9), None)]
    yield [*away, CheckerMove(point(9), point(8))]
    yield [*away, CheckerMove(None, point(8), DARK)]


def every_state() -> Iterator[State]:
    """Every verdict, every question, and everything that a game may wait for."""
    yield from under_way()
    kinds = (LIGHT, DARK, None)
    displaced = tuple(CheckerMove(point(1), point(3), kind) for kind in kinds)
    verdicts: tuple[Verdict | None, ...] = (
        None, Unchanged(), OnTheWay((), (), 1), OnTheWay((), (), 2), OnTheWay((), ()),
        Complete(PLAYED), Complete(START), Ambiguous((PLAYED, RUN), ()),
        Ambiguous((PLAYED, RUN) * 2, ()), Illegal((UNFINISHED,), (), PLAYED.setup),
        Disturbed(displaced), Disturbed(tuple(move for move in displaced for _ in range(2))),
        Disturbed((CheckerMove(None, point(1), DARK), CheckerMove(tray(LIGHT), None, LIGHT))),
        *(Disturbed(tuple(moves)) for moves in many_moves()), UnreadableBoard(()),
        UnreadableBoard((point(5),)),
    )  # fmt: skip
    for verdict in verdicts:
        yield state_with(verdict)
        yield state_with(verdict, QUIET)
        yield state_with(verdict, chosen=PLAYED)
        yield state_with(verdict, view=UNSEEN)
    yield replace_fields(State.of(SETTINGS), verdict=UnreadableBoard(()))
    yield hardly_seen()
    for question in QuestionKind:
        dice = Dice(6, 4) if question is QuestionKind.EARLY_THROW else None
        asking = OpenQuestion(question, ONE, (PLAYED, RUN), places=(point(5),), dice=dice)
        yield state_with(Unchanged(), question=asking)
    for phase in Phase:
        if phase not in (Phase.TO_PLAY, Phase.PLAYED):
            yield waiting(phase, offer=2)
    yield waiting(Phase.TO_THROW, undo_asked_by=ONE)
    yield over_on_request()
