"""Notices, places and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.position import MOVER_BAR, MOVER_OFF, OTHER_BAR, OTHER_OFF
from engine.players import Player
from hardware.checkers import POINTS, Colour, Place
from hardware.signals import PlayerRequestKind
from referee import notices, request_notices
from referee.match_settings import MatchSettings
from referee.notice_contents import colour_of, findings_of
from referee.notices import Notice
from referee.seating import FIELDS_BY_PLACE, place_for_mover
from referee.verdicts import CheckerMove
from service.words.phrases import Phrases, devices_in_words
from service.words.rule_texts import errors_of, reason_in_words, refusal_in_words

MAX_LISTED = 5
"""The largest number of moves that are listed; more are only counted."""
_KINDS = ("missing", "too_many", "misplaced")
KEYS: Mapping[type[Notice], str] = {
    notices.SetUpIncomplete: "set_up_incomplete", notices.SetUpFirst: "set_up_first",
    notices.OneDieEach: "one_die_each", notices.CockedDice: "cocked",
    notices.NotYourThrow: "not_your_throw", notices.ThrowStands: "throw_stands",
    notices.ThrowWaits: "throw_waits", notices.EarlyThrowVoid: "early_throw_void",
    notices.OneDieSeen: "one_die_seen", notices.VoidAsked: "void_asked",
    notices.ThrowVoid: "throw_void", notices.PutBackFirst: "put_back_first",
    notices.ConfirmRequest: "confirm", notices.RequestWithdrawn: "request_withdrawn",
    notices.BoardVouchedFor: "board_vouched_for", notices.DiceNotRolled: "dice_not_rolled",
    notices.EarlyThrowChoice: "early_throw_choice",
    notices.IllegalPlayRefused: "illegal", notices.IllegalPlayStands: "illegal_stands",
    notices.IllegalPlayChoice: "illegal_choice", notices.BoardDisturbed: "disturbed",
    notices.WhichPlay: "which", notices.SensorsBlind: "unreadable", notices.PlacesHidden: "hidden",
    notices.SwitchSilent: "switch_silent", notices.SwitchClosed: "switch_closed",
    notices.SwitchDead: "switch_dead", notices.SwitchStuck: "switch_stuck",
    notices.SwitchMended: "switch_mended",
    notices.DevicesLost: "device_lost", notices.DevicesBack: "device_back",
    notices.CameraProblemFound: "camera_problem", notices.CameraProblemSolved: "camera_seeing",
    notices.EventRefused: "refused", notices.MatchResumed: "resumed",
    notices.ThrowFirst: "throw_first", notices.OpeningThrowCounts: "opening_throw_counts",
    request_notices.AnswerAwaited: "answer", request_notices.PositionAsked: "position_asked",
    request_notices.PositionDeclined: "position_declined",
    request_notices.PlayVouchedFor: "play_vouched_for",
    request_notices.PositionRequested: "position_requested",
    request_notices.SeatingAsked: "seating", request_notices.SeatingChanged: "seating_changed",
    notices.NotUnderstood: "not_understood", notices.NoLegalPlay: "no_play",
    notices.DeadCubeDouble: "dead_cube", notices.PlayNotChosen: "not_chosen",
    notices.SensorsDisagree: "devices_disagree", notices.HintsChanged: "hints",
    notices.HintsLocked: "hints_locked",
}  # fmt: skip
"""The key of each notice's phrase; some have others for special details."""
_BY_CHOICE: Mapping[type[Notice], str] = {
    notices.NotUnderstood: "nonsense", notices.HintsChanged: "hints",
    notices.CameraProblemFound: "trouble", notices.ConfirmRequest: "request",
    request_notices.AnswerAwaited: "offer",
}  # fmt: skip
"""The notices with a phrase for each choice of one field, and this field."""
_WITH_DICE: Mapping[type[Notice], str] = {
    notices.ThrowStands: "throw_stands_as", notices.VoidAsked: "void_asked_instead",
}  # fmt: skip
"""The keys of phrases with the numbers of the dice, where these are not always known."""
_IN_SPECIAL: Mapping[type[Notice], tuple[str, str]] = {
    notices.WhichPlay: ("unmoved", "which_unmoved"),
    notices.VoidAsked: ("is_opening", "void_asked_opening"),
    notices.ThrowFirst: ("is_shut_out", "throw_first_shut_out"),
}
"""The notices with another phrase if one field is true, with this field and the key."""
_SURE_OF = (PlayerRequestKind.NO, PlayerRequestKind.BEAVER, PlayerRequestKind.RESIGN)
"""Requests of which the last question before they count has words of its own."""
_PLACED = (
    notices.SetUpIncomplete
    | notices.SetUpFirst
    | notices.PlacesHidden
    | notices.SwitchNotice
    | notices.SwitchMended
    | notices.SensorsDisagree
    | notices.BoardVouchedFor
)
"""The notices whose phrases name places."""
_PLACE_KEYS = {MOVER_BAR: "bar", OTHER_BAR: "bar_of", MOVER_OFF: "tray", OTHER_OFF: "tray_of"}


