"""Buttons offer every request that the referee will carry out, with known exceptions."""

from itertools import chain

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from hardware.signals import PlayerRequest
from hardware.signals import PlayerRequestKind as Kind
from referee import notices
from referee.effects import Effect, RecordEvent, StartNextMatch
from referee.match_settings import CLUB_PROFILE, HINT_LEVELS
from referee.notices import Notice
from referee.questions import BOARD_QUESTIONS, QuestionKind
from referee.state import MOVING_PHASES, State
from referee.step import StepResult, step
from service.web.parts.board_part import assumed_board, draw_board
from service.web.parts.player_offers import PlayerOffer, player_offers, unplayed_pips
from service.words.phrases import available_languages, load_phrases
from tests.rigs.engine.play_notation import board
from tests.rigs.referee.board_views import evening_at
from tests.rigs.tables.story_moments import STORIES, evening, moments

NUMBERS = {Kind.RESIGN: (1, 2, 3), Kind.HINTS: (0, 1, 2), Kind.CHOOSE: (0, 1, 2, 3)}
REQUESTS = [(request, number) for request in Kind for number in NUMBERS.get(request, (0,))]
REFUSALS = {notices.EventRefused, notices.HintsLocked, notices.NotUnderstood, notices.SetUpFirst}
"""The notices that refuse a request."""
PHRASES = tuple(map(load_phrases, available_languages()))


def ask(state: State, colour: Colour, request: Kind, number: int) -> StepResult:
    at = max(state.last_signal_at.values(), default=0.0)
    return step(state, PlayerRequest("page", at, colour, request, number))


def is_refused(answer: StepResult) -> bool:
    shown = (effect for effect in answer.effects if isinstance(effect, Notice))
    return any(type(notice) in REFUSALS for notice in shown)


def does_something(state: State, colour: Colour, answer: StepResult) -> bool:
    """True if something has happened, or a question, a distrusted switch or a lamp has changed.

    Any signal may let the referee see that the checkers are set up; that is no effect of
    the request.
    """
    anyway = ask(state, colour, Kind.HINTS, HINT_LEVELS.index(state.hints[colour]))
    if _events(answer) != _events(anyway):
        return True
    after, before = answer.state, anyway.state
    doubts = after.observed.doubts != before.observed.doubts
    names = ("question", "hints", "set_up_request")
    return doubts or any(getattr(after, name) != getattr(before, name) for name in names)


def _events(answer: StepResult) -> list[Effect]:
    return [effect for effect in answer.effects if isinstance(effect, RecordEvent | StartNextMatch)]


def justification(
    state: State, colour: Colour, request: Kind, may: set[tuple[Kind, int]]
) -> str | None:
    """The reason for a missing button, where the referee would do the action; None for a fault."""
    kinds = {one for one, _ in may}
    asked = state.question
    if request is Kind.VOID and asked and asked.kind is QuestionKind.VOID and Kind.YES in kinds:
        return "who is asked if the throw counts answers yes"
    on_turn = colour is state.colour
    if request in (Kind.YES, Kind.DONE) and kinds & {Kind.YES, Kind.DONE, Kind.NEXT}:
        return "yes and done are the same request, and once a game is over, next is"
    if request is Kind.NO and Kind.CHALLENGE in kinds:
        return "no means the challenge, where nothing is asked"
    if request is Kind.CHOOSE and Kind.YES in kinds:
        return "it is the only choice, and yes takes it"
    if request is Kind.CHOOSE and state.has_offer:
        return "the offer is answered first"
    if request is Kind.DOUBLE and state.match.game.phase in MOVING_PHASES and not on_turn:
        return "his opponent is still moving, and a button must not tell whether that is legal"
    question = state.question and state.question.kind
    if request is Kind.DOUBLE and question is QuestionKind.DEAD_CUBE:
        return "it is offered to the player who was asked"
    return None


@pytest.fixture(scope="module", params=STORIES, ids=lambda story: story.stem)
def happened(request: pytest.FixtureRequest) -> list[State]:
    return list(moments(evening(request.param)))


@pytest.mark.release(after=40)
def test_offered_request_is_never_refused(happened: list[State]) -> None:
    for state in happened:
        for colour in Colour:
            for may in player_offers(state, colour):
                answer = ask(state, colour, may.request, may.number)
                # Who answers how the players sit may be asked to set the checkers up, and who
                # accepts the end of a match is told that no position is set up any more.
                drops_set_up = may.key == "accept" and state.set_up_request
                if not (may.key.startswith("seating") or drops_set_up):
                    assert not is_refused(answer), (may, state.match.game.phase, answer.effects)


