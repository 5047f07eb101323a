"""Prints what the parts of the service offer of the language `xx`; run as a program of its own."""

import json
import sys
from collections.abc import Mapping

from click.testing import CliRunner

from service.cli.root_command import kibitz_group
from service.config.configuration_file import parse_configuration
from service.schema.configuration_problems import ConfigurationError
from service.web.http.page_app import page_phrases
from service.web.http.page_html import filled_page
from service.words.language_choice import environment_language, preferred_language
from service.words.phrases import Language, load_phrases

ADDED = Language("xx")


def offers() -> Mapping[str, object]:
    """The answers of command line, configuration, environment, browser and page."""
    return {
        "command line": CliRunner().invoke(kibitz_group, ["doctor", "--help"]).output,
        "output": CliRunner().invoke(kibitz_group, ["check", "--language=xx", "nowhere"]).output,
        "configuration": parse_configuration('[service]\nlanguage = "xx"').service.language,
        "refusal": _refusal('[service]\nlanguage = "yy"'),
        "environment": environment_language({"LANG": "xx_XX.UTF-8"}),
        "browser": preferred_language("de, xx-XX"),
        "page": filled_page().decode(),
        "phrases of the page": json.loads(page_phrases(ADDED)),
    }


def _refusal(text: str) -> list[str]:
    """The mistakes in this configuration, in the added language."""
    try:
        parse_configuration(text)
    except ConfigurationError as error:
        return [problem.in_words("f", load_phrases(ADDED)) for problem in error.problems]
    return []


if __name__ == "__main__":
    sys.stdout.write(json.dumps(offers()))
