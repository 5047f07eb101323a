"""Draws every picture of docs/build, and writes every table there into its paper."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.bootstrap import ROOT
from tools.wiring.board_map import board_map
from tools.wiring.chain import chain
from tools.wiring.controllers import pi_controller, pico_controller
from tools.wiring.hall import hall
from tools.wiring.lamps import plain, strip
from tools.wiring.small import small
from tools.wiring.sockets import pi_pins, pico_pins
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
    drawings |= {"pi-pins": pi_pins(pi), "pi-plain-lamps": plain(pi)}
    return {f"{name}.svg": text for name, text in drawings.items()}


def papers() -> list[Path]:
    """Those in which tables stand."""
    return sorted(FOLDER.glob("*.md"))


def written(paper: str) -> str:
    """The paper with every table in it as it should be; KeyError if nobody writes one of them."""
    by_name = tables()
    return PLACE.sub(lambda it: f"{it[1]}\n{by_name[it[2]]}\n\n{it[4]}", paper)


def main() -> None:
    """Write all of them, and remove pictures that nobody draws any more."""
    drawings = pictures()
    for path in FOLDER.glob("*.svg"):
        if path.name not in drawings:
            path.unlink()
    for name, text in drawings.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    for path in papers():
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{len(drawings)} pictures are in {FOLDER.relative_to(ROOT)}\n")
