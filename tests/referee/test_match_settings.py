"""Two players agree on a match; its profile sets how strictly the rulebook is applied."""

import re
from dataclasses import fields, replace
from enum import Enum

import pytest

from engine.backgammon.rulebook import CLASSIC, GRAVES, PARKER, RULEBOOKS, IllegalPlay, Rulebook
from engine.players import ByPlayer, Player
from hardware.checkers import Colour
from referee.match_settings import (
    CASUAL_PROFILE,
    CLUB_PROFILE,
    MONEY_PROFILE,
    PROFILES,
    SOLO_PROFILE,
    TOURNAMENT_PROFILE,
    EarlyThrowPolicy,
    Hints,
    IllegalPolicy,
    MatchSettings,
    Profile,
)
from tests.rigs.environment.checkout import ROOT

SETTINGS = MatchSettings(ByPlayer("Ann", "Bob"), CLASSIC, 5, Player.TWO, MONEY_PROFILE)
SILENT = Profile("silent")
REFEREED = {"illegal_play", "early_throw_counts", "undo_needs_both"}
"""The fields of a rulebook that a profile may change."""

every_rulebook = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
STRICTNESS = {**PROFILES, "silent": SILENT}
every_profile = pytest.mark.parametrize("profile", STRICTNESS.values(), ids=STRICTNESS)


def test_a_silent_profile_keeps_to_the_rulebook() -> None:
    assert SILENT.illegal_policy(CLASSIC) is IllegalPolicy.BLOCK
    assert SILENT.illegal_policy(GRAVES) is IllegalPolicy.OPPONENT
    assert SILENT.early_throw_policy(CLASSIC) is EarlyThrowPolicy.STANDS
    assert SILENT.early_throw_policy(GRAVES) is EarlyThrowPolicy.VOID


@every_rulebook
def test_a_silent_profile_changes_no_rulebook(rulebook: Rulebook) -> None:
    assert SILENT.apply_to(rulebook) == rulebook


@every_rulebook
@every_profile
def test_profile_changes_only_what_a_referee_decides(profile: Profile, rulebook: Rulebook) -> None:
    applied = profile.apply_to(rulebook)
    names = [one.name for one in fields(Rulebook)]
    changed = {name for name in names if getattr(applied, name) != getattr(rulebook, name)}
    assert changed <= REFEREED


@every_rulebook
@every_profile
def test_a_rulebook_as_it_is_enforced_stays_as_it_is(profile: Profile, rulebook: Rulebook) -> None:
    applied = profile.apply_to(rulebook)
    assert profile.apply_to(applied) == applied
    assert profile.illegal_policy(applied) is profile.illegal_policy(rulebook)


@every_rulebook
@pytest.mark.parametrize("policy", IllegalPolicy)
def test_only_a_referee_who_blocks_has_every_illegal_play_put_right(
    policy: IllegalPolicy, rulebook: Rulebook
) -> None:
    applied = replace(SILENT, illegal_play=policy).apply_to(rulebook)
    blocks = policy is IllegalPolicy.BLOCK
    assert (applied.illegal_play is IllegalPlay.PUT_RIGHT) == blocks


@every_rulebook
@pytest.mark.parametrize("early", EarlyThrowPolicy)
def test_early_throw_counts_unless_it_is_void(early: EarlyThrowPolicy, rulebook: Rulebook) -> None:
    applied = replace(SILENT, early_throw=early).apply_to(rulebook)
    assert applied.early_throw_counts == (early is not EarlyThrowPolicy.VOID)


@pytest.mark.parametrize("both", [True, False])
@every_rulebook
def test_a_profile_may_let_one_player_take_back_alone(both: bool, rulebook: Rulebook) -> None:  # noqa: FBT001 - drawn from both
    assert replace(SILENT, undo_needs_both=both).apply_to(rulebook).undo_needs_both == both


def test_presets_are_found_by_their_names() -> None:
    assert {name: profile.name for name, profile in PROFILES.items()} == {
        name: name for name in ("casual", "solo", "club", "tournament", "money")
    }


def test_only_friends_get_help_and_only_a_tournament_forbids_asking_for_it() -> None:
    helped = [profile for profile in PROFILES.values() if profile.hints is not Hints.NONE]
    assert helped == [CASUAL_PROFILE, SOLO_PROFILE]
    locked = [profile for profile in PROFILES.values() if profile.hints_locked]
    assert locked == [TOURNAMENT_PROFILE]


@every_rulebook
def test_only_a_solo_player_takes_a_finished_turn_back_without_asking(rulebook: Rulebook) -> None:
    alone = [
        profile for profile in PROFILES.values() if not profile.apply_to(rulebook).undo_needs_both
    ]
    assert alone == [SOLO_PROFILE]


def test_for_money_the_opponent_decides_and_at_a_club_it_is_put_right() -> None:
    assert MONEY_PROFILE.illegal_policy(CLASSIC) is IllegalPolicy.OPPONENT
    assert CLUB_PROFILE.illegal_policy(GRAVES) is IllegalPolicy.CORRECT
    assert CLUB_PROFILE.early_throw_policy(GRAVES) is EarlyThrowPolicy.OPPONENT


def test_the_match_is_played_by_the_rules_as_the_referee_enforces_them() -> None:
    match = SETTINGS.match()

    assert match.length == 5
    assert SETTINGS.rulebook.illegal_play is IllegalPlay.PUT_RIGHT
    assert match.rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES


def test_the_colours_are_as_agreed() -> None:
    assert SETTINGS.seating.colour(Player.TWO) is Colour.LIGHT


@pytest.mark.parametrize(
    "names", [ByPlayer("Ann", "Ann"), ByPlayer("", "Bob"), ByPlayer("Ann", "")]
)
def test_two_players_have_two_names(names: ByPlayer[str]) -> None:
    with pytest.raises(ValueError, match="two different names"):
        replace(SETTINGS, names=names)


def test_a_match_that_the_rulebook_does_not_know_is_not_agreed_on() -> None:
    with pytest.raises(ValueError, match="for stakes"):
        replace(SETTINGS, rulebook=PARKER)


def written(value: object) -> str:
    """A setting of a profile as the document writes it."""
    if value is None:
        return "rulebook"
    return str(value.value if isinstance(value, Enum) else value).lower()


def test_document_has_every_setting_in_which_the_profiles_differ() -> None:
    document = (ROOT / "docs/configuration.md").read_text("utf-8")
    _, _, section = document.partition("\n## How strict the referee is\n")
    section, _, _ = section.partition("\n## ")
    rows = [re.findall(r"[\w]+", line) for line in section.splitlines() if line[:3] == "| `"]
    shown = {name: values for name, *values in rows}

    settings = {one.name for one in fields(Profile)} - {"name"}
    values = {name: [getattr(one, name) for one in PROFILES.values()] for name in settings}
    assert shown == {
        name: [written(value) for value in each]
        for name, each in values.items()
        if len(set(each)) > 1
    }
