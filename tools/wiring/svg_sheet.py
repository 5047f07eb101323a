"""The paper that wiring is drawn on, light or dark as the reader has it."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

At = tuple[float, float]

LIGHT_PAPER = {
    "page": "#fbf8f2",
    "ink": "#2a2420",
    "faint": "#6f655b",
    "part": "#efe8da",
    "edge": "#8b7d6b",
    "chip": "#33383f",
    "5v": "#c0271b",
    "3v": "#b85c00",
    "gnd": "#4a4a4a",
    "clock": "#1558c0",
    "load": "#7d3cae",
    "data": "#14752f",
    "lamp": "#00707a",
    "other": "#8a5a2b",
}
DARK_PAPER = {
    "page": "#171310",
    "ink": "#e4dcd1",
    "faint": "#a89c8e",
    "part": "#2b241f",
    "edge": "#77695a",
    "chip": "#3d444d",
    "5v": "#ff7466",
    "3v": "#ffa94d",
    "gnd": "#b9b9b9",
    "clock": "#74a9ff",
    "load": "#cd97f5",
    "data": "#5fd07f",
    "lamp": "#4fd0d8",
    "other": "#d6a572",
}
WIRES = ("5v", "3v", "gnd", "clock", "load", "data", "lamp", "other")
"""The colours of wires, by what they carry."""
_FIXED = (
    "text{font:12px sans-serif}.s{font-size:10.5px}.b{font-weight:bold}.t{font-size:16px}"
    ".m{text-anchor:middle}.e{text-anchor:end}.w{fill:none;stroke-width:2}"
    ".more{stroke-dasharray:3 5}"
    ".onchip{fill:#f4f1ec}.dot{stroke:none}"
)


def sheet(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    """A drawing that is whole."""
    dark = _colours(DARK_PAPER)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        (
            f"<style>{_FIXED}{_colours(LIGHT_PAPER)}"
            f"@media(prefers-color-scheme:dark){{{dark}}}</style>"
        ),
        f'<rect class="page" width="{width}" height="{height}" rx="10"/>',
        text((20, 30), title, "t b"),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(at: At, words: str, look: str = "") -> str:
    """Words, from here on; `m` is around here, `e` up to here, `s` small, `b` bold."""
    kind = f' class="{look}"' if look else ""
    return f'<text x="{at[0]:g}" y="{at[1]:g}"{kind}>{escape(words)}</text>'


def lines(at: At, words: Iterable[str], look: str = "", apart: float = 17) -> list[str]:
    """Lines of words below each other."""
    return [text((at[0], at[1] + apart * row), line, look) for row, line in enumerate(words)]


def box(at: At, width: float, height: float, kind: str = "part", rounded: float = 5) -> str:
    """A part, seen from above."""
    return (
        f'<rect class="{kind}" x="{at[0]:g}" y="{at[1]:g}" width="{width:g}" '
        f'height="{height:g}" rx="{rounded:g}"/>'
    )


def wire(carries: str, *through: At, look: str = "") -> str:
    """A wire through these points."""
    (x, y), *on = through
    way = f"M{x:g} {y:g}" + "".join(f"L{x:g} {y:g}" for x, y in on)
    return f'<path class="w w{carries}{look and " " + look}" d="{way}"/>'


def joint(carries: str, at: At) -> str:
    """A place where wires are soldered together."""
    return f'<circle class="dot n{carries}" cx="{at[0]:g}" cy="{at[1]:g}" r="3.5"/>'


def _colours(of: dict[str, str]) -> str:
    rules = [
        f".page{{fill:{of['page']}}}",
        f"text{{fill:{of['ink']}}}",
        f".f{{fill:{of['faint']}}}",
        f".part{{fill:{of['part']};stroke:{of['edge']}}}",
        f".clear{{fill:{of['page']};stroke:{of['edge']}}}",
        f".chip{{fill:{of['chip']};stroke:{of['edge']}}}",
        f".ink{{stroke:{of['ink']};fill:none;stroke-width:1.5}}",
    ]
    rules += [f".w{name}{{stroke:{of[name]}}}.n{name}{{fill:{of[name]}}}" for name in WIRES]
    return "".join(rules)