@dataclass(frozen=True, slots=True)
class PlaceTexts:
    """Puts places into words for the player of a colour, or for both."""

    settings: MatchSettings
    phrases: Phrases
    to: Colour | None = None
    both_count_as: Colour = Colour.LIGHT
    """The player by whose numbers both read."""

    def places_in_words(self, places: Sequence[Place], joined_by: str = "and") -> str:
        """The places in words: `on point 13 and on the bar`; empty for no place."""
        return self._with_numbering(self.uncounted_places_in_words(places, joined_by), places)

    def uncounted_places_in_words(self, places: Sequence[Place], joined_by: str = "and") -> str:
        """The places in words, without a remark on the numbering."""
        return self.phrases.join(
            (self._say(place, "at_") for place in dict.fromkeys(places)), joined_by
        )

    def moves_in_words(self, moves: Sequence[CheckerMove]) -> str:
        """The moves in words, or just the number of checkers if there are many; empty if none."""
        groups = [(move, len(list(same))) for move, same in groupby(moves)]
        if not groups or len(groups) > MAX_LISTED:
            return counts_in_words(moves, self.phrases)
        text = self.phrases.join(self._carry(move, count) for move, count in groups)
        ends = [place for move in moves for place in (move.source, move.target) if place]
        return _sentence(self._with_numbering(text, ends))

    def _carry(self, move: CheckerMove, count: int) -> str:
        kind = move.colour.value if move.colour else "any"
        checkers = self.phrases.say(f"verdict.checkers_{kind}", count=count)
        source = self._say(move.source) if move.source else ""
        target = self._say(move.target) if move.target else ""
        at = self._say(move.target, "at_") if move.target else ""
        key = "carry" if source and target else "take_away" if source else "put_down"
        return self.phrases.say(
            f"verdict.{key}", checkers=checkers, source=source, target=target, at=at
        )

    def _say(self, place: Place, form: str = "") -> str:
        field = FIELDS_BY_PLACE[self._counting][place]
        key = _PLACE_KEYS.get(field, "point")
        if self.to is None and key in ("bar", "tray"):
            key = f"{key}_of"
        owner = self._owner_name(field)
        return self.phrases.say(f"place.{form}{key}", point=field + 1, player=owner)

    def _owner_name(self, field: int) -> str:
        """The name of the owner of a half of the bar or of a tray."""
        owner = self._counting.other if field in (OTHER_BAR, OTHER_OFF) else self._counting
        return self._name(owner)

    @property
    def _counting(self) -> Colour:
        return self.to or self.both_count_as

    def _name(self, colour: Colour) -> str:
        return self.settings.names[self.settings.seating.player(colour)]

    def _with_numbering(self, text: str, places: Iterable[Place]) -> str:
        """The text; if both players read it, with the remark whose numbering is used."""
        if self.to or not any(place in POINTS for place in places):
            return text
        player = self._name(self.both_count_as)
        return self.phrases.say("place.counted_by", places=text, player=player)


