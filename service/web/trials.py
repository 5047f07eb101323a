"""A test of the lamps or the switches, as it is shown on a page."""

from __future__ import annotations

from referee.naming import tell_device
from referee.settings import MatchSettings
from referee.whereabouts import Whereabouts
from referee.words import Phrases
from service.tables.trying import End, LampTrial, SwitchFault, SwitchTrial, Trial
from service.web.messages import to_page
from service.web.messages.from_page import Test


def trial_shown(trial: Trial | None, settings: MatchSettings, phrases: Phrases) -> to_page.Trial:
    """What a page shows of a trial; nothing, where there has been none."""
    if trial is None:
        return to_page.Trial(running=False)
    faults = trial.faults if isinstance(trial, SwitchTrial) else ()
    return to_page.Trial(
        trial.running,
        Test.LAMPS if isinstance(trial, LampTrial) else Test.SWITCHES,
        _words(trial, settings, phrases),
        trial.place,
        trial.done,
        trial.of,
        tuple(_fault(fault, settings, phrases) for fault in faults),
    )


def _words(trial: Trial, settings: MatchSettings, phrases: Phrases) -> str:
    """What is to be seen or done now, or what came of it."""
    if trial.end is End.LOST:
        return phrases.say("page.trial.lost", device=tell_device(trial.device, phrases))
    if trial.end is End.STOPPED:
        return phrases.say("page.trial.stopped")
    if isinstance(trial, LampTrial):
        return _of_lamps(trial, settings, phrases)
    return _of_switches(trial, settings, phrases)


def _of_lamps(trial: LampTrial, settings: MatchSettings, phrases: Phrases) -> str:
    if not trial.running:
        return phrases.say("page.trial.lamps_done")
    if trial.place is None:
        return phrases.say(f"page.trial.colour_{trial.colour}")
    return phrases.say("page.trial.lamp", at=Whereabouts(settings, phrases).at([trial.place]))


def _of_switches(trial: SwitchTrial, settings: MatchSettings, phrases: Phrases) -> str:
    seen = Whereabouts(settings, phrases).at(trial.answered)
    if not trial.running:
        well = "" if trial.faults else phrases.say("page.trial.switches_well")
        return " ".join(filter(None, (well, phrases.say("page.trial.switches_done"))))
    if trial.place is None:
        key = "empty_at" if trial.answered else "empty"
        return phrases.say(f"page.trial.{key}", at=seen)
    here = Whereabouts(settings, phrases).at([trial.place])
    if trial.answered:
        return phrases.say("page.trial.other", at=here, other=seen)
    key = "put" if trial.checker == 1 else "put_more"
    return phrases.say(f"page.trial.{key}", at=here, number=trial.checker)


def _fault(fault: SwitchFault, settings: MatchSettings, phrases: Phrases) -> str:
    where = Whereabouts(settings, phrases)
    here, other = where.at([fault.place]), where.at(fault.answered)
    key = f"page.trial.fault.{fault.flaw.value}"
    return phrases.say(key, at=here, other=other, number=fault.checker)
