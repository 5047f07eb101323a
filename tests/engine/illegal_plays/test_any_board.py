"""Every board is legal or has reasons, and following them leads back to the rules."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import BAR, OFF, POINTS, Position, Setup
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from engine.sides import Side
from service.words.phrases import available_languages, load_phrases
from service.words.rule_texts import reason_in_words
from tests.rigs.engine.random_positions import positions, throws

PLACES = range(BAR + 1)
UNFINISHED = {
    ReasonKind.LARGER_DIE,
    ReasonKind.BOTH_DICE,
    ReasonKind.MORE_OF_DOUBLE,
    ReasonKind.NUMBER_PLAYABLE,
}
LANGUAGES = [load_phrases(language) for language in available_languages()]
MAX_ADVICE = 100


@dataclass(frozen=True, slots=True)
class Case:
    """A throw, and what lies on the board after it."""

    position: Position
    dice: Dice
    found: Setup
    rulebook: Rulebook

    def reasons(self) -> tuple[Reason, ...]:
        return find_reasons(self.position, self.dice, self.found, self.rulebook)


@st.composite
def disturbed(draw: st.DrawFn) -> Case:
    """A legal play, or nothing, and then a few checkers of either side carried anywhere."""
    position, dice = draw(positions()), draw(throws())
    rulebook = draw(st.sampled_from(tuple(RULEBOOKS.values())))
    plays = list(LegalPlays(position, dice, rulebook))
    setup = draw(st.sampled_from([position, *plays])).setup
    sides = {side: list(setup[side]) for side in Side}
    for _ in range(draw(st.integers(0, 5))):
        side = sides[draw(st.sampled_from(Side))]
        side[draw(st.sampled_from([at for at in PLACES if side[at]]))] -= 1
        if (target := draw(st.sampled_from([*PLACES, None]))) is not None:
            side[target] += 1
    found = Setup(tuple(sides[Side.MOVER]), tuple(sides[Side.OTHER]))
    return Case(position, dice, found, rulebook)


def anything() -> st.SearchStrategy[Case]:
    """A throw, and up to fifteen checkers of either side on every place."""
    side = st.lists(st.integers(0, 15), min_size=len(PLACES), max_size=len(PLACES)).map(tuple)
    rulebooks = st.sampled_from(tuple(RULEBOOKS.values()))
    return st.builds(Case, positions(), throws(), st.builds(Setup, side, side), rulebooks)


cases = disturbed() | anything()


@given(cases)
def test_a_board_has_reasons_exactly_if_it_is_not_legal(case: Case) -> None:
    plays = LegalPlays(case.position, case.dice, case.rulebook)
    legal = not case.found.faults() and case.found.position() in plays

    assert bool(case.reasons()) != legal
    assert case.reasons() == case.reasons()


@given(positions(), throws(), st.sampled_from(tuple(RULEBOOKS.values())))
def test_no_legal_play_has_a_reason(position: Position, dice: Dice, rulebook: Rulebook) -> None:
    for play in LegalPlays(position, dice, rulebook):
        assert find_reasons(position, dice, play.setup, rulebook) == ()


@given(cases)
def test_before_the_throw_only_the_unchanged_board_has_no_reason(case: Case) -> None:
    reasons = find_reasons(case.position, None, case.found, case.rulebook)
    assert bool(reasons) == (case.found != case.position.setup)


@given(cases)
def test_the_most_useful_reason_comes_first_and_none_twice(case: Case) -> None:
    reasons = case.reasons()
    assert [reason.why.rank for reason in reasons] == sorted(r.why.rank for r in reasons)
    assert len(reasons) == len(set(reasons))


@given(cases)
def test_every_place_in_a_reason_is_on_the_board(case: Case) -> None:
    for reason in case.reasons():
        places = {reason.source, reason.target, *reason.points} - {None}
        assert places <= set(PLACES)


@given(cases)
def test_every_reason_has_a_text_in_every_language(case: Case) -> None:
    for reason in case.reasons():
        for phrases in LANGUAGES:
            sentence = reason_in_words(reason, phrases)
            assert sentence == sentence.strip()
            for sign_of_an_empty_part in ("  ", "{", "}", "None", " ,", " .", "()"):
                assert sign_of_an_empty_part not in sentence


@given(cases)
def test_correcting_the_first_reason_repeatedly_leads_back_to_the_rules(case: Case) -> None:
    found = case.found
    for _ in range(MAX_ADVICE):
        reasons = find_reasons(case.position, case.dice, found, case.rulebook)
        if not reasons or reasons[0].why in UNFINISHED:
            break
        if reasons[0].source is None and reasons[0].why is ReasonKind.STILL_ON_BAR:
            break
        found = put_right(case.position, found, reasons[0])

    on_the_way = LegalPlays(case.position, case.dice, case.rulebook).all_steps.walk()
    assert found in {node.position.setup for node in on_the_way}


def put_right(before: Position, found: Setup, reason: Reason) -> Setup:
    """The board after exactly what the reason asks for."""
    if reason.why is ReasonKind.PLAYED_BY_OTHER_SIDE:
        return before.setup
    mover, other = list(found.mover), [*found.other]
    side, own = (mover, reason.points)
    if reason.side is Side.OTHER:
        side, own = other, tuple(map(mirrored, reason.points))
    if reason.why is ReasonKind.CHECKERS_MISSING:
        for place in own:
            side[place] += 1
    elif reason.why is ReasonKind.CHECKERS_TOO_MANY:
        for place in own:
            side[place] -= 1
    elif reason.why is ReasonKind.HIT_CHECKER_NOT_ON_BAR:
        for _ in range(reason.count):
            take_hit_checker(before.setup.other, other, own)
            other[BAR] += 1
    else:
        assert reason.source is not None
        assert reason.target is not None
        translate = mirrored if reason.side is Side.OTHER else int
        side[translate(reason.source)] += 1
        side[translate(reason.target)] -= 1
    return Setup(tuple(mover), tuple(other))


def take_hit_checker(before: tuple[int, ...], other: list[int], hit: tuple[int, ...]) -> None:
    """Takes up the checker that was hit, from wherever it was left; it may be in the hand."""
    elsewhere = [place for place in PLACES if place != BAR and other[place] > before[place]]
    for place in (*hit, *elsewhere):
        if other[place]:
            other[place] -= 1
            return


def mirrored(place: int) -> int:
    return BAR - place if OFF < place <= POINTS else place
