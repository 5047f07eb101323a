"""Makes the sounds of the page: knocks of wood for checkers and dice, tones for what is said.

`python -m tools.sounds` writes the files in service/web/page/sounds, the same on every machine.
"""

from __future__ import annotations

import io
import math
import random
import sys
import wave
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from hardware.outputs import Tune
from service.table.notice_sounds import QUESTION_TUNE, WRONG_TUNE
from tools.bootstrap import ROOT

FOLDER = ROOT / "service" / "web" / "page" / "sounds"
RATE = 16_000
"""Samples in a second."""
FADE = 0.006
"""Seconds in which a sound begins and ends, so that it does not click."""
FULL = 32_767
"""The largest sample."""
LOUD = 0.8
"""The largest amplitude of a knock."""
TONE = 0.45
"""The largest amplitude of a tone, which lasts longer and would seem louder than a knock."""

Samples = list[float]


def knock(frequency: float, seconds: float, seed: int, hardness: float = 0.5) -> Samples:
    """A knock on wood: two damped tones and, by its hardness, a burst of noise."""
    noise = random.Random(seed)  # noqa: S311 - a sound, no secret
    found = []
    for at in _times(seconds):
        body = math.sin(math.tau * frequency * at) * math.exp(-38 * at)
        ring = math.sin(math.tau * frequency * 2.76 * at) * math.exp(-75 * at)
        click = (2 * noise.random() - 1) * math.exp(-240 * at)
        found.append(body + 0.5 * ring + hardness * click)
    return found


def bell(frequency: float, seconds: float) -> Samples:
    """A soft struck tone with two overtones, which dies away."""
    return [
        sum(
            part * math.sin(math.tau * frequency * times * at) * math.exp(-damping * at / seconds)
            for part, times, damping in ((1.0, 1, 4.0), (0.4, 2, 6.0), (0.15, 3, 9.0))
        )
        for at in _times(seconds)
    ]


def beeps(tune: Tune) -> Samples:
    """A tune as the sounder of a table plays it, with a rounder tone."""
    found: Samples = []
    for tone in tune:
        wave_form = [
            math.sin(math.tau * tone.hertz * at) + math.sin(math.tau * 3 * tone.hertz * at) / 6
            for at in _times(tone.seconds)
        ]
        found += fade(wave_form)
    return found


def mix(parts: Iterable[tuple[float, Samples]]) -> Samples:
    """Several sounds, each from its second on."""
    placed = [(round(start * RATE), samples) for start, samples in parts]
    found = [0.0] * max(first + len(samples) for first, samples in placed)
    for first, samples in placed:
        for at, sample in enumerate(samples, first):
            found[at] += sample
    return found


def fade(samples: Samples) -> Samples:
    """The sound with a soft beginning and end."""
    steps = round(FADE * RATE)
    last = len(samples) - 1
    return [
        sample * min(1.0, at / (steps / 8), (last - at) / steps)
        for at, sample in enumerate(samples)
    ]


def rattle(times: Iterable[float], seed: int) -> Samples:
    """Dice that knock against each other and against wood at these seconds."""
    pitch = random.Random(seed)  # noqa: S311 - a sound, no secret
    return mix(
        (start, [(0.5 + 0.5 * pitch.random()) * sample for sample in one])
        for start, one in (
            (start, knock(1500 + 900 * pitch.random(), 0.06, seed + number, 0.9))
            for number, start in enumerate(times)
        )
    )


def finish(samples: Samples, amplitude: float) -> Samples:
    """The sound with this largest amplitude, and with a soft beginning and end."""
    loudest = max(map(abs, samples))
    return fade([sample * amplitude / loudest for sample in samples])


def melody(seconds: float, *notes: tuple[float, float]) -> Samples:
    """Bells, each from its second on, and each of this length."""
    return mix((start, bell(frequency, seconds)) for start, frequency in notes)


C5, E5, G5, A5, C6, E6 = 523.25, 659.26, 783.99, 880.0, 1046.5, 1318.51
SOUNDS: Mapping[str, Callable[[], Samples]] = {
    "checker": lambda: finish(knock(720, 0.09, 1), LOUD),
    "hit": lambda: finish(
        mix([(0, knock(420, 0.14, 2, 0.9)), (0.055, knock(610, 0.1, 3, 0.7))]), LOUD
    ),
    "dice_thrown": lambda: finish(rattle((0, 0.05, 0.085, 0.14, 0.18, 0.235, 0.3), 4), LOUD),
    "dice_settled": lambda: finish(rattle((0, 0.07, 0.17), 40), LOUD),
    "objection": lambda: finish(beeps(WRONG_TUNE), TONE),
    "complete": lambda: finish(melody(0.2, (0, G5), (0.09, C6)), TONE),
    "turn": lambda: finish(melody(0.28, (0, A5)), TONE),
    "double": lambda: finish(melody(0.22, (0, C5), (0.08, G5), (0.16, C6)), TONE),
    "question": lambda: finish(beeps(QUESTION_TUNE), TONE),
    "won": lambda: finish(
        melody(0.4, (0, C5), (0.11, E5), (0.22, G5), (0.33, C6), (0.44, E6)), TONE
    ),
}
"""The maker of each sound; a question and an objection sound as they do at the table."""


def wav_file(samples: Samples) -> bytes:
    """The sound as the content of a WAV file: one channel of 16 bits."""
    data = b"".join(round(FULL * each).to_bytes(2, "little", signed=True) for each in samples)
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data)
    return content.getvalue()


def write_sounds(folder: Path) -> None:
    """Writes every sound into this folder."""
    folder.mkdir(exist_ok=True)
    for name, make in SOUNDS.items():
        (folder / f"{name}.wav").write_bytes(wav_file(make()))


def _times(seconds: float) -> Iterable[float]:
    return (at / RATE for at in range(round(seconds * RATE)))


if __name__ == "__main__":
    write_sounds(FOLDER)
    sys.stdout.write(f"{len(SOUNDS)} sounds are in {FOLDER.relative_to(ROOT)}\n")
