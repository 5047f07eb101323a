"""What the referee says, in both languages, of everything it can notice or make of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.course import apply
from engine.backgammon.game.match import Match, Phase, Resignation
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import TOURNAMENT, IllegalPlay
from engine.backgammon.why.reasons import Reason, Why
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, bar, point, tray
from hardware.observations import View
from hardware.sightings import ANYTHING
from hardware.signals import Trouble
from referee.announcing import tell_notice
from referee.asking import Asking, Question
from referee.captions import tell_lamps, tell_state
from referee.effects import OF_SWITCHES, Meaning, Nonsense, Notice, What
from referee.profiles import CASUAL, CLUB, Hints
from referee.recounting import tell_event
from referee.settings import MatchSettings
from referee.state import State, Turn, renewed
from referee.tracker import Explanation, Tracking
from referee.verdicts import (
    Ambiguous,
    Complete,
    Disturbed,
    Illegal,
    Move,
    OnTheWay,
    Unchanged,
    Unreadable,
    Verdict,
)
from referee.words import Language, Phrases, load_phrases
from tests.rigs.evening import Evening

LIGHT, DARK = Colour
ONE, TWO = Player
ENGLISH, FRENCH = LANGUAGES = [load_phrases(language) for language in Language]
NAMES = ByPlayer("Alice", "Bob")
SETTINGS = MatchSettings(NAMES, TOURNAMENT, 5, ONE, CASUAL)
QUIET = replace(SETTINGS, profile=CLUB)
THROWN = Dice(3, 1)
BACKWARDS = Reason(Why.WRONG_DIRECTION, source=13, target=14)
UNFINISHED = Reason(Why.BOTH_DICE, numbers=(3, 1))
A_LIGHT_BACK = Move(point(5), point(8), LIGHT)
SPOKEN_OF = ("notice", "verdict", "lamp", "place")
"""The tables of phrases that nobody else uses."""

in_both_languages = pytest.mark.parametrize(
    "phrases", LANGUAGES, ids=lambda phrases: phrases.language.value
)


def say(what: What, colour: Colour | None = None, *places: Place, **told: Any) -> str:
    """A notice in English."""
    return tell_notice(Notice(what, colour, places=places, **told), SETTINGS, ENGLISH)


def dit(what: What, colour: Colour | None = None, *places: Place, **told: Any) -> str:
    """The same in French, as a typewriter has it."""
    notice = Notice(what, colour, places=places, **told)
    said = tell_notice(notice, SETTINGS, FRENCH)
    return said.replace("\u00a0", " ").replace("\u2019", "'")


@cache
def evening(settings: MatchSettings = SETTINGS) -> State:
    """Alice has thrown 3 and 1 at the start of a game, and has not moved yet."""
    table = Evening(settings)
    table.table.arrange(settings.seating.layout(START, ONE))
    table.begin()
    table.throw(3, 1)
    return table.state


def judged(verdict: Verdict | None, settings: MatchSettings = SETTINGS, **known: Any) -> State:
    """The board is judged like that in her turn."""
    state = evening(settings)
    sight = renewed(state.sight, view=known.pop("view", state.view))
    this_turn = renewed(state.this_turn, **known)
    return renewed(state, verdict=verdict, sight=sight, this_turn=this_turn)


def waiting(phase: Phase, **of_game: Any) -> State:
    """All lies as it should, and the game waits for something in Bob's turn."""
    state = evening()
    game = replace(state.match.game, phase=phase, turn=TWO, dice=None, **of_game)
    return renewed(state, match=replace(state.match, game=game), this_turn=Turn())


def play_of(text: str) -> Position:
    """The play of 3 and 1 that is written so."""
    plays = evening().plays
    assert plays
    return next(play for play, line in plays.lines.items() if write_play(line) == text)


def told_of(settings: MatchSettings, *happened: events.Event) -> list[str]:
    """What is said in English of the last of these events."""
    match: Match = settings.match()
    said: list[str] = []
    for event in happened:
        after = apply(match, event)
        assert isinstance(after, Match)
        said = tell_event(match, event, after, NAMES, ENGLISH)
        match = after
    return said


def test_points_are_counted_as_the_player_counts_them_who_is_spoken_to() -> None:
    asked = (
        "{}, I see one checker too few on point {}. Please put it there. "
        "If it is there already, its switch is dead: {}, press your button to confirm."
    )
    assert say(What.SWITCH_SILENT, LIGHT, point(6)) == asked.format("Alice", 6, "Bob")
    assert say(What.SWITCH_SILENT, DARK, point(6)) == asked.format("Bob", 19, "Alice")


