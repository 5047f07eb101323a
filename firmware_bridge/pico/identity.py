"""Who a board is."""

from binascii import crc32


class Identity:
    """What never changes while a board runs."""

    def __init__(self, kind: bytes, uid: bytes, boot: bytes, layout: bytes) -> None:
        self.kind = kind
        self.uid = uid
        self.boot = boot
        """Another one each time it starts: eight digits of 0-9a-f."""
        self.layout = layout


def boot_of(chance: bytes) -> bytes:
    """The name of a start, made from whatever was different this time."""
    return b"%08x" % crc32(chance)
