"""Draws every picture of docs/build, and writes every table there into its paper."""

import re
from collections.abc import Mapping
from pathlib import Path

from hardware.sensor_map import C64
from tools.bootstrap import ROOT
from tools.generated_documents import write_pictures
from tools.wiring.board_map import board_map
from tools.wiring.chain import chain
from tools.wiring.controllers import pi_controller, pico_controller
from tools.wiring.hall import hall
from tools.wiring.lamps import plain, strip
from tools.wiring.small_parts import small
from tools.wiring.sockets import pi_pins, pico_pins
from tools.wiring.squares_map import squares_map
from tools.wiring.switches import under_a_slot
from tools.wiring.tables import tables

FOLDER = ROOT / "docs" / "build"
PLACE = re.compile(r"(?s)(<!-- table: ([^>]+) -->\n)(.*?)(<!-- end -->)")


def pictures() -> Mapping[str, str]:
    """The text of every picture by the name of its file."""
    pico, pi = pico_controller(), pi_controller()
    drawings = {"board": board_map(), "switches": under_a_slot()}
    for name, controller in (("pico", pico), ("pi", pi)):
        drawings |= {
            f"{name}-chain": chain(controller),
            f"{name}-lamps": strip(controller),
            f"{name}-small": small(controller),
        }
    drawings |= {"pico-pins": pico_pins(pico), "pico-hall": hall(pico)}
    drawings |= {
        "checkers-board": squares_map(),
        "checkers-chain": chain(pico, C64),
        "checkers-lamps": strip(pico, C64),
        "checkers-hall": hall(pico, C64),
    }
    drawings |= {"pi-pins": pi_pins(pi), "pi-plain-lamps": plain(pi)}
    return {f"{name}.svg": text for name, text in drawings.items()}


def papers() -> list[Path]:
    """The documents with tables."""
    return sorted(FOLDER.glob("*.md"))


def fill_document(paper: str) -> str:
    """The document with every table in it as it should be; KeyError if one is unknown."""
    by_name = tables()
    return PLACE.sub(lambda it: f"{it[1]}\n{by_name[it[2]]}\n\n{it[4]}", paper)


def main() -> None:
    """Writes all tables and all pictures."""
    for path in papers():
        path.write_text(fill_document(path.read_text(encoding="utf-8")), encoding="utf-8")
    write_pictures(FOLDER, pictures())
