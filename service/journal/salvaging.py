"""Reading what is intact of a journal whose file is damaged; the file is left as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from service.journal.mending import copy_to_mend, was_ours
from service.journal.pages import real
from service.journal.problems import JournalProblem, system_problem
from service.journal.reading import JournalFile, KeptMatch


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read of a journal, and what was in the way."""

    matches: tuple[KeptMatch, ...]
    problem: JournalProblem | None = None
    """What there is to say of the file, if not even its list of matches was whole."""


def salvaged_match(path: Path, number: int | None = None) -> Salvaged:
    """The match of this number, or the last one, as far as it is intact."""
    return _salvaged(path, lambda journal: (journal.kept(journal.match(number)),))


def salvaged_journal(path: Path) -> Salvaged:
    """Every match of a journal, each as far as it is intact."""
    return _salvaged(path, _all_of)


def _all_of(journal: JournalFile) -> tuple[KeptMatch, ...]:
    return tuple(journal.kept(head) for head in journal.matches)


def _salvaged(path: Path, read: Callable[[JournalFile], tuple[KeptMatch, ...]]) -> Salvaged:
    try:
        with JournalFile(path) as journal:
            matches = read(journal)
            return Salvaged(matches, None if journal.heads_are_whole else _loss(journal, path))
    except JournalProblem as problem:
        if not _may_be_salvaged(problem, path):
            raise
        return _salvaged_from_copy(path, read, problem)


def _salvaged_from_copy(
    path: Path, read: Callable[[JournalFile], tuple[KeptMatch, ...]], damage: JournalProblem
) -> Salvaged:
    with _copied(path) as copy:
        try:
            with JournalFile(copy) as journal:
                if not journal.matches:
                    raise damage
                problem = _loss(journal, path)
                matches = tuple(_as_of(path, match) for match in read(journal))
        except JournalProblem as error:
            if error.key == damage.key:
                raise damage from error
            raise _named(path, error) from error
    return Salvaged(matches, problem)


def _may_be_salvaged(problem: JournalProblem, path: Path) -> bool:
    """Whether the file is damaged and ours, and nothing else is the matter."""
    if problem.key == "no_journal":
        return path.stat().st_size > 0 and was_ours(path)
    return problem.key == "damaged"


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A copy of a damaged journal, as readable as it can be made."""
    with TemporaryDirectory() as folder:
        try:
            copy = copy_to_mend(real(path), Path(folder))
        except OSError as error:
            raise system_problem(error, path) from error
        yield copy


def _loss(journal: JournalFile, path: Path) -> JournalProblem:
    """How much is left of the whole journal."""
    count = 0
    for head in journal.matches:
        with suppress(JournalProblem):
            for _ in journal.signal_rows(head):
                count += 1
    return JournalProblem("salvaged", path, matches=len(journal.matches), count=count)


def _as_of(path: Path, match: KeptMatch) -> KeptMatch:
    """The same match, its problem told of the journal and not of the copy."""
    return replace(match, problem=_named(path, match.problem)) if match.problem else match


def _named(path: Path, problem: JournalProblem) -> JournalProblem:
    return JournalProblem(problem.key, path, **problem.values)
