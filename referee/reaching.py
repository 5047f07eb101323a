"""Devices that cannot be reached, that are there again, and a program that begins anew."""

from __future__ import annotations

from hardware.signals import DeviceBack, DeviceLost, Restarted
from referee.draft import Draft
from referee.effects import Notice, What
from referee.state import NOTHING_SEEN
from referee.watching import look


def lose(draft: Draft, lost: DeviceLost) -> None:
    """What a device that cannot be reached has said of the board counts no more."""
    seen = draft.state.sight.seen
    if lost.source not in draft.state.lost:
        draft.change(lost=draft.state.lost | {lost.source})
        draft.tell(Notice(What.DEVICE_LOST, devices=tuple(sorted(draft.state.lost))))
    if lost.source in seen:
        look(draft, {name: one for name, one in seen.items() if name != lost.source})


def find(draft: Draft, back: DeviceBack) -> None:
    """A device is there again."""
    if back.source in draft.state.lost:
        draft.change(lost=draft.state.lost - {back.source})
        devices = (back.source,) if draft.state.lost else ()
        draft.tell(Notice(What.DEVICE_BACK, devices=devices))


def start_again(draft: Draft, _restarted: Restarted) -> None:
    """The match is where it was; of the table nothing is known, and who chose chooses anew."""
    draft.change(lost=frozenset())
    draft.see(seen={}, view=NOTHING_SEEN, still_at=None)
    draft.now(ending=False, chosen=None)
    draft.look_anew()
    draft.tell(Notice(What.RESUMED))