def counts_in_words(moves: Iterable[CheckerMove], phrases: Phrases) -> str:
    """The numbers of missing, surplus and misplaced checkers in words; empty for no move."""
    counts = Counter(_kind(move) for move in moves)
    parts = [phrases.say(f"verdict.{kind}", count=counts[kind]) for kind in _KINDS if counts[kind]]
    return _sentence(phrases.join(parts)) if parts else ""


def _kind(move: CheckerMove) -> str:
    missing, too_many, misplaced = _KINDS
    if move.source is None:
        return missing
    return misplaced if move.target else too_many


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def notice_in_words(
    notice: Notice,
    settings: MatchSettings,
    phrases: Phrases,
    both_count_as: Colour = Colour.LIGHT,
) -> str:
    """A notice in words; points are numbered for the player whom it concerns."""
    texts = PlaceTexts(settings, phrases, colour_of(notice), both_count_as)
    text = phrases.say(
        f"notice.{_key(notice)}",
        count=_count(notice, phrases),
        **_details(notice, texts),
        **_people(notice, settings, phrases),
    )
    return f"{text} {_moves(notice, texts)}".rstrip()


def _key(notice: Notice) -> str:
    """The key of a notice's phrase, which may depend on the details."""
    key = _variant(notice) or KEYS[type(notice)]
    return f"{key}_camera" if isinstance(notice, notices.SwitchNotice) and notice.devices else key


def _variant(notice: Notice) -> str | None:
    """The key of a phrase for special details, if these details have one."""
    match notice:
        case notices.SwitchSilent() | notices.SwitchClosed():
            return _switch_variant(notice)
        case notices.SetUpFirst():
            return _set_up_variant(notice)
        case request_notices.SeatingAsked(turned=turned, mirrored=mirrored):
            return f"seating{'_turned' * turned}{'_mirrored' * mirrored}"
        case request_notices.AnswerAwaited(offer=offer, is_ignored=True):
            return f"answer_{offer.value}_ignored"
        case notices.SetUpIncomplete(surplus=surplus) if surplus:
            return "set_up_other" if notice.places else "set_up_too_many"
        case notices.DevicesBack(()):
            return "devices_back"
        case notices.ConfirmRequest(request=request, is_final=True):
            return f"confirm_{request.value}_finally" if request in _SURE_OF else "confirm_finally"
    return _variant_by_field(notice)


def _set_up_variant(notice: notices.SetUpFirst) -> str | None:
    """The key of a phrase about a set-up that lies otherwise, or of which too little is seen."""
    if notice.turned or notice.mirrored:
        return f"set_up{'_turned' * notice.turned}{'_mirrored' * notice.mirrored}"
    return "set_up_unsure" if notice.places and not notice.moves else None


def _variant_by_field(notice: Notice) -> str | None:
    """The key of a phrase for the value of one field, if this value has one."""
    kind = type(notice)
    if kind in _IN_SPECIAL and getattr(notice, _IN_SPECIAL[kind][0]):
        return _IN_SPECIAL[kind][1]
    if kind in _BY_CHOICE and (choice := getattr(notice, _BY_CHOICE[kind])):
        return f"{KEYS[kind]}_{choice.value}"
    return _WITH_DICE.get(kind) if getattr(notice, "dice", None) else None


def _switch_variant(notice: notices.SwitchSilent | notices.SwitchClosed) -> str:
    """The key of a phrase about a switch, by what is asked and whether reasons are given."""
    if notice.colour is None:
        return "switch_closed_look"
    stacked = isinstance(notice, notices.SwitchSilent) and notice.stacked
    key = "switch_stacked" if stacked else KEYS[type(notice)]
    return f"{key}_reason" if notice.reasons and not _says_the_same(notice) else key