def test_points_are_counted_as_light_does_where_both_are_spoken_to_and_that_is_said_once() -> None:
    said = say(What.DEVICES_DISAGREE, None, point(6), point(8), bar(DARK))
    assert said == (
        "My sensors do not agree on what lies on point 6, on point 8 and on Bob's half of the bar "
        "(as Alice counts). Please look there."
    )


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
def test_bars_and_trays_are_somebodys(place: Place, to_alice: str, to_both: str) -> None:
    dead = "A switch is dead {}. Play on: I know now that a checker may lie there unseen."
    assert say(What.SWITCH_DEAD, LIGHT, place) == dead.format(to_alice)
    assert say(What.SWITCH_DEAD, None, place) == dead.format(to_both)


def test_a_switch_that_may_stick_is_asked_about_or_only_told() -> None:
    assert say(What.SWITCH_CLOSED, LIGHT, point(13)) == (
        "Alice, I see one checker too many on point 13. Please take it away. "
        "If it is not there, its switch sticks: Bob, press your button to confirm."
    )
    assert say(What.SWITCH_CLOSED, None, point(13)) == (
        "I see one checker too many on point 13 (as Alice counts). If it lies there, please take "
        "it away; if it does not, its switch sticks."
    )


def test_of_several_reasons_the_first_comes_first_and_none_twice() -> None:
    said = say(What.ILLEGAL, LIGHT, reasons=(BACKWARDS, UNFINISHED, BACKWARDS))
    assert said == (
        "Alice, 2 things are not right yet. From point 13 to point 14 is the wrong way: your "
        "checkers move towards your home and off the board, never back. Your numbers 3 and 1 can "
        "both be played, so both must be: look for a way to do it."
    )
    said = say(What.ILLEGAL, LIGHT, point(5), point(8), reasons=(UNFINISHED,))
    assert said.startswith("Alice, one thing is not right yet. Your numbers 3 and 1")


def test_the_opponent_may_let_an_illegal_play_stand_but_its_player_is_told_why() -> None:
    said = say(What.ILLEGAL_CHOICE, DARK, reasons=(UNFINISHED,))
    assert said.startswith("Alice, that play was not legal. Your numbers 3 and 1")
    assert said.endswith("Bob, you decide: NO has it played again; throw or double, and it stands.")


def test_who_may_choose_about_an_early_throw_is_told_how() -> None:
    assert say(What.EARLY_THROW_CHOICE, LIGHT) == (
        "Bob threw before you had picked up the dice, Alice. You decide: your button lets the "
        "throw stand, NO has it thrown again."
    )
    assert dit(What.EARLY_THROW_CHOICE, LIGHT) == (
        "Bob a lancé avant que vous ayez ramassé les dés, Alice. À vous de décider : votre bouton "
        "laisse compter ce lancer, NON le fait refaire."
    )


def test_which_of_several_plays_was_made_is_asked_with_how_to_answer() -> None:
    assert say(What.WHICH, DARK) == (
        "Bob, several plays look like this, and the lamps show one of them. Your button takes it, "
        "NO shows the next."
    )


def test_how_many_checkers_are_missing_or_too_many_is_told() -> None:
    missing = [Move(None, point(1), DARK)] * 2
    astray = [Move(point(3), None, LIGHT), A_LIGHT_BACK]
    assert say(What.SET_UP, moves=(*missing, *astray)) == (
        "Please set up the checkers. 2 checkers are missing, there is 1 checker too many and 1 "
        "checker is in the wrong place."
    )
    assert dit(What.SET_UP_FIRST, moves=(*missing, *missing)) == (
        "Mettez d'abord les pions en place, puis relancez. Il manque 4 pions."
    )
    assert say(What.SET_UP_FIRST) == "First set up the checkers, then throw again."


def test_a_board_that_all_but_lies_as_it_should_may_have_a_dead_switch() -> None:
    assert say(What.SET_UP, None, point(6)) == (
        "Nearly set up: I do not see a checker on point 6 (as Alice counts). If one lies there, "
        "its switch is dead: press your button; otherwise put the checker down."
    )


