"""Turns events and notices into announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.backgammon.game.events import Event
from engine.backgammon.notation.play_text import write_play
from engine.players import Player
from hardware.checkers import Colour
from referee import notices, request_notices
from referee.effects import Effect, RecordEvent, ShowLamps, StartNextMatch
from referee.notice_contents import colour_of
from referee.notices import Notice
from referee.state import State
from service.table.refereed_table import RefereedTable
from service.words.captions import choice_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import Phrases
from service.words.rule_texts import event_in_words

OBJECTIONS: frozenset[type[Notice]] = frozenset(
    {
        notices.SetUpFirst, notices.OneDieEach, notices.CockedDice, notices.NotYourThrow,
        notices.ThrowStands, notices.EarlyThrowVoid, notices.EarlyThrowChoice,
        notices.IllegalPlayRefused, notices.IllegalPlayStands, notices.IllegalPlayChoice,
        notices.BoardDisturbed, notices.SensorsBlind, notices.PlacesHidden, notices.SwitchSilent,
        notices.SwitchClosed, notices.DevicesLost, notices.CameraProblemFound, notices.EventRefused,
        notices.NotUnderstood, notices.PlayNotChosen, notices.ThrowFirst,
        notices.OpeningThrowCounts, request_notices.SeatingAsked,
        notices.SensorsDisagree, notices.HintsLocked, notices.OneDieSeen,
        notices.ThrowVoid, notices.PutBackFirst, notices.DiceNotRolled,
        notices.BoardVouchedFor,
    }
)  # fmt: skip
"""Notices about something that is not as it should be; a request alone is nothing of the kind."""
COMPUTER_HANDS_PHRASES: Mapping[type[Notice], str] = {
    notices.NoLegalPlay: "verdict.no_play",
    notices.PlayNotChosen: "run.other_play_chosen",
}
"""The keys of other phrases, used where the computer moves its own checkers."""

ActingPlayer = Callable[[], Player | None]
"""Returns the player for whom simulated hands act at the moment, or None."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement that is not yet in a language."""

    sentences: Callable[[Phrases], Sequence[str]]
    """Returns its sentences; an empty list if it needs no words."""
    is_objection: bool = False
    """True if it objects to something."""
    notice: Notice | None = None
    """The referee's notice that it announces, if any."""
    event: Event | None = None
    """The event of the match that it announces, if any."""

    def replaces(self, earlier: Announcement) -> bool:
        """True if it replaces an earlier one: it names the same lost devices, or all are back."""
        match earlier.notice, self.notice:
            case notices.DevicesLost(before), notices.DevicesLost(now):
                return set(before) <= set(now)
            case notices.DevicesBack(), notices.DevicesBack(()):
                return True
        return False


def is_objection(notice: Notice) -> bool:
    """True if a notice objects to something, and does not only pass on a request."""
    is_ignored = isinstance(notice, request_notices.AnswerAwaited) and notice.is_ignored
    return is_ignored or type(notice) in OBJECTIONS


class Announcements:
    """Turns the effects at a table into announcements, one after the other."""

    def __init__(
        self,
        table: RefereedTable,
        acting_player: ActingPlayer = lambda: None,
        both_count_as: Callable[[State], Colour] = lambda _: Colour.LIGHT,
    ) -> None:
        self._table = table
        self._both_count_as = both_count_as
        self._acting_player = acting_player
        self._chosen = table.state.chosen

    def announce(self, effect: Effect) -> Announcement | None:
        """The announcement of an effect, if any; must be called when the effect happens."""
        match effect:
            case RecordEvent():
                return self._event(effect)
            case ShowLamps():
                return self._choice()
            case StartNextMatch():
                return Announcement(lambda phrases: [phrases.say("run.new_match")])
        if isinstance(effect, Notice):
            return self._concerning_hands(effect) or self._notice(effect)
        return None

    def _notice(self, notice: Notice) -> Announcement:
        settings, counting = self._table.state.settings, self._both_count_as(self._table.state)
        return Announcement(
            lambda phrases: [notice_in_words(notice, settings, phrases, counting)],
            is_objection(notice),
            notice,
        )

    def _concerning_hands(self, notice: Notice) -> Announcement | None:
        """A different announcement for a notice that asks people to do what simulated hands do."""
        settings, player = self._table.state.settings, self._acting_player()
        key = COMPUTER_HANDS_PHRASES.get(type(notice))
        if not (key and player and colour_of(notice) is settings.seating.colour(player)):
            return None
        name = settings.names[player]
        return Announcement(lambda phrases: [phrases.say(key, player=name)], is_objection(notice))

    def _choice(self) -> Announcement | None:
        """The play that the computer has just chosen, to be moved for it."""
        state = self._table.state
        chosen, self._chosen = self._chosen, state.chosen
        line = state.plays.lines.get(state.chosen) if state.plays and state.chosen else None
        if line is None or state.chosen == chosen:
            return None
        play, player = write_play(line), state.settings.names[state.turn]
        own = state.turn is self._acting_player()
        return Announcement(lambda phrases: [choice_in_words(player, play, phrases, by_itself=own)])

    def _event(self, it: RecordEvent) -> Announcement:
        names = self._table.state.settings.names
        return Announcement(
            lambda phrases: event_in_words(it.before, it.event, it.after, names, phrases),
            event=it.event,
        )


class AnnouncementPrinter:
    """A listener of a table that prints all announcements."""

    def __init__(
        self,
        table: RefereedTable,
        phrases: Phrases,
        say: Callable[[str], None],
        acting_player: ActingPlayer = lambda: None,
    ) -> None:
        self._announcements = Announcements(table, acting_player)
        self._phrases = phrases
        self._say = say

    def __call__(self, effect: Effect) -> None:
        """Prints the announcement of an effect, if any."""
        announcement = self._announcements.announce(effect)
        for sentence in announcement.sentences(self._phrases) if announcement else ():
            self._say(sentence)
