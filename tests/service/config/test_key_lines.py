"""The line of each key of a TOML text, however it is written."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from service.config.configuration_file import MAX_RECORDED_DEPTH, lines_of_keys
from service.schema.configuration_problems import KeyPath

EVERYTHING = """\
# [no.table] = 1
top = 1
"quoted key" = 2 # a = 3
'literal' . dotted."p\\u0061rt" = true

[a]
long = \"\"\"
b = 1
[c]
\\\"\"\" \"\"\"\"\"
raw = '''
x = "
''''
day = 1979-05-27 07:32:00
[ a . "b" ]
list = [
  1, # two = 2
  [2, "]"],
  { x = 1, y.z = [ { w = 1 } ] },
]
[[rows]]
name = "one"
[rows.inner]
deep = { }
[[rows.more]]
n = 1
[[rows.more]]
n = 2
[[rows]]
inner.deep = -1.5e3
"""
LINES = {
    ("top",): 2, ("quoted key",): 3, ("literal", "dotted", "part"): 4, ("a",): 6, ("a", "long"): 7,
    ("a", "raw"): 11, ("a", "day"): 14, ("a", "b"): 15, ("a", "b", "list"): 16,
    ("a", "b", "list", 0): 17, ("a", "b", "list", 1): 18, ("a", "b", "list", 1, 1): 18,
    ("a", "b", "list", 2): 19, ("a", "b", "list", 2, "y", "z", 0, "w"): 19, ("rows",): 21,
    ("rows", 0): 21, ("rows", 0, "name"): 22, ("rows", 0, "inner"): 23,
    ("rows", 0, "inner", "deep"): 24, ("rows", 0, "more", 0, "n"): 26, ("rows", 0, "more", 1): 27,
    ("rows", 0, "more", 1, "n"): 28, ("rows", 1): 29, ("rows", 1, "inner", "deep"): 30,
}  # fmt: skip


def paths(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key and every item there is in data."""
    if path:
        yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, (*path, key))
    if isinstance(data, list):
        for number, value in enumerate(data):
            yield from paths(value, (*path, number))


def test_every_way_to_write_a_key_is_found_on_its_line() -> None:
    found = lines_of_keys(EVERYTHING)
    assert {path: found.get(path) for path in LINES} == LINES


def test_every_key_that_toml_reads_has_a_line_and_no_other_has() -> None:
    assert set(lines_of_keys(EVERYTHING)) == set(paths(tomllib.loads(EVERYTHING)))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_numbers_do_not_depend_on_the_line_ends(end: str) -> None:
    assert lines_of_keys(f"a = 1{end}{end}b = [{end}2]")[("b", 0)] == 4


def test_keys_deeper_than_any_setting_are_skipped() -> None:
    deep = ".".join("abcdefghij")
    found = lines_of_keys(f"{deep} = 1\nx = {{ {deep} = [ {{ y = 1 }} ] }}\nz = 1")

    assert max(map(len, found)) == MAX_RECORDED_DEPTH
    assert found["z",] == 3


KEYS = st.sampled_from(["a", "b-c", "1", '"d e"', "'f.g'", '"h\\n"', '"]"'])
PLAIN = st.sampled_from(
    ["1", "-2.5", "true", "1979-05-27 07:32:00", '""', '"# ="', "'a'", '"""\n[x]\n"""', "'''\n'''"]
)


def values() -> st.SearchStrategy[str]:
    return st.recursive(
        PLAIN,
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda items: "[\n" + ", # x\n".join([*items, "]"]))
            | st.lists(st.tuples(KEYS, inner), max_size=3, unique_by=lambda pair: pair[0]).map(
                lambda pairs: "{ " + ", ".join(f"{key} = {value}" for key, value in pairs) + " }"
            )
        ),
        max_leaves=6,
    )


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A text of TOML with headers, pairs, comments and empty lines, each on any line."""
    pairs = st.lists(st.tuples(KEYS, values()), max_size=3, unique_by=lambda pair: pair[0])
    lines = []
    for number in range(draw(st.integers(1, 4))):
        header = draw(st.sampled_from(["[t{}]", "[[rows]]", "[rows{}.x]", "# {}", ""]))
        lines.append(header.format(number))
        prefix = f"k{number}." if draw(st.booleans()) else f"k{number}-"
        for key, value in draw(pairs):
            bare = key if prefix.endswith(".") or key[0] not in "\"'" else f"q.{key}"
            lines.append(
                f"{prefix}{bare} = {value}" + draw(st.sampled_from(["", " # y = 1", "\n"]))
            )
    return "\n".join(lines)


@given(texts())
def test_any_text_has_a_line_for_each_of_its_keys(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        reject()
    found = lines_of_keys(text)

    wanted = [path for path in paths(data) if len(path) <= MAX_RECORDED_DEPTH]
    assert set(wanted) == set(found)
    for path in wanted:
        if isinstance(last := path[-1], str):
            shown = {last, f'"{last}"'.replace("\n", "\\n")}
            assert any(key in text.split("\n")[found[path] - 1] for key in shown)


def test_string_in_three_quotes_between_others_hides_no_line() -> None:
    text = '[[table]]\nnames = ["""\n\n""", "X"]\nlength = 3\n'
    lines = lines_of_keys(text)
    table: KeyPath = ("table", 0)
    assert lines[*table, "names", 0] == 2
    assert lines[*table, "names", 1] == 4
    assert lines[*table, "length"] == 5
