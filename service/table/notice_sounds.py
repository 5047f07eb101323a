"""Selects the sound of a notice."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.checkers import Place
from hardware.outputs import Tone, Tune
from referee import notices, request_notices
from referee.effects import Effect, LampMeaning, ShowLamps
from referee.notice_contents import colour_of
from referee.notices import Notice

WRONG_TUNE: Tune = (Tone(440, 0.15), Tone(0, 0.07), Tone(440, 0.25))
"""Two low tones: the last action does not count."""
QUESTION_TUNE: Tune = (Tone(1047, 0.08), Tone(1568, 0.12))
"""Two rising tones: a player has to answer."""
_ASKING = (LampMeaning.OFFER, LampMeaning.CONFIRM)
"""The meanings of lamps that ask a player for an answer."""
REPEAT_INTERVAL = 2.0
"""Seconds in which the same notice sounds only once."""

_WRONG: tuple[type[Notice], ...] = (
    notices.SetUpFirst, notices.OneDieEach, notices.CockedDice, notices.NotYourThrow,
    notices.ThrowStands, notices.ThrowWaits, notices.EarlyThrowVoid, notices.IllegalPlayRefused,
    notices.IllegalPlayStands, notices.BoardDisturbed, notices.SensorsBlind, notices.EventRefused,
    notices.PlayNotChosen, request_notices.PositionRequested, notices.OneDieSeen,
    notices.PutBackFirst, notices.ThrowFirst, notices.OpeningThrowCounts,
    notices.ThrowVoid, notices.DiceNotRolled,
)  # fmt: skip
_QUESTIONS: tuple[type[Notice], ...] = (
    notices.WhichPlay, notices.SwitchSilent, notices.SwitchClosed, notices.EarlyThrowChoice,
    notices.IllegalPlayChoice, notices.DeadCubeDouble, notices.VoidAsked, notices.ConfirmRequest,
    notices.BoardVouchedFor, request_notices.PositionAsked, request_notices.SeatingAsked,
    request_notices.AnswerAwaited, request_notices.PlayVouchedFor,
)  # fmt: skip
TUNES = dict.fromkeys(_WRONG, WRONG_TUNE) | dict.fromkeys(_QUESTIONS, QUESTION_TUNE)
"""The notices that have a sound."""


def tune_of(notice: Notice) -> Tune | None:
    """The tune of a notice, if it has one; a notice to no particular player is not a question."""
    tune = TUNES.get(type(notice))
    return None if tune is QUESTION_TUNE and colour_of(notice) is None else tune


class SoundSelector:
    """Selects the tunes of the effects at a table, one after the other."""

    def __init__(self) -> None:
        self._sounded_at: dict[type[Notice], float] = {}
        """The time at which each notice last sounded."""
        self._asked = frozenset[Place]()
        """The places at which the lamps ask a question."""

    def tune_for(self, effect: Effect, at: float) -> Tune | None:
        """The tune of an effect that happens now, if it has one."""
        if isinstance(effect, ShowLamps):
            return self._for_lamps(effect.meanings)
        return self._for_notice(effect, at) if isinstance(effect, Notice) else None

    def _for_notice(self, notice: Notice, at: float) -> Tune | None:
        tune = tune_of(notice)
        last = self._sounded_at.get(type(notice))
        if tune is None or (last is not None and at < last + REPEAT_INTERVAL):
            return None
        self._sounded_at[type(notice)] = at
        return tune

    def _for_lamps(self, meanings: Mapping[Place, LampMeaning]) -> Tune | None:
        """The tune for lamps that begin to ask a question; None while they only continue to."""
        asked = frozenset(place for place, it in meanings.items() if it in _ASKING)
        new, self._asked = asked - self._asked, asked
        return QUESTION_TUNE if new else None
