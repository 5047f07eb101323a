"""What the referee tells people himself: his notices in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.backgammon.players import Player
from engine.backgammon.why.reasons import Reason
from referee.effects import OF_SWITCHES, Notice, What
from referee.naming import tell_devices
from referee.settings import MatchSettings
from referee.telling import tell_reason, tell_refusal
from referee.whereabouts import Whereabouts, tell_counts
from referee.words import Phrases


def tell_notice(notice: Notice, settings: MatchSettings, phrases: Phrases) -> str:
    """A notice as people say it; points are counted as the player does whom it concerns."""
    where = Whereabouts(settings, phrases, notice.colour)
    reasons = _reasons(notice.reasons, phrases)
    told = phrases.say(
        f"notice.{_key(notice)}",
        count=len(reasons if notice.what is What.ILLEGAL else notice.places),
        at=where.at(notice.places),
        why=tell_refusal(notice.refusal, phrases) if notice.refusal else " ".join(reasons),
        dice=phrases.listed((notice.dice.high, notice.dice.low)) if notice.dice else "",
        text=notice.text,
        devices=tell_devices(notice.devices, phrases),
        **_people(notice, settings, phrases),
    )
    return f"{told} {_moves(notice, where)}".rstrip()


def _key(notice: Notice) -> str:
    """The phrase of a notice, which may depend on what is known."""
    variants = {
        What.SET_UP: "set_up_lacking" if notice.places else "set_up",
        What.NO_SENSE: f"no_sense_{notice.nonsense.value}" if notice.nonsense else "no_sense",
        What.SWITCH_CLOSED: "switch_closed" if notice.colour else "switch_closed_look",
        What.HINTS: f"hints_{notice.hints.value}" if notice.hints else "hints_none",
        What.DEVICE_BACK: "device_back" if notice.devices else "devices_back",
        What.TROUBLED: f"troubled_{notice.trouble.value}" if notice.trouble else "trouble_over",
        What.THROW_STANDS: "throw_stands_as" if notice.dice else "throw_stands",
    }
    key = variants.get(notice.what, notice.what.value)
    return f"{key}_camera" if notice.what in OF_SWITCHES and notice.devices else key


def _reasons(reasons: Iterable[Reason], phrases: Phrases) -> list[str]:
    """Each sentence once, the most useful first."""
    return list(dict.fromkeys(tell_reason(reason, phrases) for reason in reasons))


def _moves(notice: Notice, where: Whereabouts) -> str:
    """What is to be carried, or how many checkers a board that is set up still lacks."""
    if notice.what in (What.SET_UP, What.SET_UP_FIRST):
        return tell_counts(notice.moves, where.phrases)
    return where.carrying(notice.moves) if notice.what is What.DISTURBED else ""


def _people(notice: Notice, settings: MatchSettings, phrases: Phrases) -> dict[str, str]:
    """The names: who is spoken to, who is not, and who has which checkers."""
    names, light = settings.names, settings.light
    both = phrases.listed((names.one, names.two))
    player = _concerned(notice, settings)
    return {
        "player": names[player] if player else both,
        "opponent": names[player.opponent] if player else both,
        "light": names[light],
        "dark": names[light.opponent],
    }


def _concerned(notice: Notice, settings: MatchSettings) -> Player | None:
    """Whom a notice concerns first: who wanted what was refused, if nothing else tells."""
    if notice.colour:
        return settings.seating.player(notice.colour)
    wanted: Player | None = getattr(notice.event, "player", None)
    return wanted
