"""The lock files name packages, versions and digests, and neither hosts nor paths."""

import re
import tomllib
from itertools import chain, pairwise

import pytest

from tests.rigs.environment.checkout import ROOT
from tools.bootstrap import LOCKS
from tools.lock_files import GROUPS, LEFT_OUT

PACKAGE = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [\w=!<>.' ]+)? \\")
DIGEST = re.compile(r" {4}--hash=sha256:[0-9a-f]{64}( \\)?")


def lines_of(kind: str) -> list[str]:
    return (ROOT / LOCKS[kind]).read_text(encoding="utf-8").splitlines()


def packages_of(kind: str) -> set[str]:
    return {line for line in lines_of(kind) if PACKAGE.fullmatch(line)}


def asked_for(kind: str) -> set[str]:
    """Names the packages that pyproject.toml wants for this kind of work."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = (project["dependency-groups"][group] for group in GROUPS[kind])
    requirements = chain(project["project"]["dependencies"], *lists)
    return {re.split(r"[^a-z0-9-]", requirement, maxsplit=1)[0] for requirement in requirements}


@pytest.mark.parametrize("kind", LOCKS)
def test_each_line_is_a_package_or_a_digest(kind: str) -> None:
    lines = lines_of(kind)
    assert [ln for ln in lines if not PACKAGE.fullmatch(ln) and not DIGEST.fullmatch(ln)] == []


@pytest.mark.parametrize("kind", LOCKS)
def test_each_package_has_a_digest(kind: str) -> None:
    followed = {line for line, after in pairwise(lines_of(kind)) if DIGEST.fullmatch(after)}
    assert packages_of(kind) <= followed


@pytest.mark.parametrize(
    "line",
    [
        "click", "click>=8.1 \\", "click @ file:///wheels/click.whl \\",
        "click==8.5.1 ; platform_machine == '/x' \\", "--index-url https://example.org/simple",
        "--find-links wheels", "-e .", "    --hash=sha256:0",
    ],
)  # fmt: skip
def test_a_line_with_a_host_or_a_path_is_refused(line: str) -> None:
    assert not PACKAGE.fullmatch(line)
    assert not DIGEST.fullmatch(line)


@pytest.mark.parametrize("kind", LOCKS)
def test_everything_asked_for_is_locked(kind: str) -> None:
    assert asked_for(kind) <= {line.split("==")[0] for line in packages_of(kind)}


def test_each_kind_of_work_uses_the_very_packages_of_the_kind_before() -> None:
    run, dev, bench = ({line.split()[0] for line in packages_of(kind)} for kind in LOCKS)
    assert run <= dev <= bench


def test_package_without_a_wheel_is_left_out() -> None:
    assert LEFT_OUT.split()[0] not in {line.split("==")[0] for line in packages_of("bench")}


@pytest.mark.parametrize("name", sorted(asked_for("bench")))
def test_every_dependency_has_its_reason(name: str) -> None:
    assert f"| {name} |" in (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
