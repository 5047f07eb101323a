"""The file format of journals and of what lies beside them: the tag of each stored type.

Tags are written into files, so a tag stays for ever; a class may be renamed at will. Names of
fields and of enum members are part of the format too;
`tests/service/storage/test_stored_format.py` holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.backgammon.game import events
from hardware import observations, signals
from referee import effects, notices, request_notices, verdicts
from referee.notices import Notice
from service.storage.codec import Codec, CurrentForm, DecodingError, UnknownName

NOTICES: Mapping[type[Notice], tuple[str, str]] = {
    notices.SetUpIncomplete: ("set_up", "NoticeSetUp"),
    notices.SetUpFirst: ("set_up_first", "NoticeSetUpFirst"),
    notices.OneDieEach: ("one_die_each", "NoticeOneDieEach"),
    notices.CockedDice: ("cocked", "NoticeCocked"),
    notices.NotYourThrow: ("not_your_throw", "NoticeNotYourThrow"),
    notices.ThrowStands: ("throw_stands", "NoticeThrowStands"),
    notices.ThrowWaits: ("throw_waits", "NoticeThrowWaits"),
    notices.BoardVouchedFor: ("board_vouched_for", "NoticeBoardVouchedFor"),
    notices.RequestWithdrawn: ("request_withdrawn", "NoticeRequestWithdrawn"),
    notices.DiceNotRolled: ("dice_not_rolled", "NoticeDiceNotRolled"),
    notices.OneDieSeen: ("one_die_seen", "NoticeOneDieSeen"),
    notices.VoidAsked: ("void_asked", "NoticeVoidAsked"),
    notices.ThrowVoid: ("throw_void", "NoticeThrowVoid"),
    notices.PutBackFirst: ("put_back_first", "NoticePutBackFirst"),
    notices.ConfirmRequest: ("confirm_request", "NoticeConfirmRequest"),
    notices.EarlyThrowVoid: ("early_throw_void", "NoticeEarlyThrowVoid"),
    notices.EarlyThrowChoice: ("early_throw_choice", "NoticeEarlyThrowChoice"),
    notices.IllegalPlayRefused: ("illegal", "NoticeIllegal"),
    notices.IllegalPlayStands: ("illegal_stands", "NoticeIllegalStands"),
    notices.IllegalPlayChoice: ("illegal_choice", "NoticeIllegalChoice"),
    notices.BoardDisturbed: ("disturbed", "NoticeDisturbed"),
    notices.WhichPlay: ("which", "NoticeWhich"),
    notices.SensorsBlind: ("unreadable", "NoticeUnreadable"),
    notices.PlacesHidden: ("hidden", "NoticeHidden"),
    notices.SwitchSilent: ("switch_silent", "NoticeSwitchSilent"),
    notices.SwitchClosed: ("switch_closed", "NoticeSwitchClosed"),
    notices.SwitchDead: ("switch_dead", "NoticeSwitchDead"),
    notices.SwitchStuck: ("switch_stuck", "NoticeSwitchStuck"),
    notices.SwitchMended: ("switch_mended", "NoticeSwitchMended"),
    notices.DevicesLost: ("device_lost", "NoticeDeviceLost"),
    notices.DevicesBack: ("device_back", "NoticeDeviceBack"),
    notices.CameraProblemFound: ("troubled", "NoticeTroubled"),
    notices.CameraProblemSolved: ("trouble_over", "NoticeTroubleOver"),
    notices.EventRefused: ("refused", "NoticeRefused"),
    notices.ThrowFirst: ("throw_first", "NoticeThrowFirst"),
    notices.OpeningThrowCounts: ("opening_throw_counts", "NoticeOpeningThrowCounts"),
    request_notices.AnswerAwaited: ("answer_awaited", "NoticeAnswerAwaited"),
    request_notices.PositionAsked: ("position_asked", "NoticePositionAsked"),
    request_notices.PositionDeclined: ("position_declined", "NoticePositionDeclined"),
    request_notices.SeatingAsked: ("seating_asked", "NoticeSeatingAsked"),
    request_notices.PlayVouchedFor: ("play_vouched_for", "NoticePlayVouchedFor"),
    request_notices.SeatingChanged: ("seating_changed", "NoticeSeatingChanged"),
    request_notices.PositionRequested: ("position_requested", "NoticePositionRequested"),
    notices.MatchResumed: ("resumed", "NoticeResumed"),
    notices.NotUnderstood: ("no_sense", "NoticeNoSense"),
    notices.NoLegalPlay: ("no_play", "NoticeNoPlay"),
    notices.DeadCubeDouble: ("dead_cube", "NoticeDeadCube"),
    notices.PlayNotChosen: ("not_chosen", "NoticeNotChosen"),
    notices.SensorsDisagree: ("devices_disagree", "NoticeDevicesDisagree"),
    notices.HintsChanged: ("hints", "NoticeHints"),
    notices.HintsLocked: ("hints_locked", "NoticeHintsLocked"),
}
"""The kinds of notices: in their legacy field `what`, and as they are tagged now."""
KINDS = {what: kind for kind, (what, _) in NOTICES.items()}
FIELDS = frozenset({
    "colour", "reasons", "board", "refusal", "places", "event", "text", "moves", "dice",
    "nonsense", "hints", "devices", "trouble",
})  # fmt: skip
"""The legacy fields besides `what`; each kind used a few of them."""


def read_legacy_notice(data: Mapping[str, Any], where: str) -> CurrentForm:
    """The kind of a legacy notice, and its data without the fields that the kind never used."""
    what = data.get("what")
    if not isinstance(what, str) or what not in KINDS:
        error = UnknownName if isinstance(what, str) else DecodingError
        raise error(f"{where}.what", f"one of {', '.join(KINDS)}", what)
    kind = KINDS[what]
    unused = (FIELDS | {"what"}) - {field.name for field in fields(kind)}
    return CurrentForm(kind, {name: data[name] for name in data.keys() - unused})


FORMAT = Codec(
    {
        observations.Observation: "Observation",
        signals.DiceReading: "DiceSeen",
        signals.ButtonPressed: "ButtonPressed",
        signals.PlayerRequest: "Wished",
        signals.LayoutStated: "Told",
        signals.PlayChosen: "PlayChosen",
        signals.PositionSetUp: "SetUpWanted",
        signals.TimerExpired: "TimeCame",
        signals.DeviceLost: "DeviceLost",
        signals.DeviceRestored: "DeviceBack",
        signals.CameraProblemChanged: "Troubled",
        signals.ServiceRestarted: "Restarted",
        signals.GarbledData: "Garbled",
        signals.SignalsDropped: "Dropped",
        effects.ShowLamps: "Lit",
        effects.ReportVerdict: "Judged",
        effects.RecordEvent: "Happened",
        effects.WakeAt: "WakeAt",
        effects.ChangeSeating: "SeatingChanged",
        effects.StartNextMatch: "NextMatch",
        **{kind: tag for kind, (_, tag) in NOTICES.items()},
        verdicts.Unchanged: "Unchanged",
        verdicts.OnTheWay: "OnTheWay",
        verdicts.Complete: "Complete",
        verdicts.Ambiguous: "Ambiguous",
        verdicts.Illegal: "Illegal",
        verdicts.Disturbed: "Disturbed",
        verdicts.UnreadableBoard: "Unreadable",
        events.OpeningThrow: "OpeningThrow",
        events.Throw: "Throw",
        events.CockedThrow: "CockedThrow",
        events.VoidThrow: "VoidThrow",
        events.Play: "Play",
        events.TakeBack: "TakeBack",
        events.EndTurn: "EndTurn",
        events.Challenge: "Challenge",
        events.Double: "Double",
        events.Take: "Take",
        events.Drop: "Drop",
        events.Beaver: "Beaver",
        events.Resign: "Resign",
        events.AcceptResignation: "AcceptResignation",
        events.PlayOn: "PlayOn",
        events.AskUndo: "AskUndo",
        events.AgreeUndo: "AgreeUndo",
        events.RefuseUndo: "RefuseUndo",
        events.RunOutOfTime: "RunOutOfTime",
        events.NextGame: "NextGame",
    },
    legacy={"Notice": read_legacy_notice},
)
"""Encodes and decodes everything that is kept in files."""
