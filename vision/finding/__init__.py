"""Where a board lies in a picture, found without help."""

from vision.finding.search import BoardNotFound, found

__all__ = ["BoardNotFound", "found"]
