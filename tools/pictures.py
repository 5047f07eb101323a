"""Draws the pictures of docs/lights.md."""

from referee.effects import LampMeaning
from referee.palettes import PALETTES, STANDARD
from service.words.captions import lamps_in_words
from service.words.phrases import ENGLISH, load_phrases
from tools.board_drawing import draw_scene, drawn_palette
from tools.bootstrap import ROOT
from tools.generated_documents import write_pictures
from tools.light_scenes import scenes

FOLDER = ROOT / "docs" / "lights"

NAMES = {meaning: meaning.value.replace("_", " ") for meaning in LampMeaning}
WORDS = {
    meaning: f"{NAMES[meaning]}: {words}"
    for meaning, words in lamps_in_words(load_phrases(ENGLISH)).items()
}


def pictures() -> dict[str, str]:
    """The text of every picture by the name of its file."""
    drawings = {name: draw_scene(scene, STANDARD, WORDS) for name, scene in scenes().items()}
    drawings |= {
        f"palette-{palette.name}": drawn_palette(palette, NAMES) for palette in PALETTES.values()
    }
    return {f"{name}.svg": text for name, text in drawings.items()}


def main() -> None:
    """Writes every picture."""
    write_pictures(FOLDER, pictures())


if __name__ == "__main__":
    main()
