"""The `kibitz` command, run in a temporary folder."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli.root_command import kibitz_group

ENGLISH = {"LC_ALL": "C.UTF-8"}


class CommandShell:
    """A folder in which commands are run, with their input."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        patch.chdir(folder)

    def kibitz(
        self, *arguments: str, typed: str = "", environment: Mapping[str, str] = ENGLISH
    ) -> Result:
        """The result of a command; raises an exception that the command lets through."""
        result = CliRunner().invoke(kibitz_group, arguments, input=typed, env=dict(environment))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result
