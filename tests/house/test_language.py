"""The house is written in plain English: docs/glossary.md and the rules of CONTRIBUTING.md."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOMS, ROOT, docstrings, modules, plant
from tools import room_maps

# A contract that begins so hides until its end what kind of thing it is about.
RELATIVE = re.compile(
    r"(What|Whether|How|Where|Which|Who|Whose|Whom|Whatever|Whoever|Whenever|Why|When)\b"
)
FOLDERS = (*ROOMS, "tools", "benchmarks", "examples")
IRREGULAR_PARTICIPLES = frozenset(
    {
        "begun", "bent", "borne", "bound", "broken", "brought", "built", "caught", "chosen",
        "done", "drawn", "driven", "fallen", "felt", "found", "frozen", "given", "gone", "grown",
        "heard", "held", "hidden", "hung", "kept", "known", "laid", "learnt", "left", "lent", "lit",
        "lost", "made", "meant", "met", "retold", "risen", "said", "seen", "sent", "shaken",
        "shown", "shut", "slept", "sold", "spent", "spoken", "stolen", "struck", "stuck", "sunk",
        "swung", "taken", "taught", "thought", "thrown", "told", "torn", "undone", "unread",
        "unseen", "withdrawn", "won", "worn", "wound", "written",
    }
)  # fmt: skip
"""Those that do not end in -ed, without forms that are also a verb or a noun."""
CHANGED_COPIES = frozenset(
    {
        "aligned", "bumped", "dimmed", "extended", "fitted", "framed", "improved", "mirrored",
        "mixed", "numbered", "padded", "reduced", "renamed", "rotated", "scaled", "shortened",
        "straightened", "unquoted", "wrapped",
    }
)  # fmt: skip
"""Names of a changed copy, as `sorted` and `reversed` are in Python."""
STATES = frozenset(
    {
        "chosen", "closed", "disconnected", "disturbed", "expected", "hidden",
        "malformed", "memoized", "opened", "precomputed", "refused", "required",
        "truncated", "trusted", "unchanged", "unfinished",
    }
)  # fmt: skip
"""Names of a state, a verdict or an error, and of a callback when it is reached."""
NO_PARTICIPLES = frozenset(("feed", "reed"))
CAMEL_CASE = re.compile(r"[A-Z][A-Za-z]*[a-z]")
OF_THE_FIRMWARE = "a microcontroller has a world of its own, and its files are few and flat"
STEMS_TWICE: Mapping[str, str] = dict.fromkeys(("pins",), OF_THE_FIRMWARE)
"""Module names that stand for the same idea in several places, each with its reason."""
CLASSES_TWICE: Mapping[str, str] = {
    **dict.fromkeys(
        ("Clock", "Dice", "Lamps", "Picture", "Pin", "Sounder", "State", "Strip"), OF_THE_FIRMWARE
    ),
    "Reals": "an array of floats; the drawing of pictures shares nothing with their reader",
}
"""Names of classes and type aliases that stand for different things, each with its reason."""
ENTRY = re.compile(r"^\| *([^|]+?) *\| [^|]+ \| *([^|]*?) *\|$", re.MULTILINE)
"""A line of the glossary: its words, and the rooms in which they live."""
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def test_docstring_begins_with_a_noun_or_a_verb() -> None:
    assert list(relative_docstrings(ROOT)) == []


@pytest.mark.parametrize(
    "text",
    [
        '"""What a stranger reads first."""',
        'def f():\n    """Whether it rains."""',
        'class A:\n    """How it is done."""',
        'async def f():\n    """\n    Who asks."""',
        'class A:\n    def f(self):\n        """Where it lies."""',
        'SIZE = 1\n"""How large it is."""',
        'class A:\n    size: int\n    """How large it is."""',
    ],
)
def test_relative_clause_is_found(tmp_path: Path, text: str) -> None:
    plant(tmp_path, "engine/a.py", text)
    plant(tmp_path, "tests/engine/test_a.py", text)
    assert len(list(relative_docstrings(tmp_path))) == 2


def test_noun_that_merely_looks_alike_is_fine(tmp_path: Path) -> None:
    plant(tmp_path, "engine/a.py", '"""Whole numbers; what they are is said here."""')
    assert not list(relative_docstrings(tmp_path))


def test_definition_is_named_by_a_noun_or_a_verb() -> None:
    assert list(bare_participles(ROOT)) == []


@pytest.mark.parametrize("name", ["told", "_kept", "seen", "listed", "Scored", "_drawn"])
@pytest.mark.parametrize("folder", ["vision", "tools", "benchmarks"])
def test_bare_participle_is_found(tmp_path: Path, folder: str, name: str) -> None:
    plant(tmp_path, f"{folder}/a.py", f"class A:\n    def {name}(self): ...")
    assert list(bare_participles(tmp_path)) == [f"{folder}/a.py:2: {name}"]


@pytest.mark.parametrize("name", ["mirrored", "feed", "read", "lay_down", "MixedDice"])
def test_verb_state_and_changed_copy_are_fine(tmp_path: Path, name: str) -> None:
    plant(tmp_path, "vision/a.py", f"def {name}(it): ...")
    assert not list(bare_participles(tmp_path))


def test_exception_to_the_participles_is_in_use() -> None:
    named = {node.name.strip("_").lower() for _, node in definitions(ROOT)}
    assert sorted((CHANGED_COPIES | STATES) - named) == []


def test_module_name_stands_for_one_thing() -> None:
    assert doubles(stems(ROOT)) == dict.fromkeys(STEMS_TWICE)


def test_second_module_of_a_name_is_found(tmp_path: Path) -> None:
    plant(tmp_path, "engine/reading.py", "")
    plant(tmp_path, "service/web/reading.py", "")
    plant(tmp_path, "service/web/__init__.py", "")
    assert doubles(stems(tmp_path)) == {"reading": None}


def test_class_name_stands_for_one_thing() -> None:
    assert doubles(classes(ROOT)) == dict.fromkeys(CLASSES_TWICE)


def test_second_class_of_a_name_is_found(tmp_path: Path) -> None:
    plant(tmp_path, "engine/a.py", "class Line: ...\nclass _Own: ...")
    plant(tmp_path, "vision/b.py", "type = 1\nLine = tuple[int, int]\nclass _Own: ...")
    assert doubles(classes(tmp_path)) == {"Line": None}


@pytest.mark.parametrize("room", room_maps.ROOMS)
def test_readme_of_a_room_says_what_each_file_is_for(room: str) -> None:
    expected = room_maps.room_map(ROOT, room)
    assert (ROOT / room / "README.md").read_text("utf-8") == expected, "`make maps` writes it anew"


@pytest.mark.parametrize("room", room_maps.ROOMS)
def test_every_file_begins_with_what_it_is_for(room: str) -> None:
    silent = [path for path in modules(ROOT, (room,)) if not room_maps.summary(path)]
    assert silent == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("dice.py", "FACES = 6", "no docstring"),
        ("dice.py", "6 = FACES", ":1: "),
        ("dice.js", "// @ts-check\nconst FACES = 6;", "no docstring"),
    ],
)
def test_file_that_cannot_be_listed_is_named(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    plant(tmp_path, f"engine/{name}", text)
    with pytest.raises(SystemExit, match=f"{name}.*{said}"):
        room_maps.room_map(tmp_path, "engine")


def test_glossary_gives_each_word_one_meaning_in_order_and_rooms_that_exist() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    words = [word.strip() for row in ENTRY.findall(glossary) for word in row[0].split(",")]
    assert len(words) > 60
    assert len(words) == len(set(words))
    assert list(find_faults(glossary)) == []


def test_word_that_stands_twice_and_unknown_room_are_found() -> None:
    planted = "| word | meaning | room |\n| - | - | - |\n| a | b | engine |\n| a | c | cellar |\n"
    assert list(find_faults(planted)) == ["a after a", "a in cellar"]


def find_faults(glossary: str) -> Iterator[str]:
    """Names each word that stands twice, in the wrong place or in no room."""
    entries = ENTRY.findall(glossary)[2:]
    for (before, _), (word, rooms) in pairwise([("", ""), *entries]):
        if word <= before:
            yield f"{word} after {before}"
        if not set(rooms.split(", ")) <= {*ROOMS, "tests", "all"}:
            yield f"{word} in {rooms}"


def relative_docstrings(root: Path) -> Iterator[str]:
    """Names each docstring of the house that begins with a relative clause."""
    for path, tree in trees(root, (*FOLDERS, "tests")):
        for it in docstrings(tree):
            if RELATIVE.match(text := str(it.value).strip()):
                yield f"{path}:{it.lineno}: {text[:60]}"


def bare_participles(root: Path) -> Iterator[str]:
    """Names each class, function and method that is called by a bare participle."""
    for path, node in definitions(root):
        if is_bare_participle(node.name.strip("_")):
            yield f"{path}:{node.lineno}: {node.name}"


def is_bare_participle(name: str) -> bool:
    word = name.lower()
    is_one_word = "_" not in name and not any(letter.isupper() for letter in name[1:])
    is_participle = word.endswith("ed") or word in IRREGULAR_PARTICIPLES
    reads_well = word in CHANGED_COPIES | STATES | NO_PARTICIPLES
    return is_one_word and is_participle and not reads_well


def definitions(root: Path) -> Iterator[tuple[Path, Definition]]:
    for path, tree in trees(root, FOLDERS):
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, Definition))


def stems(root: Path) -> Iterator[tuple[str, Path]]:
    for path in modules(root):
        if not path.stem.startswith("__"):
            yield path.stem, path


def classes(root: Path) -> Iterator[tuple[str, Path]]:
    """Yields the public classes, and the type aliases of the rooms, which are capitalised."""
    for path, tree in trees(root, FOLDERS):
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        if path.parts[0] in ROOMS:
            targets = [it.targets[0] for it in tree.body if isinstance(it, ast.Assign)]
            names |= {it.id for it in targets if isinstance(it, ast.Name)}
        yield from ((name, path) for name in names if CAMEL_CASE.match(name))


def doubles(named: Iterator[tuple[str, Path]]) -> dict[str, None]:
    places = defaultdict[str, set[Path]](set)
    for name, path in named:
        places[name].add(path)
    return dict.fromkeys(sorted(name for name, paths in places.items() if len(paths) > 1))


def trees(root: Path, folders: tuple[str, ...] = ROOMS) -> Iterator[tuple[Path, ast.Module]]:
    for path in modules(root, folders):
        yield path.relative_to(root), ast.parse(path.read_text(encoding="utf-8"))
