"""The sounds of the page are those that the script makes, small, short and clean."""

import io
import re
import struct
import wave
from itertools import pairwise

import pytest

from tools.sounds import FOLDER, RATE, SOUNDS, wav_file

MAX_BYTES = 120_000
"""The size of all sounds together."""
LONGEST = 1.0
"""Seconds of a sound."""
CUES = FOLDER.parent / "js" / "sounds" / "cues.js"
LARGEST = 2**15


def samples(content: bytes) -> list[int]:
    with wave.open(io.BytesIO(content)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        data = file.readframes(file.getnframes())
    return list(struct.unpack(f"<{len(data) // 2}h", data))


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_the_one_that_the_script_makes(name: str) -> None:
    assert (FOLDER / f"{name}.wav").read_bytes() == wav_file(SOUNDS[name]())


def test_sounds_are_small_together_and_there_is_no_other() -> None:
    files = sorted(FOLDER.iterdir())
    assert [path.stem for path in files] == sorted(SOUNDS)
    assert sum(path.stat().st_size for path in files) < MAX_BYTES


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_and_neither_clips_nor_clicks(name: str) -> None:
    found = samples((FOLDER / f"{name}.wav").read_bytes())
    assert len(found) <= LONGEST * RATE
    assert 0.3 * LARGEST < max(map(abs, found)) < 0.9 * LARGEST
    assert abs(found[0]) + abs(found[-1]) < 0.01 * LARGEST
    assert max(abs(one - two) for one, two in pairwise(found[-20:])) < 0.05 * LARGEST


def test_the_page_plays_every_sound() -> None:
    listed = re.search(r"SOUNDS = [^\[]*\[([^\]]*)\]", CUES.read_text(encoding="utf-8"))
    assert listed
    assert re.findall(r'"(\w+)"', listed[1]) == list(SOUNDS)