def _says_the_same(notice: notices.SwitchSilent | notices.SwitchClosed) -> bool:
    """True if the only reason is one checker too many, on the place that is asked about."""
    if notice.colour is None or len(notice.reasons) > 1:
        return False
    (reason,) = notice.reasons
    too_many = reason.why is ReasonKind.CHECKERS_TOO_MANY
    there = [place_for_mover(number, reason.side, notice.colour) for number in reason.points]
    return too_many and tuple(there) == notice.places


def _count(notice: Notice, phrases: Phrases) -> int | None:
    """The number of things that a notice is about, if its phrase depends on it."""
    match notice:
        case notices.IllegalPlayRefused(reasons=reasons):
            said = {reason_in_words(reason, phrases): errors_of(reason) for reason in reasons}
            return sum(said.values())
        case notices.SetUpIncomplete(places, surplus):
            return len(places) + len(surplus)
    return len(notice.places) if isinstance(notice, _PLACED) else None


def _details(notice: Notice, texts: PlaceTexts) -> dict[str, str]:
    """The details of a notice in words, by their names in its phrase."""
    phrases = texts.phrases
    match notice:
        case notices.EventRefused(refusal):
            return {"why": refusal_in_words(refusal, phrases)}
        case notices.OneDieSeen(number=number):
            return {"number": str(number)}
        case notices.ConfirmRequest(number=number) if number:
            return {"win": phrases.say(f"win.{Win(number).name.lower()}")}
        case notices.NotUnderstood():
            return {"text": notice.text}
        case request_notices.PositionRequested(turn) | request_notices.PositionAsked(turn=turn):
            return {"mover": texts.settings.names[texts.settings.seating.player(turn)]}
        case notices.DevicesLost(devices) | notices.DevicesBack(devices):
            return {"devices": devices_in_words(devices, phrases)}
    if dice := getattr(notice, "dice", None):
        return {"dice": phrases.join((dice.high, dice.low))}
    reasons, _board = findings_of(notice)
    return {**_places(notice, texts), "why": " ".join(_reasons(reasons, phrases))}


def _places(notice: Notice, texts: PlaceTexts) -> dict[str, str]:
    """The places that a notice names, in words."""
    match notice:
        case notices.SetUpIncomplete(places, surplus) if surplus:
            lacking = texts.uncounted_places_in_words(places)
            return {"lacking": lacking, "at": texts.places_in_words(surplus)}
    return {"at": texts.places_in_words(notice.places) if isinstance(notice, _PLACED) else ""}


def _reasons(reasons: Iterable[Reason], phrases: Phrases) -> list[str]:
    """The reasons in words, each once, most useful first."""
    return list(dict.fromkeys(reason_in_words(reason, phrases) for reason in reasons))


def _moves(notice: Notice, texts: PlaceTexts) -> str:
    """The moves in words, or for a set-up the numbers of checkers still to be moved."""
    match notice:
        case notices.SetUpFirst(moves=moves):
            return counts_in_words(moves, texts.phrases)
        case notices.BoardDisturbed(moves=moves):
            return texts.moves_in_words(moves)
    return ""


def _people(notice: Notice, settings: MatchSettings, phrases: Phrases) -> dict[str, str]:
    """The names for a phrase: the player concerned, the opponent, and the owner of each colour."""
    names, light = settings.names, settings.light
    both = phrases.join((names.one, names.two))
    player = _player_concerned(notice, settings)
    return {
        "player": names[player] if player else both,
        "opponent": names[player.opponent] if player else both,
        "light": names[light],
        "dark": names[light.opponent],
    }


def _player_concerned(notice: Notice, settings: MatchSettings) -> Player | None:
    """The player whom a notice concerns first: of a refusal, the player who made the request."""
    if colour := colour_of(notice):
        return settings.seating.player(colour)
    if not isinstance(notice, notices.EventRefused):
        return None
    wanted: Player | None = getattr(notice.event, "player", None)
    return wanted
