"""What a button offers the referee does, and what he would do without one is known, with why."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import Colour
from hardware.signals import Wish, Wished
from referee.asking import OF_THE_BOARD, Question
from referee.effects import Effect, Happened, NextMatch, Notice, What
from referee.profiles import HINT_LEVELS
from referee.state import State
from referee.step import Step, step
from referee.turn_end import MOVING
from referee.words import Language, load_phrases
from service.web.offers import May, offers
from tests.rigs.evening import Evening
from tests.rigs.story import evening_of, read_story, told

STORIES = sorted((Path(__file__).parents[2] / "stories").glob("*.story"))
NUMBERS = {Wish.RESIGN: (1, 2, 3), Wish.HINTS: (0, 1, 2), Wish.CHOOSE: (0, 1, 2, 3)}
WISHES = [(wish, number) for wish in Wish for number in NUMBERS.get(wish, (0,))]
REFUSALS = {What.REFUSED, What.HINTS_LOCKED, What.NO_SENSE, What.SET_UP_FIRST}
"""What the referee tells whoever asks for something that may not be."""
PHRASES = tuple(map(load_phrases, Language))


def evening(story: Path) -> Evening:
    """What happens in a story, to the end."""
    read = read_story(story.read_text(encoding="utf-8"))
    table = evening_of(read)
    for _ in told(read, table):
        pass
    return table


def moments(table: Evening) -> Iterator[State]:
    """The state whenever something has changed that could matter to an offer."""
    last: tuple[object, ...] = ()
    for heard in table.heard:
        state = heard.step.state
        turn = state.this_turn
        now = (state.match, state.verdict, state.asking, state.wanted, turn.done, state.is_moving)
        if now != last:
            last = now
            yield state


def asked(state: State, colour: Colour, wish: Wish, number: int) -> Step:
    at = max(state.heard.values(), default=0.0)
    return step(state, Wished("page", at, colour, wish, number))


def is_refused(answer: Step) -> bool:
    notices = (effect for effect in answer.effects if isinstance(effect, Notice))
    return any(notice.what in REFUSALS for notice in notices)


def does_something(state: State, colour: Colour, answer: Step) -> bool:
    """Whether something has happened, or what is asked, trusted or lit is another thing now.

    Any signal may let the referee see that the checkers are set up; that is not what was asked for.
    """
    anyway = asked(state, colour, Wish.HINTS, HINT_LEVELS.index(state.hints[colour]))
    if _events(answer) != _events(anyway):
        return True
    after, before = answer.state, anyway.state
    doubts = after.sight.doubts != before.sight.doubts
    kept = ("asking", "hints", "wanted")
    return doubts or any(getattr(after, name) != getattr(before, name) for name in kept)


def _events(answer: Step) -> list[Effect]:
    return [effect for effect in answer.effects if isinstance(effect, Happened | NextMatch)]


def justified(state: State, colour: Colour, wish: Wish, may: set[tuple[Wish, int]]) -> str | None:
    """Why there is no button for something that the referee would do; None if there should be."""
    kinds = {one for one, _ in may}
    on_turn = colour is state.colour
    if wish in (Wish.YES, Wish.DONE) and kinds & {Wish.YES, Wish.DONE, Wish.NEXT}:
        return "yes and done are the same wish, and once a game is over, next is"
    if wish is Wish.NO and Wish.CHALLENGE in kinds:
        return "no means the challenge, where nothing is asked"
    if wish is Wish.CHOOSE and Wish.YES in kinds:
        return "it is the only choice, and yes takes it"
    if wish is Wish.CHOOSE and state.has_offer:
        return "the offer is answered first"
    if wish is Wish.DOUBLE and state.match.game.phase in MOVING and not on_turn:
        return "his opponent is still moving, and a button must not tell whether that is legal"
    if wish is Wish.DOUBLE and state.asking and state.asking.question is Question.DEAD_CUBE:
        return "it is offered to whoever was asked"
    return None


@pytest.fixture(scope="module", params=STORIES, ids=lambda story: story.stem)
def happened(request: pytest.FixtureRequest) -> list[State]:
    return list(moments(evening(request.param)))


def test_whatever_is_offered_is_not_refused(happened: list[State]) -> None:
    for state in happened:
        for colour in Colour:
            for may in offers(state, colour):
                answer = asked(state, colour, may.wish, may.number)
                assert not is_refused(answer), (may, state.match.game.phase, answer.effects)


def test_whatever_would_be_done_is_offered_or_it_is_known_why_not(happened: list[State]) -> None:
    for state in happened[::3]:
        for colour in Colour:
            may = {(one.wish, one.number) for one in offers(state, colour)}
            for wish, number in WISHES:
                if (wish, number) in may:
                    continue
                answer = asked(state, colour, wish, number)
                if not is_refused(answer) and does_something(state, colour, answer):
                    assert justified(state, colour, wish, may), (colour, wish, number, may)


def test_every_offer_has_words_of_its_own(happened: list[State]) -> None:
    for state, colour in ((state, colour) for state in happened for colour in Colour):
        for phrases in PHRASES:
            words = [may.told(state, phrases).words for may in offers(state, colour)]
            assert len(set(words)) == len(words)


def test_for_the_computer_others_only_move(happened: list[State]) -> None:
    hands = {Wish.DONE, Wish.NEXT}
    for state, player in ((state, player) for state in happened for player in Player):
        colour = state.seating.colour(player)
        found = {may.wish for may in offers(state, colour, computer=player)}
        if state.asking and state.asking.question in OF_THE_BOARD:
            found -= {Wish.YES, Wish.NO, Wish.CHOOSE}
        assert found <= hands


def offered(story: str, at: Phase, wish: Wish) -> list[May]:
    """Every offer of this wish while the game is in this phase."""
    states = moments(evening(next(path for path in STORIES if path.stem == story)))
    found = (state for state in states if state.match.game.phase is at)
    may = chain.from_iterable(offers(state, colour) for state in found for colour in Colour)
    return [one for one in may if one.wish is wish]


def test_a_double_says_to_how_much() -> None:
    assert {may.stake for may in offered("cube-take", Phase.TO_THROW, Wish.DOUBLE)} >= {2}


def test_a_doubled_player_takes_or_drops_and_the_game_waits_for_that() -> None:
    assert {may.key for may in offered("cube-take", Phase.DOUBLED, Wish.YES)} == {"take"}
    assert {may.key for may in offered("cube-take", Phase.DOUBLED, Wish.NO)} == {"drop"}
    assert all(may.main for may in offered("cube-take", Phase.DOUBLED, Wish.YES))


def test_beavers_are_offered_only_where_they_are_allowed() -> None:
    assert offered("cube-beaver", Phase.DOUBLED, Wish.BEAVER)
    assert not offered("cube-no-beaver", Phase.DOUBLED, Wish.BEAVER)


def test_hints_are_offered_unless_they_are_locked() -> None:
    assert offered("hints-asked-for", Phase.TO_PLAY, Wish.HINTS)
    assert not offered("hints-locked", Phase.TO_PLAY, Wish.HINTS)


def test_plays_that_look_alike_are_offered_each() -> None:
    assert len({may.number for may in offered("ambiguous-choice", Phase.TO_PLAY, Wish.CHOOSE)}) > 1


def test_where_plays_are_judged_at_their_end_no_button_tells_before() -> None:
    """Done stands out as soon as something was moved, legal or not."""
    found = [
        (may.main, state.verdict)
        for name in ("illegal-must-be-corrected", "illegal-tournament")
        for state in moments(evening(next(path for path in STORIES if path.stem == name)))
        if state.match.game.phase is Phase.TO_PLAY and not state.is_moving
        for may in offers(state, state.colour)
        if may.wish is Wish.DONE
    ]
    still = {type(verdict).__name__ for main, verdict in found if not main}

    assert {type(verdict).__name__ for main, verdict in found if main} >= {"Illegal"}
    assert still == {"Unchanged"}
