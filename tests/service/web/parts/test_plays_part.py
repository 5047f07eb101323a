"""A page is sent the legal steps of a throw once, and is told in words what a player asks about."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.steps import apply_step
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from hardware.checkers import Colour, Place
from referee.match_settings import (
    CASUAL_PROFILE,
    CLUB_PROFILE,
    MONEY_PROFILE,
    TOURNAMENT_PROFILE,
    MatchSettings,
    Profile,
)
from referee.state import State
from service.web.messages.play_messages import PlaysPart
from service.web.parts.plays_part import (
    MAX_BOARDS,
    MAX_LISTED,
    NumberedPlays,
    PlayableThrow,
    playable_throw,
)
from service.words.phrases import ENGLISH, load_phrases
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.engine.random_positions import POSITION_KINDS, random_turns

PHRASES = load_phrases(ENGLISH)
SETTINGS = MatchSettings(ByPlayer("Alice", "Bob"), TOURNAMENT, 3, Player.ONE, CASUAL_PROFILE)
SHUT_OUT = board("25:1 13:14", "6:3 5:3 4:3 3:2 2:2 1:2")
ONE_MOVE = board("13:1", "23:2 1:13")
SCATTERED = board("24:1 22:1 20:1 18:1 16:1 14:1 12:1 11:1 10:1 9:1 8:1 7:1 6:1 4:1 2:1", "24:15")


def numbered(position: Position, dice: str, chosen: Position | None = None) -> NumberedPlays:
    plays = LegalPlays(position, Dice.parse(dice), TOURNAMENT)
    return NumberedPlays(1, PlayableThrow(plays, chosen, SETTINGS, Colour.LIGHT))


def part(position: Position, dice: str, chosen: Position | None = None) -> PlaysPart:
    return numbered(position, dice, chosen).part(PHRASES)


def boards_reached(shown: PlaysPart) -> set[tuple[int, ...]]:
    """The counts at the end of every way through the steps of a part."""
    counts = {0: list(shown.counts)}
    for at, steps in enumerate(shown.boards):
        for source, die, after in steps:
            counts.setdefault(after, apply_step(counts[at], source, die))
    return {tuple(counts[at]) for at, steps in enumerate(shown.boards) if not steps}


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_steps_lead_to_all_legal_plays_and_no_others(kind: str) -> None:
    for position, dice in random_turns(kind, 40):
        plays = LegalPlays(position, dice, TOURNAMENT)
        shown = NumberedPlays(1, PlayableThrow(plays, None, SETTINGS, Colour.DARK)).part(PHRASES)

        assert boards_reached(shown) == {play.counts for play in plays}


def test_steps_lead_only_to_the_play_that_the_computer_has_chosen() -> None:
    chosen = position_after(START, "24/18 13/11")

    shown = part(START, "62", chosen)

    last = {at for at, steps in enumerate(shown.boards) if not steps}
    assert {step[:2] for step in shown.boards[0]} == {(24, 6), (13, 2)}
    assert len(last & {after for steps in shown.boards for _, _, after in steps}) == 1
    assert shown.forced == "24/18 13/11"
    words = numbered(START, "62", chosen).stuck_checker(0, Place("p8"), PHRASES)
    assert words
    assert words.words.startswith("Alice has chosen another play")


def test_board_that_does_not_lead_to_the_chosen_play_has_no_help() -> None:
    chosen = position_after(START, "24/18 13/11")
    plays, shown = numbered(START, "62", chosen), part(START, "62", chosen)
    on_the_way = {0} | {after for steps in shown.boards for _, _, after in steps}

    for at in range(len(shown.boards)):
        assert bool(plays.play_list(at)) is (at in on_the_way)
        assert bool(plays.stuck_checker(at, Place("p8"), PHRASES)) is (at in on_the_way)
    assert len(on_the_way) < len(shown.boards)


def test_only_a_single_play_is_forced() -> None:
    assert part(ONE_MOVE, "65").forced == "13/7"
    assert part(START, "31").forced == ""
    assert part(SHUT_OUT, "31").forced == ""


def test_dance_says_what_blocks_the_way() -> None:
    blocked_on_bar = "cannot enter at point 22 or point 24."
    assert part(SHUT_OUT, "31").dance.endswith(blocked_on_bar)
    blocked = board("7:15", "24:2 23:2 22:2 21:2 20:2 19:5")
    assert part(blocked, "65").dance == "No checker can play a 6 or 5."
    assert part(START, "31").dance == ""


@pytest.mark.parametrize(
    ("mover", "other", "dice", "limits"),
    [
        ("25:1 13:14", "5:2 7:2 17:11", "52",
         "Only the 2 can be played: no legal play uses the 5 as well."),
        ("13:1", "23:2 1:13", "65", "Only the 6 can be played: no legal play uses the 5 as well."),
        ("13:1", "22:2 1:13", "55", "Only one of the 4 5s can be played."),
        ("24:1", "21:2 3:13", "55", "Only 3 of the 4 5s can be played."),
        ("24:1", "21:2 3:13", "65", "There is only one legal play."),
        ("2:1", "24:15", "65", "There is only one legal play."),
        ("6:5 5:5 4:5", "24:15", "31", ""),
    ],
)  # fmt: skip
def test_numbers_that_cannot_be_played_are_told(
    mover: str, other: str, dice: str, limits: str
) -> None:
    assert part(board(mover, other), dice).limits == limits


def test_limits_are_not_told_to_players_who_find_them_or_whose_play_is_chosen() -> None:
    own = replace(SETTINGS, profile=TOURNAMENT_PROFILE)
    plays = LegalPlays(ONE_MOVE, Dice.parse("65"), TOURNAMENT)
    shown = NumberedPlays(1, PlayableThrow(plays, None, own, Colour.LIGHT)).part(PHRASES)
    assert shown.limits == ""
    assert part(ONE_MOVE, "65", position_after(ONE_MOVE, "13/7")).limits == ""
    assert part(SHUT_OUT, "31").limits == ""


def test_plays_are_listed_from_any_board_on_the_way() -> None:
    plays = numbered(START, "31")
    at = {step[:2]: step[2] for step in plays.part(PHRASES).boards[0]}

    first, later = plays.play_list(0), plays.play_list(at[8, 3])

    assert first
    assert later
    assert first.count == len(first.plays) == len(LegalPlays(START, Dice.parse("31")))
    assert "8/5 6/5" in {play.words for play in first.plays}
    assert {play.words for play in later.plays} < {play.words for play in first.plays}
    assert plays.play_list(10_000) is None


def test_long_list_is_cut_and_counted() -> None:
    listed = numbered(SCATTERED, "11").play_list(0)

    assert listed
    assert len(listed.plays) == MAX_LISTED < listed.count


def test_page_is_sent_no_steps_of_too_many_boards_but_can_list_the_plays() -> None:
    shown, usual = part(SCATTERED, "11"), part(START, "11")

    assert (shown.boards, shown.forced, shown.explains) == ((), "", True)
    assert 50 < len(usual.boards) <= MAX_BOARDS
    assert numbered(SCATTERED, "11").play_list(0)


def test_chosen_play_is_shown_however_many_others_there_are() -> None:
    chosen = position_after(SCATTERED, "24/20")

    assert part(SCATTERED, "11", chosen).forced == "24/20"
    assert part(SCATTERED, "11", chosen).boards[0]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("p13", ""), ("p24", ""), ("p6", "You cannot bear off from point 6 yet"),
        ("p1", "That is Bob's checker, and it is Alice's turn."),
        ("p2", "There is no checker there."), ("bar.dark", "There is no checker there."),
        ("off.light", "There is no checker there."),
    ],
)  # fmt: skip
def test_stuck_checker_is_explained(place: str, words: str) -> None:
    found = numbered(START, "65").stuck_checker(0, Place(place), PHRASES)

    assert found
    assert found.words.startswith(words)
    assert bool(found.words) is bool(words)


def test_no_checker_moves_after_a_complete_play() -> None:
    plays = numbered(START, "31")
    last = next(at for at, steps in enumerate(plays.part(PHRASES).boards) if not steps)

    found = plays.stuck_checker(last, Place("p13"), PHRASES)

    assert found
    assert found.words == "Your play is complete: no number is left."


@pytest.mark.parametrize(
    ("profile", "help_given"),
    [
        (CASUAL_PROFILE, "steps words"), (CLUB_PROFILE, "steps"), (MONEY_PROFILE, "steps"),
        (TOURNAMENT_PROFILE, ""), (replace(CASUAL_PROFILE, hints_locked=True), ""),
    ],
)  # fmt: skip
def test_profile_decides_how_much_help_there_is(profile: Profile, help_given: str) -> None:
    explains = "words" in help_given
    settings = replace(SETTINGS, profile=profile)
    state = State.of(settings)
    plays = LegalPlays(ONE_MOVE, Dice.parse("65"), TOURNAMENT)
    game = replace(state.match.game, phase=Phase.TO_PLAY)
    turn = replace(state.this_turn, plays=plays)
    state = replace(state, match=replace(state.match, game=game), this_turn=turn)

    throw = playable_throw(state, None)

    assert bool(throw) is bool(help_given)
    if throw:
        shown = NumberedPlays(1, throw)
        assert shown.part(PHRASES).explains is explains
        assert bool(shown.part(PHRASES).forced) is explains
        assert bool(shown.play_list(0)) is explains
        assert bool(shown.stuck_checker(0, Place("p1"), PHRASES)) is explains
        assert playable_throw(state, state.turn) is None
