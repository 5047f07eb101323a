"""`python -m tools.vision_samples FOLDER`: labelled pictures of simulated boards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

from tools.vision_samples.frames import frames
from tools.vision_samples.ground_truth import lines
from tools.vision_samples.sequences import moves, sequence
from tools.vision_samples.setups import SEQUENCES, SETUPS, SampleSetup


def main() -> None:
    """Writes everything that was asked for into a folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.vision_samples", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", nargs="*", help="the names of the set-ups; all without it")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other games")
    parser.add_argument("--turns", type=int, default=12, help="of a sequence")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for setup in SETUPS:
        if not asked.only or setup.name in asked.only:
            write_frames(setup, asked.folder, asked.seed)
    for setup in SEQUENCES:
        if not asked.only or setup.name in asked.only:
            write_sequence(setup, asked.folder / f"seq_{setup.name}", asked.seed, asked.turns)


def say(text: str) -> None:
    """Tells the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write_frames(setup: SampleSetup, folder: Path, seed: int) -> None:
    """The pictures of a set-up, and the truth beside them."""
    told = []
    for view, line in frames(setup, seed):
        quality = [cv2.IMWRITE_JPEG_QUALITY, setup.quality]
        cv2.imwrite(str(folder / line["image"]), view.picture, quality)
        told.append(line)
    (folder / f"truth_{setup.name}.jsonl").write_text(lines(told), encoding="utf-8")
    say(f"{setup.name}: {len(told)} pictures, {setup.difficulty}")


def write_sequence(setup: SampleSetup, folder: Path, seed: int, turns: int) -> None:
    """The pictures of an evening in their order, the truth beside them, and the moves."""
    folder.mkdir(exist_ok=True)
    told = []
    for view, line in sequence(setup, seed, turns):
        quality = [cv2.IMWRITE_JPEG_QUALITY, setup.quality]
        cv2.imwrite(str(folder.parent / line["image"]), view.picture, quality)
        told.append(line)
    (folder / "truth.jsonl").write_text(lines(told), encoding="utf-8")
    played = {"seq": setup.name, "frames": len(told), "turns": moves(setup, seed, turns)}
    (folder / "game.json").write_text(json.dumps(played), encoding="utf-8")
    say(f"{setup.name}: {len(told)} pictures in a row, {setup.difficulty}")


if __name__ == "__main__":
    main()
