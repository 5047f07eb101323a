"""At each moment the game waits for one step, which can be taken then and which the words name."""

from collections.abc import Iterator

import pytest

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from referee.state import MOVING_PHASES, State
from service.web.messages.to_page import NextAct
from service.web.parts.next_step import AwaitedStep, awaited_step
from service.web.parts.player_offers import PlayerOffer, player_offers
from tests.rigs.tables.story_moments import STORIES, evening, moments

Offers = dict[Colour, tuple[PlayerOffer, ...]]
OFFERED = {
    NextAct.DONE: PlayerRequestKind.DONE,
    NextAct.BEGIN_NEXT: PlayerRequestKind.NEXT,
}


def offers_of(state: State) -> Offers:
    return {colour: player_offers(state, colour) for colour in Colour}


def step_of(state: State) -> AwaitedStep:
    return awaited_step(state, offers_of(state), None, None)


def steps_in(story: str) -> Iterator[tuple[State, AwaitedStep]]:
    [path] = [path for path in STORIES if path.stem == story]
    return ((state, step_of(state)) for state in moments(evening(path)))


@pytest.mark.release(after=40)
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.stem)
def test_awaited_step_can_be_taken(story: object) -> None:
    for state in moments(evening(story)):  # type: ignore[arg-type] # a path of STORIES
        offers = offers_of(state)
        step = awaited_step(state, offers, None, None)
        requests = {offer.request for one in offers.values() for offer in one}
        if step.act is NextAct.ANSWER:
            assert step.player
            assert any(offer.main for offer in offers[state.seating.colour(step.player)]), step
        elif step.act in OFFERED:
            assert OFFERED[step.act] in requests, (step, requests)
        elif step.act is NextAct.MOVE:
            assert state.match.game.phase in MOVING_PHASES
        elif step.act is NextAct.THROW:
            assert state.match.game.phase in (Phase.OPENING, Phase.TO_THROW)


def acts_in(story: str) -> list[NextAct]:
    """The acts that are awaited in a story, one after the other."""
    acts: list[NextAct] = []
    for _, step in steps_in(story):
        if acts[-1:] != [step.act]:
            acts.append(step.act)
    return acts


def test_turn_is_a_throw_a_move_and_its_end() -> None:
    turn = [NextAct.THROW, NextAct.MOVE, NextAct.DONE]
    assert acts_in("slides") == [NextAct.SET_UP, *turn, NextAct.THROW]


def test_double_waits_for_the_opponents_answer() -> None:
    asked = [
        step for state, step in steps_in("cube-take") if state.match.game.phase is Phase.DOUBLED
    ]
    assert {step.act for step in asked} == {NextAct.ANSWER}


def test_illegal_play_is_to_be_corrected_before_the_turn_can_end() -> None:
    assert NextAct.CORRECT in acts_in("reason-point-blocked")


def test_last_checker_off_is_said_to_end_the_game() -> None:
    keys = {step.key for _, step in steps_in("bearing-off") if step.act is NextAct.DONE}
    assert "ends_game" in keys


def test_people_wait_for_the_hands_of_the_computer() -> None:
    for state, step in steps_in("slides"):
        waiting = awaited_step(state, offers_of(state), Player.ONE, Player.ONE)
        if step.player is Player.ONE:
            assert waiting.act is NextAct.WAIT