def test_after_a_knock_it_is_told_what_to_carry_where() -> None:
    moves = (A_LIGHT_BACK, A_LIGHT_BACK, Move(point(3), None), Move(None, bar(DARK), DARK))
    begun = "something has moved that I cannot explain. Please put it right."
    assert say(What.DISTURBED, DARK, moves=moves) == (
        f"Bob, {begun} Carry 2 light checkers from point 20 to point 17, take a checker away from "
        "point 22 and put a dark checker on the bar."
    )
    assert say(What.DISTURBED, DARK) == f"Bob, {begun}"


def test_more_than_a_handful_is_only_counted() -> None:
    moves = tuple(Move(point(number), point(number + 6), LIGHT) for number in range(1, 7))
    assert say(What.DISTURBED, LIGHT, moves=moves).endswith(
        "Please put it right. 6 checkers are in the wrong place."
    )


def test_a_refusal_is_told_to_whoever_wanted_it() -> None:
    refusal = Refusal(Ban.NOT_YOUR_TURN)
    event = events.Double(TWO)
    assert (
        say(What.REFUSED, refusal=refusal, event=event) == "Sorry, Bob. It is your opponent's turn."
    )
    assert dit(What.REFUSED, refusal=refusal, event=event) == (
        "Désolé, Bob. C'est à votre adversaire de jouer."
    )
    assert say(What.REFUSED, refusal=Refusal(Ban.GAME_OVER), event=events.NextGame()) == (
        "Sorry, Alice and Bob. The game is over."
    )


def test_a_device_goes_by_what_people_call_it() -> None:
    assert say(What.DEVICE_LOST, devices=("board", "buttons", "lamps")) == (
        "I cannot reach the board, the buttons and the lamps. Is everything plugged in?"
    )
    assert dit(What.DEVICE_LOST, devices=("dice.light", "sounder")) == (
        "Je ne peux plus joindre les dés des pions clairs et le buzzer. Tout est-il bien branché ?"
    )
    assert say(What.DEVICE_BACK, devices=("dice",)) == "I can reach the dice again."
    assert dit(What.DEVICE_BACK) == "Je peux de nouveau joindre tous les appareils."


def test_a_device_that_has_no_word_goes_by_its_name() -> None:
    assert say(What.DEVICE_BACK, devices=("left",)) == "I can reach the device left again."


def test_dice_that_were_knocked_over_count_as_they_fell_first() -> None:
    assert say(What.THROW_STANDS, LIGHT, dice=THROWN) == "Alice, your throw of 3 and 1 stands."
    assert dit(What.THROW_STANDS, LIGHT, dice=THROWN) == (
        "Alice, c'est votre lancer de 3 et 1 qui compte."
    )


def test_what_is_said_in_french() -> None:
    assert dit(What.SWITCH_SILENT, DARK, point(6)) == (
        "Bob, il me manque un pion sur la flèche 19. Posez-le là, s'il vous plaît. "
        "S'il y est déjà, son contact est mort : Alice, confirmez avec votre bouton."
    )
    assert dit(What.SWITCH_DEAD, None, point(6), tray(DARK)) == (
        "Des contacts sont morts sur la flèche 6 et à la sortie côté Bob (en comptant comme "
        "Alice). Continuez : je sais maintenant que des pions peuvent y être sans que je les voie."
    )
    assert dit(What.DISTURBED, LIGHT, moves=(A_LIGHT_BACK,)).endswith(
        "Portez un pion clair de la flèche 5 à la flèche 8."
    )


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (judged(None), "Waiting for the board to lie still."),
        (judged(Unchanged()), "Waiting for Alice to move 3 and 1."),
        (judged(OnTheWay((), (), 2)), "2 checkers in hand."),
        (judged(Complete(play_of("8/5 6/5"))), "Legal: 8/5 6/5."),
        (judged(Complete(START)), "Alice cannot move."),
        (
            judged(Ambiguous((play_of("8/5 6/5"), play_of("24/20")), ())),
            "It could be 8/5 6/5 or 24/20.",
        ),
        (judged(Ambiguous((play_of("24/20"),) * 4, ())), "It could be any of 4 plays."),
        (
            judged(Disturbed((A_LIGHT_BACK,))),
            "Carry a light checker from point 5 to point 8 (as Alice counts).",
        ),
        (judged(Disturbed(())), "Alice is moving."),
        (
            judged(Unreadable((point(5), point(8)))),
            "One checker too many seems to lie on point 5 or on point 8 (as Alice counts).",
        ),
        (judged(Unreadable(())), "One checker too many is seen."),
        (
            judged(Unreadable(()), view=View(dict.fromkeys(BACKGAMMON, ANYTHING))),
            "The board cannot be seen.",
        ),
        (judged(Unchanged(), chosen=play_of("8/5 6/5")), "Please move 8/5 6/5 for Alice."),
        (judged(Complete(play_of("8/5 6/5")), chosen=play_of("8/5 6/5")), "Legal: 8/5 6/5."),
        (
            judged(Complete(play_of("24/20")), chosen=play_of("8/5 6/5")),
            "Please move 8/5 6/5 for Alice.",
        ),
    ],
)
def test_a_line_tells_what_the_referee_makes_of_the_board(state: State, caption: str) -> None:
    assert tell_state(state, ENGLISH) == caption


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (judged(Unchanged(), chosen=play_of("8/5 6/5")), "Alice, the computer, moves 8/5 6/5."),
        (
            judged(OnTheWay((), (), 1), chosen=play_of("8/5 6/5")),
            "Alice, the computer, moves 8/5 6/5.",
        ),
        (judged(Complete(play_of("8/5 6/5")), chosen=play_of("8/5 6/5")), "Legal: 8/5 6/5."),
        (
            judged(Disturbed((A_LIGHT_BACK,)), chosen=play_of("8/5 6/5")),
            "Carry a light checker from point 5 to point 8 (as Alice counts).",
        ),
        (judged(OnTheWay((), (), 1)), "1 checker in hand."),
    ],
)
def test_nobody_is_asked_to_move_for_a_player_who_does_so_by_itself(
    state: State, caption: str
) -> None:
    assert tell_state(state, ENGLISH, ONE) == caption


