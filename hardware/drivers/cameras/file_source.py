"""A folder of pictures or a film as a camera."""

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
from hardware.drivers.cameras import picture_decoder
from hardware.drivers.cameras.sourced_camera import PictureSource, PixelArray

PICTURE_EXTENSIONS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})
"""File extensions of pictures; other files in a folder are ignored."""
NUMBER = re.compile(r"(\d+)")


class FilesSource(PictureSource):
    """Delivers recorded pictures in sequence, once or in a loop."""

    def __init__(self, path: Path, *, repeats: bool) -> None:
        self._path = path
        self._repeats = repeats
        self._remaining: Iterator[PixelArray] = iter(())

    def open(self) -> None:
        self._remaining = self._restart()

    def take(self) -> PixelArray | None:
        picture = next(self._remaining, None)
        if picture is None and self._repeats:
            self._remaining = self._restart()
            picture = next(self._remaining)
        return picture

    def freeze_exposure(self) -> bool:
        """Returns True: recorded pictures do not change."""
        return True

    def _restart(self) -> Iterator[PixelArray]:
        """The pictures from the beginning; DeviceFault if there is none."""
        pictures = self._pictures()
        first = next(pictures, None)
        if first is None:
            raise DeviceFault(f"finds no picture in {self._path}")
        return chain([first], pictures)

    @abstractmethod
    def _pictures(self) -> Iterator[PixelArray]:
        """Yields all pictures from the first one."""


class FolderSource(FilesSource):
    """The pictures of a folder in natural order (`9.png` before `10.png`)."""

    def close(self) -> None:
        self._remaining = iter(())

    def _pictures(self) -> Iterator[PixelArray]:
        for path in pictures_in(self._path):
            try:
                yield picture_decoder.read_picture(path)
            except picture_decoder.PictureRefused as refused:
                raise DeviceFault(f"cannot continue: {refused}") from refused


class FilmSource(FilesSource):
    """The frames of a film."""

    def __init__(self, path: Path, *, repeats: bool) -> None:
        super().__init__(path, repeats=repeats)
        self._film: cv2.VideoCapture | None = None

    def close(self) -> None:
        film, self._film = self._film, None
        if film is not None:
            film.release()

    def _pictures(self) -> Iterator[PixelArray]:
        self.close()
        picture_decoder.silence_opencv()
        try:
            self._film = film = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
            pixels = film.get(cv2.CAP_PROP_FRAME_WIDTH) * film.get(cv2.CAP_PROP_FRAME_HEIGHT)
            if pixels > picture_decoder.MAX_PIXELS:
                raise DeviceFault(f"finds a film with too large pictures in {self._path}")
            while (read := film.read())[0]:
                yield np.asarray(read[1], np.uint8)
        except cv2.error as error:
            raise DeviceFault(f"cannot read {self._path} any more") from error


def open_files(path: Path, *, repeats: bool) -> FilesSource:
    """The source for a folder or a film; DeviceFault if the path does not exist."""
    if not os.path.exists(path):  # noqa: PTH110 - a path that may not be read counts as missing
        raise DeviceFault(f"finds no file or folder at {path}")
    kind = FolderSource if path.is_dir() else FilmSource
    return kind(path, repeats=repeats)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in natural order (`9.png` before `10.png`)."""
    try:
        found = [path for path in folder.iterdir() if _is_picture(path)]
    except OSError as error:
        raise DeviceFault(f"cannot read the folder {folder}: {error.strerror}") from error
    return sorted(found, key=_natural_order)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURE_EXTENSIONS and not path.name.startswith(".")


def _natural_order(path: Path) -> list[tuple[int, str]]:
    """The sort key that puts `9.png` before `10.png`."""
    parts = NUMBER.split(path.name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
