"""Measures how well labelled pictures are read, and writes the tables of docs/vision.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from tools.vision_report.labels import NoLabels, labelled_folders
from tools.vision_report.measurements import Noise
from tools.vision_report.report import Report, Selection, measure_folders
from tools.vision_report.sample_folders import OURS, REAL, usual_folders
from tools.vision_report.tables import LEGEND, misses
from tools.vision_report.vision_document import keep

STAGES = ("learnt", "blind", "found", "followed")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures the folders that are named, or what there is."""
    asked = _parse_arguments(arguments)
    cv2.setNumThreads(1)  # what is timed is the processor time of all threads
    reports = {}
    for path in asked.folders or usual_folders():
        reports[path] = report = _report(path, asked)
        if asked.misses:
            _tell_misses(report)
        say(f"{path.name}\n\n{report.text}\n")
    say(LEGEND)
    if asked.keep:
        keep(reports[OURS], reports.get(REAL))


def say(text: str) -> None:
    """Tells the person waiting."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _report(path: Path, asked: argparse.Namespace) -> Report:
    try:
        folders = labelled_folders([path])
    except NoLabels as problem:
        sys.exit(f"{problem}")
    wanted = Selection(**{stage: stage in (asked.only or STAGES) for stage in STAGES})
    return measure_folders(folders, Noise(asked.noise, asked.seed), wanted)


def _tell_misses(report: Report) -> None:
    for look in (*report.starts, *report.looks, *report.blind):
        for line in misses(look):
            say(line)


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.vision_report", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--noise", type=float, default=4, metavar="PX", help="corners are off by so much"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the noise")
    parser.add_argument(
        "--only", nargs="+", choices=STAGES, metavar="WHAT", help=f"of {', '.join(STAGES)}"
    )
    parser.add_argument("--misses", action="store_true", help="every place that was missed")
    parser.add_argument("--keep", action="store_true", help="write docs/vision.md anew")
    asked = parser.parse_args(arguments)
    if asked.keep and (asked.folders or asked.only):
        parser.error("only what is measured of everything is kept")
    return asked


if __name__ == "__main__":
    main()
