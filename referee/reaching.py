"""Devices that are lost, troubled or there again, and a program that begins anew."""

from __future__ import annotations

from hardware.signals import DeviceBack, DeviceLost, Restarted, Troubled
from referee.draft import Draft
from referee.effects import Notice, What
from referee.state import NOTHING_SEEN
from referee.watching import look


def lose(draft: Draft, lost: DeviceLost) -> None:
    """What a device that cannot be reached has said of the board counts no more."""
    seen = draft.state.sight.seen
    _forget_trouble(draft, lost.source)
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


def trouble(draft: Draft, troubled: Troubled) -> None:
    """A device cannot do its work, or can again; what it claims of the board it tells itself."""
    known = draft.state.sight.troubles.get(troubled.source)
    if troubled.by is None:
        if known is not None:
            _forget_trouble(draft, troubled.source)
            draft.tell(Notice(What.TROUBLE_OVER, devices=(troubled.source,)))
    elif troubled.by is not known:
        draft.see(troubles={**draft.state.sight.troubles, troubled.source: troubled.by})
        draft.tell(Notice(What.TROUBLED, devices=(troubled.source,), trouble=troubled.by))


def _forget_trouble(draft: Draft, source: str) -> None:
    troubles = draft.state.sight.troubles
    if source in troubles:
        draft.see(troubles={name: by for name, by in troubles.items() if name != source})


def start_again(draft: Draft, _restarted: Restarted) -> None:
    """The match is where it was; of the table nothing is known, and who chose chooses anew."""
    draft.change(lost=frozenset())
    draft.see(seen={}, troubles={}, view=NOTHING_SEEN, still_at=None)
    draft.now(ending=False, chosen=None)
    draft.look_anew()
    draft.tell(Notice(What.RESUMED))
