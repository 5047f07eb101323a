"""What looks at whole pictures of a board that is watched, as every table and folder has it."""

from __future__ import annotations

from vision.adapting import adapted
from vision.eye import Eye
from vision.learned import Learned
from vision.pictures import Picture
from vision.reading import read
from vision.registering import BoardLost, registered
from vision.watching.watch import Tools


def _registered(picture: Picture, learned: Learned) -> Eye | None:
    try:
        return registered(picture, learned)
    except BoardLost:
        return None


TOOLS = Tools(read, _registered, adapted)
"""The reader, the registrar and the pupil."""
