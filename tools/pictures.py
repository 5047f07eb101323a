"""Draws the pictures of docs/lights.md."""

import sys

from referee.captions import tell_lamps
from referee.effects import Meaning
from referee.palettes import PALETTES, STANDARD
from referee.words import Language, load_phrases
from tools.bootstrap import ROOT
from tools.drawing import drawn, drawn_palette
from tools.scenes import scenes

FOLDER = ROOT / "docs" / "lights"

NAMES = {meaning: meaning.value.replace("_", " ") for meaning in Meaning}
WORDS = {
    meaning: f"{NAMES[meaning]}: {words}"
    for meaning, words in tell_lamps(load_phrases(Language.ENGLISH)).items()
}


def pictures() -> dict[str, str]:
    """The text of every picture by the name of its file."""
    drawings = {name: drawn(scene, STANDARD, WORDS) for name, scene in scenes().items()}
    drawings |= {
        f"palette-{palette.name}": drawn_palette(palette, NAMES) for palette in PALETTES.values()
    }
    return {f"{name}.svg": text for name, text in drawings.items()}


def main() -> None:
    """Write every picture, and remove those that nobody draws any more."""
    FOLDER.mkdir(exist_ok=True)
    drawings = pictures()
    for path in FOLDER.glob("*.svg"):
        if path.name not in drawings:
            path.unlink()
    for name, text in drawings.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(drawings)} pictures are in {FOLDER.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