@pytest.mark.release(after=40)
def test_every_effective_request_is_offered_or_justified(happened: list[State]) -> None:
    for state in happened[::3]:
        for colour in Colour:
            may = {(one.request, one.number) for one in player_offers(state, colour)}
            for request, number in REQUESTS:
                if (request, number) in may:
                    continue
                answer = ask(state, colour, request, number)
                if not is_refused(answer) and does_something(state, colour, answer):
                    assert justification(state, colour, request, may), (
                        colour,
                        request,
                        number,
                        may,
                    )


@pytest.mark.release(after=40)
def test_every_offer_has_words_of_its_own(happened: list[State]) -> None:
    for state, colour in ((state, colour) for state in happened for colour in Colour):
        for phrases in PHRASES:
            words = [may.in_words(state, phrases).words for may in player_offers(state, colour)]
            assert len(set(words)) == len(words)


def test_for_the_computer_others_only_move(happened: list[State]) -> None:
    hands = {Kind.DONE, Kind.NEXT}
    for state, player in ((state, player) for state in happened for player in Player):
        colour = state.seating.colour(player)
        found = {may.request for may in player_offers(state, colour, computer=player)}
        if state.question and state.question.kind in BOARD_QUESTIONS:
            found -= {Kind.YES, Kind.NO, Kind.CHOOSE}
        assert found <= hands


def offers_in(story: str, at: Phase, request: Kind) -> list[PlayerOffer]:
    """Every offer of this kind while the game is in this phase."""
    states = moments(evening(next(path for path in STORIES if path.stem == story)))
    found = (state for state in states if state.match.game.phase is at)
    may = chain.from_iterable(player_offers(state, colour) for state in found for colour in Colour)
    return [one for one in may if one.request is request]


def test_a_double_says_to_how_much() -> None:
    assert 2 in {may.stake for may in offers_in("cube-take", Phase.TO_THROW, Kind.DOUBLE)}


def test_a_doubled_player_takes_or_drops_and_the_game_waits_for_that() -> None:
    takes, drops = (
        offers_in("cube-take", Phase.DOUBLED, request) for request in (Kind.YES, Kind.NO)
    )
    assert {may.key for may in takes} == {"take"}
    assert {may.key for may in drops} == {"drop"}
    assert all(may.main for may in takes)


def test_beavers_are_offered_only_where_they_are_allowed() -> None:
    assert offers_in("cube-beaver", Phase.DOUBLED, Kind.BEAVER)
    assert not offers_in("cube-no-beaver", Phase.DOUBLED, Kind.BEAVER)


def test_hints_are_offered_unless_they_are_locked() -> None:
    assert offers_in("hints-asked-for", Phase.TO_PLAY, Kind.HINTS)
    assert not offers_in("hints-locked", Phase.TO_PLAY, Kind.HINTS)


def test_plays_that_look_alike_are_offered_each() -> None:
    may = offers_in("ambiguous-choice", Phase.TO_PLAY, Kind.CHOOSE)
    assert len({one.number for one in may}) > 1


def test_buttons_reveal_nothing_where_plays_are_judged_at_the_end() -> None:
    """Done stands out as soon as something was moved, legal or not."""
    found = [
        (may.main, state.verdict)
        for name in ("illegal-must-be-corrected", "illegal-tournament")
        for state in moments(evening(next(path for path in STORIES if path.stem == name)))
        if state.match.game.phase is Phase.TO_PLAY and not state.is_moving
        for may in player_offers(state, state.colour)
        if may.request is Kind.DONE
    ]
    still = {type(verdict).__name__ for main, verdict in found if not main}

    assert {type(verdict).__name__ for main, verdict in found if main} >= {"Illegal"}
    assert still == {"Unchanged"}


@pytest.mark.parametrize(
    ("before", "throw", "ways", "is_due"),
    [
        (START, "31", "8/5", False),
        (START, "31", "8/5 6/5", True),
        (board("2:1 3:1", "1:1"), "66", "2/0 3/0", True),
        (board("2:1 3:1", "1:1"), "61", "3/0", True),
        (board("4:1 3:2", "1:1"), "61", "4/0 3/2", True),
        (board("4:1 3:4", "1:1"), "44", "4/0", False),
    ],
)
def test_end_of_a_turn_is_due_once_no_pip_can_be_unplayed(
    before: Position, throw: str, ways: str, *, is_due: bool
) -> None:
    table = evening_at(before, throw, profile=CLUB_PROFILE)
    table.move(ways, 1)
    state = table.state
    picture = draw_board(state.view, assumed_board(state, state.view))
    offers = player_offers(state, Colour.LIGHT, None, unplayed_pips(state, picture))
    assert [it.main for it in offers if it.request is Kind.DONE] == [is_due]
