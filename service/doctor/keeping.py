"""Whether what happens on the tables can be kept, and the page be served."""

from __future__ import annotations

from collections.abc import Iterator

from service.doctor.facts import Folder, Page
from service.doctor.findings import Finding, What, hint, ok, problem

MEGABYTE = 10**6
FULL = 5 * MEGABYTE
"""Bytes; an evening is kept in less than one megabyte, but a journal is mended in a copy."""
NEARLY_FULL = 200 * MEGABYTE


def journals(facts: Folder) -> Iterator[Finding]:
    """The folder of the journals; the worst thing about it, and how long it keeps what it has."""
    path, free = facts.path, facts.free // MEGABYTE
    if not facts.is_folder:
        yield problem(What.JOURNALS_NO_FOLDER, folder=path)
        return
    if facts.read_only:
        yield problem(What.JOURNALS_READ_ONLY, folder=path)
        return
    if not facts.writable:
        yield problem(What.JOURNALS_SHUT, folder=path)
        return
    if facts.free < FULL:
        yield problem(What.DISK_FULL, folder=path, free=free)
    elif facts.free < NEARLY_FULL:
        yield hint(What.DISK_NEARLY_FULL, folder=path, free=free)
    else:
        yield ok(What.JOURNALS, folder=path, free=free)
    if facts.volatile:
        yield problem(What.JOURNALS_FORGOTTEN, folder=path, kind=facts.kind)
    elif facts.kind == "overlay":
        yield hint(What.JOURNALS_LAYERED, folder=path)


def page(facts: Page) -> Iterator[Finding]:
    """The place where browsers find the page."""
    if facts.free:
        yield ok(What.PAGE, address=facts.address)
    elif not facts.taken:
        yield problem(What.PAGE_NOWHERE, address=facts.address, why=facts.why)
    elif facts.holder and facts.holder.is_kibitz:
        yield hint(What.PAGE_OURS, address=facts.address, process=facts.holder.process)
    else:
        yield problem(What.PAGE_TAKEN, address=facts.address)
