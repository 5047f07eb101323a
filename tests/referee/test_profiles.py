"""A profile says how strictly the rules are kept, and leaves the rest to the rulebook."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engine.backgammon.rulebook import CLASSIC, GRAVES, RULEBOOKS, IllegalPlay, Rulebook
from referee.profiles import (
    CASUAL,
    CLUB,
    MONEY,
    PROFILES,
    TOURNAMENT,
    EarlyThrow,
    Hints,
    IllegalPolicy,
    Profile,
)

SILENT = Profile("silent")
REFEREED = {"illegal_play", "early_throw_counts", "undo_needs_both"}
"""What a profile may change in a rulebook."""

every_rulebook = pytest.mark.parametrize(
    "rulebook", RULEBOOKS.values(), ids=lambda rulebook: rulebook.name
)
every_profile = pytest.mark.parametrize(
    "profile", [*PROFILES.values(), SILENT], ids=lambda profile: profile.name
)


def test_a_silent_profile_keeps_to_the_rulebook() -> None:
    assert SILENT.illegal_policy(CLASSIC) is IllegalPolicy.BLOCK
    assert SILENT.illegal_policy(GRAVES) is IllegalPolicy.OPPONENT
    assert SILENT.early_throw_policy(CLASSIC) is EarlyThrow.STANDS
    assert SILENT.early_throw_policy(GRAVES) is EarlyThrow.VOID


@every_rulebook
def test_a_silent_profile_changes_no_rulebook(rulebook: Rulebook) -> None:
    assert SILENT.applied_to(rulebook) == rulebook


@every_rulebook
@every_profile
def test_a_profile_changes_only_what_a_referee_has_a_say_in(
    profile: Profile, rulebook: Rulebook
) -> None:
    applied = profile.applied_to(rulebook)
    changed = {
        one.name
        for one in fields(Rulebook)
        if getattr(applied, one.name) != getattr(rulebook, one.name)
    }
    assert changed <= REFEREED


@every_rulebook
@every_profile
def test_a_rulebook_as_it_is_enforced_stays_as_it_is(profile: Profile, rulebook: Rulebook) -> None:
    applied = profile.applied_to(rulebook)
    assert profile.applied_to(applied) == applied
    assert profile.illegal_policy(applied) is profile.illegal_policy(rulebook)


@every_rulebook
@pytest.mark.parametrize("policy", IllegalPolicy)
def test_only_a_referee_who_blocks_has_every_illegal_play_put_right(
    policy: IllegalPolicy, rulebook: Rulebook
) -> None:
    applied = replace(SILENT, illegal_play=policy).applied_to(rulebook)
    blocks = policy is IllegalPolicy.BLOCK
    assert (applied.illegal_play is IllegalPlay.PUT_RIGHT) == blocks


@every_rulebook
@pytest.mark.parametrize("early", EarlyThrow)
def test_an_early_throw_counts_unless_it_is_void(early: EarlyThrow, rulebook: Rulebook) -> None:
    applied = replace(SILENT, early_throw=early).applied_to(rulebook)
    assert applied.early_throw_counts == (early is not EarlyThrow.VOID)


@pytest.mark.parametrize("both", [True, False])
@every_rulebook
def test_a_profile_may_let_one_player_take_back_alone(both: bool, rulebook: Rulebook) -> None:  # noqa: FBT001 - drawn from both
    assert replace(SILENT, undo_needs_both=both).applied_to(rulebook).undo_needs_both == both


def test_presets_are_found_by_their_names() -> None:
    assert {name: profile.name for name, profile in PROFILES.items()} == {
        name: name for name in ("casual", "club", "tournament", "money")
    }


def test_only_among_friends_is_there_help_and_only_in_a_tournament_can_nobody_ask_for_it() -> None:
    helped = [profile for profile in PROFILES.values() if profile.hints is not Hints.NONE]
    assert helped == [CASUAL]
    assert [profile for profile in PROFILES.values() if profile.hints_locked] == [TOURNAMENT]


def test_for_money_the_opponent_decides_and_at_a_club_it_is_put_right() -> None:
    assert MONEY.illegal_policy(CLASSIC) is IllegalPolicy.OPPONENT
    assert CLUB.illegal_policy(GRAVES) is IllegalPolicy.CORRECT
    assert CLUB.early_throw_policy(GRAVES) is EarlyThrow.OPPONENT