def test_nobody_is_asked_to_throw_for_a_player_who_does_so_by_itself() -> None:
    thrown = waiting(Phase.TO_THROW)
    assert tell_state(thrown, ENGLISH, TWO) == "Bob, the computer, throws."
    assert tell_state(thrown, ENGLISH, ONE) == "Waiting for Bob to throw."


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (waiting(Phase.OPENING), "Waiting for one die from each player."),
        (waiting(Phase.OVER), "Waiting for the checkers to be set up."),
        (waiting(Phase.TO_THROW), "Waiting for Bob to throw."),
        (waiting(Phase.DOUBLED, offer=2), "Waiting for Alice: take or drop?"),
        (waiting(Phase.BEAVERED, offer=4), "Waiting for Bob: take or drop?"),
        (waiting(Phase.TO_THROW, undo_asked_by=ONE), "Waiting for Bob: accept or refuse?"),
        (
            waiting(Phase.TO_THROW, resignation=Resignation(TWO, Win.SINGLE)),
            "Waiting for Alice: accept or refuse?",
        ),
    ],
)
def test_a_line_tells_whom_the_game_waits_for(state: State, caption: str) -> None:
    assert tell_state(state, ENGLISH) == caption


def test_before_a_game_the_checkers_are_waited_for_or_counted() -> None:
    table = Evening(SETTINGS)
    table.table.arrange(Layout({}))
    table.begin()
    assert tell_state(table.state, ENGLISH) == "30 checkers are missing."
    unseen = renewed(table.state, verdict=Unchanged())
    assert tell_state(unseen, ENGLISH) == "Waiting for the checkers to be set up."


def test_a_question_stands_there_until_it_is_answered() -> None:
    plays = (play_of("24/20"), play_of("8/5 6/5"))
    which = judged(Ambiguous(plays, ()), asking=Asking(Question.WHICH, ONE, plays, chosen=1))
    silent = judged(
        OnTheWay((), (), 1), asking=Asking(Question.UNSEEN, ONE, plays[:1], places=(point(5),))
    )
    assert tell_state(which, ENGLISH) == (
        "Alice, was it 8/5 6/5? Your button says yes, NO shows the next."
    )
    assert tell_state(silent, ENGLISH) == say(What.SWITCH_SILENT, LIGHT, point(5))


def test_where_plays_are_judged_only_at_the_end_nothing_is_told_before() -> None:
    board = play_of("24/20").setup
    illegal = Illegal((UNFINISHED,), (), board)
    for verdict in (Complete(play_of("8/5 6/5")), OnTheWay((), ()), illegal):
        assert tell_state(judged(verdict, QUIET), ENGLISH) == "Alice is moving."
    spoken = judged(illegal, QUIET, spoken=True)
    assert tell_state(spoken, ENGLISH) == say(What.ILLEGAL, LIGHT, reasons=(UNFINISHED,))
    assert tell_state(judged(illegal), ENGLISH) == tell_state(spoken, ENGLISH)


