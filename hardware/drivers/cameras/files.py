"""A camera whose pictures were taken long ago: a folder of them, or a film."""

from __future__ import annotations

import os
import re
from abc import abstractmethod
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from hardware.devices import DeviceFault
from hardware.drivers.cameras.picture_files import MOST_PIXELS, PictureRefused, opened_picture
from hardware.drivers.cameras.quiet import quieten
from hardware.drivers.cameras.source import Picture, Source

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})
"""How the names of pictures end; what else lies in a folder is passed over."""
NUMBER = re.compile(r"(\d+)")


class FilesSource(Source):
    """Gives one picture after the other, once or again and again."""

    def __init__(self, path: Path, *, repeats: bool) -> None:
        self._path = path
        self._repeats = repeats
        self._left: Iterator[Picture] = iter(())

    def open(self) -> None:
        self._left = self._begun()

    def take(self) -> Picture | None:
        picture = next(self._left, None)
        if picture is None and self._repeats:
            self._left = self._begun()
            picture = next(self._left)
        return picture

    def hold_still(self) -> bool:
        """What was taken once does not change any more."""
        return True

    def _begun(self) -> Iterator[Picture]:
        """All pictures, of which the first is there."""
        pictures = self._all()
        first = next(pictures, None)
        if first is None:
            raise DeviceFault(f"finds no picture in {self._path}")
        return chain([first], pictures)

    @abstractmethod
    def _all(self) -> Iterator[Picture]:
        """All pictures from the first one on."""


class FolderSource(FilesSource):
    """The pictures of a folder, in the order in which a person would count them."""

    def close(self) -> None:
        self._left = iter(())

    def _all(self) -> Iterator[Picture]:
        for path in pictures_in(self._path):
            try:
                yield opened_picture(path)
            except PictureRefused as refused:
                raise DeviceFault(f"cannot go on: {refused}") from refused


class FilmSource(FilesSource):
    """The pictures of a film."""

    def __init__(self, path: Path, *, repeats: bool) -> None:
        super().__init__(path, repeats=repeats)
        self._film: cv2.VideoCapture | None = None

    def close(self) -> None:
        film, self._film = self._film, None
        if film is not None:
            film.release()

    def _all(self) -> Iterator[Picture]:
        self.close()
        quieten()
        try:
            self._film = film = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
            if (
                film.get(cv2.CAP_PROP_FRAME_WIDTH) * film.get(cv2.CAP_PROP_FRAME_HEIGHT)
                > MOST_PIXELS
            ):
                raise DeviceFault(f"finds a film of too large pictures in {self._path}")
            while (read := film.read())[0]:
                yield np.asarray(read[1], np.uint8)
        except cv2.error as error:
            raise DeviceFault(f"cannot read {self._path} any more") from error


def files_source(path: Path, *, repeats: bool) -> FilesSource:
    """The pictures of a folder, or else of a film."""
    if not os.path.exists(path):  # noqa: PTH110 - where one may not look there is nothing either
        raise DeviceFault(f"finds nothing at {path}")
    kind = FolderSource if path.is_dir() else FilmSource
    return kind(path, repeats=repeats)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder, in the order in which a person would count them."""
    try:
        found = [path for path in folder.iterdir() if _is_picture(path)]
    except OSError as error:
        raise DeviceFault(f"cannot look into {folder}: {error.strerror}") from error
    return sorted(found, key=_counted)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def _counted(path: Path) -> list[tuple[int, str]]:
    """What sorts `9.png` before `10.png`."""
    parts = NUMBER.split(path.name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
