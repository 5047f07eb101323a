"""`kibitz check-config`: a configuration read as the service reads it."""

import pytest

from service.config.configuration_file import parse_configuration
from service.config.service_settings import Configuration
from tests.rigs.environment.command_shell import ENGLISH, CommandShell


def home(shell: CommandShell) -> dict[str, str]:
    return {
        **ENGLISH,
        "HOME": str(shell.folder / "home"),
        "XDG_CONFIG_HOME": "",
        "XDG_DATA_HOME": "",
    }


def write(shell: CommandShell, text: str, name: str = "kibitz.toml") -> None:
    file = shell.folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def test_a_good_configuration_is_summed_up_and_simulated_devices_are_marked(
    shell: CommandShell,
) -> None:
    write(
        shell,
        """
        [service]
        journals = "/srv/kibitz"
        language = "fr"
        [[table]]
        name = "window"
        names = ["Anna", "Bruno"]
        light = "two"
        computer = "two"
        length = 1
        rules = { beavers = "on", cube_top = 64 }
        referee = { preset = "club", early_throw = "rulebook" }
        board.driver = "hall"
        """,
    )
    result = shell.kibitz("check-config", "--language=en", environment=home(shell))

    window = (
        "  Table window: Anna against Bruno (the computer), match to 1 point, "
        'rulebook tournament with cube_top = 64 and beavers = "on", '
        'referee club with early_throw = "rulebook"'
    )
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "kibitz.toml: ok", window, "    Light checkers: Bruno", "    Light sits on the near side.",
        "    Home is on the right, seen from the near side.", "    board: hall (SIMULATED)",
        "    camera: none", "    dice: simulated (SIMULATED)",
        "    buttons: simulated (SIMULATED)", "    lamps: simulated (SIMULATED)",
        "    sounder: none", "    status light: none",
        "  Page: http://127.0.0.1:8080/, or the next free port up to 8099",
        "  Journals: /srv/kibitz", "  Language: français",
    ]  # fmt: skip


def test_language_option_overrides_the_configuration(shell: CommandShell) -> None:
    write(shell, '[service]\nlanguage = "fr"\n')
    outputs = [
        shell.kibitz("check-config", *options, environment=home(shell)).output
        for options in ([], ["--language=en"])
    ]

    assert "Langue\N{NO-BREAK SPACE}: français" in outputs[0]
    assert "Language: français" in outputs[1]


def test_address_of_the_page_and_seating_are_reported(shell: CommandShell) -> None:
    service = '[service]\nlisten = "::"\nport = 9000\n'
    write(shell, service + '[[table]]\nlight_sits = "far"\nhome = "left"\n')
    output = shell.kibitz("check-config", environment=home(shell)).output

    assert "  Page: http://[::]:9000/\n" in output
    assert "    Light sits on the far side.\n" in output
    assert "    Home is on the left, seen from the near side.\n" in output


def test_bad_configuration_is_reported_line_by_line_with_exit_code_2(shell: CommandShell) -> None:
    write(shell, "[service]\nlog_levle = 1\n[[table]]\nlength = 30\n", "mine.toml")
    english = shell.kibitz("check-config", "mine.toml")
    french = shell.kibitz("check-config", "mine.toml", "--language=fr")

    assert (english.exit_code, english.stdout) == (2, "")
    assert english.stderr.splitlines() == [
        "mine.toml:2: service.log_levle: unknown setting; did you mean 'log_level'?",
        "mine.toml:4: table.length: a tournament match goes to at most 25 points, not to 30",
    ]
    assert "réglage inconnu\N{NO-BREAK SPACE}; vouliez-vous dire 'log_level'" in french.stderr


def test_the_file_here_counts_before_that_of_the_user(shell: CommandShell) -> None:
    write(shell, "[[table]]\nname = 'users'", "home/.config/kibitz/kibitz.toml")
    users = shell.kibitz("check-config", environment=home(shell)).output
    write(shell, "[[table]]\nname = 'here'")
    here = shell.kibitz("check-config", environment=home(shell)).output

    assert "Table users" in users
    assert here.startswith("kibitz.toml: ok\n  Table here")


def test_missing_file_is_reported_and_defaults_hold(shell: CommandShell) -> None:
    result = shell.kibitz("check-config", environment=home(shell))

    place = shell.folder / "home/.config/kibitz/kibitz.toml"
    assert result.exit_code == 0
    assert result.output.startswith(f"No configuration in kibitz.toml or {place}: the defaults")
    assert f"  Journals: {shell.folder / 'home' / '.local/share/kibitz'}\n" in result.output
    assert result.output.count("SIMULATED") == 4


@pytest.mark.parametrize(("name", "said"), [("none", "No such file"), (".", "not a file")])
def test_a_configuration_that_is_named_must_be_a_file(
    shell: CommandShell, name: str, said: str
) -> None:
    result = shell.kibitz("check-config", name)

    assert result.exit_code == 2
    assert result.stderr.startswith(f"{name}: {said}")


def test_the_defaults_can_be_printed_and_checked(shell: CommandShell) -> None:
    printed = shell.kibitz("check-config", "--defaults").output
    write(shell, printed)

    assert parse_configuration(printed) == Configuration()
    assert shell.kibitz("check-config").output.startswith("kibitz.toml: ok")
    french = shell.kibitz("check-config", "--defaults", "--language=fr")
    assert "La langue que parle Kibitz" in french.output