def test_an_illegal_play_that_stands_is_told_by_its_notice_alone() -> None:
    lenient = replace(
        SETTINGS, rulebook=replace(TOURNAMENT, illegal_play=IllegalPlay.OPPONENT_DECIDES)
    )
    begun = (events.OpeningThrow(3, 1), events.Play(ONE, START))
    money = replace(lenient, profile=replace(CASUAL, illegal_play=None))
    assert told_of(money, *begun) == []
    assert told_of(money, *begun, events.EndTurn(ONE)) == []
    assert told_of(money, *begun, events.EndTurn(ONE), events.Challenge(TWO)) == [
        "Bob does not accept that play: Alice plays it again."
    ]


def test_whoever_asks_to_take_back_it_is_told_whose_turn_and_who_answers() -> None:
    both = replace(SETTINGS, profile=replace(CASUAL, undo_needs_both=True))
    played = (
        events.OpeningThrow(3, 1),
        events.Play(ONE, play_of("8/5 6/5")),
        events.EndTurn(ONE),
    )
    assert told_of(both, *played[:2]) == ["Alice plays 8/5 6/5."]
    for asking, asked in ((ONE, "Bob"), (TWO, "Alice")):
        assert told_of(both, *played, events.AskUndo(asking)) == [
            f"Alice's last turn is to be taken back. {asked}: accept or refuse?"
        ]
    asked_for = (*played, events.AskUndo(ONE))
    assert told_of(both, *asked_for, events.RefuseUndo(TWO)) == ["The turn stands."]
    assert told_of(both, *asked_for, events.AgreeUndo(TWO)) == ["The last turn is taken back."]
    assert told_of(SETTINGS, *played, events.AskUndo(ONE)) == ["The last turn is taken back."]


def test_the_end_of_a_game_is_told_once() -> None:
    lost = (
        events.OpeningThrow(3, 1),
        events.Resign(TWO, Win.GAMMON),
        events.AcceptResignation(ONE),
    )
    assert told_of(SETTINGS, *lost) == ["Bob resigns a gammon: Alice wins 2 points."]
    assert told_of(SETTINGS, *lost, events.NextGame()) == ["Game 2."]
    assert told_of(SETTINGS, *lost, events.RunOutOfTime(TWO)) == [
        "Bob has run out of time: Alice wins the match."
    ]


def test_a_cocked_throw_is_told_by_its_notice_alone() -> None:
    assert told_of(SETTINGS, events.CockedThrow(ONE)) == []
    assert say(What.COCKED, LIGHT) == "Cocked dice: Alice, please throw again."


@in_both_languages
def test_every_notice_has_words_for_one_player_and_for_both(phrases: Phrases) -> None:
    for notice in every_notice():
        assert is_well_said(tell_notice(notice, SETTINGS, phrases))


@in_both_languages
def test_every_verdict_and_every_question_has_words(phrases: Phrases) -> None:
    for state in every_state():
        for by_itself in (None, *Player):
            assert is_well_said(tell_state(state, phrases, by_itself))


@in_both_languages
def test_every_lamp_has_words_of_its_own(phrases: Phrases) -> None:
    words = tell_lamps(phrases)
    assert words.keys() == {*Meaning}
    assert len({*words.values()}) == len(words)


@in_both_languages
def test_no_phrase_of_the_referee_is_left_over(phrases: Phrases) -> None:
    noted = Noted(phrases.texts)
    noting = replace(phrases, texts=noted)
    for notice in every_notice():
        tell_notice(notice, SETTINGS, noting)
    for state in every_state():
        for by_itself in (None, *Player):
            tell_state(state, noting, by_itself)
    tell_lamps(noting)
    spoken_of = {key for key in phrases.texts if key.partition(".")[0] in SPOKEN_OF}
    assert spoken_of - noted.used == set()


@in_both_languages
def test_typing_is_as_it_should_be_in_print(phrases: Phrases) -> None:
    texts = [phrases.texts[key] for key in phrases.texts if key.partition(".")[0] in SPOKEN_OF]
    for text in texts:
        assert "  " not in text
        if phrases is FRENCH:
            assert "'" not in text
            assert not any(f" {sign}" in text for sign in ":;?!")


