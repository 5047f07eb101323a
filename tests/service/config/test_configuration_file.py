"""Every mistake in a configuration is reported with its line."""

from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.config.configuration_file import (
    MAX_CONFIGURATION_BYTES,
    MAX_KEY_PARTS,
    MAX_NESTING,
    MAX_NUMBER_LENGTH,
    lines_of_keys,
    load_configuration_file,
    parse_configuration,
)
from service.config.service_settings import Configuration
from service.schema.configuration_problems import (
    ConfigurationError,
    ConfigurationProblem,
    SettingMistake,
)
from service.schema.settings_schema import settings_table
from service.schema.value_shapes import ReadPosition
from service.words.phrases import Language, available_languages, load_phrases

ENGLISH, FRENCH = load_phrases(Language("en")), load_phrases(Language("fr"))


def messages_for(text: str) -> list[str]:
    with pytest.raises(ConfigurationError) as refused:
        parse_configuration(text)
    return [problem.in_words("f", ENGLISH) for problem in refused.value.problems]


def problems_of(content: str | Path) -> tuple[ConfigurationProblem, ...]:
    """All that is wrong with a text or a file; nothing if it can be used."""
    try:
        load_configuration_file(content) if isinstance(content, Path) else parse_configuration(
            content
        )
    except ConfigurationError as error:
        return error.problems
    return ()


def message_for_file(path: Path) -> str:
    with pytest.raises(ConfigurationError) as refused:
        load_configuration_file(path)
    (problem,) = refused.value.problems
    return problem.in_words("f", ENGLISH)


def test_an_empty_file_is_a_configuration() -> None:
    assert parse_configuration("") == parse_configuration("# nothing\n\n") == Configuration()


def test_every_mistake_of_a_file_is_reported_at_once_in_order() -> None:
    text = """\
[service]
log_levle = "info"
language = "xx"
[[table]]
names = ["A", "A"]
lamps = { brightness = 0.2 }
[[table]]
name = "TABLE"
light = "Two"
[table.rules]
beaver = true
cube_top = 48
[table.board]
driver = "slots"
colour = 3
[table.lamps]
driver = "simulated"
brightness = 1.5
[tabel]
"""
    languages = ", ".join(f'"{language}"' for language in available_languages())
    assert messages_for(text) == [
        "f:2: service.log_levle: unknown setting; did you mean 'log_level'?",
        f'f:3: service.language: should be {languages} or "auto", not "xx"',
        "f:5: table.names: the players need different names",
        'f:6: table.lamps.driver: is missing; should be "simulated", "pico", "pi" or "pi-plain"',
        "f:8: table.name: another table has this name already",
        'f:9: table.light: should be "one" or "two", not "Two"; did you mean \'two\'?',
        "f:11: table.rules.beaver: unknown setting; did you mean 'beavers'?",
        'f:12: table.rules.cube_top: should be a power of two from 1 to 65536, or "none", not 48',
        "f:15: table.board.colour: unknown setting; the settings here are: driver",
        "f:18: table.lamps.brightness: should be a number from 0 to 1, not 1.5",
        "f:19: tabel: unknown setting; did you mean 'table'?",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("service = 3", "f:1: service: should be a table, not 3"),
        ("table = []", "f:1: table: should be one or more tables, each under its own [[table]]"),
        ("[table]", "not a table"),
        ("table = [1]", "f:1: table: should be a table, not 1"),
        ("[[table]]\nlength = true", 'points from 0 to 999, or "auto", not true'),
        ("[[table]]\nlength = 3.0", "not 3.0"),
        ("[[table]]\nlength = '3'", 'not "3"'),
        ("[[table]]\nlength = -1", "not -1"),
        ("[[table]]\nlength = 0xffffffffffffffffffffffffffffffffffffff", "not a huge number"),
        ("[[table]]\nnames = ['A']", "should be a list of 2, each a text of 1 to 24"),
        ("[[table]]\nnames = ['A', 'B:']", "f:2: table.names: should be a text of 1 to 24"),
        ("[[table]]\nname = 'a/b'", 'not "a/b"'),
        ("[[table]]\nname = ''", 'not ""'),
        ("[[table]]\nboard.driver = 'slot'", "did you mean 'slots'?"),
        ("[[table]]\nboard.driver = ['slots']", "not a list"),
        ("[[table]]\nboard = 'slots'", 'f:2: table.board: should be a table, not "slots"'),
        ("[[table]]\nrules = 1", "f:2: table.rules: should be a table, not 1"),
        ("[[table]]\nrules.crawford = 'yes'", 'should be true or false, not "yes"'),
        ("[[table]]\nrules.name = 'mine'", "f:2: table.rules.name: unknown setting"),
        ("[[table]]\nreferee.settle = nan", "seconds from 0.1 to 3, not nan"),
        ("[[table]]\nreferee.settle = inf", "not inf"),
        ("[[table]]\nreferee.hints = 2024-02-03", "not 2024-02-03"),
        ("[service]\njournals = 'here'", "should be a folder: a text that begins with / or ~/"),
        ("[service]\njournals = '~anna/x'", 'not "~anna/x"'),
        ('[service]\njournals = "/a\\u0000"', 'not "/a?"'),
        ('[service]\nlanguage = "\\n\\u001b[0m"', 'not "??[0m"'),
        ('"a\\nb" = 1', 'f:1: "a?b": unknown setting; the settings here are: service, table'),
        ("[service.deep.er]", "f:1: service.deep: unknown setting"),
    ],
)
def test_forbidden_value_is_reported_with_the_allowed_ones(text: str, said: str) -> None:
    (line,) = messages_for(text)
    assert said in line


