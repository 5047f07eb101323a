"""The files of the page keep their rules: small, whole, and from nowhere else."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT

PAGE = ROOT / "service" / "web" / "page"
MAX_LINES = 250
CODE = frozenset({".js", ".css", ".html"})
NAMING = CODE | {".webmanifest"}
"""The kinds of files that may name other files."""
CHECKED = "// @ts-check"
"""The first line of every module: it has the editor check the types."""
SENTENCE = re.compile(r"// [A-Z].*(?:\n//.*)*\.$|/\* [A-Z](?:(?!\*/).)*\. \*/$", re.MULTILINE)
SHARED = "/page/"
"""The address under which the service serves the files of the page."""
IMPORTED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'`]([^"'`\n]+)["'`]""")
LOADED = re.compile(r"""["'`](/page/[^"'`\n]+)["'`]""")
LINKED = re.compile(r"""\b(?:href|src)=["']([^"'#]+)["']|\burl\(["']?([^"')#]+)["']?\)""")
FILLED_IN = re.compile(r"\$\{[^{}]*\}")
ELSEWHERE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[\w-]+\.[\w.-]+|\bdata:(?!image)", re.ASCII)
FORBIDDEN = {
    "a style in an attribute": re.compile(r"""\sstyle=["']|["']style["'],|\bstyle:\s*["'`]"""),
    "a handler in an attribute": re.compile(r"""<[^>]*\son\w+=["']"""),
    "a script inside the page": re.compile(r"<script(?![^>]*\ssrc=)[^>]*>|<style\b"),
    "markup from a text": re.compile(
        r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML)\b"
    ),
    "code from a text": re.compile(r"\beval\(|\bnew Function\b|javascript:"),
}


def files_of(folder: Path, kinds: frozenset[str] = CODE) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in kinds]


def faults(path: Path) -> Iterator[str]:
    """Names each rule that a file breaks."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"more than {MAX_LINES} lines"
    if lines[0] == CHECKED:
        lines.pop(0)
    elif path.suffix == ".js":
        yield f"no {CHECKED}"
    if path.suffix != ".html" and not SENTENCE.match("\n".join(lines)):
        yield "no sentence at the top"
    if ELSEWHERE.search(text):
        yield "an address elsewhere"
    yield from (rule for rule, broken in FORBIDDEN.items() if broken.search(text))


def names_in(path: Path) -> set[str]:
    """The files that a file names, as it names them."""
    text = path.read_text(encoding="utf-8")
    links = {first or second for first, second in LINKED.findall(text)}
    if path.suffix == ".js":
        return set(IMPORTED.findall(text)) | set(LOADED.findall(text))
    if path.suffix == ".webmanifest":
        return {icon["src"] for icon in json.loads(text)["icons"]}
    return {link for link in links if not link.startswith("data:")}


def resolve(folder: Path, path: Path, name: str) -> list[Path]:
    """The files that a name may stand for; a gap fits anything, and types stand for a module."""
    pattern = FILLED_IN.sub("*", name)
    within = pattern.removeprefix(SHARED)
    base = folder if within != pattern else path.parent
    above, pattern = base, within
    while pattern.startswith(("../", "./")):
        step, pattern = pattern.split("/", 1)
        above = above.parent if step == ".." else above
    return sorted(above.glob(pattern)) or sorted(above.glob(re.sub(r"\.js$", ".d.ts", pattern)))


def dangling(folder: Path) -> Iterator[str]:
    """Lists each name of a file that does not exist."""
    for path in files_of(folder, NAMING):
        for name in sorted(names_in(path)):
            if not resolve(folder, path, name):
                yield f"{path.name}: {name}"


def reached(folder: Path, first: Iterable[Path]) -> set[Path]:
    """The files that a browser may come to ask for, beginning with some."""
    found: set[Path] = set()
    ahead = list(first)
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix in NAMING:
            ahead += [one for name in names_in(path) for one in resolve(folder, path, name)]
    return found


@pytest.mark.parametrize("path", files_of(PAGE), ids=lambda path: path.relative_to(PAGE).as_posix())
def test_a_file_of_the_page_keeps_the_rules(path: Path) -> None:
    assert list(faults(path)) == []


def test_every_named_file_exists() -> None:
    assert list(dangling(PAGE)) == []


def test_every_file_is_used() -> None:
    there = {path for path in PAGE.rglob("*") if path.is_file()}
    assert there - reached(PAGE, PAGE.glob("*.html")) == set()


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.js", "// @ts-check\n// Draws.\n" + "\n" * MAX_LINES, "more than 250 lines"),
        ("a.js", "// @ts-check\nconst a = 1;\n", "no sentence at the top"),
        ("a.js", "// Draws.\n", "no // @ts-check"),
        ("a.css", "/* Red. */\n@import 'https://fonts.example.org/a';\n", "an address elsewhere"),
        ("a.html", '<!-- A page. -->\n<b style="c">\n', "a style in an attribute"),
        ("a.html", '<!-- A page. -->\n<b onclick="c()">\n', "a handler in an attribute"),
        ("a.html", "<!-- A page. -->\n<script>1</script>\n", "a script inside the page"),
        ("a.js", "// @ts-check\n// Draws.\na.innerHTML = b;\n", "markup from a text"),
        ("a.js", '// @ts-check\n// Draws.\neval("1");\n', "code from a text"),
        ("a.js", '// @ts-check\n// Draws.\nh("b", { style: "c" });\n', "a style in an attribute"),
    ],
)
def test_a_broken_rule_is_found(tmp_path: Path, name: str, text: str, fault: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(faults(tmp_path / name)) == [fault]


def test_a_file_that_is_missing_or_forgotten_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<script src="/page/js/main.js">', encoding="utf-8")
    (tmp_path / "js" / "views").mkdir(parents=True)
    for name, text in {
        "main.js": 'import { a } from "./a.js"; import(`./views/${b}.js`); "/page/c.css";',
        "views/table.js": 'import "../gone.js";',
        "forgotten.js": "",
    }.items():
        (tmp_path / "js" / name).write_text(text, encoding="utf-8")

    found = reached(tmp_path, [tmp_path / "page.html"])

    assert list(dangling(tmp_path)) == [
        "main.js: ./a.js", "main.js: /page/c.css", "table.js: ../gone.js",
    ]  # fmt: skip
    assert {path.name for path in found} == {"page.html", "main.js", "table.js"}