class Noted(dict[str, str]):
    """Phrases that remember which of them were said."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.used: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.used.add(key)
        return super().__getitem__(key)


def is_well_said(text: str) -> bool:
    """Whether this is one line of whole sentences, with every blank filled in."""
    whole = text[0].isupper() or text[0].isdigit()
    return (
        whole
        and text[-1] in ".?"
        and not any(bad in text for bad in ("{", "None", "  ", " .", "\n"))
    )


def every_notice() -> Iterator[Notice]:
    """Every kind, to one player or to both, with much to tell or little."""
    home = Move(tray(LIGHT), point(1), LIGHT)
    moves = (A_LIGHT_BACK, home, Move(point(3), None), Move(None, bar(DARK), DARK))
    event = events.Double(TWO)
    for what in What:
        name = "" if what is What.NO_SENSE else "dice"
        if what is What.NO_SENSE:
            yield from (Notice(what, text="dice", nonsense=nonsense) for nonsense in Nonsense)
        if what is What.DEVICE_BACK:
            yield Notice(what)
        if what is What.TROUBLED:
            yield from (Notice(what, devices=("camera",), trouble=by) for by in Trouble)
        if what is What.HINTS:
            yield from (Notice(what, LIGHT, hints=hints) for hints in Hints)
        for colour in (*Colour, None):
            nowhere = ((),) if what is What.SET_UP else ()
            for places in (*nowhere, (point(13),), BACKGAMMON):
                reasons = (BACKWARDS, UNFINISHED)[: len(places) or 1]
                refusal = Refusal(Ban.ILLEGAL_PLAY, reasons)
                notice = Notice(what, colour, reasons, refusal=refusal, places=places, text=name)
                if what in OF_SWITCHES:
                    yield notice
                notice = replace(notice, devices=("board", "lamps"))
                yield notice
                yield replace(notice, moves=moves)
                yield replace(notice, event=event, text="dice", moves=moves * 2, dice=THROWN)


def under_way() -> Iterator[State]:
    """Nothing is in hand, and the play is not finished: by what, and whether that is certain."""
    state = judged(OnTheWay((), ()))
    assert state.plays
    end = next(node for node in state.plays.tree.walk() if not node.playable)
    one, two = (Explanation(end, 0, frozenset(range(hit))) for hit in (1, 2))
    for found in ((), (one,), (two,), (one, two)):
        sight = renewed(state.sight, tracking=Tracking(OnTheWay((), ()), come_down=found))
        yield renewed(state, sight=sight)


def every_state() -> Iterator[State]:
    """Every verdict, every question, and everything that a game may wait for."""
    yield from under_way()
    play, other = play_of("8/5 6/5"), play_of("24/20")
    kinds = (LIGHT, DARK, None)
    astray = tuple(Move(point(1), point(3), kind) for kind in kinds)
    verdicts: tuple[Verdict | None, ...] = (
        None,
        Unchanged(),
        OnTheWay((), (), 1),
        OnTheWay((), (), 2),
        OnTheWay((), ()),
        Complete(play),
        Complete(START),
        Ambiguous((play, other), ()),
        Ambiguous((play, other) * 2, ()),
        Illegal((UNFINISHED,), (), play.setup),
        Disturbed(astray),
        Disturbed(tuple(move for move in astray for _ in range(2))),
        Disturbed((Move(None, point(1), DARK), Move(tray(LIGHT), None, LIGHT))),
        Disturbed(tuple(Move(point(at), None) for at in range(1, 9))),
        Disturbed(tuple(Move(None, point(at), DARK) for at in range(1, 9))),
        Disturbed(tuple(Move(point(at), point(at + 1)) for at in range(1, 9))),
        Disturbed((*(Move(point(at), point(9)) for at in range(1, 6)), Move(point(9), None))),
        Disturbed((*(Move(point(at), None) for at in range(1, 6)), Move(point(9), point(8)))),
        Disturbed((*(Move(point(at), None) for at in range(1, 6)), Move(None, point(8), DARK))),
        Unreadable(()),
        Unreadable((point(5),)),
    )
    for verdict in verdicts:
        yield judged(verdict)
        yield judged(verdict, QUIET)
        yield judged(verdict, chosen=play)
        yield judged(verdict, view=View(dict.fromkeys(BACKGAMMON, ANYTHING)))
    for question in Question:
        dice = Dice(6, 4) if question is Question.EARLY_THROW else None
        asking = Asking(question, ONE, (play, other), places=(point(5),), dice=dice)
        yield judged(Unchanged(), asking=asking)
    for phase in Phase:
        if phase not in (Phase.TO_PLAY, Phase.PLAYED):
            yield waiting(phase, offer=2)
    yield waiting(Phase.TO_THROW, undo_asked_by=ONE)