def test_overlong_value_is_shortened_in_the_message() -> None:
    (line,) = messages_for(f"[service]\nlanguage = '{'x' * 1000}'")
    assert len(line) < 150


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\nb = ", "f:2: column 5"),
        ("a = 1\nb = [1,\n\n", "f:2: column 8"),
        ("a = 1\na = 2", "f:2: column 6"),
        ("\n\x00", "f:2: column 1"),
    ],
)
def test_invalid_toml_is_reported_with_line_and_column(text: str, place: str) -> None:
    (line,) = messages_for(text)
    assert line.startswith(f"{place}: not valid TOML (")


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 10_000,
        "a = " + "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1),
        "a = " + "{ b = " * 10_000,
        "a" + ".a" * 40_000 + " = 1",
        '"a"' + " . 'a'" * MAX_KEY_PARTS + " = 1",
    ],
)
def test_too_deep_nesting_is_reported(text: str) -> None:
    assert messages_for(f"\n{text}\n") == ["f:2: tables or lists are nested too deeply"]


@pytest.mark.parametrize("text", ["a = " + "1" * 50_000, "a = 0x" + "f" * MAX_NUMBER_LENGTH])
def test_too_long_number_is_reported(text: str) -> None:
    assert messages_for(f"\n{text}\n") == ["f:2: a number or a word is far too long"]


def test_length_of_strings_and_comments_is_not_limited() -> None:
    much = "[" * 100 + "a" * 2000 + ".a" * 100 + "9" * 5000
    assert parse_configuration(f"# {much}") == Configuration()
    assert len(messages_for(f"a = '{much}'\nb = '''{much}\n'''\nc = \"\"\"{much}\"\"\"")) == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = 1\n\xff\xfe", "f:2: not a text in UTF-8"),
        (b"\x89PNG\r\n", "f:1: not a text in UTF-8"),
        (
            b"#" * (MAX_CONFIGURATION_BYTES + 1),
            f"f: more than {MAX_CONFIGURATION_BYTES} bytes, so not a configuration",
        ),
    ],
)
def test_file_without_a_configuration_is_reported(
    tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_bytes(content)

    assert message_for_file(file) == said


def test_path_that_is_no_file_is_reported(tmp_path: Path) -> None:
    assert message_for_file(tmp_path) == "f: not a file"
    assert message_for_file(tmp_path / "none") == "f: No such file or directory"


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_bytes(b"\xef\xbb\xbf[service]\r\nlanguage = 'fr'\r\n")

    assert load_configuration_file(file).service.language == Language("fr")


SCALARS = (
    st.none().map(lambda _: "auto")
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, 10**40, -(10**40)])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["slots", "simulated", "tournament", "none", "one", "on", "/x", "~"])
    | st.sampled_from([date(2026, 1, 2), time(3, 4), datetime(2026, 1, 2, tzinfo=UTC)])
)


def keys(path: str = "") -> list[str]:
    """Keys that are known somewhere, and some that are not."""
    known = "service table name names light length rules referee board lamps preset driver settle"
    return [
        *known.split(), "brightness", "palette", "journals", "language", "cube_top", "zzz", path,
    ]  # fmt: skip


DATA: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(keys()), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(keys()), DATA, max_size=4)
    | st.fixed_dictionaries({"service": DATA})
    | st.fixed_dictionaries(
        {"table": st.lists(st.dictionaries(st.sampled_from(keys()), DATA), max_size=3)}
    )
)
@example({"table": [{"rules": {"cube_top": 2**70}, "length": 10**400}]})
def test_any_data_is_a_configuration_or_has_mistakes(data: dict[str, Any]) -> None:
    mistakes: list[SettingMistake] = []
    settings = settings_table(Configuration).read(data, ReadPosition((), mistakes))

    assert isinstance(settings, Configuration) == (not mistakes)


LINES = st.sampled_from(
    """[service] [[table]] [table] [table.rules] [table.lamps] [[table.x]] name="a" name=1 length=7
    length=30 preset="parker" preset=3 driver="slots" driver="simulated" brightness=2 x.y=1
    language="fr" language="xx" names=["a","b"] names=["a","a"] settle=0.3 x=[ ] } " \"\"\" # é \\
    light={a=1} """.split()  # noqa: SIM905 - a list would be a page long
)


@given(st.lists(LINES, max_size=12).map("\n".join) | st.text())
def test_any_text_is_a_configuration_or_has_problems_on_lines_that_exist(text: str) -> None:
    count = len(text.split("\n"))
    for problem in problems_of(text):
        assert problem.line is not None
        assert 1 <= problem.line <= count
        for phrases in (ENGLISH, FRENCH):
            assert "\n" not in problem.in_words("f", phrases)


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_a_configuration_or_have_problems(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content)
    assert all(problem.in_words(file, FRENCH) for problem in problems_of(file))


def test_lines_are_reported_for_the_right_table_of_the_list() -> None:
    text = "[[table]]\nname = 'a'\n[[table]]\nname = 'b'\nlength = 9999\n[[table]]\n[[table]]\n"

    assert [line.split(": should")[0] for line in messages_for(text)] == [
        "f:5: table.length",
        "f:7: table.name: another table has this name already",
    ]
    assert lines_of_keys(text)["table", 3] == 7
