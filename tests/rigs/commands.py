"""The command `kibitz`, typed in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import kibitz

ENGLISH = {"LC_ALL": "C.UTF-8"}


class Shell:
    """A place to type commands, and to answer what they ask."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        patch.chdir(folder)

    def kibitz(
        self, *arguments: str, typed: str = "", environment: Mapping[str, str] = ENGLISH
    ) -> Result:
        """What a command answers; an exception that it let through is raised here."""
        result = CliRunner().invoke(kibitz, arguments, input=typed, env=dict(environment))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result
